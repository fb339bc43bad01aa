extension RecordContext {
  /// Returns the records that a named query (a template) finds, including unsaved changes.
  ///
  ///     let notes = try context.fetch(Note.self, "byText", ["text": "milk"])
  ///
  /// Throws for an unknown template or wrong variables, and for a row that fails validation.
  public func fetch<Owner: Record>(
    _ type: Owner.Type, _ template: String, _ variables: [String: any RecordValue] = [:]
  ) throws(RecordError) -> [Owner] {
    let register = try register(of: type)
    return try load(try plan(register, template, variables), register).map { typed($0) }
  }

  /// Returns the record with an object identifier, or `nil` if there is none.
  public func record<Owner: Record>(
    _ type: Owner.Type, objectId: String
  ) throws(RecordError) -> Owner? {
    try records(type, .equals, objectId).first
  }

  /// Returns the records whose object identifiers begin with a prefix.
  public func records<Owner: Record>(
    _ type: Owner.Type, objectIdPrefix: String
  ) throws(RecordError) -> [Owner] {
    try records(type, .beginsWith, objectIdPrefix)
  }

  /// Calls a closure with each saved row, until it returns `false`.
  ///
  /// A row that can't be read or fails validation is passed with its error, as a detached record
  /// with as many values as can be read, which can be deleted. Unsaved changes are not included.
  public func forEachRow<Owner: Record>(
    _ type: Owner.Type, _ template: String, _ variables: [String: any RecordValue] = [:],
    _ body: (Owner, _ error: RecordError?) -> Bool
  ) throws(RecordError) {
    let register = try register(of: type)
    let plan = try plan(register, template, variables)
    try read(plan.template.text, plan.values, register) { body(typed($0), $1) }
  }

  /// Returns the saved records that a template finds, without those that fail validation.
  ///
  /// The errors of skipped rows are added to the list that `consumeOmissions` returns.
  public func readable<Owner: Record>(
    _ type: Owner.Type, _ template: String, _ variables: [String: any RecordValue] = [:]
  ) throws(RecordError) -> [Owner] {
    let register = try register(of: type)
    let plan = try plan(register, template, variables)
    var found: [Owner] = []
    try read(plan.template.text, plan.values, register) { record, error in
      if let error { omit(because: error) } else { found.append(typed(record)) }
      return true
    }
    return found
  }

  /// Returns the records whose identifiers satisfy a comparison.
  private func records<Owner: Record>(
    _ type: Owner.Type, _ comparison: Comparison, _ objectId: String
  ) throws(RecordError) -> [Owner] {
    let plan = FetchPlan(.objectId, comparison, .text(objectId))
    return try load(plan, try register(of: type)).map { typed($0) }
  }

  /// Returns the query of a template with these values of its variables.
  func plan(
    _ register: RecordRegister, _ template: String, _ variables: [String: any RecordValue]
  ) throws(RecordError) -> FetchPlan {
    guard let found = register.entity.templates[template] else {
      throw .unknownTemplate(entity: register.entity.name, name: template)
    }
    return try found.plan(variables)
  }

  /// Returns the record to which a relation leads; `nil` if there is none.
  ///
  /// After an error it returns `nil` and sets `relationFailure`.
  public func target<Target: Record>(_ type: Target.Type, row: Int) -> Target? {
    relationFailure = nil
    do {
      let register = try register(of: type)
      if let state = register.state(row: row) {
        return state.phase.isAlive ? state.record as? Target : nil
      }
      let found = try records(" WHERE \"row\" = ?", [.integer(row)], register)
      return found.first.map { typed($0) }
    } catch {
      relationFailure = error
      omit(because: error)
      return nil
    }
  }

  /// Returns the unsaved records of an entity.
  func pending(in register: RecordRegister) -> [any Record] {
    dirtyRecords.filter { $0.state.register === register && $0.state.phase.isPending }
  }

  /// Returns the records that a query finds; unsaved ones are matched and sorted in memory.
  ///
  /// Throws for a row that can't be read, unless such rows are included.
  func load(
    _ plan: FetchPlan, _ register: RecordRegister, includingUnreadable: Bool = false
  ) throws(RecordError) -> [any Record] {
    let pending = pending(in: register)
    let text = pending.isEmpty ? plan.template.text : plan.template.unlimitedText
    let rows = try records(text, plan.values, register, includingUnreadable: includingUnreadable)
    if pending.isEmpty { return rows }
    let unsaved = Set(pending.map { ObjectIdentifier($0) })
    let saved =
      rows
      .filter { !unsaved.contains(ObjectIdentifier($0)) }
    let own = pending.filter { $0.state.phase.isAlive && plan.matches($0) }
      .sorted { plan.precedes($0, $1) }
    let found = merged(saved, own) { plan.precedes($0, $1) }
    return plan.template.limit.map { Array(found.prefix($0)) } ?? found
  }
}

/// Merges two sorted arrays; of equal elements, that of the left array comes first.
func merged<Element>(
  _ left: [Element], _ right: [Element], by precedes: (Element, Element) -> Bool
) -> [Element] {
  if right.isEmpty { return left }
  var result: [Element] = []
  result.reserveCapacity(left.count + right.count)
  var next = 0
  for element in left {
    while next < right.count, precedes(right[next], element) {
      result.append(right[next])
      next += 1
    }
    result.append(element)
  }
  return result + right[next...]
}
