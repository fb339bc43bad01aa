import Science
import Testing

/// Tests of reliabilities against R: `cor.test`, and the formula of Spearman and Brown.
struct ReliabilityTests {
  private static let first: [Double] = [1, 2, 3, 4, 5, 6, 7]

  /// Returns the correlation, the reliability and its bounds, with nine decimals.
  private func shown(_ reliability: Reliability) -> [Double] {
    let interval = reliability.estimate.interval
    return [
      reliability.correlation, reliability.estimate.value, interval.lower, interval.upper,
    ].map { ($0 * 1e9).rounded() / 1e9 }
  }

  @Test func `A retest correlation has Fisher's interval`() throws {
    let second: [Double] = [2, 1, 4, 3, 6, 5, 5.5]
    let found = try Reliability(of: Array(zip(Self.first, second)))
    #expect(shown(found) == [0.846847194, 0.846847194, 0.258889305, 0.976907088])
    #expect(found.participantCount == 7)
  }

  @Test func `Halves have the reliability of the whole`() throws {
    let second: [Double] = [2, 1, 4, 3, 6, 5, 5.5]
    let found = try Reliability(ofHalves: Array(zip(Self.first, second)))
    #expect(shown(found) == [0.846847194, 0.917073375, 0.411297966, 0.988318666])
  }

  @Test func `No reliability of halves is below -1`() throws {
    let second: [Double] = [3, 5, 1, 4, 2, 6, 0]
    let found = try Reliability(ofHalves: Array(zip(Self.first, second)))
    #expect(shown(found) == [-0.214285714, -0.545454545, -1, 0.782301873])
  }

  @Test func `Four participants, a side without spread and a line have no reliability`() {
    let four: [(Double, Double)] = [(1, 2), (2, 1), (3, 3), (4, 5)]
    #expect(throws: ScienceError.tooFew(count: 4, needed: 5)) { try Reliability(of: four) }
    let flat = Self.first.map { ($0, 1.0) }
    #expect(throws: ScienceError.noSpread) { try Reliability(of: flat) }
    let line = Self.first.map { ($0, 2 * $0 + 1) }
    #expect(throws: ScienceError.noSpread) { try Reliability(ofHalves: line) }
  }
}
