#if Lab
  import Archive
  import Exchange
  import Records

  /// The tables, roles and row-level policies on the server, as a list of migrations.
  ///
  /// A station can insert rows and read its own; it can't change or delete any, or see those of
  /// others. The server enforces this, so a lost password of one station can't harm the others.
  enum Schema {
    /// The current version of the tables, the number of migrations.
    static var version: Int { migrations.count }

    /// The role to which all stations and readers belong.
    static var stations: String { "chimp_station" }
    /// The role of those who may read all rows.
    static var readers: String { "chimp_reader" }

    /// The migrations in order.
    ///
    /// A released migration never changes; new ones are appended.
    static var migrations: [[String]] {
      [bookkeeping + LabTable.all().flatMap { definition(of: $0) } + rights]
        + laterColumns(PortableTable.firstVersion..<versionOfHashes)
        + [hashedTombstones] + laterColumns(versionOfHashes..<PortableTable.currentVersion)
    }

    /// The column version before which tombstones had participant codes instead of hashes.
    private static var versionOfHashes: Int { 7 }

    /// Returns the SQL expression for the hash of a participant code.
    static func hash(of code: String, key: String = "t.key") -> String {
      "encode(sha256(convert_to(\(key) || \(code), 'UTF8')), 'hex')"
    }

    /// Returns the SQL condition that a participant is erased.
    static func isErased(_ code: String) -> String {
      "EXISTS (SELECT 1 FROM chimp.tombstones t WHERE t.participant = \(hash(of: code)))"
    }

    /// The statements that replace participant codes in tombstones by hashes.
    private static var hashedTombstones: [String] {
      [
        "ALTER TABLE chimp.tombstones ADD COLUMN key text",
        "UPDATE chimp.tombstones SET key = gen_random_uuid()::text",
        "UPDATE chimp.tombstones SET participant = \(hash(of: "participant", key: "key"))",
        "ALTER TABLE chimp.tombstones ALTER COLUMN key SET NOT NULL",
        "DROP POLICY sent ON chimp.sessions",
        "CREATE POLICY sent ON chimp.sessions FOR INSERT TO \(stations) "
          + "WITH CHECK (station = current_user AND NOT \(isErased("sessions.participant")))",
      ]
    }

    /// The statements that create the other tables: versions, members, tombstones and contacts.
    private static var bookkeeping: [String] {
      [
        "CREATE SCHEMA chimp",
        "CREATE TABLE chimp.versions (version bigint PRIMARY KEY, "
          + "made timestamptz NOT NULL DEFAULT clock_timestamp())",
        "CREATE TABLE chimp.members (name text COLLATE \"C\" PRIMARY KEY, kind text NOT NULL, "
          + "made timestamptz NOT NULL DEFAULT clock_timestamp())",
        "CREATE TABLE chimp.tombstones (participant text COLLATE \"C\" PRIMARY KEY, "
          + "erased timestamptz NOT NULL DEFAULT clock_timestamp())",
        "CREATE TABLE chimp.contacts (\(managedColumns), \(clockColumns), \(key))",
      ]
    }

    /// The columns that identify a row.
    ///
    /// They are compared as bytes, so that the order is the same on every machine.
    private static var managedColumns: String {
      "station text COLLATE \"C\" NOT NULL, id text COLLATE \"C\" NOT NULL"
    }

    /// The columns with the clocks of the station and the server at the insertion.
    private static var clockColumns: String {
      "station_clock bigint NOT NULL, monotonic_clock bigint NOT NULL, "
        + "received timestamptz NOT NULL DEFAULT clock_timestamp()"
    }

    /// The primary key, in which rows of different stations may have the same identifier.
    private static var key: String { "PRIMARY KEY (station, id)" }

    /// Returns the statement that creates a table with the columns of the first version.
    private static func definition(of table: LabTable) -> [String] {
      var parts = [managedColumns, "hash bytea NOT NULL", "format bigint NOT NULL"]
      if table.hasClocks { parts += ["sequence bigint NOT NULL", clockColumns] }
      parts += table.columns.filter { $0.version == PortableTable.firstVersion }.map(column)
      parts.append(key)
      if table.table == .trials {
        parts.append("FOREIGN KEY (station, session_id) REFERENCES chimp.sessions (station, id)")
      }
      return ["CREATE TABLE chimp.\(table.name) (\(parts.joined(separator: ", ")))"]
    }

    /// Returns the SQL definition of a column.
    private static func column(_ column: ColumnDescription) -> String {
      quotedName(column.name) + (column.isNumber ? " bigint" : " text")
        + (column.isOptional ? "" : " NOT NULL")
    }

    /// The column version since which the presses of agents have no time.
    private static var versionOfTurns: Int { 11 }

    /// The statement that allows presses without a time.
    private static var optionalTimes: [String] {
      ["ALTER TABLE chimp.presses ALTER COLUMN \"time\" DROP NOT NULL"]
    }

    /// Returns the statements that add the columns of some versions.
    private static func laterColumns(_ versions: Range<Int>) -> [[String]] {
      versions.map { before in
        let added = LabTable.all().flatMap { table in
          table.columns.filter { $0.version == before + 1 }.flatMap { column in
            [
              "ALTER TABLE chimp.\(table.name) ADD COLUMN \(Self.column(column))",
              "GRANT INSERT (\(quotedName(column.name))) ON chimp.\(table.name) TO \(stations)",
            ]
          }
        }
        return before + 1 == versionOfTurns ? optionalTimes + added : added
      }
    }

    /// The statements that set the rights of stations.
    private static var rights: [String] {
      let both = "\(stations), \(readers)"
      var rights = ["GRANT USAGE ON SCHEMA chimp TO \(both)"]
      for name in ["versions", "members", "tombstones"] {
        rights.append("GRANT SELECT ON chimp.\(name) TO \(both)")
      }
      for table in LabTable.all() {
        let sent =
          ["station", "id", "hash", "format"]
          + (table.hasClocks ? ["sequence", "station_clock", "monotonic_clock"] : [])
          + table.columns.filter { $0.version == PortableTable.firstVersion }.map {
            quotedName($0.name)
          }
        rights += own(table.name, sent, table.table == .sessions ? condition : "")
      }
      rights += own("contacts", ["station", "id", "station_clock", "monotonic_clock"], "")
      return rights + [
        "ALTER TABLE chimp.members ENABLE ROW LEVEL SECURITY",
        "CREATE POLICY own ON chimp.members FOR SELECT TO \(both) USING (name = current_user)",
      ]
    }

    /// The insertion condition of an early version of the tables.
    private static var condition: String {
      " AND NOT EXISTS (SELECT 1 FROM chimp.tombstones t "
        + "WHERE t.participant = sessions.participant)"
    }

    /// Returns the statements that restrict stations to their own rows.
    private static func own(_ table: String, _ columns: [String], _ condition: String) -> [String] {
      let isOwn = "station = current_user"
      return [
        "GRANT SELECT, INSERT (\(columns.joined(separator: ", "))) "
          + "ON chimp.\(table) TO \(stations)",
        "GRANT SELECT ON chimp.\(table) TO \(readers)",
        "ALTER TABLE chimp.\(table) ENABLE ROW LEVEL SECURITY",
        "CREATE POLICY own ON chimp.\(table) FOR SELECT TO \(stations) USING (\(isOwn))",
        "CREATE POLICY sent ON chimp.\(table) FOR INSERT TO \(stations) "
          + "WITH CHECK (\(isOwn)\(condition))",
        "CREATE POLICY everything ON chimp.\(table) FOR SELECT TO \(readers) USING (true)",
      ]
    }
  }
#endif
