package import Game
import Glibc
package import Science

/// The values of a plot with their intervals, without labels and titles.
///
/// ```swift
/// for plot in summary.plots(.learning, most: 20) {
///   for point in plot.points { draw(point.value, point.interval, at: point.position) }
/// }
/// ```
package struct Plot: Equatable, Sendable {
  /// The quantity on the horizontal axis.
  ///
  ///     let plot = test.plot(.count, most: 20)
  package enum Kind: Sendable {
    case accuracy, position, latency, session, span, count, hold, score
  }

  /// The unit of the values; a level is the number of a step.
  ///
  ///     let text = plot.unit == .share ? "\(100 * point.value) %" : "\(point.value)"
  package enum Unit: Sendable { case share, milliseconds, numerals, level }

  package let kind: Kind
  package let unit: Unit
  /// The name of the test; `nil` for all tests.
  package let test: String?
  package let points: [Point]
  package let curve: [CurvePoint]
  /// `true` if some of the trials are simulated.
  package var hasSimulated = false
  /// `true` if an agent has played some of the trials.
  package var hasAgents = false
  /// `true` if outcomes decide about the next trials in a test of the plot.
  package var dependsOnOutcomes = false
  /// The number of adaptive tests outside of their range, which are in no point.
  package var outsideCount = 0
  /// The participant of the games, where a test has a plot for each; `nil` for a single one.
  package var participant: String?
  /// The test whose steps the levels are; `nil` where no value is a level.
  package var preset: TestPreset?
  /// The number of games before the first point.
  package var olderCount = 0

  package init(
    _ kind: Kind, _ unit: Unit, test: String?, points: [Point], curve: [CurvePoint] = []
  ) {
    self.kind = kind
    self.unit = unit
    self.test = test
    self.points = points
    self.curve = curve
  }

  /// A point of a fitted curve with its 95 % confidence interval.
  ///
  ///     for point in curve { print(point.position, point.value, point.band) }
  package struct CurvePoint: Equatable, Sendable {
    package let position: Double
    package let value: Double
    package let band: Interval
  }

  /// `true` if the values are means over several participants.
  package var isOverParticipants: Bool { points.contains { $0.participantCount != nil } }
}

extension Plot {
  /// A value at a position on the horizontal axis.
  ///
  ///     let point = Plot.Point(5, .numbers(5...5), value: 0.8, Interval(0.49, 0.94), count: 10)
  package struct Point: Equatable, Sendable {
    /// The label of a point on the axis.
    ///
    ///     let point = Plot.Point(0, .test("inoue-210"), value: 0.7, nil, count: 10)
    package enum Label: Equatable, Sendable {
      case test(String)
      /// A number; a range if neighbouring groups were merged.
      case numbers(ClosedRange<Int>)
      /// The trials without a limited time.
      case none
      /// The trials whose look the participants ended before the hold did.
      case endedLooks

      /// `true` for a hold, which has a place on the logarithmic axis.
      var isNumber: Bool { if case .numbers = self { true } else { false } }
    }

    /// The position on the horizontal axis.
    package let position: Double
    package let label: Label
    package let value: Double
    package let interval: Interval?
    /// The interval before it was limited to the axis; `nil` if it was not.
    package var uncutInterval: Interval?
    /// The number of trials, presses or tests from which the value is computed.
    package let count: Int
    /// The number of participants over whom the value is a mean; `nil` for a single one.
    package var participantCount: Int?
    /// The number of passed trials or right presses; `nil` if the value is not a proportion.
    package var passedCount: Int?
    /// The proportion that guessing reaches; `nil` if it is unknown.
    package var chance: Double?
    /// The geometric mean of press times in milliseconds, in addition to a proportion.
    package var time: Double?
    /// The best value up to a game; `nil` for other points, and for estimates.
    package var best: Double?
    /// The day that begins with a game, `YYYY-MM-DD`; `nil` within a day.
    package var day: String?

    package init(
      _ position: Double, _ label: Label, value: Double, _ interval: Interval?, count: Int,
      participantCount: Int? = nil, passedCount: Int? = nil, chance: Double? = nil,
      time: Double? = nil
    ) {
      self.position = position
      self.label = label
      self.value = value
      self.interval = interval
      self.count = count
      self.participantCount = participantCount
      self.passedCount = passedCount
      self.chance = chance
      self.time = time
    }

    /// Creates a point for a proportion; returns `nil` without trials.
    fileprivate init?(
      _ share: Share, at position: Double, _ label: Label, chance: Double? = nil
    ) {
      guard let value = share.value else { return nil }
      self.init(
        position, label, value: value, share.interval, count: share.count,
        participantCount: share.participants?.count, passedCount: share.passedCount,
        chance: chance)
    }

    /// The interval to draw, which may extend beyond the axis.
    package var shownInterval: Interval? { uncutInterval ?? interval }

    /// Sets the interval before it was limited, if it differs.
    fileprivate mutating func show(_ uncut: Interval?) {
      uncutInterval = uncut == interval ? nil : uncut
    }

    /// Creates the point of a group; returns `nil` without trials.
    fileprivate init?(_ group: TrialGroup) {
      self.init(
        group.share, at: Double(group.numbers.lowerBound), .numbers(group.numbers),
        chance: group.chance)
    }
  }
}

extension Summary {
  /// The plot of the proportions of all tests with trials.
  var accuracyPlot: Plot {
    let points = tests.enumerated().compactMap { index, test in
      test.label.flatMap {
        Plot.Point(
          test.passes, at: Double(index), .test($0), chance: test.guessing?.share)
      }
    }
    var plot = Plot(.accuracy, .share, test: nil, points: points)
    plot.hasSimulated = tests.contains(where: \.hasSimulated)
    plot.hasAgents = tests.contains { $0.kind?.agent != nil }
    return plot
  }

  /// Returns the plots of a kind, one for each test, each with at most `most` points.
  ///
  /// A plot of holds has at most `mostHolds` points, or all of them. Plots without points are
  /// omitted, unless they have tests outside of the range.
  package func plots(_ kind: PlotKind, most: Int?, mostHolds: Int? = nil) -> [Plot] {
    let most = kind == .hold ? mostHolds : most
    let plots =
      switch kind {
      case .accuracy: [accuracyPlot]
      case .score: scorePlots(most: most)
      default: tests.flatMap { test in kind.kinds.map { test.plot($0, most: most) } }
      }
    return plots.filter { !$0.points.isEmpty || $0.outsideCount > 0 }
  }
}

extension SurveyReport where Figures == Summary {
  /// Returns the plots of a kind; of scores, those of the test that was played last, unless the
  /// filter chooses tests.
  package func plots(
    _ kind: PlotKind, most: Int?, mostHolds: Int? = nil
  ) -> SurveyReport<[Plot]> {
    let isOfLastTest = kind == .score && filter.tests.isEmpty
    return map { summary in
      let plots = summary.plots(kind, most: most, mostHolds: mostHolds)
      return isOfLastTest ? Array(plots.prefix(1)) : plots
    }
  }
}

extension Summary.Test {
  /// Returns a plot with at most `most` points.
  ///
  /// A plot of holds may have two more, for the trials without a limited time, and for those whose
  /// look was ended early.
  package func plot(_ kind: Plot.Kind, most: Int? = nil) -> Plot {
    var plot = unmarkedPlot(kind, most)
    plot.hasSimulated = hasSimulated
    plot.hasAgents = self.kind?.agent != nil
    plot.dependsOnOutcomes = dependsOnOutcomes
    return plot
  }

  /// Returns the plot without the mark of simulated trials.
  private func unmarkedPlot(_ kind: Plot.Kind, _ most: Int?) -> Plot {
    switch kind {
    case .accuracy:
      return Plot(kind, .share, test: label, points: [])
    case .session:
      let groups = progress.sessions.merged(into: most)
      var points = groups.compactMap(Plot.Point.init)
      for index in points.indices { points[index].chance = guessing?.share }
      return Plot(
        kind, .share, test: label, points: points,
        curve: steps(progress.curve, of: points, at: \.self))
    case .count:
      let points = groups.merged(into: most).compactMap(Plot.Point.init)
      return Plot(
        kind, .share, test: label, points: points, curve: steps(curve, of: points, at: \.self))
    case .hold: return holdPlot(most)
    case .position: return positionPlot(most)
    case .latency: return latencyPlot(most)
    case .span: return spanPlot(most)
    case .score: return scorePlot(of: games, most)
    }
  }

  /// Returns the plot of the proportion of passes by hold, on a logarithmic axis.
  private func holdPlot(_ most: Int?) -> Plot {
    let held = groups.filter { $0.numbers.lowerBound > 0 }.merged(into: most)
    let holds = held.map { log(Double($0.numbers.lowerBound)) }
    let low = holds.min() ?? 0
    let step = max(0.3, 0.25 * ((holds.max() ?? 0) - low))
    let others = groups.filter { $0.numbers.lowerBound <= 0 }
    let points = (others + held).enumerated().compactMap { index, group in
      let hold = group.numbers.lowerBound
      let label: Plot.Point.Label =
        hold > 0 ? .numbers(group.numbers) : hold == TrialGroup.endedLooks ? .endedLooks : .none
      return Plot.Point(
        group.share, at: hold > 0 ? log(Double(hold)) : low - step * Double(others.count - index),
        label, chance: group.chance)
    }
    return Plot(
      .hold, .share, test: label, points: points,
      curve: steps(curve, of: points.filter(\.label.isNumber), at: exp))
  }

  private func positionPlot(_ most: Int?) -> Plot {
    let times = positions.map(\.time.mean)
    let points = positions.map(\.group).merged(into: most).compactMap { group in
      var point = Plot.Point(group)
      point?.time = times[group.numbers.lowerBound - 1]
      return point
    }
    return Plot(.position, .share, test: label, points: points)
  }

  private func latencyPlot(_ most: Int?) -> Plot {
    let points = positions.prefix(most ?? .max).compactMap { position in
      let numbers = position.group.numbers
      let time = position.time
      return time.mean.map {
        Plot.Point(
          Double(numbers.lowerBound), .numbers(numbers), value: $0, time.interval,
          count: time.count, participantCount: time.participantCount)
      }
    }
    return Plot(.latency, .milliseconds, test: label, points: points)
  }

  private func spanPlot(_ most: Int?) -> Plot {
    let shown = sessionLevels.suffix(most ?? .max)
    let points = shown.compactMap { session -> Plot.Point? in
      guard let mean = session.level.mean else { return nil }
      var point = Plot.Point(
        Double(session.session), .numbers(session.session...session.session),
        value: mean, session.level.interval, count: session.level.testCount,
        participantCount: session.level.participantCount)
      point.show(session.level.uncutInterval)
      return point
    }
    let isHold = sessionLevels.first?.level.isHold ?? false
    var plot = Plot(.span, isHold ? .milliseconds : .numerals, test: label, points: points)
    plot.outsideCount = shown.reduce(0) { $0 + $1.level.outside.count }
    return plot
  }

  /// Returns 41 points of the curve between the first and the last point of the plot.
  ///
  /// `number` returns the count or the hold at a position. Returns an empty array if there is no
  /// curve, or fewer than two positions.
  private func steps(
    _ curve: FittedCurve?, of points: [Plot.Point], at number: (Double) -> Double
  ) -> [Plot.CurvePoint] {
    let positions = points.map(\.position)
    guard let curve, let low = positions.min(), let high = positions.max(), low < high else {
      return []
    }
    return (0...40).map { step in
      let position = low + (high - low) * Double(step) / 40
      let estimate = curve.estimate(at: number(position))
      return Plot.CurvePoint(
        position: position, value: estimate.value, band: estimate.interval)
    }
  }
}

/// The kinds of plots, which are arguments of the command `plot`.
///
///     PlotKind(rawValue: "learning")?.grouping
package enum PlotKind: String, CaseIterable, Sendable {
  case accuracy, position, latency, learning, span, hold, score

  var kinds: [Plot.Kind] {
    switch self {
    case .accuracy: [.accuracy]
    case .position: [.position]
    case .latency: [.latency]
    case .learning: [.session]
    case .span: [.span, .count]
    case .hold: [.hold]
    case .score: [.score]
    }
  }

  /// The grouping of trials from which the plot is computed.
  package var grouping: Summary.Grouping? {
    switch self {
    case .span: .count
    case .hold: .hold
    case .accuracy, .position, .latency, .learning, .score: nil
    }
  }
}
