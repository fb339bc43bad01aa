#if Lab
  import Archive
  import Exchange
  import Records

  /// A table on the server, with SQL statements that are generated from its columns.
  struct LabTable {
    let table: PortableTable
    /// The columns of the contents, in the order of `PortableRow.values`.
    let columns: [ColumnDescription]
    /// The name of the table in the schema `chimp`.
    var name: String { table.rawValue }
    /// `true` if rows have the times of sending, as all but presses do.
    var hasClocks: Bool { table != .presses }

    init(_ table: PortableTable) {
      self.table = table
      columns = table.columns
    }

    /// Returns all tables, in the order in which rows must be inserted.
    static func all() -> [LabTable] { PortableTable.allCases.map { LabTable($0) } }

    /// The columns besides the contents, in the order of an insertion.
    private var managed: [(name: String, type: String)] {
      [("id", "text"), ("hash", "bytea")] + (hasClocks ? [("sequence", "bigint")] : [])
    }

    /// The names of the columns with the station's clocks at the time of sending.
    private static var clocks: [String] { ["station_clock", "monotonic_clock"] }

    /// The statement that inserts many rows and skips existing ones.
    var insertion: String {
      let given = managed + columns.map { ($0.name, $0.isNumber ? "bigint" : "text") }
      let arrays = given.enumerated().map { "$\($0.offset + 1)::\($0.element.type)[]" }
      let scalars = ["format"] + (hasClocks ? Self.clocks : [])
      let values = scalars.indices.map { "$\(given.count + $0 + 1)::bigint" }
      let names = given.map { quotedName($0.name) }
      return "INSERT INTO chimp.\(name) (station, \(names.joined(separator: ", ")), "
        + scalars.joined(separator: ", ") + ") SELECT current_user, r.*, "
        + values.joined(separator: ", ") + " FROM unnest(\(arrays.joined(separator: ", "))) AS r ("
        + names.joined(separator: ", ") + ")" + condition + " ON CONFLICT (station, id) DO NOTHING"
    }

    /// The condition of an insertion, which excludes erased participants.
    private var condition: String {
      switch table {
      case .sessions:
        " WHERE NOT \(Schema.isErased("r.participant"))"
      case .sessionEnds:
        " WHERE EXISTS (SELECT 1 FROM chimp.sessions s "
          + "WHERE s.station = current_user AND s.id = r.id)"
      case .trials, .presses: ""
      }
    }

    /// The statement that finds rows of the station by their identifiers.
    var hashes: String {
      "SELECT id, hash, format FROM chimp.\(name) "
        + "WHERE station = current_user AND id = ANY ($1::text[])"
    }

    /// The columns that a query selects: station, identifier, hash, format, and the contents.
    var selection: String {
      "SELECT station, id, hash, format, "
        + columns.map { quotedName($0.name) }.joined(separator: ", ") + " FROM chimp.\(name)"
    }

    /// Returns the rows of some trials in this table; each session once.
    func rows(of trials: [PortableTrial], unless seen: inout Set<String>) -> [PortableRow] {
      switch table {
      case .sessions: trials.flatMap(\.sessions).filter { seen.insert("of " + $0.id).inserted }
      case .sessionEnds:
        trials.flatMap(\.sessionEnds).filter { seen.insert("end " + $0.id).inserted }
      case .trials: trials.map(\.trial)
      case .presses: trials.flatMap(\.presses)
      }
    }

    /// Returns the parameters of an insertion: one array for each column.
    ///
    /// So one statement inserts hundreds of rows.
    func values(_ rows: ArraySlice<OutgoingRow>, _ clocks: [Int]) -> [[UInt8]?] {
      var arrays = [BinaryArray(.text), BinaryArray(.bytes)]
      if hasClocks { arrays.append(BinaryArray(.number)) }
      let first = arrays.count
      arrays += columns.map { BinaryArray($0.isNumber ? .number : .text) }
      for row in rows {
        arrays[0].append(.text(row.row.id))
        arrays[1].append(.bytes(row.hash))
        if hasClocks { arrays[2].append(.integer(row.row.number)) }
        for (index, value) in row.row.values.enumerated() { arrays[first + index].append(value) }
      }
      let scalars = [PortableTable.currentVersion] + (hasClocks ? clocks : [])
      return arrays.map(\.bytes) + scalars.map { BinaryArray.bytes(of: $0) }
    }

    /// Returns a row of a query's result.
    func row(_ rows: Rows, _ number: Int) -> StoredRow {
      let values = columns.enumerated().map { index, column -> StoredValue in
        if rows.isNull(number, index + 4) { return .null }
        return column.isNumber
          ? .integer(rows.integer(number, index + 4)) : .text(rows.text(number, index + 4))
      }
      return StoredRow(
        station: rows.text(number, 0), hash: rows.bytes(number, 2), format: rows.integer(number, 3),
        row: PortableRow(id: rows.text(number, 1), number: 0, values: values))
    }
  }

  /// A row to send, with its hash.
  typealias OutgoingRow = (row: PortableRow, hash: [UInt8])

  /// A row on the server.
  struct StoredRow {
    let station: String
    /// The hash that the station has sent.
    let hash: [UInt8]
    /// The version of the columns of the row.
    let format: Int
    let row: PortableRow
    /// The station's number of the trial, if it was selected.
    var last = 0

    /// The identifiers of the trial's sessions.
    var sessionNames: [String] { [row.values[2], row.values[3]].compactMap { String(stored: $0) } }
  }

  /// Returns a text as an SQL literal.
  func literal(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  /// An array in PostgreSQL's binary format.
  struct BinaryArray {
    /// The type of the elements.
    enum Kind: Int {
      /// The object identifiers of the types in PostgreSQL.
      case bytes = 17
      case number = 20
      case text = 25
    }

    private let kind: Kind
    /// The encoded elements, each after its length.
    private var content: [UInt8] = []
    private var count = 0

    init(_ kind: Kind) { self.kind = kind }

    /// Creates an array of texts.
    init(_ texts: [String]) {
      self.init(.text)
      for text in texts { append(.text(text)) }
    }

    /// The encoded array.
    var bytes: [UInt8] {
      // An empty array has no dimension.
      let head = count == 0 ? [0, 1, kind.rawValue] : [1, 1, kind.rawValue, count, 1]
      return head.reduce(into: []) { Self.append($1, 4, to: &$0) } + content
    }

    /// Appends an element; a null has the length -1.
    mutating func append(_ value: StoredValue) {
      count += 1
      switch value {
      case .integer(let number):
        Self.append(8, 4, to: &content)
        Self.append(number, 8, to: &content)
      case .text(let text):
        Self.append(text.utf8.count, 4, to: &content)
        content.append(contentsOf: text.utf8)
      case .bytes(let bytes):
        Self.append(bytes.count, 4, to: &content)
        content += bytes
      default: Self.append(-1, 4, to: &content)
      }
    }

    /// Returns a number as eight bytes, the highest first.
    static func bytes(of number: Int) -> [UInt8] {
      var bytes: [UInt8] = []
      append(number, 8, to: &bytes)
      return bytes
    }

    /// Appends the last bytes of a number, the highest first.
    private static func append(_ number: Int, _ size: Int, to bytes: inout [UInt8]) {
      for index in 1...size {
        bytes.append(UInt8(truncatingIfNeeded: number >> ((size - index) * 8)))
      }
    }
  }
#endif
