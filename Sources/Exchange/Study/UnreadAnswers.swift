import Archive
import Records
import Shell

/// The answers in an export's file of participants, which an import does not read.
///
///     UnreadAnswers.participants(in: files.participants, .csv).count
enum UnreadAnswers {
  /// The most bytes of the file that are looked at.
  private static var longest: Int { 1 << 24 }

  /// Returns the codes of the participants with an answer in the file; none without such a file.
  static func participants(in file: NamedFile, _ format: ExchangeFormat) -> Set<String> {
    guard let bytes = try? file.beginning(of: longest) else { return [] }
    let rows =
      switch format {
      case .csv: csvRows(bytes)
      case .jsonl: jsonRows(bytes)
      }
    let own = ParticipantTable.ownNames
    let answered = rows.filter { row in
      row.contains { !$0.value.isEmpty && !own.contains($0.name) }
    }
    return Set(answered.compactMap { row in row.first { $0.name == "participant" }?.value })
  }

  private typealias Cell = (name: String, value: String)

  /// Returns the cells of each line of a CSV file, with the names of the header.
  private static func csvRows(_ bytes: [UInt8]) -> [[Cell]] {
    var rows: [[String]] = [[]]
    var cell: [UInt8] = []
    var isQuoted = false
    for byte in bytes {
      switch byte {
      // A doubled quote ends and begins the quotes; that only empty cells matter, makes it no loss.
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted, UInt8(ascii: "\n") where !isQuoted:
        rows[rows.count - 1].append(String(decoding: cell, as: UTF8.self))
        cell = []
        if byte == UInt8(ascii: "\n") { rows.append([]) }
      case UInt8(ascii: "\r") where !isQuoted: break
      default: cell.append(byte)
      }
    }
    guard let header = rows.first else { return [] }
    return rows.dropFirst().map { row in zip(header, row).map { ($0, $1) } }
  }

  /// Returns the members of each line of a JSON Lines file; a line that is no object has none.
  private static func jsonRows(_ bytes: [UInt8]) -> [[Cell]] {
    bytes.split(separator: UInt8(ascii: "\n")).map { line in
      var reader = JSONLineReader(Array(line))
      return ((try? reader.members()) ?? []).map { member in
        switch member.cell {
        case .null: (member.name, "")
        case .text(let text): (member.name, text)
        default: (member.name, "\(member.cell)")
        }
      }
    }
  }
}
