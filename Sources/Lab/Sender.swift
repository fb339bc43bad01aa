#if Lab
  import Exchange
  import Records

  /// Sends the rows of a store that the server does not have.
  ///
  /// No list of sent rows is stored. With each connection, the sender asks the server for its rows
  /// and their hashes, so that it works after a crash, a restored backup, or a loss of rows on the
  /// server.
  final class Sender {
    /// The numbers of sent rows, and of those that can't be sent.
    struct Report: Equatable {
      var trialCount = 0
      var pressCount = 0
      /// The numbers of damaged trials, which are not sent.
      var damagedNumbers: Set<Int> = []

      /// The rows that the server has with other values, as `TABLE ID`, at most a thousand.
      var differing: Set<String> = []

      /// The number of trials of participants who were erased on the server.
      var erasedCount = 0
    }

    /// The maximum number of differing rows that are listed.
    private static var mostDiffering: Int { 1_000 }

    private(set) var report = Report()
    private let store: PortableStore
    private let database: LabDatabase
    private let clocks: () -> [Int]
    private var hash = ContentHash()
    /// The number of the last trial that was read since connecting.
    private var last = 0
    /// The next trials, if they were read in advance.
    private var prefetched: [PortableStore.Item]?
    /// `true` if there may be more trials, which can be read while the server works.
    private var mayPrefetch = false
    /// The unfinished trials, each with a value that changes when its state does.
    private var open: [Int: Int] = [:]
    /// The sessions without an end, whose ends are sent later.
    private var openSessions: Set<String> = []

    /// Creates a sender that continues with the numbers of an earlier one.
    init(
      _ store: PortableStore, _ database: LabDatabase, report: Report, clocks: @escaping () -> [Int]
    ) {
      self.store = store
      self.database = database
      self.report = report
      self.clocks = clocks
      self.report.erasedCount = 0
    }

    /// Stores the time of this connection and the station's clocks on the server.
    func recordContact() throws(LabError) {
      let values = clocks().map { BinaryArray.bytes(of: $0) }
      let name = Array(StoreEnvironment.system().newIdentifier().utf8)
      try database.run(
        "INSERT INTO chimp.contacts (station, id, station_clock, monotonic_clock) "
          + "VALUES (current_user, $1::text, $2::bigint, $3::bigint)", [name] + values)
    }

    /// Sends all missing rows; calls `progress` with the number of trials that were read.
    func sendAll(_ progress: (Int) -> Void) throws {
      var count = 0
      var items = try store.items(after: last)
      while let end = items.last?.number {
        mayPrefetch = items.count == PortableStore.batchSize
        last = end
        prefetched = nil
        try send(items)
        count += items.count
        progress(count)
        mayPrefetch = false
        if let prefetched {
          items = prefetched
        } else {
          items = try store.items(after: end)
        }
      }
    }

    /// Reads the next trials while the server processes the previous ones.
    ///
    /// After a failure they are read again when they are sent, and its error is thrown then.
    private func prefetch() {
      guard mayPrefetch, prefetched == nil else { return }
      prefetched = try? store.items(after: last)
    }

    /// Sends the changes since the last call: trials and ends of sessions.
    func sendChanges() throws {
      try store.refresh()
      let marks = try store.openTrials()
      var items: [PortableStore.Item] = []
      for number in open.keys.sorted() where marks[number] != open[number] {
        if let item = try store.item(number) { items.append(item) }
      }
      try send(items)
      for number in open.keys { open[number] = marks[number] }
      try sendEnds()
      try sendAll { _ in }
    }

    /// Sends the ends of sessions that have ended since the last call.
    private func sendEnds() throws {
      var rows: [PortableRow] = []
      for id in openSessions.sorted() {
        if let end = try store.sessionEnd(id) { rows.append(end) }
      }
      guard !rows.isEmpty else { return }
      let table = database.tables[1]
      try send([(table, outgoing(rows, table))])
      openSessions.subtract(rows.map(\.id))
    }

    /// Sends trials that are not in progress; others are sent later, and damaged ones are reported.
    private func send(_ items: [PortableStore.Item]) throws(LabError) {
      var trials: [PortableTrial] = []
      for item in items {
        guard let trial = item.trial else {
          report.damagedNumbers.insert(item.number)
          continue
        }
        // The mark belongs to the read state; any later change leads to another mark.
        if trial.isOpen { open[item.number] = open[item.number] ?? -1 }
        if item.isAtRest { trials.append(trial) }
      }
      guard !trials.isEmpty else { return }
      var kept = try withoutErased(trials)
      do throws(LabError) { try send(parcels(of: kept)) } catch {
        // If a participant was erased after the tombstones were read, a trial lacks its session, or
        // a session is refused.
        guard case .database(.failed(let state, _)) = error, ["23503", "42501"].contains(state)
        else { throw error }
        try database.run("ROLLBACK")
        let rest = try withoutErased(kept)
        guard rest.count < kept.count else { throw error }
        kept = rest
        try send(parcels(of: kept))
      }
      for trial in kept {
        let ended = Set(trial.sessionEnds.map(\.id))
        openSessions.formUnion(trial.sessions.map(\.id).filter { !ended.contains($0) })
      }
    }

    /// Returns the trials of participants who are not erased; counts the others.
    private func withoutErased(_ trials: [PortableTrial]) throws(LabError) -> [PortableTrial] {
      let kept = try database.withoutErased(trials)
      report.erasedCount += trials.count - kept.count
      return kept
    }

    /// Returns the rows of trials, grouped by table.
    private func parcels(of trials: [PortableTrial]) -> [Parcel] {
      var seen: Set<String> = []
      return database.tables.map { ($0, outgoing($0.rows(of: trials, unless: &seen), $0)) }
    }

    /// Returns rows with their hashes.
    private func outgoing(_ rows: [PortableRow], _ table: LabTable) -> [OutgoingRow] {
      rows.map { ($0, hash.hash($0, of: table)) }
    }

    /// Sends rows in one transaction, and checks the hashes of all that were sent.
    private func send(_ parcels: [Parcel]) throws(LabError) {
      let missing = try missing(of: parcels)
      guard missing.contains(where: { !$0.rows.isEmpty }) else { return }
      let clocks = clocks()
      let counts = try database.transaction { () throws(LabError) in try insert(missing, clocks) }
      // A row whose name is in use is silently skipped, so the rows are compared again.
      for parcel in missing { _ = try compare(parcel) }
      report.trialCount += counts[.trials] ?? 0
      report.pressCount += counts[.presses] ?? 0
    }

    /// Inserts rows, and reads the next trials of the store while the server works.
    private func insert(
      _ parcels: [Parcel], _ clocks: [Int]
    ) throws(LabError) -> [PortableTable: Int] {
      var counts: [PortableTable: Int] = [:]
      for parcel in parcels {
        for rows in parcel.rows.pieces {
          counts[parcel.table.table, default: 0] += try database.connection.run(
            parcel.table.insertion, parcel.table.values(rows, clocks), meanwhile: prefetch
          ).changedCount
        }
      }
      return counts
    }

    /// Returns those rows that the server does not have.
    ///
    /// If none of their trials is there, neither are their presses.
    private func missing(of parcels: [Parcel]) throws(LabError) -> [Parcel] {
      var areTrialsNew = false
      return try parcels.map { (parcel) throws(LabError) in
        if parcel.table.table == .presses, areTrialsNew { return parcel }
        let rest = try compare(parcel)
        areTrialsNew = parcel.table.table == .trials && rest.rows.count == parcel.rows.count
        return rest
      }
    }

    /// Returns those rows that the server does not have; rows with another hash are reported.
    private func compare(_ parcel: Parcel) throws(LabError) -> Parcel {
      var missing: [OutgoingRow] = []
      for rows in parcel.rows.pieces {
        let found = try database.hashes(of: rows.map(\.row.id), in: parcel.table)
        for row in rows {
          guard let there = found[row.row.id] else {
            missing.append(row)
            continue
          }
          // A row sent in an earlier format has the hash of that format.
          let own =
            there.format == PortableTable.currentVersion
            ? row.hash : hash.hash(row.row, of: parcel.table, format: there.format)
          if own != there.hash, report.differing.count < Self.mostDiffering {
            report.differing.insert("\(parcel.table.name) \(row.row.id)")
          }
        }
      }
      return (parcel.table, missing)
    }
  }

  /// The rows of one table to send together.
  typealias Parcel = (table: LabTable, rows: [OutgoingRow])

  extension [OutgoingRow] {
    /// The rows in batches of the size of one statement.
    fileprivate var pieces: [ArraySlice<OutgoingRow>] {
      stride(from: 0, to: count, by: 1_000).map { self[$0..<Swift.min($0 + 1_000, count)] }
    }
  }
#endif
