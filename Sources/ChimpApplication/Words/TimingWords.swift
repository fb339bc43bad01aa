extension CommandWords {
  static let timing = CommandWords(
    """
    measure how well this terminal keeps time
    Measured is when bytes are written, and when the terminal answers that it has read
    them. When they are seen nobody can tell from here: a display adds its own time.
    """,
    """
    この端末の時間の正しさを測ります
    文字を書いた時刻と、端末がそれを読んだと答えた時刻を測ります。いつ見えるかは
    ここからは分かりません。画面にはそれ自身の遅れがあります。
    """)
}

/// What was measured of a terminal.
extension Language {
  var noTerminal: String {
    pick("there is no terminal whose time could be measured", "時間を測る端末がありません")
  }

  func lines(of sample: TimingSample) -> [String] {
    let trips = TimingFigures(sample.roundTrips).map(words)
    let holds = TimingFigures(sample.holds).map(words)
    let requested = sample.requestedHold
    return [
      trips.map {
        pick(
          "round trip: \($0); the terminal has read it, not shown it",
          "往復: \($0)。端末が読んだ時刻で、見せた時刻ではありません")
      } ?? pick("round trip: the terminal gives no answer", "往復: 端末が答えません"),
      holds.map { pick("written for \(requested) ms: \($0)", "\(requested)ミリ秒の提示: \($0)") },
      pick(
        "not known: the frame of the display, its own delay, and the keyboard's",
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
    let (median, least) = (Self.shown(figures.median), Self.shown(figures.least))
    let most = Self.shown(figures.most)
    let deviation = figures.deviation.map { pick(", sd ", "、標準偏差") + Self.shown($0) } ?? ""
    return pick(
      "median \(median) ms\(deviation), range \(least) to \(most), n \(figures.count)",
      "中央値\(median)ミリ秒\(deviation)、範囲\(least)から\(most)、\(figures.count)回")
  }

  private static func shown(_ value: Double) -> String { decimal(value, places: 2) }
}
