import Observing
@testable import Screens
import Shell
import TestSupport
import Testing

struct SumTests {
  /// A delegate that refuses every sum above a limit.
  private final class Limit: SumViewDelegate {
    private let limit: Int
    private(set) var values: [[Int]] = []

    init(_ limit: Int) { self.limit = limit }

    func sumView(_ view: SumView, didSet first: Int, _ second: Int) throws {
      if first + second > limit { throw Refusal("limit", "too much", "多すぎます") }
      values.append([first, second])
    }

    func total(for view: SumView) -> Int? { values.last.map { $0[0] + $0[1] } }
  }

  private let output = OutputWriter(sink: MemorySink())

  /// Returns what a closure writes.
  private func written(_ work: () throws -> Void) -> String {
    let bytes = output.capture(keeping: false) { try? work() }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `The view has 100 and 200, and hands them over when its button is pressed`() {
    let view = SumView(Speaker(output))
    #expect(written { try view.pressButton() } == "", "nobody to hand them to")
    let delegate = Limit(1_000)
    view.delegate = delegate
    #expect(written { try view.pressButton() } == "total: 300\n")
    #expect(delegate.values == [[100, 200]])
  }

  @Test func `Values that the delegate refuses are taken back`() {
    let view = SumView(Speaker(output))
    let delegate = Limit(300)
    view.delegate = delegate
    #expect(throws: Refusal.self) { try view.enter(300, 1) }
    #expect(!view.isEntered)
    #expect(written { view.showValues() } == "values: 100 and 200\n")
    #expect(written { try view.enter(1, 2) } == "total: 3\n")
    #expect(delegate.values == [[1, 2]])
  }

  @Test func `The view holds its delegate weakly`() {
    let view = SumView(Speaker(output))
    do {
      let delegate = Limit(1_000)
      view.delegate = delegate
      #expect(view.delegate != nil)
      withExtendedLifetime(delegate) {}
    }
    #expect(view.delegate == nil)
  }

  @Test func `The model keeps both values, adds them on request, and tells a new sum`() throws {
    let model = SumModel()
    #expect(model.total == nil)
    var totals: [Int?] = []
    let token = model.observe(\.total) { totals.append($0.new ?? nil) }
    try model.set(2, 3)
    try model.set(2, 3)
    try model.set(-4, 4)
    #expect(model.addends == SumModel.Addends(-4, 4))
    #expect(model.total == 0)
    #expect(totals == [5, 0])
    #expect(throws: Refusal.self) { try model.set(.max, 1) }
    #expect(throws: Refusal.self) { try model.set(.min, -1) }
    #expect(model.total == 0)
    token.end()
  }
}
