extension RecordContext {
  /// The records that a template finds, as they are now, unsaved changes included.
  public func fetch<Owner: Record>(
    _ type: Owner.Type, _ template: String, _ variables: [String: any RecordValue] = [:]
  ) throws(RecordError) -> [Owner] {
    let register = try register(of: type)
    return try load(try plan(register, template, variables), register).map { typed($0) }
  }

  /// The record with an object identifier.
  public func record<Owner: Record>(
    _ type: Owner.Type, objectId: String
  ) throws(RecordError) -> Owner? {
    try records(type, .equals, objectId).first
  }

  /// The records whose object identifiers begin with a text.
  public func records<Owner: Record>(
    _ type: Owner.Type, objectIdPrefix: String
  ) throws(RecordError) -> [Owner] {
    try records(type, .beginsWith, objectIdPrefix)
  }

  /// Hands one row after the other to a body, as the store has them.
  ///
  /// Those that can't be read, or are not what was written, are records that no context has, with
  /// as much as can be read.
  public func forEachRow<Owner: Record>(
    _ type: Owner.Type, _ template: String, _ variables: [String: any RecordValue] = [:],
    _ body: (Owner, _ fault: RecordError?) -> Bool
  ) throws(RecordError) {
    let register = try register(of: type)
    let plan = try plan(register, template, variables)
    try read(plan.template.text, plan.values, register) { body(typed($0), $1) }
  }

  /// The records that a template finds in the store, but for the rows that can't be read or are not
  /// what was written: `takeOmissions` names those.
  public func readable<Owner: Record>(
    _ type: Owner.Type, _ template: String, _ variables: [String: any RecordValue] = [:]
  ) throws(RecordError) -> [Owner] {
    var found: [Owner] = []
    try forEachRow(type, template, variables) { record, fault in
      if let fault { omit(because: fault) } else { found.append(record) }
      return true
    }
    return found
  }

  private func records<Owner: Record>(
    _ type: Owner.Type, _ comparison: Comparison, _ objectId: String
  ) throws(RecordError) -> [Owner] {
    let plan = FetchPlan(.init(.objectId), comparison, .text(objectId))
    return try load(plan, try register(of: type)).map { typed($0) }
  }

  func plan(
    _ register: RecordRegister, _ template: String, _ variables: [String: any RecordValue]
  ) throws(RecordError) -> FetchPlan {
    guard let found = register.entity.templates[template] else {
      throw .unknownTemplate(entity: register.entity.name, name: template)
    }
    return try found.plan(variables)
  }

  /// The target of a relation, read if it is not known.
  func resolve<Target: Record>(_ type: Target.Type, row: Int) -> Target? {
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

  func pending(in register: RecordRegister) -> [any Record] {
    listed.filter { $0.state.register === register && $0.state.phase.isPending }
  }

  /// The records of a plan; what is not saved stands where it belongs.
  func load(_ plan: FetchPlan, _ register: RecordRegister) throws(RecordError) -> [any Record] {
    let pending = pending(in: register)
    if pending.isEmpty { return try records(plan.template.text, plan.values, register) }
    let unsaved = Set(pending.map { ObjectIdentifier($0) })
    let saved = try records(plan.template.unlimitedText, plan.values, register)
      .filter { !unsaved.contains(ObjectIdentifier($0)) }
    let own = pending.filter { $0.state.phase.isAlive && plan.matches($0.state) }
      .sorted { plan.precedes($0.state, $1.state) }
    let found = merged(saved, own) { plan.precedes($0.state, $1.state) }
    return plan.template.limit.map { Array(found.prefix($0)) } ?? found
  }
}

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
