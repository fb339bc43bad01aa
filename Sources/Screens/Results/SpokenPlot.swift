import ChimpSystem
import Science
import Shell
import Statistics

extension TableReader {
  /// Returns the values of a plot as the lines of a table, or as a sentence for each point.
  func lines(of plot: LabelledPlot) -> [String] {
    guard isSpoken else { return lines(of: plot.asTable, in: plot.language) }
    return plot.sentences
  }
}

/// The points of a plot as sentences, for screen readers.
///
///     5 numerals: 12 of 50 passed, 24 percent, between 14.3 and 37.4.
extension LabelledPlot {
  /// A sentence for each point, with all numbers of the table.
  var sentences: [String] {
    zip(labels, plot.points).map { label, point in
      let parts = figures(of: point) + extras(of: point)
      return name(of: point, label) + ": " + parts.joined(separator: language.pick(", ", "、"))
        + language.pick(".", "。")
    }
  }

  /// Returns the name of a point: the noun of its axis with its number.
  private func name(of point: Plot.Point, _ label: String) -> String {
    guard case .numbers(let numbers) = point.label else {
      guard plot.kind == .hold, point.label == .none else { return label }
      return language.pick("no limited time", "提示時間なし")
    }
    let isOne = numbers.count == 1
    let range =
      isOne
      ? "\(numbers.lowerBound)"
      : language.pick(
        "\(numbers.lowerBound) to \(numbers.upperBound)",
        "\(numbers.lowerBound)から\(numbers.upperBound)")
    switch plot.kind {
    case .count: return language.pick("\(range) numeral\(range == "1" ? "" : "s")", "数字\(range)個")
    case .hold: return language.pick("shown for \(range) milliseconds", "提示\(range)ミリ秒")
    case .session, .span:
      return language.pick("session\(isOne ? "" : "s") \(range)", "セッション\(range)")
    case .position, .latency: return language.pick("position \(range)", "順番\(range)")
    case .score: return language.pick("game \(range)", "ゲーム\(range)")
    case .accuracy: return label
    }
  }

  /// Returns the value of a point with its interval and its numbers.
  private func figures(of point: Plot.Point) -> [String] {
    guard plot.unit == .share else {
      let value = SpokenFigure.units(of: words(point.value), in: language)
      let isScore = plot.kind == .score
      let named = isScore ? language.pick("score \(value)", "得点\(value)") : value
      return [named] + interval(of: point) { SpokenFigure.short(words($0)) }
        + (isScore ? [] : [amount(of: point)])
    }
    let share =
      [SpokenFigure.percent(point.value, in: language)]
      + interval(of: point) { SpokenFigure.short($0.percent) }
    let passed = point.passedCount ?? 0
    let isRight = plot.kind == .position
    let counts = language.pick(
      "\(passed) of \(point.count) \(isRight ? "right" : "passed")",
      "\(point.count)回中\(passed)回\(isRight ? "正解" : "成功")")
    guard let people = point.participantCount else { return [counts] + share }
    return [
      language.pick("mean of \(counted(people, "participant")) ", "\(people)人の平均")
        + share.joined(separator: language.pick(", ", "、")),
      language.pick("together \(counts)", "合計\(counts)"),
    ]
  }

  /// Returns the interval of a point in words; none without one.
  private func interval(of point: Plot.Point, _ shown: (Double) -> String) -> [String] {
    point.interval.map {
      let text = $0.words(in: language) { shown($0).replacing(" ms", with: "") }
      return [SpokenFigure.between(text, in: language)]
    } ?? []
  }

  /// Returns the number of presses or tests of a point, or that of its participants.
  private func amount(of point: Plot.Point) -> String {
    if let people = point.participantCount {
      return language.pick("mean of \(counted(people, "participant"))", "\(people)人の平均")
    }
    return plot.kind == .latency
      ? language.pick(counted(point.count, "press", "presses"), "押下\(point.count)回")
      : language.pick(counted(point.count, "test"), "\(point.count)回")
  }

  /// Returns chance, the time of presses, the best score and the beginning of a day.
  private func extras(of point: Plot.Point) -> [String] {
    let chance = point.chance.map { chance -> String in
      let text =
        plot.kind == .position
        ? SpokenFigure.percent(chance, in: language)
        : SpokenFigure.units(of: chance.finePercent, in: language)
      return language.pick("chance \(text)", "偶然\(text)")
    }
    let time = point.time.map {
      language.pick("\($0.decimal(0)) milliseconds", "\($0.decimal(0))ミリ秒")
    }
    let best = point.best.map { best -> String in
      let text =
        plot.unit == .share
        ? SpokenFigure.percent(best, in: language)
        : SpokenFigure.units(of: words(best), in: language)
      return language.pick("best so far \(text)", "これまでの最高\(text)")
    }
    let day = point.day.map { language.pick("first game of \($0)", "\($0) の最初") }
    return [chance, time, best, day].compactMap(\.self)
  }
}
