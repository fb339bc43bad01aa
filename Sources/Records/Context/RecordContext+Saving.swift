extension RecordContext {
  /// Saves all changes in one transaction; when it returns, they are on the disk.
  ///
  /// Where nothing has changed, nothing is written and nobody is told. After an error, everything
  /// is as unsaved as it was.
  public func save() throws(RecordError) {
    if isSaving { throw .saveInsideSave }
    isSaving = true
    defer { isSaving = false }
    do {
      try settle()
      let changed = listed.filter { hasChanges($0.state) }
      for item in changed { try validate(item) }
      let saved = try write(changed)
      finish(saved)
    } catch {
      for item in listed { item.state.settledGeneration = nil }
      throw error
    }
  }

  /// Calls `willSave` until nothing changes any more.
  private func settle() throws(RecordError) {
    for _ in 0..<1000 {
      let unsettled = listed.filter { isUnsettled($0.state) }
      if unsettled.isEmpty { return }
      for item in unsettled where hasChanges(item.state) {
        item.state.settledGeneration = item.state.generation
        item.willSave()
      }
    }
    if let item = listed.first(where: { isUnsettled($0.state) }) {
      throw .neverSettles(entity: item.state.entity.name)
    }
  }

  private func isUnsettled(_ state: RecordState) -> Bool {
    state.settledGeneration != state.generation && hasChanges(state)
  }

  private func validate(_ item: any Record) throws(RecordError) {
    let entity = item.state.entity
    let action: RecordAction =
      switch item.state.phase {
      case .inserted: .insert
      case .deleting: .delete
      default: .update
      }
    if let reason = item.reasonAgainst(action) {
      throw .invalid(action, entity: entity.name, objectId: item.state.objectId, reason: reason)
    }
    if action == .delete { return }
    for column in entity.columns {
      guard let rule = column.relation, case .integer(let row) = column.read(item)
      else { continue }
      let target = register(rule.target)?.state(row: row)
      if target.map({ !$0.phase.isAlive }) ?? (row < 0) {
        throw .danglingRelation(
          entity: entity.name, objectId: item.state.objectId, column: column.name)
      }
    }
  }

  private func write(_ changed: [any Record]) throws(RecordError) -> SavedChanges {
    // All records get one date, which is never before an earlier one: a clock may go backwards.
    let before = changed.map { max($0.state.dateCreated, $0.state.dateUpdated) }.max() ?? 0
    var changes = SavedChanges(date: max(store.settings.environment.now(), before))
    if changed.isEmpty { return changes }
    try store.write { () throws(RecordError) in
      try changes.write(changed, in: self)
    }
    return changes
  }

  private func finish(_ changes: SavedChanges) {
    for item in listed where item.state.phase == .changed {
      item.state.phase = .saved
      item.state.original = nil
    }
    forgetPending()
    for saved in changes.saved { finish(saved, changes) }
    feedLists(changes)
    for saved in changes.saved { saved.item.didSave() }
  }

  private func finish(_ saved: SavedChanges.Saved, _ changes: SavedChanges) {
    let state = saved.item.state
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
        case .integer(let row) = column.read(saved.item),
        let given = changes.row(row, of: rule.target)
      else { continue }
      _ = column.write(.integer(given), saved.item)
    }
  }
}
