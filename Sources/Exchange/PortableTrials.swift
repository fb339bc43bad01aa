package import Archive
import Game
package import Records

/// The tables of records that are copied between stores: each row is immutable.
package enum PortableTable: String, CaseIterable, Sendable {
  /// A session ends later than its trials are sent, so its end is a row of another table.
  case sessions, sessionEnds = "session_ends", trials, presses

  /// The columns besides the name of a row.
  package var columns: [ColumnDescription] {
    let tables = PortableTables()
    return switch self {
    case .sessions: tables.sessions
    case .sessionEnds: tables.sessionEnds
    case .trials: tables.trials
    case .presses: tables.presses
    }
  }

  /// The first version of the columns.
  package static var firstVersion: Int { TableVersion.first }
  /// The current version of the columns.
  package static var currentVersion: Int { TableVersion.current }
}

/// A row of a portable table.
package struct PortableRow: Equatable, Sendable {
  /// The globally unique name of the row.
  package var id: String
  /// The number of the row in its own store; 0 if it has none.
  package var number: Int
  /// The values, in the order of the columns of its table.
  package var values: [StoredValue]

  /// Creates a row.
  package init(id: String, number: Int, values: [StoredValue]) {
    self.id = id
    self.number = number
    self.values = values
  }
}

/// A trial with all rows that belong to it.
///
///     let trial = PortableTrial(
///       trial: row, presses: presses, sessions: sessions, sessionEnds: ends)
///     try trial.validate()
///
/// The rows come from a store or from a server, and are not trusted: `validate` replays the trial,
/// and `PortableStore.add` does so before it inserts anything.
package struct PortableTrial: Sendable {
  package var trial: PortableRow
  package var presses: [PortableRow]
  /// The session in which it began, and the one that resumed it.
  package var sessions: [PortableRow]
  /// The ends of the sessions that have ended.
  package var sessionEnds: [PortableRow]

  /// Creates a trial.
  package init(
    trial: PortableRow, presses: [PortableRow], sessions: [PortableRow], sessionEnds: [PortableRow]
  ) {
    self.trial = trial
    self.presses = presses
    self.sessions = sessions
    self.sessionEnds = sessionEnds
  }

  /// The codes of the participants.
  package var participants: [String] {
    sessions.compactMap { if case .text(let code) = $0.values[1] { code } else { nil } }
  }

  /// True if the row is a state from before the end of the trial or of its test.
  package var isOpen: Bool { .text(trial.id) != trial.values[0] }

  /// The name of the trial in every store and in every state.
  package var name: String { if case .text(let name) = trial.values[0] { name } else { "" } }

  /// The names of its sessions.
  package var sessionNames: [String] {
    [trial.values[2], trial.values[3]].compactMap { if case .text(let id) = $0 { id } else { nil } }
  }

  /// Throws if a value contradicts the board, the rule and the moves.
  package func validate() throws(LineReason) { _ = try imported(PortableTables()) }
}

/// The columns of each portable table: those of the exports, without those of other tables.
struct PortableTables {
  let sessions = SessionRow.columns.filter { !["session_id", "session_ended"].contains($0.name) }
  let sessionEnds = SessionRow.columns.filter { $0.name == "session_ended" }
  let trials: [TableColumn<TrialRow>]
  let presses = PressRow.columns.filter {
    $0.isStored && !["format", "press_id"].contains($0.name)
  }

  /// Derives the columns: a row of a trial has neither those of its sessions nor the marks of a
  /// file.
  init() {
    let prefix = SessionRow.resumptionPrefix
    let names = SessionRow.columns.map(\.name).filter { $0 != "session_id" }
    let others = Set(names + names.map { prefix + $0 } + ["format"])
    trials = TrialRow.columns.filter { $0.isStored && !others.contains($0.name) }
  }
}

extension Array {
  /// Returns the values of a row.
  fileprivate func values<Row>(of row: Row) -> [StoredValue] where Element == TableColumn<Row> {
    var row = row
    return map { $0.value(in: &row) }
  }

  /// Sets the values of a row; those of later columns may be missing.
  fileprivate func put<Row>(_ values: [StoredValue], into row: inout Row) throws(LineReason)
  where Element == TableColumn<Row> {
    for (column, value) in zip(self, values)
    where value != .null || column.version == TableVersion.first {
      try column.set(value, in: &row)
    }
  }
}

extension PortableTrial {
  /// Creates a trial from the row of a store.
  ///
  /// While a trial or its test is in progress, every state of it is a separate row, with the
  /// state in its name, so that all rows are immutable.
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

  /// Validates the trial, and returns its row for an import, with the report of its replay.
  func imported(_ tables: PortableTables) throws(LineReason) -> (row: TrialRow, report: RoundReport)
  {
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
      throw .content(
        .missingPress(min(known.count, report.presses.count) + 1, trialId: row.trialId))
    }
    for (press, expected) in zip(known, report.presses) {
      var pressRow = PressRow()
      pressRow.pressId = press.id
      try tables.presses.put(press.values, into: &pressRow)
      try validator.validate(&pressRow, as: expected, of: row.trialId, mayLack: true)
      row.presses.append(pressRow)
    }
    return (row, report)
  }

  /// Returns the session of a name, from its row and its end.
  private func session(_ id: String, _ tables: PortableTables) throws(LineReason) -> SessionRow {
    guard let row = sessions.first(where: { $0.id == id }) else {
      throw .columns(.missingColumn("session_id"))
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
