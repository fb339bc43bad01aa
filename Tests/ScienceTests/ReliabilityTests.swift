import Science
import Testing

/// Tests of reliabilities against R: `cor.test`, and the formula of Spearman and Brown.
struct ReliabilityTests {
  private static let first: [Double] = [1, 2, 3, 4, 5, 6, 7]

  /// Returns the correlation, the reliability and its bounds, with nine decimals.
  private func shown(_ reliability: Reliability) -> [Double] {
    [
      reliability.correlation, reliability.value, reliability.interval?.lower,
      reliability.interval?.upper,
    ].compactMap(\.self).map { ($0 * 1e9).rounded() / 1e9 }
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

  @Test func `Halves that do not agree have a correlation alone`() throws {
    let second: [Double] = [3, 5, 1, 4, 2, 6, 0]
    let found = try Reliability(ofHalves: Array(zip(Self.first, second)))
    #expect(shown(found) == [-0.214285714])
    #expect(found.participantCount == 7)
    let retest = try Reliability(of: Array(zip(Self.first, second)))
    #expect(shown(retest) == [-0.214285714, -0.214285714, -0.832933657, 0.642443193])
  }

  @Test func `The reliability of halves has no bound below 0`() throws {
    let second: [Double] = [2, 6, 1, 4, 7, 3, 5]
    let found = try Reliability(ofHalves: Array(zip(Self.first, second)))
    #expect(shown(found) == [0.321428571, 0.486486486, 0, 0.927664692])
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
