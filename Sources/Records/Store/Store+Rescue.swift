extension Store {
  /// What became of the records of a store whose files were lost while it was open.
  package enum Rescue: Hashable, Sendable {
    /// All of them are in another file.
    case whole(path: String)

    /// As many as could still be read are in another file.
    case rows(Int, path: String)

    /// Another file has some of them, and some of what was written over them.
    case mixed(path: String)

    /// None could be rescued.
    case nothing(StoreError)
  }

  /// Writes what the store holds to a file beside its place; its own files stay where they are.
  package func rescue(schema: Schema) -> Rescue {
    var result = Rescue.nothing(.exists(path: path + "-rescued"))
    for number in 1...99 {
      let place = path + "-rescued" + (number == 1 ? "" : "-\(number)")
      result = rescue(schema, to: place)
      guard case .nothing(.exists) = result else { break }
    }
    if condition == .lost(.moved(path: path)) {
      // The file has everything then, wherever it went, and an empty log does no harm to its
      // successor.
      try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    return result
  }

  private func rescue(_ schema: Schema, to place: String) -> Rescue {
    let isMixed = condition == .lost(.overwritten(path: path))
    do throws(StoreError) {
      try copyWhole(schema, to: place)
      return isMixed ? .mixed(path: place) : .whole(path: place)
    } catch {
      if case .exists = error { return .nothing(error) }
    }
    do throws(StoreError) {
      try connection.tolerateDamage()
      let count = try recover(to: place, schema: schema)
      return isMixed ? .mixed(path: place) : .rows(count, path: place)
    } catch {
      return .nothing(error)
    }
  }

  /// Copies the store page by page; an error where that makes no whole one.
  private func copyWhole(_ schema: Schema, to place: String) throws(StoreError) {
    try write(to: place, replacing: false) { (target, _) throws(StoreError) in
      try copyPages(to: target)
      if case .lost(.moved) = condition { return }
      let copy = Store(StorePath(place), connection: target, settings: settings)
      var findings = try copy.checkFile(isQuick: true)
      if findings.isEmpty { findings = try copy.checkRows(of: schema) }
      if let first = findings.first { throw .damaged(path: place, detail: "\(first)") }
    }
  }
}
