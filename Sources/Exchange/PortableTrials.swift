package import Archive
import Game
package import Records

/// The tables that are copied between stores, whose rows never change.
///
///     for table in PortableTable.allCases { print(table.rawValue, table.columns.map(\.name)) }
package enum PortableTable: String, CaseIterable, Sendable {
  /// The sessions.
  ///
  /// The end of a session is a row of another table, because it comes after its trials were sent.
  case sessions, sessionEnds = "session_ends", trials, presses

  /// The columns of the table besides the row's identifier.
  package var columns: [ColumnDescription] {
    let tables = PortableTables()
    return switch self {
    case .sessions: tables.sessions.map(\.description)
    case .sessionEnds: tables.sessionEnds.map(\.description)
    case .trials: tables.trials.map(\.description)
    case .presses: tables.presses.map(\.description)
    }
  }

  /// The first version of the columns.
  package static var firstVersion: Int { TableVersion.first }
  /// The current version of the columns.
  package static var currentVersion: Int { TableVersion.current }
}

/// A row that is copied between stores.
///
///     let row = PortableRow(id: "a1", number: 0, values: [.text("P07"), .integer(3)])
package struct PortableRow: Equatable, Sendable {
  /// The globally unique identifier of the row.
  package var id: String
  /// The row number in the store from which it comes; 0 without one.
  package var number: Int
  /// The values in the order of the table's columns.
  package var values: [StoredValue]

  /// Creates a row.
  package init(id: String, number: Int, values: [StoredValue]) {
    self.id = id
    self.number = number
    self.values = values
  }
}

/// A trial with all rows that belong to it, for copying between stores.
///
///     let trial = PortableTrial(
///       trial: row, presses: presses, sessions: sessions, sessionEnds: ends)
///     try trial.validate()
///
/// The rows are untrusted, whether they come from a store or a server. `PortableStore.add`
/// validates them before it adds anything.
package struct PortableTrial: Sendable {
  package var trial: PortableRow
  package var presses: [PortableRow]
  /// The session in which the trial began and, if any, the one in which it was resumed.
  package var sessions: [PortableRow]
  /// The rows with the ends of those sessions, as far as they have ended.
  package var sessionEnds: [PortableRow]

  /// Creates a trial from its rows.
  package init(
    trial: PortableRow, presses: [PortableRow], sessions: [PortableRow], sessionEnds: [PortableRow]
  ) {
    self.trial = trial
    self.presses = presses
    self.sessions = sessions
    self.sessionEnds = sessionEnds
  }

  /// The codes of the participants who played the trial.
  package var participants: [String] {
    sessions.compactMap { if case .text(let code) = $0.values[1] { code } else { nil } }
  }

  /// `true` if the rows are a state before the end of the trial or of its test.
  package var isOpen: Bool { .text(trial.id) != trial.values[0] }

  /// The globally unique identifier of the trial, the same in all of its states.
  package var name: String { if case .text(let name) = trial.values[0] { name } else { "" } }

  /// The identifiers of the sessions.
  package var sessionNames: [String] {
    [trial.values[2], trial.values[3]].compactMap { if case .text(let id) = $0 { id } else { nil } }
  }

  /// Throws if a value contradicts the board, the rule and the moves, which are replayed.
  package func validate() throws(RowReason) { _ = try imported(PortableTables()) }
}

/// The columns of each portable table, derived from those of the exports.
struct PortableTables {
  let sessions = SessionRow.columns.filter { !["session_id", "session_ended"].contains($0.name) }
  let sessionEnds = SessionRow.columns.filter { $0.name == "session_ended" }
  let trials: [TableColumn<TrialRow>]
  let presses = PressRow.columns.filter {
    $0.isStored && !["format", "press_id"].contains($0.name)
  }

  /// Derives the columns: a trial has none of its sessions' columns, and none that exist in files
  /// only.
  init() {
    let prefix = SessionRow.resumptionPrefix
    let names = SessionRow.columns.map(\.name).filter { $0 != "session_id" }
    let others = Set(names + names.map { prefix + $0 } + ["format"])
    trials = TrialRow.columns.filter { $0.isStored && !others.contains($0.name) }
  }
}

extension Array {
  /// Returns the values of a row, in the order of these columns.
  fileprivate func values<Row>(of row: Row) -> [StoredValue] where Element == TableColumn<Row> {
    var row = row
    return map { $0.read(&row) }
  }

  /// Sets the values of a row; values of later columns may be missing.
  fileprivate func put<Row>(_ values: [StoredValue], into row: inout Row) throws(RowReason)
  where Element == TableColumn<Row> {
    for (column, value) in zip(self, values)
    where value != .null || !column.wasAddedLater {
      try column.set(value, in: &row)
    }
  }
}

extension PortableTrial {
  /// Creates a trial from its row in a store.
  ///
  /// While the trial or its test is in progress, every state is a separate row with the state in
  /// its identifier, so that no row ever changes.
  init(_ row: TrialRow, number: Int, _ tables: PortableTables) {
    var id = row.trialId
    if row.outcome == nil || row.values.testState == TestEnd.notYet {
      let count = row.moves.isEmpty ? 0 : row.moves.utf8.count { $0 == UInt8(ascii: ";") } + 1
      id += "/\(count)" + (row.resumption.map { "/" + $0.sessionId } ?? "")
      if row.outcome != nil { id += "/over" }
    }
    trial = PortableRow(id: id, number: number, values: tables.trials.values(of: row))
    presses = row.presses.map { press in
      PortableRow(id: press.pressId, number: 0, values: tables.presses.values(of: press))
    }
    let rows = [row.session] + (row.resumption.map { [$0] } ?? [])
    sessions = rows.map { session in
      PortableRow(id: session.sessionId, number: 0, values: tables.sessions.values(of: session))
    }
    sessionEnds = rows.filter { $0.values.dateEnded != nil }.map { session in
      PortableRow(id: session.sessionId, number: 0, values: tables.sessionEnds.values(of: session))
    }
  }

  /// Validates the trial; returns its row for an import and the replay of its round.
  func imported(_ tables: PortableTables) throws(RowReason) -> (
    row: TrialRow, report: RoundReport
  ) {
    var row = TrialRow()
    try tables.trials.put(trial.values, into: &row)
    row.session = try session(row.session.sessionId, tables)
    if let resumption = row.resumption {
      row.resumption = try session(resumption.sessionId, tables)
    }
    try row.checkOrder()
    try row.checkEntry()
    let validator = TrialValidator()
    let report = try validator.validate(&row, mayLack: true)
    // A continued trial has more presses than its earlier state.
    let known = row.outcome == nil ? presses.prefix(report.presses.count) : presses[...]
    guard known.count == report.presses.count else {
      let missing = min(known.count, report.presses.count) + 1
      throw .missingPress(missing, trialId: row.trialId)
    }
    for (press, expected) in zip(known, report.presses) {
      var pressRow = PressRow()
      pressRow.pressId = press.id
      try tables.presses.put(press.values, into: &pressRow)
      try validator.validate(
        &pressRow, as: expected, of: row.trialId, isInTurns: row.values.exposure.isInTurns,
        mayLack: true)
      row.presses.append(pressRow)
    }
    return (row, report)
  }

  /// Returns the session with an identifier, made from its row and the row of its end.
  private func session(_ id: String, _ tables: PortableTables) throws(RowReason) -> SessionRow {
    guard let row = sessions.first(where: { $0.id == id }) else {
      throw .missingColumn("session_id")
    }
    var session = SessionRow()
    session.sessionId = id
    try tables.sessions.put(row.values, into: &session)
    if let end = sessionEnds.first(where: { $0.id == id }) {
      try tables.sessionEnds.put(end.values, into: &session)
    }
    return session
  }
}
