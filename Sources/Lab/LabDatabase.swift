#if Lab
  import Archive
  import Exchange
  import Records

  /// The database of a lab, as the connected role can use it.
  ///
  ///     let database = try LabDatabase(try DatabaseAddress(url), isInterrupted: { false })
  ///     guard try database.check() == .station else { … }
  final class LabDatabase {
    /// The kind of role: a station, a reader of all rows, or the owner of the tables.
    enum Kind: String { case station, reader, owner }

    /// The hash of a row on the server, with the version of the columns that it includes.
    typealias StoredHash = (hash: [UInt8], format: Int)

    let connection: Connection
    let tables = LabTable.all()

    /// Connects to a database.
    init(_ address: DatabaseAddress, isInterrupted: @escaping () -> Bool) throws(LabError) {
      connection = try Connection(address, isInterrupted: isInterrupted)
      // Acknowledged rows must be on the server's disk, and names must not resolve to other tables.
      try run(
        "SELECT set_config('search_path', 'pg_catalog', false), CASE current_setting("
          + "'synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) "
          + "END")
    }

    var address: Connection.Address { connection.address }

    /// The name of the database in messages, with its host unless that is this machine.
    var name: String {
      address.host.hasPrefix("/") ? address.database : "\(address.database) at \(address.host)"
    }

    /// Returns the kind of the role; throws if the tables have an unknown version.
    func check() throws(LabError) -> Kind {
      let found = try run("SELECT coalesce(max(version), 0) FROM chimp.versions").integer(0, 0)
      if found > Schema.version { throw .newer(found) }
      if found < Schema.version { throw .older(found) }
      let rows = try run("SELECT kind FROM chimp.members WHERE name = current_user")
      if rows.count > 0 { return rows.text(0, 0) == "station" ? .station : .reader }
      let owners = try run(
        "SELECT pg_has_role(current_user, relowner, 'USAGE') FROM pg_class "
          + "WHERE oid = 'chimp.versions'::regclass")
      guard owners.count > 0, owners.integer(0, 0) == 1 else {
        throw .role(address.user, .notMember)
      }
      return .owner
    }

    /// Runs a statement and returns its rows.
    @discardableResult
    func run(
      _ text: String, _ values: [[UInt8]?] = [], within limit: Int = Connection.shortWait
    ) throws(LabError) -> Rows { try connection.run(text, values, within: limit) }

    /// Runs several statements in one transaction.
    ///
    /// After an error the connection must not be used.
    func transaction<Result>(_ body: () throws(LabError) -> Result) throws(LabError) -> Result {
      try run("BEGIN")
      let result = try body()
      try run("COMMIT")
      return result
    }

    /// Returns the trials without those of erased participants.
    func withoutErased(_ trials: [PortableTrial]) throws(LabError) -> [PortableTrial] {
      let participants = Set(trials.flatMap(\.participants)).sorted()
      let rows = try run(
        "SELECT p FROM unnest($1::text[]) AS p WHERE \(Schema.isErased("p"))",
        [BinaryArray(participants).bytes])
      let erased = Set((0..<rows.count).map { rows.text($0, 0) })
      return trials.filter { erased.isDisjoint(with: $0.participants) }
    }

    /// Returns the sorted names of the studies on the server.
    func studies() throws(LabError) -> [String] {
      let rows = try run(
        "SELECT DISTINCT study COLLATE \"C\" FROM chimp.trials WHERE study IS NOT NULL ORDER BY 1",
        within: Connection.longWait)
      return (0..<rows.count).map { rows.text($0, 0) }
    }

    /// Returns the hashes of the station's rows on the server, by identifier.
    func hashes(of ids: [String], in table: LabTable) throws(LabError) -> [String: StoredHash] {
      guard !ids.isEmpty else { return [:] }
      let rows = try run(table.hashes, [BinaryArray(ids).bytes])
      return (0..<rows.count).reduce(into: [:]) { hashes, row in
        hashes[rows.text(row, 0)] = (rows.bytes(row, 1), rows.integer(row, 2))
      }
    }
  }
#endif
