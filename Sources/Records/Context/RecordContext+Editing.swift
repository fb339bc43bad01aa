extension RecordContext {
  /// Inserts a record into the context; the next save writes it to the store.
  ///
  /// Pass an object identifier and a date only for a record that comes from another store. Throws
  /// if the record is in a context already, or its type is not part of the schema.
  @discardableResult
  public func insert<Owner: Record>(
    _ record: Owner, objectId: String? = nil, dateCreated: Int? = nil
  ) throws(RecordError) -> Owner {
    let register = try register(of: Owner.self)
    let state = record.state
    guard state.phase == .detached, !state.isUnreadable,
      state.context == nil || state.context === self
    else {
      throw .alreadyInserted(entity: Owner.entity)
    }
    state.record = record
    state.register = register
    let isNew = state.objectId.isEmpty
    if isNew {
      state.objectId = objectId ?? store.settings.environment.newIdentifier()
      state.dateCreated = dateCreated ?? store.settings.environment.now()
      state.row = newProvisionalRow()
    }
    state.phase = .inserted
    register.remember(state)
    markDirty(state)
    if isNew { record.awakeFromInsert() }
    return record
  }

  /// Creates a record, lets a closure set its properties, and inserts it.
  @discardableResult
  public func insert<Owner: Record>(
    _ type: Owner.Type, _ fill: (Owner) -> Void
  ) throws(RecordError) -> Owner {
    let record = Owner()
    fill(record)
    return try insert(record)
  }

  /// Deletes a record, and applies the deletion rules of relations that lead to it.
  ///
  /// The next save deletes the rows. Throws, and changes nothing, if a relation denies the deletion
  /// or the record is not in this context. Does nothing if the record is being deleted already.
  ///
  /// The record of a row that can't be read, as `forEachRow` passes it, can be deleted, too.
  public func delete(_ record: some Record) throws(RecordError) {
    guard record.state.context === self else {
      throw .notInContext(entity: type(of: record).entity)
    }
    if record.state.phase == .deleting { return }
    guard record.state.phase.isAlive || record.state.isUnreadable else {
      throw .notInContext(entity: type(of: record).entity)
    }
    let known = record.state.register?.state(row: record.state.row)?.record
    if record.state.isUnreadable, let known { return try delete(known) }
    let plan = try DeletionPlan(deleting: record, in: self)
    for (record, column) in plan.nullified {
      willChange(record.state)
      column.set(.null, of: record)
      record.state.didChange()
    }
    for record in plan.deleted { markDeleted(record.state) }
  }

  /// Moves a deleted record to its next state: detached if it was never saved, otherwise
  /// `deleting`.
  private func markDeleted(_ state: RecordState) {
    guard state.phase.isAlive || state.isUnreadable else { return }
    if state.phase == .inserted {
      state.phase = .detached
      state.register?.forget(state)
    } else {
      if state.phase == .saved { state.original = values(of: state) }
      if state.isUnreadable { state.register?.remember(state) }
      state.phase = .deleting
      markDirty(state)
    }
    state.didChange()
  }
}

/// The records that a deletion deletes or changes, collected before anything is changed.
private struct DeletionPlan {
  private(set) var deleted: [any Record]
  private(set) var nullified: [(any Record, ValueColumn<any Record>)] = []

  /// Collects the records; throws if a relation denies the deletion.
  init(deleting first: any Record, in context: RecordContext) throws(RecordError) {
    deleted = [first]
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(first)]
    var denying: [(any Record, any Record)] = []
    var next = 0
    while next < deleted.count {
      let target = deleted[next]
      next += 1
      for (rule, column, dependent) in try context.dependents(of: target.state) {
        switch rule.onDeletion {
        case .deny: denying.append((target, dependent))
        case .nullify where dependent.state.isUnreadable: denying.append((target, dependent))
        case .nullify: nullified.append((dependent, column))
        case .cascade:
          if seen.insert(ObjectIdentifier(dependent)).inserted { deleted.append(dependent) }
        }
      }
    }
    for (target, dependent) in denying where !seen.contains(ObjectIdentifier(dependent)) {
      throw .denied(
        entity: target.state.entity.name, objectId: target.state.objectId,
        by: dependent.state.entity.name)
    }
  }
}

extension RecordContext {
  /// Returns the records whose relations lead to the target, with the deletion rules.
  fileprivate func dependents(
    of target: RecordState
  ) throws(RecordError) -> [(RelationRule, ValueColumn<any Record>, any Record)] {
    var found: [(RelationRule, ValueColumn<any Record>, any Record)] = []
    for register in registers {
      for column in register.entity.columns {
        guard let rule = column.relation, rule.target == target.entity.identifier else { continue }
        let plan = FetchPlan(column, .equals, .integer(target.row))
        found += try load(plan, register, includingUnreadable: true).map { (rule, column, $0) }
      }
    }
    return found
  }
}
