/// Erasing rows so that no byte of them stays in the store's files.
extension Store {
  /// Makes this connection overwrite deleted data with zeros from now on.
  public func overwriteDeleted() throws(RecordError) {
    _ = try connection.value("PRAGMA secure_delete = ON")
  }

  /// Deletes the rows for which an SQL condition holds, and returns their number.
  ///
  /// `?1` of the condition is the value, if there is one.
  public func deleteRows(
    of table: StaticString, where condition: StaticString, _ value: String? = nil
  ) throws(RecordError) -> Int {
    try connection.run(
      "DELETE FROM \"\(table)\" WHERE \(condition)", value.map { [.text($0)] } ?? [])
    return connection.changeCount
  }

  /// Returns `true` if a table has a row for which an SQL condition holds.
  public func hasRow(of table: StaticString, where condition: StaticString) throws(RecordError)
    -> Bool
  {
    try connection.integer("SELECT EXISTS (SELECT 1 FROM \"\(table)\" WHERE \(condition))") == 1
  }

  /// Rewrites the file and empties its log, so that neither contains bytes of deleted rows.
  ///
  /// Throws `locked` while another process is reading the store.
  public func rebuild() throws(RecordError) {
    do throws(RecordError) {
      try connection.runOnce("VACUUM")
      guard !isInMemory else { return }
      guard try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0 else {
        throw .locked(path: path, holder: nil)
      }
    } catch {
      note(error)
      throw error
    }
  }
}
