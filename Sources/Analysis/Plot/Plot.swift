import Glibc
package import Science

/// The points of a drawing with their intervals; whoever draws it finds the words.
package struct Plot: Equatable, Sendable {
  /// What stands along the axis.
  package enum Kind: Sendable { case accuracy, position, latency, session, span, count, hold }

  package enum Unit: Sendable { case share, milliseconds, numerals }

  package let kind: Kind
  package let unit: Unit
  /// The test; nil for all tests.
  package let test: String?
  package let points: [Point]
  package let curve: [CurvePoint]

  package init(
    _ kind: Kind, _ unit: Unit, test: String?, points: [Point], curve: [CurvePoint] = []
  ) {
    self.kind = kind
    self.unit = unit
    self.test = test
    self.points = points
    self.curve = curve
  }

  /// A position on a fitted curve, and its height.
  package struct CurvePoint: Equatable, Sendable {
    package let position: Double
    package let value: Double
  }
}

extension Plot {
  /// A value over its label; without an interval it is shown alone.
  package struct Point: Equatable, Sendable {
    package enum Label: Equatable, Sendable {
      case test(String)
      /// A number, or the first and the last one of merged neighbours.
      case numbers(ClosedRange<Int>)
      /// No hold.
      case none
    }

    /// The position along the axis.
    package let position: Double
    package let label: Label
    package let value: Double
    package let interval: Interval?
    /// The number of trials, presses or tests behind the value.
    package let count: Int
    /// The number of those that were passed, or right; nil where the value is no share.
    package var passedCount: Int?
    /// The share that guessing reaches; nil where that is not known.
    package var chance: Double?
    /// The geometric mean of the times in milliseconds, beside a share.
    package var time: Double?

    package init(
      _ position: Double, _ label: Label, value: Double, _ interval: Interval?, count: Int,
      passedCount: Int? = nil, chance: Double? = nil, time: Double? = nil
    ) {
      self.position = position
      self.label = label
      self.value = value
      self.interval = interval
      self.count = count
      self.passedCount = passedCount
      self.chance = chance
      self.time = time
    }

    /// Returns nil without a trial.
    fileprivate init?(_ share: Share, at position: Double, _ label: Label) {
      guard let estimate = share.estimate else { return nil }
      self.init(
        position, label, value: estimate.value, estimate.interval, count: share.count,
        passedCount: share.passedCount)
    }

    /// A group at its first number.
    ///
    /// Returns nil without a trial.
    fileprivate init?(_ group: TrialGroup) {
      self.init(group.share, at: Double(group.numbers.lowerBound), .numbers(group.numbers))
      chance = group.chance
    }
  }
}

extension Summary {
  /// Returns the shares of all tests that have trials.
  package var accuracyPlot: Plot {
    let points = tests.compactMap { test in
      test.name.flatMap { Plot.Point(test.passes, at: 0, .test($0)) }
    }
    return Plot(.accuracy, .share, test: nil, points: points)
  }

  /// Returns the plots of a kind that have points, test by test, each of at most so many points.
  package func plots(_ kind: PlotKind, most: Int?) -> [Plot] {
    let plots =
      kind == .accuracy
      ? [accuracyPlot] : tests.flatMap { test in kind.kinds.map { test.plot($0, most: most) } }
    return plots.filter { !$0.points.isEmpty }
  }
}

extension Summary.Test {
  /// Returns a plot of at most so many points, which may be none.
  package func plot(_ kind: Plot.Kind, most: Int? = nil) -> Plot {
    switch kind {
    case .accuracy:
      return Plot(kind, .share, test: name, points: [])
    case .session:
      let groups = progress.sessions.merged(into: most)
      return Plot(kind, .share, test: name, points: groups.compactMap(Plot.Point.init))
    case .count:
      let points = groups.merged(into: most).compactMap(Plot.Point.init)
      return Plot(kind, .share, test: name, points: points, curve: steps(of: points, at: \.self))
    case .hold: return holdPlot
    case .position: return positionPlot(most)
    case .latency: return latencyPlot(most)
    case .span: return spanPlot(most)
    }
  }

  /// The shares of all holds, at their logarithms.
  private var holdPlot: Plot {
    let points = groups.compactMap { group in
      let hold = group.numbers.lowerBound
      return Plot.Point(
        group.share, at: log(Double(max(1, hold))), hold > 0 ? .numbers(group.numbers) : .none)
    }
    return Plot(.hold, .share, test: name, points: points, curve: steps(of: points, at: exp))
  }

  private func positionPlot(_ most: Int?) -> Plot {
    let times = positions.map(\.time.mean)
    let points = positions.map(\.group).merged(into: most).compactMap { group in
      var point = Plot.Point(group)
      point?.time = times[group.numbers.lowerBound - 1]
      return point
    }
    return Plot(.position, .share, test: name, points: points)
  }

  private func latencyPlot(_ most: Int?) -> Plot {
    let points = positions.prefix(most ?? .max).compactMap { position in
      let numbers = position.group.numbers
      let time = position.time
      return time.mean.map {
        Plot.Point(
          Double(numbers.lowerBound), .numbers(numbers), value: $0, time.interval,
          count: time.count)
      }
    }
    return Plot(.latency, .milliseconds, test: name, points: points)
  }

  private func spanPlot(_ most: Int?) -> Plot {
    let points = sessionLevels.suffix(most ?? .max).map { session in
      Plot.Point(
        Double(session.session), .numbers(session.session...session.session),
        value: session.level.mean, session.level.interval, count: session.level.testCount)
    }
    let isHold = sessionLevels.first?.level.isHold ?? false
    return Plot(.span, isHold ? .milliseconds : .numerals, test: name, points: points)
  }

  /// Returns the curve at 41 positions from the first point to the last one.
  ///
  /// `number` returns the count or the hold at a position. Returns nothing without a curve, or
  /// without two positions.
  private func steps(
    of points: [Plot.Point], at number: (Double) -> Double
  ) -> [Plot.CurvePoint] {
    let positions = points.map(\.position)
    guard let curve, let low = positions.min(), let high = positions.max(), low < high else {
      return []
    }
    return (0...40).map { step in
      let position = low + (high - low) * Double(step) / 40
      return Plot.CurvePoint(position: position, value: curve.probability(number(position)))
    }
  }
}

/// What the command `plot` draws of all trials.
package enum PlotKind: String, CaseIterable, Sendable {
  case accuracy, position, latency, learning, span

  var kinds: [Plot.Kind] {
    switch self {
    case .accuracy: [.accuracy]
    case .position: [.position]
    case .latency: [.latency]
    case .learning: [.session]
    case .span: [.span, .count]
    }
  }

  /// How the trials are grouped for it.
  package var grouping: Summary.Grouping? { self == .span ? .count : nil }
}
