import Events
import Game
import Shell

/// The action of the command `timing`.
enum TimingAction: Action, Equatable { case measure(holdCount: Int) }

extension Application {
  /// Measures the timing of the terminal, writes the result, and stores it with the session.
  ///
  /// Writes an error instead without a terminal, and during a round or a test on a real clock.
  func perform(_ action: TimingAction) {
    guard !passesTime || !game.session.isOpen && game.series == nil else {
      return speaker.refuse { $0.noTimingDuringRound }
    }
    guard case .measure(let holdCount) = action, let sample = environment.measureTiming(holdCount)
    else { return speaker.refuse { $0.noTerminal } }
    for line in speaker.language.lines(of: sample) { speaker.say { _ in line } }
    keep(timing: Language.summary(of: sample))
  }

  /// Returns the command `timing`.
  static func timingCommand(in language: Language) -> Command {
    Command(
      "timing", language.help(.timing), in: .more, isSafe: true,
      .asking([Parameter("HOLDS", .number(1...1_000), .optional)]) {
        TimingAction.measure(holdCount: $0.argumentCount > 0 ? $0.number(0) : 100)
      }, examples: ["timing", "timing 20"])
  }
}
