import Records
import TestSupport

/// The bytes of a store in which one value was replaced, with a matching checksum.
struct Mutation: CustomStringConvertible {
  let number: Int
  let bytes: [UInt8]
  let description: String

  /// Replaces a value in the `number`-th column of a store's tables; returns `nil` if the tables
  /// accept none of the values that were tried.
  init?(
    _ number: Int, _ seed: UInt64, _ tables: [RawStore.Table], _ original: [UInt8],
    _ folder: TemporaryFolder
  ) {
    self.number = number
    var numbers = RandomNumbers(seed: seed &* 1_000_003 &+ UInt64(number))
    let columns = tables.flatMap { table in
      (["row", "objectId", "dateCreated", "dateUpdated"] + table.columns.map(\.name)).map {
        (table: table, name: $0)
      }
    }
    // The number selects the column.
    let column = columns[number % columns.count]
    folder.write(original, "changed")
    let path = folder.path + "/changed"
    let store = RawStore(path)
    store.run("PRAGMA foreign_keys = OFF; PRAGMA journal_mode = DELETE")
    let rows = store.rows("SELECT row, \"\(column.name)\" FROM \"\(column.table.name)\"") ?? []
    guard !rows.isEmpty else { return nil }
    for _ in 0..<8 {
      let row = rows[numbers.below(rows.count)]
      guard case .integer(let rowNumber) = row[0] else { return nil }
      let others = rows.map { $0[1] }
      let value = Self.value(like: row[1], others, &numbers)
      guard value != row[1],
        store.set(column.name, of: column.table, row: rowNumber, to: value)
      else { continue }
      store.run("PRAGMA journal_mode = WAL; PRAGMA wal_checkpoint(TRUNCATE)")
      bytes = folder.bytes("changed")
      let shown = "\(value)".prefix(60)
      description = "\(column.table.name).\(column.name) of row \(rowNumber) = \(shown)"
      return
    }
    return nil
  }

  /// Returns a random value: one similar to the old one, one of another type, or the value of
  /// another row.
  private static func value(
    like old: StoredValue, _ others: [StoredValue], _ numbers: inout RandomNumbers
  ) -> StoredValue {
    switch numbers.below(10) {
    case 0...3: .integer(integer(old, &numbers))
    case 4...6: .text(text(old, &numbers))
    case 7: numbers.below(2) == 0 ? .null : others[numbers.below(others.count)]
    case 8: .real([0.5, -1e300, 1e18, .infinity, 9.2e18, 3.0e0][numbers.below(6)])
    default: .bytes([[], [0], [0xff, 0xfe], Array("P2".utf8), Array(0...255)][numbers.below(5)])
    }
  }

  /// Returns a random integer: one near the old value, or one at the limit of a range.
  private static func integer(_ old: StoredValue, _ numbers: inout RandomNumbers) -> Int {
    let near = if case .integer(let number) = old { number } else { 0 }
    let bounds = [
      .min, .max, .min + 1, .max - 1, 0, -1, 1, -5, 2, 3, 4, 7, 13, 99, 1 << 31, 1 << 32, -1 << 31,
      1 << 53, (1 << 53) + 1, -1 << 53, 253_402_300_799_999, 253_402_300_800_000, 1_000_000,
      near &+ 1, near &- 1, near &* 2, near &+ 1000, ~near,
    ]
    return bounds[numbers.below(bounds.count)]
  }

  /// Returns a random text: one similar to the old value, or one of special characters.
  private static func text(_ old: StoredValue, _ numbers: inout RandomNumbers) -> String {
    let near = if case .text(let text) = old { text } else { "" }
    let texts = [
      "", " ", "P2", "P1", "p2", "P/2", "../../x", "P\t2", "P2\nsub-x\tP9", "P\r2", "\u{0}",
      "a\u{0}b",
      "\u{1b}[31m", "\u{202e}abc", "日本語", "e\u{301}", "\u{feff}", String(repeating: "x", count: 33),
      String(repeating: "9", count: 70), String(repeating: "ab ", count: 40_000), "-1", "1e9",
      "9223372036854775808", "=1+1", "'; DROP TABLE Round", "open", "complete", "passed", "hold",
      "1..9", "8x5:1,1", "99x99:1,1;2,2", "8x5:1,1;1,1", "0x0:", "0 press 1 1", "resumed",
      "9223372036854775807 press 1 1", "-5 press 1 1", "5 hold-ends", "trials=99999999999999999999",
      "practice=1000 trials=10000", "seed=\u{0}", near + "x", String(near.dropFirst()), near + near,
      near.uppercased(), String(near.reversed()), near + " ", String(near.dropLast()),
    ]
    return texts[numbers.below(texts.count)]
  }
}
