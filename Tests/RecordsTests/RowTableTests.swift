import TestSupport
import Testing

@testable import Records

/// The hash table of rows.
struct RowTableTests {
  @Test(arguments: 0..<20)
  func `The table holds what a dictionary would`(_ seed: Int) {
    var generator = RandomNumbers(seed: UInt64(seed))
    var table = RowTable()
    var expected: [Int: RecordState] = [:]
    let range = [10, 100, 5000][seed % 3]
    for _ in 0..<5000 {
      let row = generator.below(range) - range / 2
      if generator.below(2) == 0 {
        let state = RecordState()
        expected[row] = state
        table[row] = .passUnretained(state)
      } else {
        expected[row] = nil
        table[row] = nil
      }
    }
    #expect(table.count == expected.count)
    #expect(table.all.count == expected.count)
    for row in -range...range {
      #expect(table[row]?.takeUnretainedValue() === expected[row])
    }
  }
}
