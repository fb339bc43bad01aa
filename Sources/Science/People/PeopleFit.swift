/// A regression over participants, by the best method that the data allow.
///
/// Only the mixed regression considers boards; lines by participant only need counts.
///
/// ```swift
/// switch try PeopleFit(trials) {
/// case .mixed(let fit): fit.coefficients[1].oddsRatio
/// case .byParticipant(let slopes, because: let fault): slopes.coefficients[1].difference
/// }
/// ```
public enum PeopleFit: Equatable, Sendable {
  /// A mixed regression.
  case mixed(MixedLogistic)
  /// Lines by participant; `because` is the error of the mixed regression.
  case byParticipant(ParticipantSlopes, because: ScienceError)

  /// Estimates the mixed regression or, if that fails, a line for each participant.
  ///
  /// Throws the error of the lines if neither can be fitted.
  public init(
    _ trials: MixedTrials, precision: MixedLogistic.Precision = .lme4
  ) throws(ScienceError) {
    let fault: ScienceError
    do throws(ScienceError) {
      self = .mixed(try MixedLogistic(trials, precision: precision))
      return
    } catch {
      fault = error
    }
    self = .byParticipant(try ParticipantSlopes(trials), because: fault)
  }
}

/// A regression line for each participant, and the mean of the coefficients (Lorch & Myers 1990).
///
/// The lines are those of least squares through the outcomes, 0 and 1: with a predictor of 0 or 1,
/// the slope is the difference of two shares, which exists even for a participant who passes every
/// trial.
///
///     let slopes = try ParticipantSlopes(trials)
///     print(slopes.coefficients[0].difference, slopes.participantCount, slopes.skippedCount)
public struct ParticipantSlopes: Equatable, Sendable {
  /// The mean intercept, then the mean slopes of the predictors, with Student's intervals.
  public let coefficients: [MeanTest]
  public let participantCount: Int
  /// The number of participants without a line, because a predictor was constant for them.
  public let skippedCount: Int

  /// Computes the lines of all participants.
  ///
  /// Throws `empty` without trials, `tooFew` if fewer than two participants have a line, and
  /// `noSpread` if a predictor is constant or all lines are the same.
  public init(_ trials: MixedTrials) throws(ScienceError) {
    guard trials.count > 0 else { throw .empty }
    var lines = [Line](
      repeating: Line(count: trials.predictorCount + 1), count: trials.participantCount)
    let scale = try PredictorScale(trials)
    for trial in 0..<trials.count {
      lines[trials.participants.ofTrials[trial]].add(
        scale.row(trials.predictors(of: trial)), passed: trials.outcomes[trial] ? 1 : 0, of: 1)
    }
    try self.init(lines, scale)
  }

  /// Computes the lines from counts at the positions of one predictor.
  ///
  /// Throws the same errors as for single trials.
  public init(_ participants: [[CurvePoint]]) throws(ScienceError) {
    let points = participants.joined().filter { $0.proportion.count > 0 }
    guard !points.isEmpty else { throw .empty }
    let scale = try PredictorScale(points.map(\.position))
    var lines: [Line] = []
    for points in participants {
      var line = Line(count: 2)
      for point in points {
        let passed = Double(point.proportion.passedCount)
        line.add(
          scale.row([point.position]), passed: passed, of: Double(point.proportion.count))
      }
      lines.append(line)
    }
    try self.init(lines, scale)
  }

  private init(_ lines: [Line], _ scale: PredictorScale) throws(ScienceError) {
    var tallies = [MeanTally](repeating: MeanTally(), count: scale.coefficientCount)
    var count = 0
    for line in lines {
      guard let coefficients = line.coefficients else { continue }
      count += 1
      for (index, value) in scale.restored(coefficients).enumerated() { tallies[index].add(value) }
    }
    guard count > 1 else { throw .tooFew(count: count, needed: 2) }
    participantCount = count
    skippedCount = lines.count - count
    var tests: [MeanTest] = []
    for tally in tallies { tests.append(try tally.test()) }
    coefficients = tests
  }

  /// The sums of squares and products for a participant's line.
  private struct Line {
    private var matrix: SymmetricMatrix
    private var vector: [Double]

    init(count: Int) {
      matrix = SymmetricMatrix(count: count)
      vector = [Double](repeating: 0, count: count)
    }

    /// Adds trials that have the same predictors.
    mutating func add(_ row: [Double], passed: Double, of count: Double) {
      for (index, value) in row.enumerated() {
        vector[index] += value * passed
        for (other, factor) in row.enumerated() { matrix[index, other] += count * value * factor }
      }
    }

    var coefficients: [Double]? {
      guard let factor = matrix.factor else { return nil }
      let roots = factor.diagonal
      guard roots.min() ?? 0 > 1e-7 * (roots.max() ?? 0) else { return nil }
      return factor.solution(of: vector)
    }
  }
}

/// The proportions of several participants, averaged with equal weights.
///
///     var shares = ParticipantShares()
///     shares.add(try Proportion(8, of: 10))
///     shares.add(try Proportion(1, of: 2))
///     try shares.mean()  // 0.65
public struct ParticipantShares: Equatable, Sendable {
  private var shares: [Double] = []
  /// All trials of all participants.
  public private(set) var pooled = Proportion()
  /// The number of participants without any trial.
  public private(set) var emptyCount = 0

  public init() {}

  /// Adds a participant's proportion; one without trials is only counted.
  public mutating func add(_ proportion: Proportion) {
    guard let share = try? proportion.value() else {
      emptyCount += 1
      return
    }
    shares.append(share)
    pooled.add(proportion)
  }

  public var participantCount: Int { shares.count }

  /// Returns the mean of the proportions; throws `empty` if no participant has a trial.
  public func mean() throws(ScienceError) -> Double { try MeanTally(shares).mean() }

  /// Returns the standard deviation between participants; throws `tooFew` for a single one.
  public func deviation() throws(ScienceError) -> Double {
    try MeanTally(shares).deviation()
  }

  /// Returns the mean with Student's interval, limited to 0...1.
  ///
  /// Throws `tooFew` for a single participant and `noSpread` if all shares are equal.
  public func estimate() throws(ScienceError) -> Estimate {
    let estimate = try MeanTally(shares).estimate()
    return Estimate(estimate.value, estimate.interval.clamped(to: 0...1))
  }
}
