#if Lab
  import Archive
  import Exchange
  import Records

  /// The database of a lab, with the rights of the connected role.
  ///
  ///     let database = try LabDatabase(try DatabaseAddress(url), isInterrupted: { false })
  ///     guard try database.check() == .station else { … }
  final class LabDatabase {
    /// The role of the user: a station inserts its own rows, a reader reads all, the owner does
    /// both and enrols.
    enum Kind: String { case station, reader, owner }

    /// The hash of a row on the server, and the version of the columns that it covers.
    typealias StoredHash = (hash: [UInt8], format: Int)

    let connection: Connection
    let tables = LabTable.all()

    /// Connects, and makes commits durable and names unambiguous for this connection.
    init(_ address: DatabaseAddress, isInterrupted: @escaping () -> Bool) throws(LabFault) {
      connection = try Connection(address, isInterrupted: isInterrupted)
      // Acknowledged rows must be on the server's disk, and names must not resolve to other tables.
      try run(
        "SELECT set_config('search_path', 'pg_catalog', false), CASE current_setting("
          + "'synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) "
          + "END")
    }

    var address: Connection.Address { connection.address }

    /// The name of the database for messages, with its host unless it is this machine.
    var name: String {
      address.host.hasPrefix("/") ? address.database : "\(address.database) at \(address.host)"
    }

    /// Throws for tables of an unknown version; returns the kind of the role.
    func check() throws(LabFault) -> Kind {
      let found = try run("SELECT coalesce(max(version), 0) FROM chimp.versions").integer(0, 0)
      if found > Schema.version { throw .newer(found) }
      if found < Schema.version { throw .older(found) }
      let rows = try run("SELECT kind FROM chimp.members WHERE name = current_user")
      if rows.count > 0 { return rows.text(0, 0) == "station" ? .station : .reader }
      let owners = try run(
        "SELECT pg_has_role(current_user, relowner, 'USAGE') FROM pg_class "
          + "WHERE oid = 'chimp.versions'::regclass")
      guard owners.count > 0, owners.integer(0, 0) == 1 else { throw .notMember(address.user) }
      return .owner
    }

    /// Runs a statement on the connection, and returns its rows.
    @discardableResult
    func run(
      _ text: String, _ values: [[UInt8]?] = [], within limit: Int = Connection.shortWait
    ) throws(LabFault) -> Rows { try connection.run(text, values, within: limit) }

    /// Runs several statements in one transaction.
    ///
    /// After an error the connection must not be used.
    func transaction<Result>(_ body: () throws(LabFault) -> Result) throws(LabFault) -> Result {
      try run("BEGIN")
      let result = try body()
      try run("COMMIT")
      return result
    }

    /// Returns the trials without those of erased participants.
    func withoutErased(_ trials: [PortableTrial]) throws(LabFault) -> [PortableTrial] {
      let participants = Set(trials.flatMap(\.participants)).sorted()
      let rows = try run(
        "SELECT p FROM unnest($1::text[]) AS p WHERE \(Schema.isErased("p"))",
        [BinaryArray(participants).bytes])
      let erased = Set((0..<rows.count).map { rows.text($0, 0) })
      return trials.filter { erased.isDisjoint(with: $0.participants) }
    }

    /// Returns the names of the studies on the server, sorted.
    func studies() throws(LabFault) -> [String] {
      let rows = try run(
        "SELECT DISTINCT study COLLATE \"C\" FROM chimp.trials WHERE study IS NOT NULL ORDER BY 1",
        within: Connection.longWait)
      return (0..<rows.count).map { rows.text($0, 0) }
    }

    /// Returns the hashes of the station's own rows on the server, by name, with their formats.
    func hashes(of ids: [String], in table: LabTable) throws(LabFault) -> [String: StoredHash] {
      guard !ids.isEmpty else { return [:] }
      let rows = try run(table.hashes, [BinaryArray(ids).bytes])
      return (0..<rows.count).reduce(into: [:]) { hashes, row in
        hashes[rows.text(row, 0)] = (rows.bytes(row, 1), rows.integer(row, 2))
      }
    }
  }

  /// The reason why a command of `chimp-lab` has failed.
  enum LabFault: Error {
    /// A line without words.
    case noCommand
    case unknownCommand(String)
    case unknownOption(String, command: String)
    /// A line with the wrong number of words.
    case wrongCount(usage: String)
    case database(DatabaseFault)
    case store(StoreWorkFault)
    /// The database has a later version of the tables than this program.
    case newer(Int)
    /// The database has an earlier version: `init` brings it up to date.
    case older(Int)
    /// A role that was never enrolled.
    case notMember(String)
    /// A station can't use a command that reads all rows.
    case sees(only: String)
    /// A role that isn't a station, for a command that needs a station's rows.
    case notStation(String)
    /// A role that doesn't own the tables, for a command that only their owner may use.
    case notOwner(String)
    case badStation(String)
    case badParticipant(String)
    /// A station that is enrolled already; `--again` gives it a new password.
    case enrolledAlready(String)
    case notEnrolled(String)
    /// An existing role of that name that `enrol` has not created.
    case foreignRole(String)
    /// A database that is not in UTF-8.
    case encoding(String)
    /// A study without trials on the server, with the known ones.
    case unknownStudy(String, known: [String])
  }

  /// Runs the body and wraps its error.
  func stored<Result>(
    _ body: @autoclosure () throws(RecordError) -> Result
  ) throws(LabFault) -> Result {
    do throws(RecordError) { return try body() } catch {
      if case .store(let fault) = error { throw .store(.store(fault)) }
      throw .store(.record(error))
    }
  }
#endif
