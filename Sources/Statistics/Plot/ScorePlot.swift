import Game

/// The plots of scores, a point for each finished game.
extension Summary {
  /// Returns a plot for each test and participant, that of the newest game first.
  func scorePlots(most: Int?) -> [Plot] {
    let plots = tests.flatMap { test -> [(date: String, plot: Plot)] in
      let people = Set(test.games.map(\.participant)).sorted()
      return people.map { code in
        let games = test.games.filter { $0.participant == code }
        var plot = test.scorePlot(of: games, most)
        if people.count > 1 { plot.participant = code }
        plot.hasSimulated = test.hasSimulated
        return (games.last { $0.isComplete }?.date ?? "", plot)
      }
    }
    // NB: of equal dates the order of the tests decides, because the sort need not be stable.
    return plots.enumerated().sorted { first, second in
      first.element.date == second.element.date
        ? first.offset < second.offset : first.element.date > second.element.date
    }.map(\.element.plot)
  }
}

extension Summary.Test {
  /// Returns the plot of the scores of finished games, the last `most` of them.
  ///
  /// Adaptive tests whose values lie outside of their range are in no point.
  func scorePlot(of games: [Results.Test], _ most: Int?) -> Plot {
    let finished = games.filter(\.isComplete)
    let within = finished.filter { $0.beyond == nil }
    let shown = within.suffix(most ?? .max)
    var day = within.dropLast(shown.count).last?.day
    let points = shown.map { game in
      var point = game.point
      if game.day != day { point.day = game.day }
      day = game.day
      return point
    }
    let preset = name.flatMap(TestPreset.named)
    var plot = Plot(.score, preset?.scoreUnit ?? .share, test: label, points: points)
    plot.preset = plot.unit == .level ? preset : nil
    plot.outsideCount = finished.count - within.count
    plot.olderCount = within.count - shown.count
    return plot
  }
}

extension TestPreset {
  /// The unit of a game's score.
  fileprivate var scoreUnit: Plot.Unit {
    guard isScoredByLevel == nil else { return isScoredByLevel == true ? .level : .share }
    return course == .procedure(.hold) ? .milliseconds : .numerals
  }
}

extension Results.Test {
  /// The point of the game: its level, its share of passes, or its estimate.
  fileprivate var point: Plot.Point {
    let numbers = number...number
    if let estimate {
      return Plot.Point(
        Double(number), .numbers(numbers), value: estimate, interval, count: passes.count)
    }
    let value = isScoredByLevel ? Double(level) : passes.value ?? 0
    var point = Plot.Point(
      Double(number), .numbers(numbers), value: value, nil, count: passes.count,
      passedCount: passes.passedCount)
    point.best = best.flatMap { isScoredByLevel ? Double($0.level) : Share($0.passes).value }
    return point
  }
}
