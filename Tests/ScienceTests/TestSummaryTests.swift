import Science
import Testing

struct TestSummaryTests {
  @Test func `Passes are also counted without boards in reading order`() throws {
    var summary = TestSummary()
    summary.add(isPassed: true, rightCount: 5, hasError: false)
    summary.add(isPassed: true, rightCount: 5, hasError: false, isReadingOrder: true)
    summary.add(isPassed: false, rightCount: 2, hasError: true)
    #expect(summary.passes == (try Proportion(2, of: 3)))
    #expect(summary.passesElsewhere == (try Proportion(1, of: 2)))
    #expect(try summary.positions.proportions().map(\.count) == [3, 3, 3, 2, 2])
  }
}
