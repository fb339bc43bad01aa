#if Lab
  import Exchange
  import Records

  /// The result of `compare`: the differences between a store and the server.
  struct Comparison {
    /// The numbers of rows in one table.
    struct Line: Equatable {
      let name: String
      /// The number of rows in the store.
      var here = 0
      /// The number of the store's rows that the server has, with whatever values.
      var sent = 0
      /// The number of the store's rows that the server has with the same values.
      var acknowledged = 0
      /// The number of the station's rows on the server; several states of a trial count once.
      var there = 0
      /// The number of rows that the server has with other values.
      var differing: Int { sent - acknowledged }
      /// `true` if both sides have the same rows.
      var agrees: Bool { here == acknowledged && there == acknowledged }
    }

    private(set) var lines: [Line]
    /// The number of unfinished trials, which are sent later.
    private(set) var openCount = 0
    /// The numbers of the damaged rounds in the store.
    private(set) var damagedNumbers: [Int] = []
    /// The number of trials of participants who were erased on the server.
    private(set) var erasedCount = 0
    /// The first rows with other values, as `TABLE ID`.
    private(set) var differing: [String] = []

    /// The time of the station's last connection, and its age in seconds; `nil` without one.
    private(set) var lastContact: (date: String, seconds: Int)?

    /// The difference of the station's clock from the server's in milliseconds, with its
    /// uncertainty.
    private(set) var skew = (milliseconds: 0, error: 0)

    /// `true` if all tables have the same rows, and no round is damaged.
    var agrees: Bool { lines.allSatisfy(\.agrees) && damagedNumbers.isEmpty }

    /// Compares a store with the server; `clocks` returns the wall clock and the monotonic one.
    init(_ store: PortableStore, _ database: LabDatabase, clocks: () -> [Int]) throws {
      lines = database.tables.map { Line(name: $0.name) }
      try compareAll(store, database)
      for (index, table) in database.tables.enumerated() {
        lines[index].there = try database.run(
          "SELECT count(\(table.table == .trials ? "DISTINCT trial_id" : "*")) "
            + "FROM chimp.\(table.name) WHERE station = current_user",
          within: Connection.longWait
        ).integer(0, 0)
      }
      try measure(database, clocks)
    }

    /// Compares all trials of the store in batches.
    private mutating func compareAll(
      _ store: PortableStore, _ database: LabDatabase
    ) throws {
      var hash = ContentHash()
      var last = 0
      var seen = Set<String>()
      while true {
        let items = try store.items(after: last)
        guard let end = items.last?.number else { return }
        last = end
        damagedNumbers += items.filter { $0.trial == nil }.map(\.number)
        openCount += items.count { !$0.isAtRest }
        let trials = items.filter(\.isAtRest).compactMap(\.trial)
        let kept = try database.withoutErased(trials)
        erasedCount += trials.count - kept.count
        for (index, table) in database.tables.enumerated() {
          try compare(table.rows(of: kept, unless: &seen), index, database, &hash)
        }
      }
    }

    /// Compares rows of one table by their hashes.
    private mutating func compare(
      _ rows: [PortableRow], _ index: Int, _ database: LabDatabase, _ hash: inout ContentHash
    ) throws(LabError) {
      let table = database.tables[index]
      let found = try database.hashes(of: rows.map(\.id), in: table)
      lines[index].here += rows.count
      for row in rows {
        guard let there = found[row.id] else { continue }
        lines[index].sent += 1
        if hash.hash(row, of: table, format: there.format) == there.hash {
          lines[index].acknowledged += 1
        } else if differing.count < 20 {
          differing.append("\(table.name) \(row.id)")
        }
      }
    }

    /// Measures the difference of the clocks.
    ///
    /// The server's clock is read between two readings of the station's.
    private mutating func measure(_ database: LabDatabase, _ clocks: () -> [Int]) throws(LabError) {
      let before = clocks()
      let rows = try database.run(
        "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint), "
          + "to_char(max(received) AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'), "
          + "CAST(extract(epoch FROM clock_timestamp() - max(received)) AS bigint) "
          + "FROM chimp.contacts WHERE station = current_user")
      let after = clocks()
      // The server read its clock at some moment between the two.
      let way = after[1] - before[1]
      skew = (before[0] + way / 2 - rows.integer(0, 0), way / 2 + 1)
      if !rows.isNull(0, 1) { lastContact = (rows.text(0, 1), rows.integer(0, 2)) }
    }
  }
#endif
