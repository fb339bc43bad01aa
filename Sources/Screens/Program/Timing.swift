import Game
import Shell

extension Application {
  /// Measures the timing of the terminal, writes the result, and stores it with the session.
  ///
  /// Throws without a terminal, and during a round or a test on a real clock.
  func measureTiming(holdCount: Int) throws {
    guard !passesTime || !game.session.isOpen && game.series == nil else {
      throw Refusal(
        "no-timing-during-round", "no timing during a round: it would delay the round's clock",
        "ラウンドの途中では測れません。ラウンドの時計が遅れてしまいます")
    }
    guard let sample = environment.measureTiming(holdCount) else {
      throw Refusal(
        "no-terminal", "there is no terminal to measure", "時間を測る端末がありません")
    }
    for line in speaker.language.lines(of: sample) { speaker.say { _ in line } }
    keep(timing: Language.summary(of: sample))
  }

  /// The command `timing`.
  static var timingCommand: Command<Application> {
    Command(
      "timing",
      Text(
        """
        measure how well this terminal keeps time
        It measures when bytes are written, and when the terminal answers that it has read them. \
        It can't measure when they are seen: a display adds a delay of its own.
        """,
        """
        この端末の時間の正しさを測ります
        出力を書いた時刻と、端末がそれを読んだと答えた時刻を測ります。いつ見えるかは\
        測れません。画面にはそれ自身の遅れがあります。
        """), in: .more, of: "timing", isSafe: true,
      CommandForm([Parameter("HOLDS", .number(1...1_000), .optional)]) { program, line in
        try program.measureTiming(holdCount: line.argumentCount > 0 ? line.number(0) : 100)
      }, examples: ["timing", "timing 20"])
  }
}
