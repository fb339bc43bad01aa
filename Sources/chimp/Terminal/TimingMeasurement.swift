import CEditLine
import ChimpApplication
import Glibc
import Shell

/// Measures a terminal: how soon it answers, and how long something stands there.
struct TimingMeasurement {
  /// What is asked of the terminal: where its cursor is.
  private static let question = "\u{1b}[6n"
  private static let roundTripCount = 20
  /// How long an answer may take, in milliseconds.
  private static let patience = 100
  /// How long a hold is to last, in milliseconds.
  static let hold = 210

  private let source: EditLineSource

  /// Makes a measurement of the terminal that lines come from.
  init(_ source: EditLineSource) { self.source = source }

  /// Measures until all is measured, or the user wants no more.
  func sample(holdCount: Int) -> TimingSample {
    source.output.flush()
    source.lineTime = nil
    var sample = TimingSample(requestedHold: Self.hold)
    while sample.roundTrips.count < Self.roundTripCount, let trip = roundTrip() {
      sample.roundTrips.append(trip)
    }
    while sample.holds.count < holdCount, !source.isInterrupted {
      sample.holds.append(
        heldTime(source.sink.words().words(for: .measuring(sample.holds.count + 1, of: holdCount))))
    }
    source.sink.send("\r\u{1b}[K")
    return sample
  }

  /// How long the terminal takes to answer; nil where it does not.
  private func roundTrip() -> Double? {
    let beginning = now
    source.sink.send(Self.question)
    while !source.isInterrupted {
      let rest = Self.patience - Int(now - beginning)
      guard rest > 0, source.wait(rest) == CHIMP_WAIT_INPUT else { return nil }
      let end = now
      if source.decoder.takeAnswer() { return end - beginning }
    }
    return nil
  }

  /// How long a line has stood when the next one takes its place.
  private func heldTime(_ line: String) -> Double {
    source.sink.send("\r\u{1b}[K#" + line)
    let beginning = now
    while case let rest = Double(Self.hold) - (now - beginning), rest > 0, !source.isInterrupted {
      _ = chimp_wait(-1, -1, Int32(rest.rounded(.up)))
    }
    source.sink.send("\r\u{1b}[K.")
    return now - beginning
  }

  /// The machine's time in milliseconds.
  private var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
  }
}
