/// A column with access to the property that has its values.
///
/// A row is the struct of a `ValueRecord`, or any record. A program whose files have the columns of
/// its store, too, can add to a subclass what these need.
///
///     ValueColumn("time", \Trial.time).name  // time
///
/// It is `Sendable`, because all of its properties are constants, also those of a subclass.
open class ValueColumn<Row>: @unchecked Sendable {
  /// The names, the meaning and the type of the column.
  public final let description: ColumnDescription
  /// Returns the value of a row, which is `inout` only so that a large one is not copied.
  public final let read: @Sendable (inout Row) -> StoredValue
  /// Sets the value of a row without regard to what the store allows; returns `false` if the
  /// property can't hold it.
  public final let write: @Sendable (consuming StoredValue, inout Row) -> Bool

  /// `true` if characters are only appended to the text, which is then padded in the store.
  final let grows: Bool
  /// The largest absolute value of a number that can be read from the store.
  final let largestMagnitude: UInt
  /// Returns whether the store may have a value; `nil` if it may have all values of the type.
  final let allows: (@Sendable (StoredValue) -> Bool)?
  /// `true` if a later version of the table added the column.
  public final let wasAddedLater: Bool
  /// The rule for the deletion of the target; `nil` for a column with values.
  final let relation: RelationRule?

  /// Creates a column from closures that read and write a property.
  ///
  /// `read` must not change the row. `write` returns `false` if the property can't hold the stored
  /// value. An integer beyond the largest magnitude, with which sums might overflow, can't be read
  /// from the store, nor a value that is not allowed. A long text of a column with `grows` is
  /// padded with spaces, so that a save usually changes its last page only. Such a text can't end
  /// in spaces of its own, and no template may compare it.
  public init(
    _ description: ColumnDescription, grows: Bool = false,
    largestMagnitude: UInt = .max, allows: (@Sendable (StoredValue) -> Bool)? = nil,
    relation: RelationRule? = nil, read: @escaping @Sendable (inout Row) -> StoredValue,
    write: @escaping @Sendable (consuming StoredValue, inout Row) -> Bool
  ) {
    self.description = description
    self.read = read
    self.write = write
    self.grows = grows
    self.largestMagnitude = largestMagnitude
    self.allows = allows
    wasAddedLater = description.wasAddedLater
    self.relation = relation
  }

  /// Creates a column for a property.
  ///
  /// A column of a later version of the table is part of the checksum only if it has a value, so
  /// that the checksums of older rows stay valid. A stored value that is not allowed makes the row
  /// unreadable.
  public convenience init<Value: RecordValue>(
    _ name: String, _ path: any WritableKeyPath<Row, Value> & Sendable, since version: Int = 0,
    grows: Bool = false, largestMagnitude: UInt = .max,
    allows: (@Sendable (StoredValue) -> Bool)? = nil
  ) {
    self.init(
      ColumnDescription(name, Value.storage, since: version), grows: grows,
      largestMagnitude: largestMagnitude, allows: allows, read: { stored(&$0[keyPath: path]) },
      write: { $1[keyPath: path].set(to: $0) })
  }

  /// `true` if there are values of the property that can't be read, and so must not be saved.
  final var isRestricted: Bool { allows != nil || largestMagnitude != .max }

  /// Returns whether a value of the store can be read.
  final func canRead(_ value: borrowing StoredValue) -> Bool {
    if value.magnitude > largestMagnitude { return false }
    return if let allows { allows(copy value) } else { true }
  }

  /// Sets the next value of a fetched row; the row notes one that can't be read.
  final func load(_ row: inout FetchedRow, into values: inout Row) {
    var value = row.next(wasAddedLater: wasAddedLater)
    if grows { value = value.withoutRoom }
    if canRead(value), write(consume value, &values) { return }
    row.refuse(storedName)
  }

  /// Adds the value to a row that is bound to a statement.
  final func bind(_ values: inout Row, to row: inout BoundRow) {
    var value = read(&values)
    if grows { value = value.withRoom }
    row.add(value, wasAddedLater: wasAddedLater)
  }
}

/// The parts of the description.
extension ValueColumn {
  /// The name in files.
  public final var name: String { description.name }
  /// The name in the table of the store.
  public final var storedName: String { description.storedName }
  /// The meaning for readers of files; empty for a column that only the store has.
  public final var meaning: String { description.meaning }
  /// The unit of the numbers; `nil` without one.
  public final var unit: ColumnUnit? { description.unit }
  /// The words that the column may have, with their meanings; empty for any other values.
  public final var levels: [(key: String, value: String)] { description.levels }
  /// `true` if the values are whole numbers.
  public final var isNumber: Bool { description.isNumber }
  /// `true` if the values may be null.
  public final var isOptional: Bool { description.isOptional }
}

/// The columns of records of any type.
extension ValueColumn where Row == any Record {
  /// Returns the value of a record.
  func value(of record: any Record) -> StoredValue {
    var record = record
    return read(&record)
  }

  /// Sets the value of a record; returns `false` if the property can't hold it.
  @discardableResult
  func set(_ value: consuming StoredValue, of record: any Record) -> Bool {
    var record = record
    return write(value, &record)
  }

  /// The columns that every table has, and that the context maintains.
  static var managed: [ValueColumn] {
    [
      objectId,
      managed("dateCreated", Int.storage) { .integer($0.state.dateCreated) },
      managed("dateUpdated", Int.storage) { .integer($0.state.dateUpdated) },
      managed("row", Int.storage) { .integer($0.state.row) },
    ]
  }

  /// The column of the identifier.
  static var objectId: ValueColumn {
    managed("objectId", String.storage) { .text($0.state.objectId) }
  }

  /// Returns a managed column, which can't be set.
  private static func managed(
    _ name: String, _ storage: ColumnStorage, read: @escaping @Sendable (any Record) -> StoredValue
  ) -> ValueColumn {
    ValueColumn(
      ColumnDescription(name, storage), read: { read($0) }, write: { _, _ in false })
  }
}

/// The effect on a record when the target of its relation is deleted.
///
///     columns.declare("round", \._round, onDeletion: .cascade)
public enum DeletionRule: Sendable {
  /// The target can't be deleted.
  case deny
  /// The relation is set to `nil`.
  case nullify
  /// The record is deleted, too.
  case cascade
}

/// The target type of a relation, and its deletion rule.
///
///     columns.declare("round", \._round, onDeletion: .cascade)  // creates the rule
public struct RelationRule: Sendable {
  let target: ObjectIdentifier
  let onDeletion: DeletionRule

  init(target: ObjectIdentifier, onDeletion: DeletionRule) {
    self.target = target
    self.onDeletion = onDeletion
  }
}
