extension RecordContext {
  /// Saves all changes in one transaction, which is on the disk when the function returns.
  ///
  /// Without changes nothing is written and no list is notified. If it throws, nothing is saved,
  /// and all changes are pending as before.
  public func save() throws(RecordError) { try save {} }

  /// Saves all changes, after a check in the same transaction; if it throws, nothing is saved.
  ///
  /// What the check reads can't be changed by another process before the changes are saved. It is
  /// not called without changes.
  public func save(
    after check: () throws(RecordError) -> Void
  ) throws(RecordError) {
    if isSaving { throw .saveInsideSave }
    isSaving = true
    defer { isSaving = false }
    do {
      try callWillSave()
      let changed = dirtyRecords.filter { hasChanges($0.state) }
      for record in changed { try validate(record) }
      let saved = try write(changed, after: check)
      finish(saved)
    } catch {
      for record in dirtyRecords { record.state.preparedGeneration = nil }
      throw error
    }
  }

  /// Calls `willSave` of all changed records, and again until no hook changes anything.
  private func callWillSave() throws(RecordError) {
    for _ in 0..<1000 {
      let unprepared = dirtyRecords.filter { needsWillSave($0.state) }
      if unprepared.isEmpty { return }
      for record in unprepared where hasChanges(record.state) {
        record.state.preparedGeneration = record.state.generation
        record.willSave()
      }
    }
    if let record = dirtyRecords.first(where: { needsWillSave($0.state) }) {
      throw .endlessChanges(entity: record.state.entity.name)
    }
  }

  private func needsWillSave(_ state: RecordState) -> Bool {
    state.preparedGeneration != state.generation && hasChanges(state)
  }

  /// Throws if the record refuses to be saved or deleted, or if a relation leads to a missing
  /// record.
  private func validate(_ record: any Record) throws(RecordError) {
    let entity = record.state.entity
    let action: RecordAction =
      switch record.state.phase {
      case .inserted: .insert
      case .deleting: .delete
      default: .update
      }
    if let reason = record.reasonAgainst(action) {
      throw .invalid(action, entity: entity.name, objectId: record.state.objectId, reason: reason)
    }
    if action == .delete { return }
    for column in entity.restrictedColumns where !column.canRead(column.value(of: record)) {
      throw .invalid(
        action, entity: entity.name, objectId: record.state.objectId,
        reason: "its '\(column.storedName)' has a value that is not allowed")
    }
    for column in entity.columns {
      guard let rule = column.relation, case .integer(let row) = column.value(of: record)
      else { continue }
      let target = registers.first { $0.entity.identifier == rule.target }?.state(row: row)
      if target.map({ !$0.phase.isAlive }) ?? (row < 0) {
        throw .danglingRelation(
          entity: entity.name, objectId: record.state.objectId, column: column.storedName)
      }
    }
  }

  /// Writes the changed records in one transaction, and returns what was written.
  private func write(
    _ changed: [any Record], after check: () throws(RecordError) -> Void
  ) throws(RecordError) -> SavedChanges {
    // All records get the same date, never an earlier one than before: a clock may go backwards.
    let before = changed.map { max($0.state.dateCreated, $0.state.dateUpdated) }.max() ?? 0
    var changes = SavedChanges(date: max(store.settings.environment.now(), before))
    if changed.isEmpty { return changes }
    try store.write { () throws(RecordError) in
      try check()
      try changes.write(changed, in: self)
    }
    return changes
  }

  /// Updates the records after a commit, then the lists, and finally calls `didSave`.
  private func finish(_ changes: SavedChanges) {
    for record in dirtyRecords where record.state.phase == .changed {
      record.state.phase = .saved
      record.state.original = nil
    }
    clearDirtyRecords()
    for saved in changes.saved { finish(saved, changes) }
    updateLists(changes)
    for saved in changes.saved { saved.record.didSave() }
  }

  /// Updates a record after a commit, with the final row numbers in its relations.
  private func finish(_ saved: SavedChanges.Saved, _ changes: SavedChanges) {
    let state = saved.record.state
    state.original = nil
    if saved.kind == .delete {
      state.phase = .deleted
      state.register?.forget(state)
      return
    }
    state.phase = .saved
    state.dateUpdated = changes.date
    state.checksum = saved.checksum
    if saved.kind == .insert {
      state.register?.forget(state)
      state.row = saved.row
      state.register?.remember(state)
    }
    for column in state.entity.columns {
      guard let rule = column.relation,
        case .integer(let row) = column.value(of: saved.record),
        let assigned = changes.row(row, of: rule.target)
      else { continue }
      column.set(.integer(assigned), of: saved.record)
    }
  }
}
