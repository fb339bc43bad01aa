#if Lab
  import Game
  import Records

  /// The commands for the owner of the database: creating tables, roles and erasing participants.
  struct Ownership {
    let database: LabDatabase

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
      if known && !again { throw .enrolledAlready(name) }
      if !known && again { throw .notEnrolled(name) }
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
      if try has("pg_roles WHERE rolname", name) { throw .foreignRole(name) }
      try database.run("CREATE ROLE \(quotedName(name)) LOGIN PASSWORD \(secret)")
      let group = kind == .station ? Schema.stations : Schema.readers
      try database.run("GRANT \(group) TO \(quotedName(name))")
      try database.run(
        "INSERT INTO chimp.members (name, kind) VALUES ($1::text, $2::text)",
        [Array(name.utf8), Array(kind.rawValue.utf8)])
    }

    /// Deletes a participant's rows and prevents that they are sent again.
    ///
    /// Returns the numbers of removed trials and presses.
    func erase(_ participant: String) throws(LabError) -> (trials: Int, presses: Int) {
      guard ParticipantCode.isValid(participant) else { throw .badParticipant(participant) }
      try requireOwner()
      let gone = try database.transaction { () throws(LabError) in
        try erase(Array(participant.utf8))
      }
      try rebuildTables()
      return gone
    }

    /// Rewrites the tables without deleted rows, and their statistics.
    private func rebuildTables() throws(LabError) {
      for name in database.tables.map(\.name) + ["tombstones"] {
        try database.run("VACUUM (FULL, ANALYZE) chimp.\(name)", within: Connection.longWait)
      }
      try database.run("VACUUM (FULL) pg_catalog.pg_statistic", within: Connection.longWait)
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
        throw .notOwner(database.connection.address.user)
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
#endif
