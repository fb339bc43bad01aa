package import Shell

/// What the self-test of a terminal has measured, in milliseconds.
package struct TimingSample: Equatable, Sendable {
  /// How long it took from writing a question to the terminal's answer; none where it gives none.
  package var roundTrips: [Double] = []
  /// How long the holds were that were to last as long as `requestedHold`.
  package var holds: [Double] = []
  package let requestedHold: Int

  /// Makes a sample without values.
  package init(requestedHold: Int) { self.requestedHold = requestedHold }
}

/// The middle, the spread and the ends of some values.
struct TimingFigures: Equatable {
  let count: Int
  let median: Double
  /// The standard deviation; nil for a single value.
  let deviation: Double?
  let least: Double
  let most: Double

  /// Describes values; nil where there are none.
  init?(_ values: [Double]) {
    let sorted = values.sorted()
    guard let least = sorted.first, let most = sorted.last else { return nil }
    (count, self.least, self.most) = (sorted.count, least, most)
    median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    let mean = sorted.reduce(0, +) / Double(count)
    let squares = sorted.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    deviation = count > 1 ? (squares / Double(count - 1)).squareRoot() : nil
  }
}

/// Measures how well a terminal keeps time.
package final class TimingController: EventHandler {
  /// Measures so many holds; nil where there is no terminal.
  private let measure: (_ holdCount: Int) -> TimingSample?
  private let speaker: Speaker
  /// Told what was measured, in one line.
  var keep: (String) -> Void = { _ in }

  /// Makes a controller of a terminal.
  init(_ speaker: Speaker, measure: @escaping (_ holdCount: Int) -> TimingSample?) {
    (self.speaker, self.measure) = (speaker, measure)
  }

  package var takesActionsOnly: Bool { true }

  package func handleEvent(_ event: inout Event) {
    guard case .measure(let holdCount)? = event.action(of: TimingAction.self) else { return }
    event.consume()
    guard let sample = measure(holdCount) else {
      return speaker.refuse { $0.noTerminal }
    }
    for line in speaker.language.lines(of: sample) { speaker.say { _ in line } }
    keep(Language.summary(of: sample))
  }

  /// The command.
  package static func commands(in language: Language) -> [Command] {
    [
      Command(
        "timing", language.help(.timing), in: .more, isSafe: true,
        CommandForm([Parameter("HOLDS", .number(1...1_000), .optional)]) { invocation in
          let count = invocation.argumentCount > 0 ? invocation.number(0) : 100
          return .message(.action(TimingAction.measure(holdCount: count)))
        }, examples: ["timing", "timing 20"])
    ]
  }
}

/// What the command about timing asks for.
enum TimingAction: Action, Equatable {
  case measure(holdCount: Int)
}
