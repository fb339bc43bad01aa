import Science
import Testing

/// Tests of the errors that statistics throw when they can't be computed, and of the ranges of
/// their values.
struct StatisticFaultTests {
  /// Returns the error that a computation throws, or `nil` if it returns a value.
  private func fault<Value>(_ figure: @autoclosure () throws -> Value) -> ScienceError? {
    do {
      _ = try figure()
      return nil
    } catch { return error as? ScienceError }
  }

  /// Returns the points of positions, each with the number of passed trials and that of all trials.
  private func points(_ cells: [(Double, Int, Int)]) throws -> [CurvePoint] {
    try cells.map { CurvePoint(position: $0, try Proportion($1, of: $2)) }
  }

  @Test func `Without data there is no figure`() throws {
    #expect(fault(try Proportion().interval()) == .empty)
    #expect(fault(try Proportion().value()) == .empty)
    #expect(fault(try LatencyTally().estimate()) == .empty)
    #expect(fault(try SerialPositions().proportions()) == .empty)
    #expect(fault(try LearningCurve([])) == .empty)
    #expect(fault(try HoldCurve([], guess: 0)) == .empty)
    #expect(fault(try PairedMeans(differences: []).test()) == .empty)
    #expect(fault(try PairedOutcomes().mcNemar()) == .empty)
    #expect(fault(try PairedOutcomes().difference()) == .empty)
    #expect(fault(try SignedRanks(differences: [])) == .empty)
    #expect(fault(try Correlation([])) == .empty)
    let none = Proportion()
    #expect(
      fault(try ProportionDifference(none, none)) == .empty)
  }

  @Test func `Impossible counts are named`() throws {
    #expect(
      fault(try Proportion(3, of: 2))
        == .impossibleCount(3, of: 2))
    #expect(
      fault(try Proportion(-1, of: 2))
        == .impossibleCount(-1, of: 2))
    #expect(
      fault(try Chance(numeralCount: 0, isFirstSeen: true))
        == .impossible(.numeralCount))
  }

  @Test func `One value has a mean and no interval`() throws {
    var one = LatencyTally()
    one.add(420)
    #expect(try one.geometricMean().rounded(3) == "420.000")
    let tooFew = ScienceError.tooFew(count: 1, needed: 2)
    #expect(fault(try one.estimate()) == tooFew)
    let pair = PairedMeans(differences: [1])
    #expect(fault(try pair.test()) == tooFew)
    #expect(fault(try pair.effect()) == tooFew)
    #expect(
      fault(try IndependentMeans(MeanTally([1]), MeanTally([1, 2])).test()) == tooFew)
    let pairs = PairedMeans(differences: [1, 2])
    #expect(
      fault(try pairs.unbiasedEffect())
        == .tooFew(count: 2, needed: 3))
    #expect(
      fault(try Correlation([(1, 2), (3, 4)]))
        == .tooFew(count: 2, needed: 3))
  }

  @Test func `Equal values have no spread`() throws {
    var equal = LatencyTally()
    for _ in 0..<50 { equal.add(733.1) }
    #expect(fault(try equal.estimate()) == .noSpread)
    let pairs = PairedMeans(differences: [0.1, 0.1, 0.1, 0.1])
    #expect(fault(try pairs.test()) == .noSpread)
    #expect(fault(try pairs.effect()) == .noSpread)
    #expect(
      fault(try SignedRanks(differences: [0, 0])) == .noSpread)
    #expect(
      fault(try IndependentMeans(MeanTally([1, 1]), MeanTally([1, 1])).test()) == .noSpread)
    #expect(
      fault(try Correlation([(1, 2), (1, 3), (1, 4)]))
        == .noSpread)
    let same = try points([(2, 3, 5), (2, 4, 5)])
    #expect(fault(try LearningCurve(same)) == .noSpread)
  }

  @Test func `Negative, missing and impossible times are excluded and counted`() throws {
    var tally = LatencyTally()
    for time in [500, nil, -3, 0, .nan, .infinity, 600] as [Double?] { tally.add(time) }
    #expect(tally.count == 2)
    #expect(tally.missingCount == 1)
    #expect(tally.impossibleCount == 4)
    #expect(try tally.geometricMean().rounded(3) == "547.723")
  }

  @Test func `A curve that has no best values says why`() throws {
    let all = try points([(1, 5, 5), (2, 5, 5)])
    #expect(
      fault(try LearningCurve(all)) == .allPassed(count: 10))
    let none = try points([(1, 0, 5), (2, 0, 5)])
    #expect(
      fault(try LearningCurve(none)) == .allFailed(count: 10))
    let parted = try points([(1, 0, 5), (2, 5, 5)])
    #expect(fault(try LearningCurve(parted)) == .separated)
    let touching = try points([(1, 0, 5), (2, 3, 5), (3, 5, 5)])
    #expect(fault(try LearningCurve(touching)) == .separated)
    let backwards = try points([(1, 5, 5), (2, 3, 5), (3, 0, 5)])
    #expect(fault(try LearningCurve(backwards)) == .separated)
    let falling = try points([(200, 40, 50), (400, 30, 50), (600, 20, 50)])
    #expect(fault(try HoldCurve(falling, guess: 0)) == .notRising)
    let nearly = try points([(200, 1, 50), (400, 50, 50), (600, 49, 50)])
    #expect(
      fault(try HoldCurve(nearly, guess: 0.02)) == .separated)
  }

  @Test func `A position that is no number is refused`() throws {
    let endless = try points([(1, 2, 5), (.infinity, 3, 5)])
    #expect(
      fault(try LearningCurve(endless)) == .impossible(.position))
    let negative = try points([(-1, 2, 5), (200, 3, 5)])
    #expect(
      fault(try HoldCurve(negative, guess: 0))
        == .impossible(.hold))
    #expect(
      fault(try HoldCurve([], guess: 0.9, lapse: 0.2))
        == .impossible(.probability))
    let unknown = PairedMeans(differences: [1, .nan, 2])
    #expect(fault(try unknown.test()) == .impossible(.value))
    #expect(
      fault(try SignedRanks(differences: [1, .infinity]))
        == .impossible(.value))
    #expect(
      fault(try Correlation([(1, 2), (.nan, 3), (1, 4)]))
        == .impossible(.value))
  }

  @Test func `Plans that can't be made are refused`() throws {
    #expect(
      fault(try Planning(.pairs, effect: .nan))
        == .impossible(.effect))
    #expect(
      fault(try Planning(.pairs, effect: 1, level: 0))
        == .impossible(.probability))
    for effect in [0, 1e-6] {
      let planning = try Planning(.groups, effect: effect)
      #expect(
        fault(try planning.count(power: 0.8))
          == .impossible(.effect))
    }
    let planning = try Planning(.pairs, effect: 1)
    #expect(
      fault(try planning.count(power: 1))
        == .impossible(.probability))
    #expect(
      fault(try planning.power(count: 1))
        == .tooFew(count: 1, needed: 2))
  }

  @Test func `Values that are tiny, huge or nearly equal trap nothing`() throws {
    let tiny = try IndependentMeans(MeanTally([1e-99, 2e-99]), MeanTally([3e-99, 5e-99])).test()
    #expect(tiny.degrees.rounded(3) == "1.471")
    let steady = try PairedMeans(differences: [1, 1.0000001, 1.0000002]).effect()
    #expect(steady.value.rounded(0) == "10000001.")
    #expect(steady.interval.lower > 0 && steady.interval.lower < steady.value)
    #expect(steady.interval.upper < 1e8 && steady.interval.upper > steady.value)
    let far = PairedMeans(differences: [1e200, 1])
    #expect(fault(try far.test()) == .impossible(.value))
    var wide = LatencyTally()
    for time in [1e-300, 1e300] { wide.add(time) }
    #expect(try wide.estimate().interval == Interval(0, .infinity))
    #expect(fault(try wide.estimate().ofRatio()) == .tooWide)
    #expect(fault(try Estimate(12, Interval(0.01, 100)).ofRatio()) == .tooWide)
    #expect(try Estimate(12, Interval(0.01, 99)).ofRatio().value == 12)
  }

  @Test func `An interval holds its value and stays in its range, for all small counts`() throws {
    var outside: [String] = []
    for count in 1...12 {
      for first in 0...count {
        let one = try Proportion(first, of: count).estimate()
        if !(0 <= one.interval.lower && one.interval.lower <= one.value
          && one.value <= one.interval.upper && one.interval.upper <= 1)
        {
          outside.append("\(first) of \(count)")
        }
        for second in 0...count {
          let other = try Proportion(second, of: count)
          let groups = try ProportionDifference(Proportion(first, of: count), other).estimate()
          let pairs = try PairedOutcomes(
            both: first, onlyFirst: count - first, onlySecond: second, neither: count - second
          ).difference()
          for estimate in [groups, pairs]
          where
            !(-1 <= estimate.interval.lower && estimate.interval.lower <= estimate.value
            && estimate.value <= estimate.interval.upper && estimate.interval.upper <= 1)
          {
            outside.append("\(first) and \(second) of \(count)")
          }
        }
      }
    }
    #expect(outside == [])
  }

  @Test func `Where even passing all trials proves nothing, no number is above chance`() throws {
    let sure = try Chance(numeralCount: 1, isFirstSeen: false)
    #expect(sure.fewestAbove(trialCount: 100) == nil)
    let coin = try Chance(numeralCount: 2, isFirstSeen: false)
    #expect(coin.fewestAbove(trialCount: 4) == nil)
    #expect(coin.fewestAbove(trialCount: 5) == 5)
    #expect(coin.fewestAbove(trialCount: 0) == nil)
    let huge = try Chance(numeralCount: 9801, isFirstSeen: false)
    #expect(huge.ofSequence == 0)
    #expect(huge.fewestAbove(trialCount: 50) == 1)
  }
}
