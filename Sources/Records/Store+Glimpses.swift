/// What can be known of a store, and told it, without its records.
///
/// A context has to learn the kinds of records first, which takes longer than to open the file.
extension Store {
  /// The texts of two columns, in all rows of a table.
  package func texts(
    _ first: StaticString, _ second: StaticString, of table: StaticString
  ) throws(StoreError) -> [(String, String)] {
    let statement = try connection.statement("SELECT \"\(first)\", \"\(second)\" FROM \"\(table)\"")
    defer { statement.reset() }
    var texts: [(String, String)] = []
    while try statement.step() {
      guard case .text(let left) = statement[0], case .text(let right) = statement[1] else {
        continue
      }
      texts.append((left, right))
    }
    return texts
  }

  /// Lets the rows of a table that has none yet begin with a number.
  package func skipRows(before first: Int, in table: StaticString) throws(StoreError) {
    guard first > 1 else { return }
    try connection.runOnce(
      "INSERT INTO sqlite_sequence (name, seq) VALUES ('\(table)', \(first - 1))")
  }

  /// Whether the newest row of a table has no value in a column.
  package func newestRowLacks(
    _ column: StaticString, in table: StaticString
  ) throws(StoreError) -> Bool {
    let question =
      "SELECT \"\(column)\" IS NULL FROM \"\(table)\" ORDER BY \"row\" DESC LIMIT 1"
    return try connection.integer(question) == 1
  }
}
