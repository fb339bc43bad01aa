/// An adaptive test by the transformed up-down method (Levitt 1971).
///
/// It becomes harder after some passes and easier after a failure. The state is a value: the same
/// trials lead to the same state.
///
///     var staircase = try Staircase.forCounts(passesNeeded: 1, start: 4)
///     var isPassed = false
///     while !staircase.isOver {
///       isPassed.toggle()
///       staircase.add(isPassed: isPassed)
///     }
///     let span = try staircase.estimate()
public struct Staircase: Equatable, Sendable {
  /// The difficulty that is varied: the number of numerals, or the time for which they are shown.
  ///
  ///     let scale = Staircase.Scale.counts(2...9, step: 1)
  public enum Scale: Equatable, Sendable {
    /// The number of numerals; more are harder.
    case counts(ClosedRange<Int>, step: Int)
    /// The time in milliseconds; shorter is harder.
    ///
    /// A step divides by the factor, after two reversals by its square root.
    case holds(ClosedRange<Double>, factor: Double)
  }

  /// The number of passes in a row after which the test becomes harder.
  public let passesNeeded: Int
  public let scale: Scale
  /// The difficulty of the next trial: a number of numerals, or milliseconds.
  public private(set) var stimulus: Double
  /// The difficulties at which the direction changed.
  public private(set) var reversals: [Double] = []
  public private(set) var trialCount = 0
  private var consecutivePasses = 0
  private var wasHarder: Bool?
  /// The number of steps in a row that would have left the scale.
  private var blockedCount = 0
  /// The steps that would have left the scale, each with the reversals before it.
  private var blockedSteps: [BlockedStep] = []

  private struct BlockedStep: Equatable, Sendable {
    let end: RangeEnd
    let reversalCount: Int
  }

  public static let reversalLimit = 8
  static let reversalsInMean = 6

  /// Creates a test that starts at a difficulty and becomes harder after 1 to 3 passes.
  ///
  /// Throws `impossible` for any other number of passes, or a start outside the scale.
  public init(_ scale: Scale, passesNeeded: Int, start: Double) throws(ScienceError) {
    guard (1...3).contains(passesNeeded) else { throw .impossible(.parameter) }
    switch scale {
    case .counts(let counts, let step):
      guard counts.lowerBound > 0, step > 0, let count = Int(exactly: start), counts.contains(count)
      else { throw .impossible(.numeralCount) }
    case .holds(let holds, let factor):
      guard holds.lowerBound > 0, holds.upperBound < .infinity, factor > 1,
        factor < .infinity, holds.contains(start)
      else { throw .impossible(.hold) }
    }
    self.scale = scale
    self.passesNeeded = passesNeeded
    stimulus = start
  }

  /// Returns a test that varies the number of numerals, by default from 4 in steps of 1.
  public static func forCounts(
    _ counts: ClosedRange<Int> = 2...20, passesNeeded: Int = 1, start: Int = 4, step: Int = 1
  ) throws(ScienceError) -> Staircase {
    try Staircase(.counts(counts, step: step), passesNeeded: passesNeeded, start: Double(start))
  }

  /// Returns a test that varies the time, by default from 650 ms.
  ///
  /// Steps divide or multiply by the square root of 2, and after two reversals by the root of that.
  public static func forHolds(
    _ holds: ClosedRange<Double> = 50...2000, passesNeeded: Int = 1, start: Double = 650,
    factor: Double = 2.0.squareRoot()
  ) throws(ScienceError) -> Staircase {
    try Staircase(.holds(holds, factor: factor), passesNeeded: passesNeeded, start: start)
  }

  /// `true` after the last reversal, and after as many steps in a row that would have left the
  /// scale: who always fails or passes has no reversals.
  public var isOver: Bool { reversals.count >= Self.reversalLimit || isBlocked }

  private var isBlocked: Bool { blockedCount >= Self.reversalLimit }

  /// Adds the result of a trial with the current difficulty.
  public mutating func add(isPassed: Bool) {
    trialCount += 1
    if isPassed { consecutivePasses += 1 }
    guard !isPassed || consecutivePasses == passesNeeded else { return }
    consecutivePasses = 0
    move(harder: isPassed)
  }

  /// The end of the scale at which the test is blocked, or beyond which it would have gone at least
  /// three times during the averaged reversals; `nil` if there is none.
  ///
  /// A reversal at an end says the opposite: there the answers changed.
  public var beyond: RangeEnd? {
    if isBlocked { return blockedSteps.last?.end }
    let late = blockedSteps.filter { $0.reversalCount > reversals.count - Self.reversalsInMean }
    return [.lower, .upper].first { end in
      late.count { $0.end == end } >= Self.reversalsInMean / 2
    }
  }

  /// Counts a step that would have left the scale.
  private mutating func noteStep(from last: Double, harder: Bool) {
    guard stimulus == last else {
      blockedCount = 0
      return
    }
    blockedCount += 1
    let isUpper = if case .counts = scale { harder } else { !harder }
    blockedSteps.append(
      BlockedStep(end: isUpper ? .upper : .lower, reversalCount: reversals.count))
  }

  private mutating func move(harder: Bool) {
    if let wasHarder, wasHarder != harder { reversals.append(stimulus) }
    wasHarder = harder
    let last = stimulus
    defer { noteStep(from: last, harder: harder) }
    switch scale {
    case .counts(let counts, let step):
      let next = stimulus + Double(harder ? step : -step)
      stimulus = min(max(next, Double(counts.lowerBound)), Double(counts.upperBound))
    case .holds(let holds, let factor):
      let size = reversals.count < 2 ? factor : factor.squareRoot()
      let next = harder ? stimulus / size : stimulus * size
      stimulus = min(max(next, holds.lowerBound), holds.upperBound)
    }
  }

  /// Returns the mean of the last six reversals; for times, the geometric mean.
  ///
  /// A test that is blocked before returns its end of the scale, which is only a bound
  /// (``beyond``). Throws `tooFew` before six reversals.
  public func estimate() throws(ScienceError) -> Double {
    if isBlocked, reversals.count < Self.reversalsInMean { return stimulus }
    guard reversals.count >= Self.reversalsInMean else {
      throw .tooFew(count: reversals.count, needed: Self.reversalsInMean)
    }
    let last = reversals.suffix(Self.reversalsInMean)
    switch scale {
    case .counts: return last.reduce(0, +) / Double(last.count)
    case .holds: return try last.reduce(into: LatencyTally()) { $0.add($1) }.geometricMean()
    }
  }
}
