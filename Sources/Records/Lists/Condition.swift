/// The kind of comparison in a condition, such as equality.
///
/// A `nil` column equals only `nil` and satisfies neither `isBelow` nor any of its variants.
///
///     templates.declare("urgent", where: [.when(\.priority, .isAtLeast, .value(3))])
public enum Comparison: String, Sendable {
  case equals = "IS"
  case differs = "IS NOT"
  case isBelow = "<"
  case isAtMost = "<="
  case isAbove = ">"
  case isAtLeast = ">="
  /// The text of the column begins with the value.
  case beginsWith
}

/// The value with which a condition compares a column.
///
///     templates.declare("titled", where: [.when(\.title, .equals, .variable("title"))])
///     let news = try context.fetch(News.self, "titled", ["title": "Hello"])
public enum Operand<Value> {
  /// A constant value.
  case value(Value)
  /// The name of a variable, whose value is passed to each fetch.
  case variable(String)
}

/// A condition on a column of a record type.
///
///     .when(\.text, .beginsWith, .variable("start"))
public struct Condition<Owner: Record> {
  let read: (Owner) -> Void
  let comparison: Comparison
  let operand: Operand<StoredValue>
  let storage: ColumnStorage

  /// Creates a condition on a property that is a column.
  public static func when<Value: RecordValue>(
    _ property: KeyPath<Owner, Value>, _ comparison: Comparison, _ operand: Operand<Value>
  ) -> Self {
    let stored: Operand<StoredValue> =
      switch operand {
      case .value(let value): .value(value.stored)
      case .variable(let name): .variable(name)
      }
    return Self(
      read: { _ = $0[keyPath: property] }, comparison: comparison, operand: stored,
      storage: Value.storage)
  }

  /// Creates the condition that a relation leads to the record in a variable.
  public static func when<Target: Record>(
    _ property: KeyPath<Owner, Target?>, leadsTo variable: String
  ) -> Self {
    Self(
      read: { _ = $0[keyPath: property] }, comparison: .equals, operand: .variable(variable),
      storage: RecordReference.storage)
  }
}

/// A column to sort by, in one direction.
///
///     templates.declare("byDate", sortedBy: [.descending(\.date), .ascending(\.text)])
public struct SortOrder<Owner: Record> {
  let read: (Owner) -> Void
  let isAscending: Bool

  /// Returns a sort order with small values first.
  public static func ascending<Value: RecordValue>(_ property: KeyPath<Owner, Value>) -> Self {
    Self(read: { _ = $0[keyPath: property] }, isAscending: true)
  }

  /// Returns a sort order with large values first.
  public static func descending<Value: RecordValue>(_ property: KeyPath<Owner, Value>) -> Self {
    Self(read: { _ = $0[keyPath: property] }, isAscending: false)
  }
}

/// A reference to a record, for use as the value of a variable.
///
///     try context.fetch(Page.self, "ofNote", ["note": RecordReference(note)])
public struct RecordReference: RecordValue {
  private let row: Int

  /// Creates a reference to a record, which may be unsaved.
  public init(_ record: any Record) { row = record.state.row }

  /// Creates a reference from a stored row number; returns `nil` for any other value.
  public init?(stored: StoredValue) {
    guard case .integer(let row) = stored else { return nil }
    self.row = row
  }

  /// The column type of references, which are row numbers.
  public static var storage: ColumnStorage { ColumnStorage(.integer) }

  /// The reference in its stored form: the row number.
  public var stored: StoredValue { .integer(row) }
}
