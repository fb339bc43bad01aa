import ChimpSystem

extension ToolTask {
  /// Performs `bless --from`: applies the edits of a report, and runs nothing.
  ///
  /// A file that is not the one of the report stays as it is.
  func applyEdits(of path: String) throws(TranscriptToolFault) {
    try checkMayWrite()
    var files: [String] = []
    var chosen: [String: [ReportedEdits]] = [:]
    for edits in try reportedEdits(path) {
      if chosen[edits.file] == nil { files.append(edits.file) }
      chosen[edits.file, default: []].append(edits)
    }
    for file in files {
      do throws(TranscriptToolFault) {
        try apply(chosen[file] ?? [], to: file)
      } catch { fail(error) }
    }
  }

  /// Reads the edits of a report; says which of its differences have none.
  private func reportedEdits(_ path: String) throws(TranscriptToolFault) -> [ReportedEdits] {
    let bytes = try TranscriptToolFault.naming(path, try readFile(path))
    let report: JSONValue
    do throws(JSONFault) { report = try JSONValue(parsing: bytes) } catch {
      let fault = TranscriptFault(error.reason, at: error.offset, of: bytes)
      throw TranscriptToolFault(path, line: fault.line, column: fault.column, fault.reason)
    }
    guard report["version"]?.integer == DifferenceFormat.version,
      let differences = report["differences"]?.elements
    else { throw TranscriptToolFault(path, "not a report of \"check --format json\"") }
    var all: [ReportedEdits] = []
    for (index, difference) in differences.enumerated() {
      if difference["edits"] == .null, let file = difference["file"]?.text {
        let outcome = difference["outcome"]?.text ?? "it"
        environment.report(
          TranscriptToolFault(
            file, line: difference["line"]?.integer, "not blessed, \(outcome) has no edits"))
        raiseStatus(1)
      } else if let words = difference["error"]?.text {
        environment.report(TranscriptToolFault(words))
        raiseStatus(1)
      } else if let edits = ReportedEdits(difference) {
        all.append(edits)
      } else {
        throw TranscriptToolFault(path, "difference \(index + 1) has no file, hash or edits")
      }
    }
    return all
  }

  /// Applies the edits of one file, all or none.
  private func apply(_ all: [ReportedEdits], to path: String) throws(TranscriptToolFault) {
    let old = try FileJob(path: path).transcript(fence: options.fence(of: path), options.kinds)
    guard all.allSatisfy({ $0.digest == old.digest }) else {
      throw TranscriptToolFault(path, "not blessed, the file has changed since the report")
    }
    guard let bytes = old.replacing(all.flatMap(\.edits)) else {
      throw TranscriptToolFault(
        path, "not blessed, two edits begin at one line, or a line is not in the file")
    }
    let new = try FileJob(path: path).replacing(old, by: bytes, options).transcript
    guard old.blocks.map({ old.input(of: $0) }) == new.blocks.map({ new.input(of: $0) })
    else { throw TranscriptToolFault(path, "not blessed, the edits change more than answers") }
    try replace(path, from: old.bytes, to: bytes)
    report.addBlessed(path, all.count)
  }
}

/// The edits of a command in a report, and the file that they are for.
private struct ReportedEdits {
  let file: String
  /// The SHA-256 of the file in hexadecimal digits.
  let digest: String
  let edits: [LineEdit]

  /// Reads a difference of a report; returns `nil` if something is missing.
  init?(_ json: JSONValue) {
    guard let file = json["file"]?.text, let digest = json["sha256"]?.text,
      let elements = json["edits"]?.elements
    else { return nil }
    self.file = file
    self.digest = digest
    edits = elements.compactMap { LineEdit($0) }
    guard edits.count == elements.count else { return nil }
  }
}

extension Transcript {
  /// Returns the bytes of the file with some lines in the stead of others; `nil` if two edits are
  /// about one line, or a line is not in the file.
  fileprivate func replacing(_ edits: [LineEdit]) -> [UInt8]? {
    let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    var result: [UInt8] = []
    var next = 0
    var last = 0
    for edit in edits.sorted(by: { $0.line < $1.line }) {
      let first = edit.line - 1
      guard first >= next, edit.line != last, first + edit.removed <= lines.count else {
        return nil
      }
      last = edit.line
      for line in lines[next..<first] { result += line + [0x0a] }
      result += edit.inserted.utf8
      next = first + edit.removed
    }
    return result + lines[next...].joined(separator: [0x0a])
  }
}
