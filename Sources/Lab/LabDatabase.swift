#if Lab
  import ChimpApplication
  import Records

  /// A database of a lab, as somebody who may use it sees it.
  final class LabDatabase {
    /// What a role may be there.
    enum Kind: String {
      case station
      case reader
      /// It owns the tables.
      case owner
    }

    let connection: Connection
    let tables = LabTable.all()

    /// Connects, and refuses a database whose tables are another version's.
    init(
      _ address: DatabaseAddress, isInterrupted: @escaping () -> Bool
    ) throws(LabFault) {
      connection = try Connection(address, isInterrupted: isInterrupted)
      // What is acknowledged has to be on the disk there, and no name may mean another table.
      try run(
        "SELECT set_config('search_path', 'pg_catalog', false), CASE current_setting("
          + "'synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) "
          + "END")
    }

    /// The database as messages call it.
    var name: String {
      let place = connection.place
      let isSocket = place.host.hasPrefix("/")
      return isSocket ? place.database : "\(place.database) at \(place.host)"
    }

    /// Refuses tables that this program does not know; answers what the role may do.
    func check() throws(LabFault) -> Kind {
      let found = try run("SELECT coalesce(max(version), 0) FROM chimp.versions").integer(0, 0)
      if found > Schema.version { throw .newer(found) }
      if found < Schema.version { throw .older(found) }
      let rows = try run("SELECT kind FROM chimp.members WHERE name = current_user")
      if rows.count > 0 { return rows.text(0, 0) == "station" ? .station : .reader }
      let owners = try run(
        "SELECT pg_has_role(current_user, relowner, 'USAGE') FROM pg_class "
          + "WHERE oid = 'chimp.versions'::regclass")
      guard owners.count > 0, owners.integer(0, 0) == 1 else {
        throw .notMember(connection.place.user)
      }
      return .owner
    }

    @discardableResult
    func run(
      _ text: String, _ values: [[UInt8]?] = [], within limit: Int = Connection.shortWait
    ) throws(LabFault) -> Rows {
      try connection.run(text, values, within: limit)
    }

    /// Does several statements in one transaction; after an error, nobody uses the connection.
    func transaction<Result>(
      within limit: Int = Connection.shortWait, _ body: () throws(LabFault) -> Result
    ) throws(LabFault) -> Result {
      try run("BEGIN")
      let result = try body()
      try run("COMMIT", within: limit)
      return result
    }

    /// Which of these participants were erased.
    func erased(_ participants: Set<String>) throws(LabFault) -> Set<String> {
      let rows = try run(
        "SELECT participant FROM chimp.tombstones WHERE participant = ANY ($1::text[])",
        [BinaryArray(participants.sorted()).bytes])
      return Set((0..<rows.count).map { rows.text($0, 0) })
    }

    /// The hashes that the station's own rows have there, by their names, with their formats.
    func hashes(
      of ids: [String], in table: LabTable
    ) throws(LabFault) -> [String: (hash: [UInt8], format: Int)] {
      guard !ids.isEmpty else { return [:] }
      let rows = try run(table.hashes, [BinaryArray(ids).bytes])
      var hashes: [String: (hash: [UInt8], format: Int)] = [:]
      for row in 0..<rows.count {
        hashes[rows.text(row, 0)] = (rows.bytes(row, 1), rows.integer(row, 2))
      }
      return hashes
    }
  }

  /// Why the program can't do what it was asked for.
  enum LabFault: Error {
    case database(DatabaseFault)
    case store(StoreWorkFault)
    /// The tables there have a later version than this program knows, or an earlier one.
    case newer(Int)
    case older(Int)
    /// A role that was never enrolled.
    case notMember(String)
    /// A station can't do what wants to see everything.
    case sees(only: String)
    case notStation(String)
    case notOwner(String)
    case badStation(String)
    case badParticipant(String)
    case enrolledAlready(String)
    case notEnrolled(String)
    case foreignRole(String)
    case encoding(String)
    case noStudies
  }

  /// Does something with a store.
  func stored<Result>(
    _ body: @autoclosure () throws(RecordError) -> Result
  ) throws(LabFault) -> Result {
    do throws(RecordError) { return try body() } catch {
      if case .store(let fault) = error { throw .store(.store(fault)) }
      throw .store(.record(error))
    }
  }

  extension LabFault: CustomStringConvertible {
    /// What failed, then what to do next.
    var description: String {
      switch self {
      case .database(let fault): "\(fault)"
      case .store(let fault): Language.english.words(for: fault)
      case .newer(let version):
        "the database has version \(version), this program knows \(Schema.version): install the "
          + "chimp-lab that made it"
      case .older(let version):
        "the database has version \(version), this program wants \(Schema.version): the owner has "
          + "to run \"chimp-lab init URL\""
      case .notMember(let name):
        "\"\(name)\" is not enrolled: the owner has to run \"chimp-lab enrol URL \(name)\""
      case .sees(let name):
        "\"\(name)\" is a station, which sees its own rows only: use the address of the owner, or "
          + "of a reader (\"chimp-lab enrol URL NAME --reader\")"
      case .notStation(let name):
        "\"\(name)\" is no station: use the address that \"chimp-lab enrol URL STATION\" printed"
      default: wordsOfOwning
      }
    }

    private var wordsOfOwning: String {
      switch self {
      case .notOwner(let name):
        "\"\(name)\" does not own the tables: use the address with which \"chimp-lab init\" was run"
      case .badStation(let name):
        "\"\(name)\" is no name: it has 1 to 32 small letters, digits and \"-\", a letter first"
      case .badParticipant(let name):
        "\"\(name)\" is no participant: \(Language.english.codeRule)"
      case .enrolledAlready(let name):
        "\"\(name)\" is enrolled already, and its password is not kept: \"--again\" makes a new one"
      case .notEnrolled(let name):
        "\"\(name)\" is not enrolled yet: leave \"--again\" out"
      case .foreignRole(let name):
        "the server has a role \"\(name)\" that is not of this lab: choose another name"
      case .encoding(let name):
        "the database keeps texts as \(name): make it anew with \"createdb --encoding=UTF8 "
          + "--template=template0 NAME\""
      case .noStudies:
        "no trial of this version says to which study it belongs: leave \"study=\" out"
      default: ""
      }
    }
  }
#endif
