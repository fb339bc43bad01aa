/// The kind of comparison in a condition, such as equality.
///
/// A `nil` column equals only `nil` and satisfies neither `isBelow` nor any of its variants.
///
///     templates.declare("urgent", where: [.when("priority", .isAtLeast, .value(.integer(3)))])
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
///     templates.declare("titled", where: [.when("title", .equals, .variable("title"))])
///     let news = try context.fetch(News.self, "titled", ["title": "Hello"])
public enum Operand: Sendable {
  /// A constant value.
  case value(StoredValue)
  /// The name of a variable, whose value is passed to each fetch.
  case variable(String)
}

/// A condition on a column of a record type.
///
///     .when("text", .beginsWith, .variable("start"))
public struct Condition {
  let column: String
  let comparison: Comparison
  let operand: Operand

  /// Creates a condition on a column.
  public static func when(
    _ column: String, _ comparison: Comparison, _ operand: Operand
  ) -> Self {
    Self(column: column, comparison: comparison, operand: operand)
  }
}

/// A column to sort by, in one direction.
///
///     templates.declare("byDate", sortedBy: [.descending("date"), .ascending("text")])
public struct SortOrder {
  let column: String
  let isAscending: Bool

  /// Returns a sort order with small values first.
  public static func ascending(_ column: String) -> Self {
    Self(column: column, isAscending: true)
  }

  /// Returns a sort order with large values first.
  public static func descending(_ column: String) -> Self {
    Self(column: column, isAscending: false)
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
