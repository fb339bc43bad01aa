/// The current row of a statement, whose values are read in the order of the columns.
struct FetchedRow {
  private let statement: Statement
  private var checksum = Checksum()
  /// The first column with a value that the record can't hold; `nil` if all are valid.
  private(set) var unreadable: String?
  /// The index of the next column; the first ones are the managed columns.
  private var index = 5

  /// Creates the row and reads its managed columns.
  init(_ statement: Statement, into state: RecordState) {
    self.statement = statement
    let objectId = statement[1]
    checksum.add(objectId)
    if case .text(let text) = objectId { state.objectId = text } else { unreadable = "objectId" }
    state.row = statement.integer(at: 0)
    // Numbers below 1 belong to unsaved records.
    if state.row < 1 { refuse("row") }
    state.dateCreated = date(at: 2, of: "dateCreated")
    state.dateUpdated = date(at: 3, of: "dateUpdated")
    state.checksum = statement.integer(at: 4)
  }

  /// Reads a date; one after the year 9999 is an error, so that sums can't overflow.
  private mutating func date(at index: Int, of column: StaticString) -> Int {
    let value = statement[index]
    checksum.add(value)
    guard case .integer(let date) = value, date.magnitude <= Self.latestDate else {
      refuse("\(column)")
      return 0
    }
    return date
  }

  /// The last millisecond of the year 9999, since 1970.
  private static var latestDate: UInt { 253_402_300_799_999 }

  /// `true` if the checksum of the row is correct.
  var isAsWritten: Bool { statement[4] == .integer(checksum.number) }

  mutating func next(wasAddedLater: Bool = false) -> StoredValue {
    let value = statement[index]
    if value != .null || !wasAddedLater { checksum.add(value) }
    index += 1
    return value
  }

  /// Records that the value of a column can't be read.
  mutating func refuse(_ column: String) { unreadable = unreadable ?? column }
}

/// A row whose values are bound to a statement in the order of the columns.
struct BoundRow {
  typealias Identity = (objectId: String, dateCreated: Int, dateUpdated: Int)
  typealias Replacement = (StoredValue, ValueColumn<any Record>) -> StoredValue

  private let statement: Statement
  private let first: Int
  /// Returns a value to bind instead of that of a property; `nil` to replace none.
  private let replace: Replacement?
  private var checksum = Checksum()
  private var index: Int
  /// The first error while binding; `nil` if there was none.
  private var failure: RecordError?

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

  mutating func add(_ value: StoredValue, wasAddedLater: Bool = false) {
    if value != .null || !wasAddedLater { checksum.add(value) }
    do throws(RecordError) { try statement.bind(value, at: index) } catch {
      failure = failure ?? error
    }
    index += 1
  }

  mutating func add(_ value: StoredValue, of column: ValueColumn<any Record>) {
    add(replace?(value, column) ?? value, wasAddedLater: column.wasAddedLater)
  }

  /// Binds the checksum as the last value, and returns it.
  func end() throws(RecordError) -> Int {
    if let failure { throw failure }
    try statement.bind(.integer(checksum.number), at: first + 3)
    return checksum.number
  }
}
