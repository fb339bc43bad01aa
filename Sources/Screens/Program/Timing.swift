import ChimpSystem
import Game
import Shell
import Statistics

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
    guard let sample = environment.terminal?.measureTiming(holdCount: holdCount) else {
      throw Refusal(
        "no-terminal", "there is no terminal to measure", "時間を測る端末がありません")
    }
    show(sample)
    keep(timing: sample.summary)
  }

  /// Writes the figures of a measurement.
  private func show(_ sample: TimingSample) {
    if let trips = sample.roundTripFigures?.words(in: language) {
      speaker.say(
        "round trip: \(trips); until the terminal has read it, not shown it",
        "往復: \(trips)。端末が読むまでの時間で、見えるまでの時間ではありません")
    } else {
      speaker.say("round trip: the terminal gives no answer", "往復: 端末が答えません")
    }
    if let holds = sample.holdFigures?.words(in: language) {
      let requested = sample.requestedHold
      speaker.say("written for \(requested) ms: \(holds)", "\(requested)ミリ秒の提示: \(holds)")
    }
    speaker.say(
      "not measured: the delays of the display and the keyboard", "不明: 画面の書きかえの間隔、画面とキーボードの遅れ")
  }

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
        """), in: .shell, of: "timing", isSafe: true,
      CommandForm([Parameter("HOLDS", .number(1...1_000), .optional)]) { program, line in
        try program.measureTiming(holdCount: line.argumentCount > 0 ? line.number(0) : 100)
      }, examples: ["timing", "timing 20"])
  }
}

extension TimingSample {
  /// The figures in English, which are stored with the session.
  fileprivate var summary: String {
    let holds = holdFigures.map { "hold \(requestedHold): " + $0.words(in: .english) }
    let trips = roundTripFigures.map { "round trip: " + $0.words(in: .english) }
    return [holds, trips].compactMap(\.self).joined(separator: "; ")
  }
}

extension TimingFigures {
  /// Returns the figures as the end of a line.
  fileprivate func words(in language: Language) -> String {
    let median = median.decimal(2)
    let least = least.decimal(2)
    let most = most.decimal(2)
    let deviation =
      deviation.map { language.pick(", sd \($0.decimal(2))", "、標準偏差\($0.decimal(2))") } ?? ""
    return language.pick(
      "median \(median) ms\(deviation), range \(least) to \(most), n \(count)",
      "中央値\(median)ミリ秒\(deviation)、範囲\(least)から\(most)、\(count)回")
  }
}
