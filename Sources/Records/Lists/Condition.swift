/// How a condition compares a column with a value.
public enum Comparison: String, Sendable {
  case equals = "IS", differs = "IS NOT", isBelow = "<", isAtMost = "<=", isAbove = ">"
  case isAtLeast = ">="
  /// The text in the column begins with the value.
  case beginsWith
}

/// What a condition compares with.
public enum Operand<Value> {
  /// A value that is the same in every fetch.
  case value(Value)
  /// A value that every fetch gives.
  case variable(String)
}

/// A condition on the records of a type.
public struct Condition<Owner: Record> {
  let read: (Owner) -> Void
  let comparison: Comparison
  let operand: Operand<StoredValue>
  let storage: ColumnStorage

  /// A condition on a column.
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

  /// A condition that a relation leads to the record that a variable gives.
  public static func when<Target: Record>(
    _ property: KeyPath<Owner, Target?>, leadsTo variable: String
  ) -> Self {
    Self(
      read: { _ = $0[keyPath: property] }, comparison: .equals, operand: .variable(variable),
      storage: RecordReference.storage)
  }
}

/// A column to sort by.
public struct SortOrder<Owner: Record> {
  let read: (Owner) -> Void
  let isAscending: Bool

  /// Small values first.
  public static func ascending<Value: RecordValue>(_ property: KeyPath<Owner, Value>) -> Self {
    Self(read: { _ = $0[keyPath: property] }, isAscending: true)
  }

  /// Large values first.
  public static func descending<Value: RecordValue>(_ property: KeyPath<Owner, Value>) -> Self {
    Self(read: { _ = $0[keyPath: property] }, isAscending: false)
  }
}

/// A record as the value of a variable.
public struct RecordReference: RecordValue {
  private let row: Int

  /// Refers to a record.
  public init(_ record: any Record) { row = record.state.row }

  /// Makes a reference of a row.
  public init?(stored: StoredValue) {
    guard case .integer(let row) = stored else { return nil }
    self.row = row
  }

  /// References are rows.
  public static var storage: ColumnStorage { ColumnStorage(.integer) }

  /// The row.
  public var stored: StoredValue { .integer(row) }
}
