#if Lab
  import ChimpSystem
  import Game
  import Records
  import Shell

  /// The commands for the owner of the database: creating tables, roles and erasing participants.
  struct Ownership {
    let database: LabDatabase
    /// Called once for each step of `erase` that waits for other connections.
    var didWait: ([LockHolder]) -> Void = { _ in }

    /// A connection with a lock on the tables: its role and the number of its server process.
    struct LockHolder: Equatable {
      let role: String
      let process: String
    }

    /// Creates or migrates the tables; returns their previous version.
    func prepare() throws(LabError) -> Int {
      let encoding = try database.run("SELECT current_setting('server_encoding')").text(0, 0)
      guard encoding == "UTF8" else { throw .encoding(encoding) }
      let before = try version()
      if before > Schema.version { throw .newer(before) }
      if before == Schema.version { return before }
      try database.transaction { () throws(LabError) in
        for role in [Schema.stations, Schema.readers] where try !has("pg_roles WHERE rolname", role)
        { try database.run("CREATE ROLE \(role) NOLOGIN") }
        for number in before..<Schema.version {
          for text in Schema.migrations[number] {
            try database.run(text, within: Connection.longWait)
          }
          try database.run("INSERT INTO chimp.versions (version) VALUES (\(number + 1))")
        }
      }
      return before
    }

    /// Returns the version of the tables; 0 if there are none.
    private func version() throws(LabError) -> Int {
      let found = try database.run("SELECT count(*) FROM pg_namespace WHERE nspname = 'chimp'")
        .integer(0, 0)
      if found == 0 { return 0 }
      return try database.run("SELECT coalesce(max(version), 0) FROM chimp.versions").integer(0, 0)
    }

    /// Returns whether a table has a name; the first argument is the table and column, as SQL.
    private func has(_ catalog: String, _ name: String) throws(LabError) -> Bool {
      try database.run("SELECT 1 FROM \(catalog) = $1::text", [Array(name.utf8)]).count > 0
    }

    /// Creates a role for a station or a reader; returns its password.
    func enrol(_ name: String, as kind: LabDatabase.Kind, again: Bool) throws(LabError) -> String {
      guard Self.isName(name) else { throw .badStation(name) }
      try requireOwner()
      let known = try has("chimp.members WHERE name", name)
      if known && !again { throw .role(name, .enrolledAlready) }
      if !known && again { throw .role(name, .notEnrolled) }
      let environment = StoreEnvironment.system()
      let password = environment.newIdentifier() + environment.newIdentifier()
      try database.transaction { () throws(LabError) in
        try make(name, kind, password, isKnown: known)
      }
      return password
    }

    /// Creates a role, or changes the password of an existing one.
    ///
    /// The server receives a verifier instead of the password, which therefore can't appear in its
    /// log.
    private func make(
      _ name: String, _ kind: LabDatabase.Kind, _ password: String, isKnown: Bool
    ) throws(LabError) {
      let secret = literal(try database.connection.verifier(of: password, for: name))
      if isKnown {
        // This also lets an expired role log in again.
        try database.run(
          "ALTER ROLE \(quotedName(name)) LOGIN PASSWORD \(secret) VALID UNTIL 'infinity'")
        return
      }
      if try has("pg_roles WHERE rolname", name) { throw .role(name, .foreignRole) }
      try database.run("CREATE ROLE \(quotedName(name)) LOGIN PASSWORD \(secret)")
      let group = kind == .station ? Schema.stations : Schema.readers
      try database.run("GRANT \(group) TO \(quotedName(name))")
      try database.run(
        "INSERT INTO chimp.members (name, kind) VALUES ($1::text, $2::text)",
        [Array(name.utf8), Array(kind.rawValue.utf8)])
    }

    /// Deletes a participant's rows and prevents that they are sent again.
    ///
    /// Returns the numbers of removed trials and presses. ``rebuildTables()`` must follow.
    ///
    /// - Throws: `isInUse` if other connections hold the tables for too long; then nothing is
    ///   erased.
    func erase(_ participant: String) throws(LabError) -> (trials: Int, presses: Int) {
      guard ParticipantCode.isValid(participant) else { throw .badParticipant(participant) }
      try requireOwner()
      return try waitingForLocks { () throws(LabError) in
        do throws(LabError) {
          return try database.transaction { () throws(LabError) in
            try erase(Array(participant.utf8))
          }
        } catch {
          if case .database(.failed) = error { _ = try database.run("ROLLBACK") }
          throw error
        }
      }
    }

    /// Rewrites the tables without deleted rows, and their statistics.
    ///
    /// - Throws: `isInUse` if other connections hold the tables for too long.
    func rebuildTables() throws(LabError) {
      let names = database.tables.map { "chimp.\($0.name)" } + ["chimp.tombstones"]
      let texts = names.map { "(FULL, ANALYZE) \($0)" } + ["(FULL) pg_catalog.pg_statistic"]
      for text in texts {
        _ = try waitingForLocks { () throws(LabError) in
          try database.run("VACUUM \(text)", within: Connection.longWait)
        }
      }
    }

    /// Runs statements, again and again as long as other connections hold a lock that they need.
    ///
    /// Each time the server waits for a moment only, because all later requests, even those that
    /// read, wait behind that of these statements.
    ///
    /// - Throws: `isInUse` at the deadline.
    private func waitingForLocks<Result>(
      _ work: () throws(LabError) -> Result
    ) throws(LabError) -> Result {
      try database.run("SELECT set_config('lock_timeout', '500ms', false)")
      let end = monotonicMilliseconds() + Connection.shortWait
      var hasReported = false
      while true {
        do throws(LabError) { return try work() } catch {
          guard case .database(.failed(Self.lockTimeout, _)) = error else { throw error }
          let holders = try lockHolders()
          guard monotonicMilliseconds() < end else { throw .isInUse(by: holders) }
          if !hasReported { didWait(holders) }
          hasReported = true
          try database.connection.rest(200)
        }
      }
    }

    /// The SQLSTATE of a statement that has waited for a lock until the timeout.
    private static var lockTimeout: String { "55P03" }

    /// Returns the other connections that hold locks on the tables.
    private func lockHolders() throws(LabError) -> [LockHolder] {
      let rows = try database.run(
        "SELECT DISTINCT coalesce(a.usename::text, '-'), a.pid::text FROM pg_locks l "
          + "JOIN pg_stat_activity a ON a.pid = l.pid JOIN pg_class c ON c.oid = l.relation "
          + "WHERE l.granted AND l.pid <> pg_backend_pid() "
          + "AND (c.relnamespace = 'chimp'::regnamespace OR c.oid = 'pg_statistic'::regclass) "
          + "ORDER BY 2")
      return (0..<rows.count).map { LockHolder(role: rows.text($0, 0), process: rows.text($0, 1)) }
    }

    /// Deletes a participant's rows and stores a tombstone, so that the server rejects them later.
    private func erase(_ code: [UInt8]) throws(LabError) -> (trials: Int, presses: Int) {
      // The lock waits for stations that are sending; later ones find the tombstone.
      let names = database.tables.map { "chimp.\($0.name)" }.joined(separator: ", ")
      try database.run(
        "LOCK TABLE \(names) IN SHARE ROW EXCLUSIVE MODE", within: Connection.longWait)
      try database.run(
        "INSERT INTO chimp.tombstones (key, participant) SELECT k.key, "
          + Schema.hash(of: "$1::text", key: "k.key")
          + " FROM (SELECT gen_random_uuid()::text AS key) k WHERE NOT "
          + Schema.isErased("$1::text"), [code])
      let own = "SELECT station, id FROM chimp.sessions WHERE participant = $1::text"
      let trials =
        "(station, session_id) IN (\(own)) OR (station, resumption_session_id) IN (\(own))"
      let presses = try delete(
        "presses",
        "(station, trial_id) IN (SELECT station, trial_id FROM chimp.trials WHERE \(trials))", code)
      let count = try delete("trials", trials, code)
      _ = try delete("session_ends", "(station, id) IN (\(own))", code)
      _ = try delete("sessions", "participant = $1::text", code)
      return (count, presses)
    }

    /// Deletes rows and returns their number.
    private func delete(
      _ table: String, _ condition: String, _ code: [UInt8]
    ) throws(LabError) -> Int {
      try database.run(
        "DELETE FROM chimp.\(table) WHERE \(condition)", [code], within: Connection.longWait
      ).changedCount
    }

    /// Throws unless the role owns the tables.
    private func requireOwner() throws(LabError) {
      guard try database.check() == .owner else {
        throw .role(database.connection.address.user, .notOwner)
      }
    }

    /// Returns whether a text is a valid role name that is not reserved.
    static func isName(_ text: String) -> Bool {
      let bytes = Array(text.utf8)
      return (1...32).contains(bytes.count) && (0x61...0x7a).contains(bytes[0])
        && !["public", "none", "postgres"].contains(text)
        && bytes.allSatisfy { byte in
          (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2d
        }
    }
  }

  extension [Ownership.LockHolder] {
    /// Returns the names of connections that hold locks on the tables.
    func names(in language: Language) -> String {
      let names = map {
        language.pick(
          "\($0.role) (server process \($0.process))", "\($0.role)（サーバーのプロセス\($0.process)）")
      }
      return names.isEmpty
        ? language.pick("another connection", "別の接続")
        : names.joined(separator: language.pick(", ", "、"))
    }
  }
#endif
