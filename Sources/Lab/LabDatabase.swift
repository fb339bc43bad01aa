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
    init(_ address: DatabaseAddress, isInterrupted: @escaping () -> Bool) throws(LabFault) {
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

  extension LabFault {
    /// What failed, then what to do next.
    func words(in language: Language) -> String {
      switch self {
      case .database(let fault): fault.words(in: language)
      case .store(let fault): language.words(for: fault)
      case .newer(let version):
        language.pick(
          "the database has version \(version), this program knows \(Schema.version): install the "
            + "chimp-lab that made it",
          "データベースは版\(version)、このプログラムは版\(Schema.version)です。データベースを作った chimp-lab を使ってください")
      case .older(let version):
        language.pick(
          "the database has version \(version), this program wants \(Schema.version): the owner has "
            + "to run \"chimp-lab init URL\"",
          "データベースは版\(version)、このプログラムは版\(Schema.version)です。持ち主が chimp-lab init URL を実行してください")
      case .notMember(let name):
        language.pick(
          "\"\(name)\" is not enrolled: the owner has to run \"chimp-lab enrol URL \(name)\"",
          "\(name) は登録されていません。持ち主が chimp-lab enrol URL \(name) を実行してください")
      case .sees(let name):
        language.pick(
          "\"\(name)\" is a station, which sees its own rows only: use the address of the owner, or "
            + "of a reader (\"chimp-lab enrol URL NAME --reader\")",
          "\(name) はステーションで、自分の行しか見えません。持ち主か読み手（chimp-lab enrol URL NAME --reader）のアドレスを使ってください")
      case .notStation(let name):
        language.pick(
          "\"\(name)\" is no station: use the address that \"chimp-lab enrol URL STATION\" printed",
          "\(name) はステーションではありません。chimp-lab enrol URL STATION が表示したアドレスを使ってください")
      default: wordsOfOwning(in: language)
      }
    }

    private func wordsOfOwning(in language: Language) -> String {
      switch self {
      case .notOwner(let name):
        language.pick(
          "\"\(name)\" does not own the tables: use the address with which \"chimp-lab init\" was run",
          "\(name) は表の持ち主ではありません。chimp-lab init を実行したアドレスを使ってください")
      case .badStation(let name):
        language.pick(
          "\"\(name)\" is no name: it has 1 to 32 small letters, digits and \"-\", a letter first",
          "\(name) は名前になりません。英小文字で始まる1から32文字の英小文字、数字、ハイフンです")
      case .badParticipant(let name):
        language.pick(
          "\"\(name)\" is no participant: \(Language.english.codeRule)",
          "\(name) は参加者コードではありません: \(language.codeRule)")
      case .enrolledAlready(let name):
        language.pick(
          "\"\(name)\" is enrolled already, and its password is not kept: \"--again\" makes a new one",
          "\(name) はもう登録されています。パスワードは残っていません。--again で新しく作ります")
      case .notEnrolled(let name):
        language.pick(
          "\"\(name)\" is not enrolled yet: leave \"--again\" out",
          "\(name) はまだ登録されていません。--again は要りません")
      case .foreignRole(let name):
        language.pick(
          "the server has a role \"\(name)\" that is not of this lab: choose another name",
          "サーバーには、このラボのものではない \(name) があります。別の名前にしてください")
      case .encoding(let name):
        language.pick(
          "the database keeps texts as \(name): make it anew with \"createdb --encoding=UTF8 "
            + "--template=template0 NAME\"",
          "データベースの文字コードは \(name) です。createdb --encoding=UTF8 --template=template0 NAME で作り直してください")
      case .noStudies:
        language.pick(
          "no trial of this version says to which study it belongs: leave \"study=\" out",
          "この版の試行には研究の名前がありません。study= は要りません")
      default: ""
      }
    }
  }
#endif
