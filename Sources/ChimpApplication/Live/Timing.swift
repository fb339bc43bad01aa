package import Shell

/// What the self-test of a terminal has measured, in milliseconds.
package struct TimingSample: Equatable, Sendable {
  /// How long it took from writing a question to the terminal's answer; none where it gives none.
  package var roundTrips: [Double] = []
  /// How long the holds were that were to last as long as `requestedHold`.
  package var holds: [Double] = []
  package let requestedHold: Int

  /// Makes a sample without values.
  package init(requestedHold: Int) {
    self.requestedHold = requestedHold
  }
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
  private let output: OutputWriter
  /// Told what was measured, in one line.
  var keep: (String) -> Void = { _ in }

  /// Makes a controller of a terminal.
  init(output: OutputWriter, measure: @escaping (_ holdCount: Int) -> TimingSample?) {
    (self.output, self.measure) = (output, measure)
  }

  package var takesActionsOnly: Bool { true }

  package func handleEvent(_ event: inout Event) {
    guard case .measure(let holdCount)? = event.action(of: TimingAction.self) else { return }
    event.consume()
    guard let sample = measure(holdCount) else { return output.refuse(TimingWords.noTerminal) }
    for line in TimingWords.lines(of: sample) { output.write(text: line + "\n") }
    keep(TimingWords.summary(of: sample))
  }

  /// The command.
  package static var commands: [Command] {
    [
      Command(
        "timing", "measure how well this terminal keeps time",
        CommandForm([Parameter("HOLDS", .number(1...1_000), .optional)]) { invocation in
          let count = invocation.argumentCount > 0 ? invocation.number(0) : 100
          return .message(.action(TimingAction.measure(holdCount: count)))
        }, examples: ["timing", "timing 20"],
        notes: [
          "Measured is when bytes are written, and when the terminal answers that it has read",
          "them. When they are seen nobody can tell from here: a display adds its own time.",
        ])
    ]
  }
}

/// What the command about timing asks for.
enum TimingAction: Action, Equatable {
  case measure(holdCount: Int)
}

/// The sentences about timing.
enum TimingWords {
  static var noTerminal: String { "there is no terminal whose time could be measured" }

  static func lines(of sample: TimingSample) -> [String] {
    var lines: [String] = []
    if let trips = TimingFigures(sample.roundTrips) {
      lines.append("round trip: \(figures(trips)); the terminal has read it, not shown it")
    } else {
      lines.append("round trip: the terminal gives no answer")
    }
    if let holds = TimingFigures(sample.holds) {
      lines.append("written for \(sample.requestedHold) ms: \(figures(holds))")
    }
    lines.append("not known: the frame of the display, its own delay, and the keyboard's")
    return lines
  }

  /// What is kept with the session.
  static func summary(of sample: TimingSample) -> String {
    let holds = TimingFigures(sample.holds).map { "hold \(sample.requestedHold): \(figures($0))" }
    let trips = TimingFigures(sample.roundTrips).map { "round trip: \(figures($0))" }
    return [holds, trips].compactMap(\.self).joined(separator: "; ")
  }

  private static func figures(_ figures: TimingFigures) -> String {
    let deviation = figures.deviation.map { ", sd \(shown($0))" } ?? ""
    return "median \(shown(figures.median)) ms\(deviation), "
      + "range \(shown(figures.least)) to \(shown(figures.most)), n \(figures.count)"
  }

  /// A number with two decimals.
  private static func shown(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
  }
}
