import Glibc

/// The properties of a press on which its likelihood depends.
///
///     let press = ObservedPress(seconds: 0.8, isRight: true)
public struct ObservedPress: Equatable, Sendable {
  /// The time since the mask in seconds; `nil` for a press while the numerals were visible.
  public let seconds: Double?
  public let isRight: Bool

  public init(seconds: Double?, isRight: Bool) {
    self.seconds = seconds
    self.isRight = isRight
  }
}

/// The trials of a participant, in a compact form for the computation of likelihoods.
///
///     var trials = ObservedTrials()
///     let presses = [true, true, false].map { ObservedPress(seconds: 0.8, isRight: $0) }
///     try trials.add(count: 5, hold: 0.65, presses: presses)
///     trials.pressCount  // 3
///     trials.logLikelihood(of: MemoryPriors.standard.middle) < 0  // true
public struct ObservedTrials: Equatable, Sendable {
  private struct Press: Equatable, Sendable {
    let seconds: Double
    let leftCount: Int
    let isRight: Bool
    let isSeen: Bool
    /// `false` after a wrong press, when the same numeral is still to be pressed.
    let isNext: Bool
  }

  private struct Trial: Equatable, Sendable {
    let hold: Int
    let pressCount: Int
  }

  private var presses: [Press] = []
  private var trials: [Trial] = []
  /// The different times for which numerals were shown; `nil` for no limit.
  private var holds: [Double?] = []
  private var mostNumerals = 0

  public init() {}

  public var count: Int { trials.count }
  public var pressCount: Int { presses.count }

  /// Adds a trial; `hold` is the time in milliseconds for which numerals were shown, `nil` for no
  /// limit.
  ///
  /// The press of the last numeral is always right and is skipped. Throws `impossible` for values
  /// outside of their ranges.
  public mutating func add(
    count: Int, hold: Double?, presses observed: [ObservedPress]
  ) throws(ScienceError) {
    guard count > 0, count < 1_000_000 else { throw .impossible(.numeralCount) }
    if let hold { guard hold >= 0, hold <= 1e9 else { throw .impossible(.hold) } }
    for press in observed {
      guard press.seconds ?? 0 >= 0, press.seconds ?? 0 <= 1e9 else { throw .impossible(.latency) }
    }
    var leftCount = count
    var isNext = true
    let start = presses.count
    for press in observed where leftCount > 1 {
      presses.append(
        Press(
          seconds: press.seconds ?? 0, leftCount: leftCount, isRight: press.isRight,
          isSeen: press.seconds == nil, isNext: isNext))
      isNext = press.isRight
      if press.isRight { leftCount -= 1 }
    }
    mostNumerals = max(mostNumerals, count)
    trials.append(Trial(hold: holdNumber(hold), pressCount: presses.count - start))
  }

  private mutating func holdNumber(_ hold: Double?) -> Int {
    if let number = holds.firstIndex(of: hold) { return number }
    holds.append(hold)
    return holds.count - 1
  }

  /// Returns the log-likelihood of the trials for a model.
  public func logLikelihood(of model: MemoryModel) -> Double {
    let tables = holds.map { cumulated(model, hold: $0) }
    var sum = 0.0
    var start = 0
    for trial in trials {
      let end = start + trial.pressCount
      sum += log(max(likelihood(start..<end, model, tables[trial.hold]), 1e-300))
      start = end
    }
    return sum
  }

  /// Returns the cumulative distribution of the number of remembered numerals.
  private func cumulated(_ model: MemoryModel, hold: Double?) -> [Double] {
    let mean = model.meanHeld(hold: hold)
    return (0...mostNumerals).map {
      NormalDistribution.cumulative((Double($0) + 0.5 - mean) / model.spread)
    }
  }

  /// Returns the likelihood of the trial with these presses, summed over the possible numbers of
  /// remembered numerals.
  ///
  /// `forgotten` is the sum over the numbers that are too small for the expected numeral. `known`
  /// is the factor of the presses whose numeral was remembered.
  private func likelihood(
    _ indexes: Range<Int>, _ model: MemoryModel, _ cumulated: [Double]
  ) -> Double {
    var known = 1.0
    var forgotten = 0.0
    var asked = 0
    var below = 0.0
    for index in indexes {
      let press = presses[index]
      if press.isNext {
        forgotten += (cumulated[asked] - below) * known
        below = cumulated[asked]
        asked += 1
      }
      let left = press.leftCount
      let retained = press.isSeen ? 1 : model.retained(seconds: press.seconds)
      let right = model.right(known: retained, leftCount: left)
      let guessed = press.isSeen ? right : model.right(known: 0, leftCount: left)
      known *= press.isRight ? right : 1 - right
      forgotten *= press.isRight ? guessed : 1 - guessed
    }
    return forgotten + (1 - below) * known
  }
}
