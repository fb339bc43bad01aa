public import Observing

/// The observable list of the saved records that a query finds, updated after each save.
///
///     let list = try context.list(Note.self, "byDate")
///     let token = list.observe(\.elements) { change in print(change) }
///
/// It contains only records that are saved and pass validation. Observers are notified after the
/// commit.
public final class FetchedList<Owner: Record>: Observable, UpdatableList {
  /// The table of the observable properties.
  public let observation = ObservationTable()

  /// The saved records; observe `\.elements`.
  public var elements: [Owner] { stored }

  /// The errors of the rows that failed validation, which the list excludes.
  public private(set) var errors: [RecordError]

  @ObservedList private var stored: [Owner] = []
  /// The checksums of the elements when they were last reported.
  private var checksums: [ObjectIdentifier: Int] = [:]
  private(set) var plan: FetchPlan

  /// Declares that `elements` is the stored list, observable edit by edit.
  public static func declareDependentKeys(in keys: inout DependentKeys) {
    keys.declare(\FetchedList.elements, shows: \.stored)
  }

  init(_ plan: FetchPlan, _ found: Found) {
    self.plan = plan
    errors = found.errors
    stored = found.records
    checksums = Self.checksums(of: found.records)
  }

  typealias Found = (records: [Owner], errors: [RecordError])

  var entity: ObjectIdentifier { ObjectIdentifier(Owner.self) }

  func apply(_ changes: [SavedChanges.Saved], of save: SavedChanges) {
    plan.adopt(save)
    let records = changes.map(\.record)
    // The checksums tell at once which records are in the list, however long it is.
    let present = Set(records.map { ObjectIdentifier($0) }.filter { checksums[$0] != nil })
    let leaving = Set(
      records.filter { present.contains(ObjectIdentifier($0)) && !isMember($0) }
        .map { ObjectIdentifier($0) })
    let arriving = records.filter { isMember($0) && !present.contains(ObjectIdentifier($0)) }
    if present.isEmpty && arriving.isEmpty { return }
    let removed =
      leaving.isEmpty
      ? [] : stored.indices.filter { leaving.contains(ObjectIdentifier(stored[$0])) }
    let inserted: [Owner] = arriving.map { typed($0) }.sorted(by: plan.precedes)
    // Before the notification, because an observer may save or refresh.
    for identifier in present { checksums[identifier] = nil }
    for record in records where !leaving.contains(ObjectIdentifier(record)) {
      if isMember(record) { checksums[ObjectIdentifier(record)] = record.state.checksum }
    }
    edit(removing: removed, inserting: inserted, changed: present)
  }

  /// Returns `true` if the list must contain a record.
  private func isMember(_ record: any Record) -> Bool {
    record.state.phase.isAlive && plan.matches(record)
  }

  /// Edits the list, with one notification for all edits.
  private func edit(
    removing removed: [Int], inserting inserted: [Owner], changed: Set<ObjectIdentifier>
  ) {
    $stored.batch { list in
      try? list.remove(at: removed)
      if !changed.isEmpty { sort(list, changed: changed) }
      try? list.insert(inserted, at: indexes(of: inserted, in: list))
      if changed.isEmpty { return }
      for (index, record) in list.enumerated() where changed.contains(ObjectIdentifier(record)) {
        try? list.update(at: index)
      }
    }
  }

  /// Returns the indexes that sorted records have once they are inserted into the list.
  ///
  /// A few are searched for, since a list of thousands usually gets one more.
  private func indexes(of inserted: [Owner], in list: NotifyingList<Owner>) -> [Int] {
    if inserted.count > 16 {
      let arrived = Set(inserted.map { ObjectIdentifier($0) })
      let result = merged(list.elements, inserted, by: plan.precedes)
      return result.indices.filter { arrived.contains(ObjectIdentifier(result[$0])) }
    }
    return inserted.enumerated().map { number, record in
      // Usually a record comes last.
      guard let last = list.last, plan.precedes(record, last) else { return list.count + number }
      var range = 0..<list.count - 1
      while !range.isEmpty {
        let middle = range.lowerBound + range.count / 2
        range =
          plan.precedes(record, list[middle])
          ? range.lowerBound..<middle : middle + 1..<range.upperBound
      }
      return range.lowerBound + number
    }
  }

  /// Moves changed records to their new positions.
  private func sort(_ list: NotifyingList<Owner>, changed: Set<ObjectIdentifier>) {
    let rest = list.elements.filter { !changed.contains(ObjectIdentifier($0)) }
    let moving = list.elements.filter { changed.contains(ObjectIdentifier($0)) }
      .sorted(by: plan.precedes)
    let result = merged(rest, moving, by: plan.precedes)
    if zip(result, list.elements).allSatisfy({ $0 === $1 }) { return }
    // Each record is moved to the end, in the order of the result, and then to its new index. The
    // batch reports only its first and its last position.
    let count = result.count
    for record in moving {
      guard let index = list.elements.firstIndex(where: { $0 === record }) else { continue }
      try? list.move(from: index, to: count - 1)
    }
    var next = count - moving.count
    for (index, record) in result.enumerated() where changed.contains(ObjectIdentifier(record)) {
      try? list.move(from: next, to: index)
      next += 1
    }
  }

  /// Reads the list from the store again, and notifies observers of the differences.
  ///
  /// A record that another process has changed is reported as updated.
  func refresh(from context: RecordContext) throws(RecordError) {
    let found: Found = try context.readableRecords(plan, try context.register(of: Owner.self))
    errors = found.errors
    let records = found.records
    let known = checksums
    // Before the notification, because an observer may save or refresh.
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
}

/// A list that its context updates.
protocol UpdatableList: AnyObject {
  var entity: ObjectIdentifier { get }

  /// Updates the list with the changes of a save.
  func apply(_ changes: [SavedChanges.Saved], of save: SavedChanges)

  /// Reads the list from the store again.
  func refresh(from context: RecordContext) throws(RecordError)
}

/// A weak reference to a list of the context.
struct WeakList { weak var list: (any UpdatableList)? }

extension RecordContext {
  /// Returns a list of the records that match a template, which is updated after every save.
  ///
  /// Throws for an unknown template, wrong variables, or a template with a limit.
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

  /// Returns the records that a query finds, and the errors of rows that fail validation.
  fileprivate func readableRecords<Owner: Record>(
    _ plan: FetchPlan, _ register: RecordRegister
  ) throws(RecordError) -> FetchedList<Owner>.Found {
    var found: FetchedList<Owner>.Found = ([], [])
    try read(plan.template.text, plan.values, register) { record, error in
      if let error { found.errors.append(error) } else { found.records.append(typed(record)) }
      return true
    }
    return found
  }

  /// Updates all lists of the context after a save.
  func updateLists(_ changes: SavedChanges) {
    lists.removeAll { $0.list == nil }
    let byEntity = Dictionary(grouping: changes.saved) { $0.record.state.entity.identifier }
    for list in lists.compactMap(\.list) { list.apply(byEntity[list.entity] ?? [], of: changes) }
  }

  /// Reads the changes of other processes: updates the records that are in memory, then the lists
  /// of records.
  ///
  /// Unsaved changes are kept. A saved record whose row is missing or invalid becomes `deleted`.
  public func refresh() throws(RecordError) {
    for register in registers {
      for record in register.all.compactMap(\.record) where record.state.row > 0 {
        var isReadable = false
        try read(" WHERE \"row\" = ?", [.integer(record.state.row)], register) { _, error in
          isReadable = error == nil
          return true
        }
        guard !isReadable, record.state.phase == .saved else { continue }
        record.state.phase = .deleted
        register.forget(record.state)
        record.state.didChange()
      }
    }
    for list in lists.compactMap(\.list) { try list.refresh(from: self) }
  }
}
