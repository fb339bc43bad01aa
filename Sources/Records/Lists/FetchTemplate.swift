/// A named query with its SQL text, which is fixed when the schema is created.
struct FetchTemplate {
  /// A comparison of a column in the query.
  struct Criterion {
    let column: ValueColumn<any Record>
    let comparison: Comparison
    let operand: Operand
  }

  /// A column by which the query sorts.
  struct Order {
    let column: ValueColumn<any Record>
    let isAscending: Bool
  }

  let name: String
  let criteria: [Criterion]
  let orders: [Order]
  let limit: Int?
  /// The SQL text after the list of columns.
  let text: String
  /// The same text without its limit, for queries that must include unsaved records.
  let unlimitedText: String

  init(name: String, criteria: [Criterion], orders: [Order], limit: Int?) {
    self.name = name
    self.criteria = criteria
    self.orders = orders
    self.limit = limit
    let conditions = criteria.enumerated().map { Self.text($1, parameter: $0 + 1) }
    let given = orders.map {
      quotedName($0.column.storedName) + ($0.isAscending ? "" : " DESC")
    }
    let order = given + ["\"row\""]
    unlimitedText =
      (conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND "))
      + " ORDER BY " + order.joined(separator: ", ")
    text = unlimitedText + (limit.map { " LIMIT \($0)" } ?? "")
  }

  private static func text(_ criterion: Criterion, parameter: Int) -> String {
    let name = quotedName(criterion.column.storedName)
    guard criterion.comparison == .beginsWith else {
      return "\(name) \(criterion.comparison.rawValue) ?\(parameter)"
    }
    // Compared as bytes, because SQLite's text functions stop at a NUL.
    return "(\(name) >= ?\(parameter) AND substr(CAST(\(name) AS BLOB), 1, "
      + "length(CAST(?\(parameter) AS BLOB))) = CAST(?\(parameter) AS BLOB))"
  }

  /// Returns the query with these values of its variables.
  ///
  /// Throws if a variable is missing, unknown, or of another type than its column.
  func plan(_ variables: [String: any RecordValue]) throws(RecordError) -> FetchPlan {
    var rest = variables
    var values: [StoredValue] = []
    for criterion in criteria {
      switch criterion.operand {
      case .value(let value): values.append(value)
      case .variable(let variable):
        guard let given = variables[variable] else {
          throw .missingVariable(template: name, variable: variable)
        }
        rest[variable] = nil
        try check(given, against: criterion, variable)
        values.append(given.stored)
      }
    }
    if let surplus = rest.keys.min() { throw .surplusVariable(template: name, variable: surplus) }
    return FetchPlan(self, values)
  }

  /// Throws if a variable's value has another type than its column.
  private func check(
    _ given: any RecordValue, against criterion: Criterion, _ variable: String
  ) throws(RecordError) {
    let storage = type(of: given).storage
    let expected = criterion.column.description.storage
    // A variable for a relation is a reference to a record, never null.
    let mayBeNull = expected.isOptional && criterion.column.relation == nil
    if storage.kind != expected.kind || (given.stored == .null && !mayBeNull) {
      throw .wrongVariable(template: name, variable: variable, kind: expected.kind.rawValue)
    }
  }
}

/// A query with the values of its variables, which can be run on the store and in memory.
struct FetchPlan {
  let template: FetchTemplate
  private(set) var values: [StoredValue]

  init(_ template: FetchTemplate, _ values: [StoredValue]) {
    self.template = template
    self.values = values
  }

  /// Creates a query for the records whose column satisfies a comparison.
  init(_ column: ValueColumn<any Record>, _ comparison: Comparison, _ value: StoredValue) {
    let criterion = FetchTemplate.Criterion(
      column: column, comparison: comparison, operand: .value(value))
    template = FetchTemplate(name: "", criteria: [criterion], orders: [], limit: nil)
    values = [value]
  }

  /// Replaces provisional row numbers among the values by the final ones of a save.
  mutating func adopt(_ changes: SavedChanges) {
    for (index, criterion) in template.criteria.enumerated() {
      guard let rule = criterion.column.relation, case .integer(let row) = values[index],
        let assigned = changes.row(row, of: rule.target)
      else { continue }
      values[index] = .integer(assigned)
    }
  }

  /// Returns `true` if a record satisfies the conditions, exactly as SQLite decides.
  func matches(_ record: any Record) -> Bool {
    zip(template.criteria, values).allSatisfy { criterion, wanted in
      let value = criterion.column.value(of: record)
      let areBothPresent = value != .null && wanted != .null
      switch criterion.comparison {
      case .equals: return value == wanted
      case .differs: return value != wanted
      case .beginsWith:
        guard case .text(let text) = value, case .text(let start) = wanted else { return false }
        return text.utf8.starts(with: start.utf8)
      case .isBelow: return areBothPresent && value.precedes(wanted)
      case .isAtMost: return areBothPresent && !wanted.precedes(value)
      case .isAbove: return areBothPresent && wanted.precedes(value)
      case .isAtLeast: return areBothPresent && !value.precedes(wanted)
      }
    }
  }

  /// Returns `true` if a record comes before another one, exactly as SQLite sorts.
  func precedes(_ left: any Record, _ right: any Record) -> Bool {
    for order in template.orders {
      let first = order.column.value(of: left)
      let second = order.column.value(of: right)
      if first.precedes(second) { return order.isAscending }
      if second.precedes(first) { return !order.isAscending }
    }
    return left.state.sortRow < right.state.sortRow
  }
}

extension RecordState {
  /// The row number as a sort key; unsaved records come last, in the order of insertion.
  var sortRow: (Int, Int) { row < 0 ? (1, -row) : (0, row) }
}

/// The named queries of a record type, as the type declares them.
///
///     templates.declare("byText", where: [.when("text", .equals, .variable("text"))])
public struct Templates {
  private(set) var templates: [String: FetchTemplate] = [:]
  private let entity: String
  private let columns: [ValueColumn<any Record>]

  init(_ entity: String, _ columns: [ValueColumn<any Record>]) {
    self.entity = entity
    self.columns = columns + ValueColumn<any Record>.managed
  }

  /// Declares a query for the records that satisfy all conditions; ties are sorted by row number.
  public mutating func declare(
    _ name: String, where conditions: [Condition] = [], sortedBy orders: [SortOrder] = [],
    limit: Int? = nil
  ) {
    precondition(templates[name] == nil, "the template '\(name)' is declared twice")
    let criteria = conditions.map {
      FetchTemplate.Criterion(
        column: column($0.column), comparison: $0.comparison, operand: $0.operand)
    }
    templates[name] = FetchTemplate(
      name: name, criteria: criteria,
      orders: orders.map { .init(column: column($0.column), isAscending: $0.isAscending) },
      limit: limit)
  }

  /// Returns the column with a name in the store.
  private func column(_ name: String) -> ValueColumn<any Record> {
    guard let column = columns.first(where: { $0.storedName == name }) else {
      preconditionFailure("a template of \(entity) names no column: '\(name)'")
    }
    return column
  }
}
