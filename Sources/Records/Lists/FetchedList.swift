public import Observing

/// What a template finds, kept up to date: after each save it is told what has changed.
public final class FetchedList<Owner: Record>: Observable, FedList {
  /// What is known of the list's keys.
  public let observation = ObservationTable()

  /// The records as they were saved; observe them with `\.elements`.
  public var elements: [Owner] { stored }

  /// What is wrong with the rows that can't be read, and so are not in the list.
  public private(set) var faults: [RecordError]

  @ObservedList private var stored: [Owner] = []
  /// The checksums of the elements as they were reported last.
  private var checksums: [ObjectIdentifier: Int] = [:]
  private(set) var plan: FetchPlan

  /// Declares that `elements` shows the list as it is.
  public static func declareDependentKeys(in keys: inout DependentKeys) {
    keys.declare(\FetchedList.elements, shows: \.stored)
  }

  init(_ plan: FetchPlan, _ found: Found) {
    (self.plan, faults, stored) = (plan, found.faults, found.records)
    checksums = Self.checksums(of: found.records)
  }

  typealias Found = (records: [Owner], faults: [RecordError])

  var entity: ObjectIdentifier { ObjectIdentifier(Owner.self) }

  func follow(_ changes: [SavedChanges.Saved], of save: SavedChanges) {
    plan.adopt(save)
    let touched = Set(changes.map { ObjectIdentifier($0.item) })
    let removed = stored.indices.filter { place in
      touched.contains(ObjectIdentifier(stored[place]))
        && !(stored[place].state.phase.isAlive && plan.matches(stored[place].state))
    }
    let here = Set(stored.lazy.map { ObjectIdentifier($0) }.filter { touched.contains($0) })
    let arriving = changes.map(\.item).filter {
      $0.state.phase.isAlive && plan.matches($0.state) && !here.contains(ObjectIdentifier($0))
    }
    if removed.isEmpty && arriving.isEmpty && here.isEmpty { return }
    let inserted: [Owner] = arriving.map { typed($0) }.sorted(by: precedes)
    // Before the report, because an observer may save or refresh.
    for identifier in here { checksums[identifier] = nil }
    let leaving = Set(removed.map { ObjectIdentifier(stored[$0]) })
    for item in changes.map(\.item) where !leaving.contains(ObjectIdentifier(item)) {
      if item.state.phase.isAlive && plan.matches(item.state) {
        checksums[ObjectIdentifier(item)] = item.state.checksum
      }
    }
    edit(removing: removed, inserting: inserted, changed: here)
  }

  /// Edits the list and reports the edits as one batch.
  private func edit(
    removing removed: [Int], inserting inserted: [Owner], changed: Set<ObjectIdentifier>
  ) {
    $stored.batch { list in
      try? list.remove(at: removed)
      sort(list, changed: changed)
      let result = merged(list.elements, inserted, by: precedes)
      let arrived = Set(inserted.map { ObjectIdentifier($0) })
      let indexes = result.indices.filter { arrived.contains(ObjectIdentifier(result[$0])) }
      try? list.insert(inserted, at: indexes)
      for (index, record) in result.enumerated() where changed.contains(ObjectIdentifier(record)) {
        try? list.update(at: index)
      }
    }
  }

  /// Moves the records that have changed to where they now belong.
  private func sort(_ list: NotifyingList<Owner>, changed: Set<ObjectIdentifier>) {
    let rest = list.elements.filter { !changed.contains(ObjectIdentifier($0)) }
    let moving = list.elements.filter { changed.contains(ObjectIdentifier($0)) }
      .sorted(by: precedes)
    let result = merged(rest, moving, by: precedes)
    if zip(result, list.elements).allSatisfy({ $0 === $1 }) { return }
    // Move each record to the end, in the order of the result, and then to its place. The batch
    // tells only where it came from and where it went.
    let count = result.count
    for record in moving {
      guard let place = list.elements.firstIndex(where: { $0 === record }) else { continue }
      try? list.move(from: place, to: count - 1)
    }
    var next = count - moving.count
    for (place, record) in result.enumerated() where changed.contains(ObjectIdentifier(record)) {
      try? list.move(from: next, to: place)
      next += 1
    }
  }

  /// Brings the list up to what the store has; a record that another process has changed is
  /// reported as updated.
  func refresh(from context: RecordContext) throws(RecordError) {
    let found: Found = try context.readableRecords(plan, try context.register(of: Owner.self))
    faults = found.faults
    let (records, known) = (found.records, checksums)
    // Before the report, because an observer may save or refresh.
    checksums = Self.checksums(of: records)
    let changed = records.filter { record in
      known[ObjectIdentifier(record)].map { $0 != record.state.checksum } ?? false
    }
    let removed = stored.indices.filter { checksums[ObjectIdentifier(stored[$0])] == nil }
    let inserted = records.filter { known[ObjectIdentifier($0)] == nil }
    guard !(changed.isEmpty && removed.isEmpty && inserted.isEmpty) else {
      return $stored.assign(records) { $0 === $1 }
    }
    $stored.batch { list in
      edit(
        removing: removed, inserting: inserted, changed: Set(changed.map { ObjectIdentifier($0) }))
      list.assign(records) { $0 === $1 }
    }
  }

  private static func checksums(of records: [Owner]) -> [ObjectIdentifier: Int] {
    Dictionary(uniqueKeysWithValues: records.map { (ObjectIdentifier($0), $0.state.checksum) })
  }

  private func precedes(_ left: Owner, _ right: Owner) -> Bool {
    plan.precedes(left.state, right.state)
  }
}

/// A list that a context feeds as long as somebody holds it.
protocol FedList: AnyObject {
  var entity: ObjectIdentifier { get }

  /// Takes over what a save has done to the records of the list's entity.
  func follow(_ changes: [SavedChanges.Saved], of save: SavedChanges)

  func refresh(from context: RecordContext) throws(RecordError)
}

struct WeakList { weak var list: (any FedList)? }

extension RecordContext {
  /// A list of what a template finds; it shows what is saved and readable, and follows every save.
  public func list<Owner: Record>(
    _ type: Owner.Type, _ template: String, _ variables: [String: any RecordValue] = [:]
  ) throws(RecordError) -> FetchedList<Owner> {
    let register = try register(of: type)
    let plan = try plan(register, template, variables)
    if plan.template.limit != nil { throw .limitedList(template: template) }
    let list = FetchedList<Owner>(plan, try readableRecords(plan, register))
    lists.append(WeakList(list: list))
    return list
  }

  /// The records of a plan as the store has them, without the rows that can't be read.
  fileprivate func readableRecords<Owner: Record>(
    _ plan: FetchPlan, _ register: RecordRegister
  ) throws(RecordError) -> FetchedList<Owner>.Found {
    var found: FetchedList<Owner>.Found = ([], [])
    try read(plan.template.text, plan.values, register) { record, fault in
      if let fault { found.faults.append(fault) } else { found.records.append(typed(record)) }
      return true
    }
    return found
  }

  func feedLists(_ changes: SavedChanges) {
    lists.removeAll { $0.list == nil }
    let byEntity = Dictionary(grouping: changes.saved) { $0.item.state.entity.identifier }
    for list in lists.compactMap(\.list) { list.follow(byEntity[list.entity] ?? [], of: changes) }
  }

  /// Takes over what other programs have saved: records, and then lists.
  public func refresh() throws(RecordError) {
    for register in registers {
      for item in register.all.compactMap(\.record) where item.state.row > 0 {
        // A row that can't be read any more counts as gone.
        var isThere = false
        try read(" WHERE \"row\" = ?", [.integer(item.state.row)], register) { _, fault in
          isThere = fault == nil
          return true
        }
        guard !isThere, item.state.phase == .saved else { continue }
        item.state.phase = .deleted
        register.forget(item.state)
        turnStale(item.state)
      }
    }
    for list in lists.compactMap(\.list) { try list.refresh(from: self) }
  }
}
