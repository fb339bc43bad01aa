#if Lab
  import Exchange
  import Records

  /// Reads the trials of all stations with their presses, as of one moment.
  ///
  /// The server sorts both tables in the same order, and they are read side by side: no index is
  /// needed, and neither side keeps more than a batch.
  final class ServerTrials {
    /// A trial on the server.
    struct Found {
      /// The name of the station that sent the trial.
      let station: String
      var trial: PortableTrial
      /// The rows whose hashes are wrong, as `TABLE ID`.
      var changed: [String]
    }

    /// The number of rows that are fetched at a time.
    private static var pieceSize: Int { 500 }

    /// The number of presses so far.
    private(set) var pressCount = 0
    /// The presses without a trial, as `STATION ID`.
    private(set) var orphans: [String] = []
    private let database: LabDatabase
    private var hash = ContentHash()
    /// The fetched presses that may belong to later trials.
    private var presses: [StoredRow] = []
    private var nextPress = 0
    /// The presses of the current trial.
    private var current: (station: String, name: String, rows: [StoredRow]) = ("", "", [])

    /// Creates a reader; `study` restricts it to the trials of one study.
    init(_ database: LabDatabase, study: String? = nil) throws(LabError) {
      self.database = database
      try database.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      let condition = study.map { " WHERE study = \(literal($0))" } ?? ""
      let own = study.map { _ in
        " WHERE (station, trial_id) IN (SELECT station, trial_id FROM chimp.trials\(condition))"
      }
      try declare("trial_rows", database.tables[2].selection + condition, "x.id")
      try declare("press_rows", database.tables[3].selection + (own ?? ""), "x.\"index\", x.id")
    }

    /// Declares a cursor over rows, sorted by station and trial number.
    private func declare(_ cursor: String, _ selection: String, _ order: String) throws(LabError) {
      try database.run(
        "DECLARE \(cursor) CURSOR FOR SELECT x.*, t.last FROM (\(selection)) x LEFT JOIN "
          + "(SELECT station, trial_id, max(sequence) AS last FROM chimp.trials "
          + "GROUP BY station, trial_id) t ON t.station = x.station AND t.trial_id = x.trial_id "
          + "ORDER BY x.station, t.last NULLS LAST, x.trial_id COLLATE \"C\", \(order)")
    }

    /// Returns the next trials; empty at the end.
    ///
    /// Trials and presses are sorted the same way and read in step, so that memory use doesn't
    /// depend on the size of the server.
    func next() throws(LabError) -> [Found] {
      let trials = try fetch(database.tables[2], "trial_rows")
      guard !trials.isEmpty else {
        while let press = try press() { note(press) }
        try database.run("ROLLBACK")
        return []
      }
      let stations = Set(trials.map(\.station)).sorted()
      let names = Set(trials.flatMap(\.sessionNames)).sorted()
      let sessions = try rows(database.tables[0], stations, names)
      let ends = try rows(database.tables[1], stations, names)
      return try trials.map { (trial) throws(LabError) in try join(trial, sessions, ends) }
    }

    /// Returns a trial together with its sessions and presses.
    private func join(
      _ trial: StoredRow, _ sessions: [String: StoredRow], _ ends: [String: StoredRow]
    ) throws(LabError) -> Found {
      let names = trial.sessionNames.map { "\(trial.station) \($0)" }
      let own = names.compactMap { sessions[$0] }
      let ownEnds = names.compactMap { ends[$0] }
      let presses = try presses(of: trial)
      let changed =
        changed(own, 0) + changed(ownEnds, 1) + changed([trial], 2) + changed(presses, 3)
      return Found(
        station: trial.station,
        trial: PortableTrial(
          trial: trial.row, presses: presses.map(\.row), sessions: own.map(\.row),
          sessionEnds: ownEnds.map(\.row)), changed: changed)
    }

    /// Returns the rows whose hashes are wrong.
    private func changed(_ rows: [StoredRow], _ table: Int) -> [String] {
      let table = database.tables[table]
      return rows.filter { hash.hash($0.row, of: table, format: $0.format) != $0.hash }
        .map { "\(table.name) \($0.row.id)" }
    }

    /// Returns the presses of a trial, which all states of the trial share.
    private func presses(of trial: StoredRow) throws(LabError) -> [StoredRow] {
      let name = String(stored: trial.row.values[0]) ?? ""
      if current.station == trial.station, current.name == name { return current.rows }
      current = (trial.station, name, [])
      while let press = try press() {
        let station = press.station
        let owner = String(stored: press.row.values[0]) ?? ""
        if station == trial.station, owner == name {
          current.rows.append(press)
          pressCount += 1
          nextPress += 1
        } else if Self.precedes((station, press.last, owner), (trial.station, trial.last, name)) {
          note(press)
        } else {
          break
        }
      }
      return current.rows
    }

    /// Returns whether one sort key comes before another, compared as bytes like the collation "C".
    private static func precedes(
      _ left: (String, Int, String), _ right: (String, Int, String)
    ) -> Bool {
      if left.0 != right.0 { return left.0.utf8.lexicographicallyPrecedes(right.0.utf8) }
      if left.1 != right.1 { return left.1 < right.1 }
      return left.2.utf8.lexicographicallyPrecedes(right.2.utf8)
    }

    /// Records that a press has no trial.
    private func note(_ press: StoredRow) {
      orphans.append("\(press.station) \(press.row.id)")
      nextPress += 1
    }

    /// Returns the next press; `nil` at the end.
    private func press() throws(LabError) -> StoredRow? {
      if nextPress == presses.count {
        presses = try fetch(database.tables[3], "press_rows")
        nextPress = 0
      }
      return nextPress < presses.count ? presses[nextPress] : nil
    }

    /// Fetches rows from a cursor.
    private func fetch(_ table: LabTable, _ cursor: String) throws(LabError) -> [StoredRow] {
      // The first one waits until the server has sorted everything.
      let rows = try database.run(
        "FETCH \(Self.pieceSize) FROM \(cursor)", within: Connection.longWait)
      return (0..<rows.count).map { number in
        var row = table.row(rows, number)
        let lastColumn = table.columns.count + 4
        row.last = rows.isNull(number, lastColumn) ? .max : rows.integer(number, lastColumn)
        return row
      }
    }

    /// Returns the rows of some stations and identifiers.
    private func rows(
      _ table: LabTable, _ stations: [String], _ names: [String]
    ) throws(LabError) -> [String: StoredRow] {
      let rows = try database.run(
        table.selection + " WHERE station = ANY ($1::text[]) AND id = ANY ($2::text[])",
        [BinaryArray(stations).bytes, BinaryArray(names).bytes])
      return (0..<rows.count).reduce(into: [:]) { found, number in
        let row = table.row(rows, number)
        found["\(row.station) \(row.row.id)"] = row
      }
    }
  }
#endif
