import Archive
import ChimpSystem
import Game
import Records

/// Writes rows in the CSV format of RFC 4180, in UTF-8.
///
/// A cell without a value is empty; an empty text is two quotes. `CellText` defines the escapes for
/// characters that would have another meaning, or are invisible.
enum CSVText {
  /// Appends the header line with the column names.
  static func append(headerOf names: [String], to bytes: inout [UInt8]) {
    bytes += (names.joined(separator: ",") + ",").utf8
    endLine(&bytes)
  }

  /// Appends the line of a row.
  static func append<Row: ExchangeRow>(
    _ row: Row, _ columns: [TableColumn<Row>], to bytes: inout [UInt8]
  ) {
    var row = row
    append(cellsOf: &row, columns, columns.indices, to: &bytes)
    endLine(&bytes)
  }

  /// Appends the cells of some columns, each followed by a comma; returns their byte range.
  ///
  /// The row is `inout` to avoid a copy, and is not changed.
  @discardableResult
  static func append<Row>(
    cellsOf row: inout Row, _ columns: [TableColumn<Row>], _ indices: Range<Int>,
    to bytes: inout [UInt8]
  ) -> Range<Int> {
    let start = bytes.count
    let columns = columns.span
    for index in indices {
      switch columns[index].read(&row) {
      case .integer(let number): bytes.append(decimal: number)
      case .text(let text): append(text, to: &bytes)
      default: break
      }
      bytes.append(UInt8(ascii: ","))
    }
    return start..<bytes.count
  }

  /// Appends a line of cells whose values don't come from an `ExchangeRow`.
  static func append(cells: [String?], isNumber: [Bool], to bytes: inout [UInt8]) {
    append(cellsOf: cells, isNumber: isNumber, to: &bytes)
    endLine(&bytes)
  }

  /// Appends such cells, each followed by a comma.
  static func append(cellsOf cells: [String?], isNumber: [Bool], to bytes: inout [UInt8]) {
    for (index, cell) in cells.enumerated() {
      if let cell {
        if isNumber[index] { bytes += cell.utf8 } else { append(cell, to: &bytes) }
      }
      bytes.append(UInt8(ascii: ","))
    }
  }

  /// Appends a text as a cell, escaped and quoted if necessary.
  ///
  /// Most texts need no escapes, so the bytes are copied while they are checked.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    let span = text.utf8Span.span
    let start = bytes.count
    var isSame = span.isEmpty || !CellText.beginsFormula(span[0])
    var needsQuotes = span.isEmpty
    bytes.append(addingCapacity: span.count) { cell in
      for position in span.indices {
        let byte = span[position]
        cell.append(byte)
        // One comparison covers letters, digits and most other characters.
        if byte > UInt8(ascii: ",") && byte < 0x7f && byte != UInt8(ascii: "\\") { continue }
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: ","): needsQuotes = true
        case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "+"): break
        default: isSame = false
        }
      }
    }
    if isSame && !needsQuotes { return }
    bytes.removeLast(bytes.count - start)
    if !isSame { return append(encoded: CellText.encode(text), to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends a text whose escapes were already made; quotes it if it contains blanks, commas or
  /// quotes.
  private static func append(encoded text: String, to bytes: inout [UInt8]) {
    let needsQuotes = text.utf8.contains { byte in
      byte <= 0x20 || byte == 0x7f || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",")
    }
    if needsQuotes { bytes.append(UInt8(ascii: "\"")) }
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    if needsQuotes { bytes.append(UInt8(ascii: "\"")) }
  }

  /// Ends a line: replaces the comma after the last cell by a line end.
  static func endLine(_ bytes: inout [UInt8]) {
    bytes[bytes.count - 1] = 0x0d
    bytes.append(0x0a)
  }
}

/// The CSV lines of a trial and its presses, for the three files of an export.
///
/// The third one has a line for each press with all columns of its trial except the moves, which
/// follow from the presses, and with the participant's group and answers; a trial without a press
/// has one line, without values of a press.
struct TrialLines {
  /// The line of the trial.
  private(set) var trial: [UInt8] = []
  /// The lines of its presses.
  private(set) var presses: [UInt8] = []
  /// The lines of the file `-long.csv`: each press with the columns of its trial.
  private(set) var long: [UInt8] = []
  /// The participants of studies; `nil` without any.
  private let people: ParticipantTable?
  /// The participant and the part of the study of the cells in `personCells`, which trials in a row
  /// share unless questions follow them; the identifier of the trial is empty then.
  private var person: (code: String, study: String?, block: Int?, trial: String)?
  private var personCells: [UInt8] = []
  private let trialColumns = TrialRow.columns
  private let pressColumns = PressRow.columns
  /// The index of the column `moves`, which the long file omits.
  private let moves = TrialRow.columns.firstIndex { $0.name == "moves" } ?? 0
  /// The cells of the trial that are repeated in each line of the long file.
  private var sharedCells: [UInt8] = []

  /// Creates lines for a store with these participants.
  init(_ people: ParticipantTable?) { self.people = people.flatMap { $0.isEmpty ? nil : $0 } }

  /// The column names of the three files; in the long file, those of a press begin with `press_`.
  var headers: (trial: [String], press: [String], long: [String]) {
    let trial = trialColumns.map(\.name)
    let press = pressColumns.map(\.name)
    let own = trial.dropLast().filter { $0 != "moves" }
    let ofPeople = people?.longNames ?? []
    return (trial, press, own + ofPeople + press[1...1] + press[4...].map { "press_" + $0 })
  }

  /// Creates the lines of a trial.
  ///
  /// The row is `inout` to avoid a copy, and is not changed.
  mutating func make(of row: inout TrialRow) {
    trial.removeAll(keepingCapacity: true)
    presses.removeAll(keepingCapacity: true)
    long.removeAll(keepingCapacity: true)
    sharedCells.removeAll(keepingCapacity: true)
    CSVText.append(cellsOf: &row, trialColumns, 0..<1, to: &trial)
    let name = CSVText.append(cellsOf: &row, trialColumns, 1..<2, to: &trial)
    CSVText.append(cellsOf: &row, trialColumns, 2..<moves, to: &trial)
    sharedCells += trial
    CSVText.append(cellsOf: &row, trialColumns, moves..<moves + 1, to: &trial)
    // The last column is `export_id`, which the long file has once, too.
    let end = trialColumns.count - 1
    sharedCells += trial[CSVText.append(cellsOf: &row, trialColumns, moves + 1..<end, to: &trial)]
    let mark = CSVText.append(cellsOf: &row, trialColumns, end..<end + 1, to: &trial)
    let markCell = Array(trial[mark])
    CSVText.endLine(&trial)
    appendPerson(of: row)
    for index in row.presses.indices { append(&row.presses[index], trialId: name) }
    guard row.presses.isEmpty else { return }
    // A trial without a press has a line, too: it may be a failure.
    long += sharedCells
    long += repeatElement(UInt8(ascii: ","), count: pressColumns.count - 4)
    long += markCell
    CSVText.endLine(&long)
  }

  /// Appends the cells of the trial's participant to those that its lines share.
  private mutating func appendPerson(of row: borrowing TrialRow) {
    guard let people else { return }
    let code = row.session.participant
    let study = row.values.study
    let block = row.values.studyBlock
    let trial = people.hasAnswersAfterTrials ? row.trialId : ""
    if person?.code != code || person?.study != study || person?.block != block
      || person?.trial != trial
    {
      person = (code, study, block, trial)
      personCells.removeAll(keepingCapacity: true)
      people.appendLongCells(of: code, in: study, block: block, trial: trial, to: &personCells)
    }
    sharedCells += personCells
  }

  /// Appends the lines of a press to the press file and the long file.
  private mutating func append(_ press: inout PressRow, trialId: Range<Int>) {
    CSVText.append(cellsOf: &press, pressColumns, 0..<1, to: &presses)
    let name = CSVText.append(cellsOf: &press, pressColumns, 1..<2, to: &presses)
    presses += trial[trialId]
    CSVText.append(cellsOf: &press, pressColumns, 3..<4, to: &presses)
    let start = presses.count
    CSVText.append(cellsOf: &press, pressColumns, 4..<pressColumns.count, to: &presses)
    CSVText.endLine(&presses)
    long += sharedCells
    long += presses[name]
    long += presses[start...]
  }
}

/// The encoding of text cells: safe against formula injection in spreadsheets, and without
/// invisible characters.
enum CellText {
  /// The prefix of a text that a spreadsheet would read as a formula, or that begins with the
  /// prefix itself.
  private static var mark: UInt8 { UInt8(ascii: "'") }

  /// Returns the encoded text; the text itself if nothing must be escaped.
  static func encode(_ text: String) -> String {
    if text.utf8.allSatisfy(isPlain), text.utf8.first.map(beginsFormula) != true { return text }
    // Appending several scalars to a `UnicodeScalarView` would copy all of it each time.
    var cell = ""
    if let first = text.unicodeScalars.first, beginsFormula(first) { cell += "'" }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": cell += "\\\\"
      case "\n": cell += "\\n"
      case "\r": cell += "\\r"
      case "\t": cell += "\\t"
      case _ where scalar.isHidden: cell += "\\u{\(String(scalar.value, radix: 16))}"
      default: cell.unicodeScalars.append(scalar)
      }
    }
    return cell
  }

  /// Returns the text of an encoded cell.
  ///
  /// Throws with the column's name if the cell is invalid.
  static func decode(
    _ cell: Span<UInt8>, isPlain: Bool = false, _ column: String
  ) throws(RowReason) -> String {
    guard let bytes = try? UTF8Span(validating: cell) else { throw .notUnicode }
    let text = String(copying: bytes)
    if isPlain && (cell.isEmpty || cell[0] != mark) { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    if rest.first == "'" { rest.removeFirst() }
    while let scalar = rest.popFirst() {
      if scalar.isHidden {
        throw RowReason(
          "\"\(column)\" has an invisible character that is not written as an escape",
          "\(column) に見えない文字があります（エスケープで書いてください）", column: column)
      }
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      guard let meant = parseEscape(&rest) else {
        throw RowReason(
          "\"\(column)\" has an unknown escape", "\(column) に分からないエスケープがあります", column: column)
      }
      result.append(meant)
    }
    return String(result)
  }

  /// Returns the character of an escape sequence, after its backslash; `nil` for an unknown one.
  private static func parseEscape(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    switch rest.popFirst() {
    case "\\": return "\\"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}") else { return nil }
      let digits = rest[..<end]
      rest = rest[rest.index(after: end)...]
      // `UInt32` would accept a sign.
      guard digits.count <= 6, digits.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
      return UInt32(String(digits), radix: 16).flatMap { Unicode.Scalar($0) }
    default: return nil
    }
  }

  /// Returns whether a byte needs no escape, except perhaps at the start of a cell.
  static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7f && byte != UInt8(ascii: "\\")
  }

  /// Returns whether a text that begins with this byte could be a formula for a spreadsheet.
  static func beginsFormula(_ byte: UInt8) -> Bool { beginsFormula(Unicode.Scalar(byte)) }

  /// Returns whether a text that begins with this character could be a formula for a spreadsheet.
  ///
  /// Full-width forms such as `＝` count, too.
  static func beginsFormula(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "=", "+", "-", "@", "'", "\u{ff1d}", "\u{ff0b}", "\u{ff0d}", "\u{ff20}": true
    default: false
    }
  }
}
