import CEditLine
import ChimpSystem
import Glibc
import Shell
import Statistics
import Terminal

/// Measures the terminal's delay and the accuracy of masks.
struct TimingMeasurement {
  /// The control sequence that requests the cursor position, which a terminal reports after
  /// drawing.
  private static let question = "\u{1b}[6n"
  /// The number of measured round trips.
  private static let roundTripCount = 20
  /// The timeout for a report in milliseconds.
  private static let timeout = 100
  /// The requested time until the mask, in milliseconds.
  static let hold = 210

  private let source: EditLineSource

  init(_ source: EditLineSource) { self.source = source }

  /// Measures round trips, then masks.
  func sample(holdCount: Int) -> TimingSample {
    source.output.flush()
    source.lineTime = nil
    var sample = TimingSample(requestedHold: Self.hold)
    while sample.roundTrips.count < Self.roundTripCount, let trip = roundTrip() {
      sample.roundTrips.append(trip)
    }
    while sample.holds.count < holdCount, !source.isInterrupted {
      sample.holds.append(
        heldTime(
          source.language.pick(
            "hold \(sample.holds.count + 1) of \(holdCount)",
            "計測 \(sample.holds.count + 1)/\(holdCount)")))
    }
    source.sink.send("\r\u{1b}[K")
    return sample
  }

  /// Returns the time until the terminal's report in milliseconds; `nil` without one.
  private func roundTrip() -> Double? {
    let beginning = now
    source.sink.send(Self.question)
    while !source.isInterrupted {
      let rest = Self.timeout - Int(now - beginning)
      guard rest > 0, source.wait(rest) == CHIMP_WAIT_INPUT else { return nil }
      let end = now
      if source.decoder.consumeAnswer() { return end - beginning }
    }
    return nil
  }

  /// The time of the monotonic clock in milliseconds.
  private var now: Double { Double(nanoseconds(of: CLOCK_MONOTONIC)) / 1_000_000 }

  /// Shows a line for the requested time and returns the measured time.
  private func heldTime(_ line: String) -> Double {
    source.sink.send("\r\u{1b}[K#" + line)
    let beginning = now
    let end = beginning + Double(Self.hold)
    while case let rest = end - now, rest > 0, !source.isInterrupted {
      _ = chimp_wait(-1, -1, Int32(rest.rounded(.up)))
    }
    source.sink.send("\r\u{1b}[K.")
    return now - beginning
  }
}
