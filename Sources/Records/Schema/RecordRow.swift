/// The current row of a statement, whose values are read in order.
@usableFromInline
struct FetchedRow {
  private let statement: Statement
  private var checksum = Checksum()
  /// The first column whose value the record can't hold.
  private(set) var unreadable: String?
  /// The index of the next column; it begins after the managed ones.
  private var index = 5

  /// Reads the managed columns.
  init(_ statement: Statement, into state: RecordState) {
    self.statement = statement
    let objectId = statement[1]
    checksum.add(objectId)
    if case .text(let text) = objectId { state.objectId = text } else { unreadable = "objectId" }
    state.row = statement.integer(at: 0)
    // Numbers below 1 belong to unsaved records.
    if state.row < 1 { refuse(ManagedColumn.row.rawValue) }
    state.dateCreated = date(at: 2, of: .dateCreated)
    state.dateUpdated = date(at: 3, of: .dateUpdated)
    state.checksum = statement.integer(at: 4)
  }

  /// Reads a date, up to the year 9999, so that sums of dates can't overflow.
  @inline(__always)
  private mutating func date(at index: Int, of column: ManagedColumn) -> Int {
    let value = statement[index]
    checksum.add(value)
    guard case .integer(let date) = value, date.magnitude <= Self.latestDate else {
      refuse(column.rawValue)
      return 0
    }
    return date
  }

  /// The end of the year 9999, in milliseconds since 1970.
  private static var latestDate: UInt { 253_402_300_799_999 }

  /// `true` if the checksum of the row matches its values.
  var isAsWritten: Bool { statement[4] == .integer(checksum.number) }

  @usableFromInline
  mutating func next(wasAddedLater: Bool = false) -> StoredValue {
    let value = statement[index]
    if value != .null || !wasAddedLater { checksum.add(value) }
    index += 1
    return value
  }

  /// Notes that the record can't hold a column's value.
  @usableFromInline
  mutating func refuse(_ column: String) { unreadable = unreadable ?? column }
}

/// A row whose values are bound to a statement in order.
@usableFromInline
struct BoundRow {
  typealias Identity = (objectId: String, dateCreated: Int, dateUpdated: Int)
  typealias Replacement = (StoredValue, RecordColumn) -> StoredValue

  private let statement: Statement
  private let first: Int
  /// Returns the value to bind instead of a property's value.
  private let replace: Replacement?
  private var checksum = Checksum()
  private var index: Int
  /// The first error.
  private var failure: StoreError?

  init(
    _ identity: Identity, to statement: Statement, from first: Int, _ replace: Replacement?
  ) {
    self.statement = statement
    self.first = first
    self.replace = replace
    index = first
    add(.text(identity.objectId))
    add(.integer(identity.dateCreated))
    add(.integer(identity.dateUpdated))
    // The checksum is bound at the end.
    index += 1
  }

  @usableFromInline
  mutating func add(_ value: StoredValue, wasAddedLater: Bool = false) {
    if value != .null || !wasAddedLater { checksum.add(value) }
    do throws(StoreError) { try statement.bind(value, at: index) } catch {
      failure = failure ?? error
    }
    index += 1
  }

  mutating func add(_ value: StoredValue, of column: RecordColumn) {
    add(replace?(value, column) ?? value, wasAddedLater: column.wasAddedLater)
  }

  /// Binds the checksum of all values, and returns it.
  func end() throws(StoreError) -> Int {
    if let failure { throw failure }
    try statement.bind(.integer(checksum.number), at: first + 3)
    return checksum.number
  }
}
