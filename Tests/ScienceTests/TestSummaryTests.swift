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

  @Test func `First presses are apart from later ones`() throws {
    var summary = TestSummary()
    for (index, latency) in [900.0, 300, nil, 300].enumerated() {
      summary.add(latency: latency, isFirst: index == 0)
    }
    #expect(try summary.firstLatencies.geometricMean().rounded(6) == "900.000000")
    #expect(try summary.laterLatencies.geometricMean().rounded(6) == "300.000000")
    #expect(summary.laterLatencies.count == 2)
    #expect(summary.laterLatencies.missingCount == 1)
  }
}
