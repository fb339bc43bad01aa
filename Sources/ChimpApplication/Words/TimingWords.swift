extension CommandWords {
  static let timing = CommandWords(
    """
    measure how well this terminal keeps time
    It measures when bytes are written, and when the terminal answers that it has read them.
    It can't measure when they are seen: a display adds a delay of its own.
    """,
    """
    この端末の時間の正しさを測ります
    出力を書いた時刻と、端末がそれを読んだと答えた時刻を測ります。いつ見えるかは
    測れません。画面にはそれ自身の遅れがあります。
    """)
}

extension Language {
  var noTerminal: String { pick("there is no terminal to measure", "時間を測る端末がありません") }

  func lines(of sample: TimingSample) -> [String] {
    let trips = TimingFigures(sample.roundTrips).map(words)
    let holds = TimingFigures(sample.holds).map(words)
    let requested = sample.requestedHold
    return [
      trips.map {
        pick(
          "round trip: \($0); until the terminal has read it, not shown it",
          "往復: \($0)。端末が読むまでの時間で、見えるまでの時間ではありません")
      } ?? pick("round trip: the terminal gives no answer", "往復: 端末が答えません"),
      holds.map { pick("written for \(requested) ms: \($0)", "\(requested)ミリ秒の提示: \($0)") },
      pick(
        "not known: the frame of the display, its delay, and that of the keyboard",
        "不明: 画面の書きかえの間隔、画面とキーボードの遅れ"),
    ].compactMap(\.self)
  }

  /// What is kept with the session, in English as all that is kept.
  static func summary(of sample: TimingSample) -> String {
    let holds = TimingFigures(sample.holds).map {
      "hold \(sample.requestedHold): " + english.words(for: $0)
    }
    let trips = TimingFigures(sample.roundTrips).map { "round trip: " + english.words(for: $0) }
    return [holds, trips].compactMap(\.self).joined(separator: "; ")
  }

  private func words(for figures: TimingFigures) -> String {
    let (median, least) = (figures.median.decimal(2), figures.least.decimal(2))
    let most = figures.most.decimal(2)
    let deviation = figures.deviation.map { pick(", sd ", "、標準偏差") + $0.decimal(2) } ?? ""
    return pick(
      "median \(median) ms\(deviation), range \(least) to \(most), n \(figures.count)",
      "中央値\(median)ミリ秒\(deviation)、範囲\(least)から\(most)、\(figures.count)回")
  }
}
