import Science
import Shell

/// What the self-test of a terminal has measured, in milliseconds.
package struct TimingSample: Equatable, Sendable {
  /// How long it took from writing a question to the terminal's answer; none where it gives none.
  package var roundTrips: [Double] = []
  /// How long the holds were that were to last as long as `requestedHold`.
  package var holds: [Double] = []
  package let requestedHold: Int

  package init(requestedHold: Int) { self.requestedHold = requestedHold }
}

/// The middle, the spread and the ends of some values.
struct TimingFigures {
  let count: Int
  let median: Double
  /// The standard deviation; nil for a single value.
  let deviation: Double?
  let least: Double
  let most: Double

  init?(_ values: [Double]) {
    let sorted = values.sorted()
    guard let least = sorted.first, let most = sorted.last else { return nil }
    (count, self.least, self.most) = (sorted.count, least, most)
    median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    deviation = try? MeanTally(sorted).deviation()
  }
}

enum TimingAction: Action, Equatable { case measure(holdCount: Int) }

extension Application {
  /// Measures how well the terminal keeps time, and keeps what was measured with the session.
  func perform(_ action: TimingAction) {
    guard case .measure(let holdCount) = action, let sample = environment.measureTiming(holdCount)
    else { return speaker.refuse { $0.noTerminal } }
    for line in speaker.language.lines(of: sample) { speaker.say { _ in line } }
    keep(timing: Language.summary(of: sample))
  }

  static func timingCommand(in language: Language) -> Command {
    Command(
      "timing", language.help(.timing), in: .more, isSafe: true,
      .asking([Parameter("HOLDS", .number(1...1_000), .optional)]) {
        TimingAction.measure(holdCount: $0.argumentCount > 0 ? $0.number(0) : 100)
      }, examples: ["timing", "timing 20"])
  }
}
