import ChimpSystem

/// A JSON document with all blocks that differ: what stood, what came, and the edits of a bless.
///
///     {"version":1,"differences":[
///     {"file":"a.txt","line":2,"command":"add 1","outcome":"FAIL","sha256":"a3…",
///      "stood":["| 1"],"came":["| 2"],"edits":[{"line":3,"removed":1,"inserted":"| 2\n"}]}
///     ],"files":1,…}
///
/// A program can choose from these differences, and `bless --from` then applies the edits.
struct DifferenceFormat: ReportFormat {
  static let version = 1
  let header = "{\"version\":\(version),\"differences\":[\n"

  func text(of blocks: [BlockRun], inFile path: String, after summary: ReportSummary) -> String {
    let failed = blocks.filter { $0.outcome.exitStatus != 0 }
    let first = summary.failureCount + summary.unusableCount
    return failed.enumerated().map { text(of: $1, number: first + $0 + 1) }.joined()
  }

  func text(of block: BlockRun, number: Int) -> String {
    Self.entry(
      block.json.joined(with: [
        "sha256": .text(block.source.transcript.digest), "stood": block.stood,
        "came": block.came, "edits": block.edits,
      ]), number)
  }

  func text(ofFault words: String, _ summary: ReportSummary) -> String {
    let object: JSONValue = ["error": .text(words)]
    return Self.entry(object, summary.failureCount + summary.unusableCount)
  }

  func footer(_ summary: ReportSummary) -> String {
    "\n],\(summary.json.line.dropFirst())\n"
  }

  /// Returns the text of an object in the list; the first one has the number 1.
  private static func entry(_ object: JSONValue, _ number: Int) -> String {
    (number > 1 ? ",\n" : "") + object.line
  }
}

extension BlockRun {
  /// The expected lines, without blanks at their ends.
  fileprivate var stood: JSONValue {
    let lines = block.answerLines.filter { source.transcript.lines[$0].gutter.isExpectation }
    return .list(lines.map { .text(escapedForDisplay(source.transcript.whole($0))) })
  }

  /// The lines of the reply as a transcript has them; null if there is none.
  fileprivate var came: JSONValue {
    guard let reply else { return .null }
    let status = reply.state.matches(nil) ? [] : [OutputEncoding.status(reply.state)]
    let lines = status + reply.lines.map { OutputEncoding.encode($0) }
    return .list(lines.map { .text(String(decoding: $0, as: UTF8.self)) })
  }

  /// The edits of a bless; null if it would leave the block as it is.
  fileprivate var edits: JSONValue {
    guard let closest = blessedAlternative else { return .null }
    var edits = TranscriptEdits()
    edits.bless(block, of: source.transcript, closest, makesHoles: false)
    return .list(source.transcript.lineEdits(edits).map(\.json))
  }
}

/// Some lines of a file in the stead of others.
///
///     var edit = LineEdit(line: 3)
///     edit.removed = 1
///     edit.inserted = "| 2\n"
struct LineEdit: Equatable {
  /// The number of the first removed line, or of the line before which others are inserted; from 1.
  var line: Int
  /// The number of removed lines.
  var removed = 0
  /// The inserted lines with their ends.
  var inserted = ""

  init(line: Int) { self.line = line }

  /// Reads an edit of a report; returns `nil` if it is none.
  init?(_ json: JSONValue) {
    guard let line = json["line"]?.integer, let removed = json["removed"]?.integer,
      let inserted = json["inserted"]?.text, line > 0, removed >= 0
    else { return nil }
    self.line = line
    self.removed = removed
    self.inserted = inserted
  }

  fileprivate var json: JSONValue {
    ["line": .integer(line), "removed": .integer(removed), "inserted": .text(inserted)]
  }
}

extension Transcript {
  /// The SHA-256 of the file in hexadecimal digits.
  var digest: String {
    var hash = SecureHash()
    return hash.hash(of: bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Returns edits as numbers of lines and the text in their stead.
  fileprivate func lineEdits(_ edits: TranscriptEdits) -> [LineEdit] {
    var result: [LineEdit] = []
    var line = 1
    var isOpen = false
    for change in edited(edits) {
      if change.sign != .same && !isOpen { result.append(LineEdit(line: line)) }
      isOpen = change.sign != .same
      switch change.sign {
      case .same: line += 1
      case .expected:
        result[result.count - 1].removed += 1
        line += 1
      case .actual:
        result[result.count - 1].inserted += String(decoding: change.text, as: UTF8.self)
      }
    }
    return result
  }
}
