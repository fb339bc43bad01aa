/// What can be known of a store, and told it, without its records.
///
/// A context has to learn the kinds of records first, which takes longer than to open the file.
extension Store {
  /// The texts of two columns, in all rows of a table that has no others, and what is wrong with
  /// the rows that are not what was written.
  package func texts(
    _ first: StaticString, _ second: StaticString, of table: StaticString
  ) throws(StoreError) -> (pairs: [(String, String)], faults: [RecordError]) {
    let statement = try connection.statement(
      "SELECT \"row\", \"objectId\", \"dateCreated\", \"dateUpdated\", \"checksum\", "
        + "\"\(first)\", \"\(second)\" FROM \"\(table)\"")
    defer { statement.reset() }
    var texts: (pairs: [(String, String)], faults: [RecordError]) = ([], [])
    while try statement.step() {
      if statement.isAsWritten(columnCount: 2), case .text(let left) = statement[5],
        case .text(let right) = statement[6]
      {
        texts.pairs.append((left, right))
      } else {
        let objectId = String(stored: statement[1]) ?? ""
        texts.faults.append(.notAsWritten(entity: "\(table)", objectId: objectId))
      }
    }
    return texts
  }

  /// Lets the rows of a table that has none yet begin with a number.
  package func skipRows(before first: Int, in table: StaticString) throws(StoreError) {
    guard first > 1 else { return }
    try connection.runOnce(
      "INSERT INTO sqlite_sequence (name, seq) VALUES ('\(table)', \(first - 1))")
  }

  /// Whether a condition holds for the newest row of a table.
  package func newestRow(
    of table: StaticString, is condition: StaticString
  ) throws(StoreError) -> Bool {
    let question = "SELECT \(condition) FROM \"\(table)\" ORDER BY \"row\" DESC LIMIT 1"
    return try connection.integer(question) == 1
  }
}
