/// A named fetch, frozen when the schema is made.
struct FetchTemplate {
  struct Column {
    let name: String
    let relation: RelationRule?
    let value: (RecordState) -> StoredValue

    init(_ column: ManagedColumn) { (name, relation, value) = (column.rawValue, nil, column.value) }

    init(_ column: RecordColumn) {
      (name, relation) = (column.name, column.relation)
      value = { state in state.record.map { column.read($0) } ?? .null }
    }
  }

  struct Criterion {
    let column: Column
    let comparison: Comparison
    let operand: Operand<StoredValue>
    let storage: ColumnStorage
  }

  struct Order {
    let column: Column
    let isAscending: Bool
  }

  let name: String
  let criteria: [Criterion]
  let orders: [Order]
  let limit: Int?
  let text: String
  let unlimitedText: String

  init(name: String, criteria: [Criterion], orders: [Order], limit: Int?) {
    (self.name, self.criteria, self.orders, self.limit) = (name, criteria, orders, limit)
    let conditions = criteria.enumerated().map { Self.text($1, place: $0 + 1) }
    let order =
      orders.map { quotedName($0.column.name) + ($0.isAscending ? "" : " DESC") } + ["\"row\""]
    unlimitedText =
      (conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND "))
      + " ORDER BY " + order.joined(separator: ", ")
    text = unlimitedText + (limit.map { " LIMIT \($0)" } ?? "")
  }

  private static func text(_ criterion: Criterion, place: Int) -> String {
    let name = quotedName(criterion.column.name)
    guard criterion.comparison == .beginsWith else {
      return "\(name) \(criterion.comparison.rawValue) ?\(place)"
    }
    // Compared as bytes, because SQLite's text functions stop at a NUL.
    return "(\(name) >= ?\(place) AND substr(CAST(\(name) AS BLOB), 1, "
      + "length(CAST(?\(place) AS BLOB))) = CAST(?\(place) AS BLOB))"
  }

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

  private func check(
    _ given: any RecordValue, against criterion: Criterion, _ variable: String
  ) throws(RecordError) {
    let storage = type(of: given).storage
    let isFitting = storage.kind == criterion.storage.kind
    if !isFitting || (given.stored == .null && !criterion.storage.isOptional) {
      throw .wrongVariable(
        template: name, variable: variable, kind: criterion.storage.kind.rawValue)
    }
  }
}

/// A template whose variables have values: a fetch that can be made, and judged in memory.
struct FetchPlan {
  let template: FetchTemplate
  private(set) var values: [StoredValue]

  init(_ template: FetchTemplate, _ values: [StoredValue]) {
    (self.template, self.values) = (template, values)
  }

  /// A fetch by one column, which has no name.
  init(_ column: FetchTemplate.Column, _ comparison: Comparison, _ value: StoredValue) {
    let criterion = FetchTemplate.Criterion(
      column: column, comparison: comparison, operand: .value(value),
      storage: ColumnStorage(.integer))
    template = FetchTemplate(name: "", criteria: [criterion], orders: [], limit: nil)
    values = [value]
  }

  /// Follows a record that was meant by a variable and now has its row.
  mutating func adopt(_ changes: SavedChanges) {
    for (place, criterion) in template.criteria.enumerated() {
      guard let rule = criterion.column.relation, case .integer(let row) = values[place],
        let given = changes.row(row, of: rule.target)
      else { continue }
      values[place] = .integer(given)
    }
  }

  func matches(_ state: RecordState) -> Bool {
    zip(template.criteria, values).allSatisfy { criterion, wanted in
      let value = criterion.column.value(state)
      let areThere = value != .null && wanted != .null
      switch criterion.comparison {
      case .equals: return value == wanted
      case .differs: return value != wanted
      case .beginsWith:
        guard case .text(let text) = value, case .text(let start) = wanted else { return false }
        return text.utf8.starts(with: start.utf8)
      case .isBelow: return areThere && value.precedes(wanted)
      case .isAtMost: return areThere && !wanted.precedes(value)
      case .isAbove: return areThere && wanted.precedes(value)
      case .isAtLeast: return areThere && !value.precedes(wanted)
      }
    }
  }

  func precedes(_ left: RecordState, _ right: RecordState) -> Bool {
    for order in template.orders {
      let (first, second) = (order.column.value(left), order.column.value(right))
      if first.precedes(second) { return order.isAscending }
      if second.precedes(first) { return !order.isAscending }
    }
    return left.sortRow < right.sortRow
  }
}

extension RecordState {
  /// The row for sorting: what has none yet comes last, in the order of the insertions.
  var sortRow: (Int, Int) { row < 0 ? (1, -row) : (0, row) }
}

/// The templates of a record, as it declares them.
public struct Templates<Owner: Record> {
  private(set) var templates: [String: FetchTemplate] = [:]
  private let prototype: Owner
  private let columns: Columns<Owner>

  init(prototype: Owner, columns: Columns<Owner>) {
    (self.prototype, self.columns) = (prototype, columns)
  }

  /// Declares a fetch of all records that satisfy every condition; the last order is the row's.
  public mutating func declare(
    _ name: String, where conditions: [Condition<Owner>] = [],
    sortedBy orders: [SortOrder<Owner>] = [], limit: Int? = nil
  ) {
    precondition(templates[name] == nil, "the template '\(name)' is declared twice")
    let criteria = conditions.map {
      FetchTemplate.Criterion(
        column: column($0.read), comparison: $0.comparison, operand: $0.operand,
        storage: $0.storage)
    }
    templates[name] = FetchTemplate(
      name: name, criteria: criteria,
      orders: orders.map { .init(column: column($0.read), isAscending: $0.isAscending) },
      limit: limit)
  }

  private func column(_ read: (Owner) -> Void) -> FetchTemplate.Column {
    switch prototype.state.tracing({ read(prototype) }) {
    case .managed(let column): return .init(column)
    case .declared(let path):
      if let column = columns.columns.first(where: { $0.path == path }) { return .init(column) }
    case nil: break
    }
    preconditionFailure("a template of \(Owner.entity) uses a property that is no column")
  }
}
