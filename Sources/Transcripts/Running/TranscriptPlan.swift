/// A transcript with everything that it includes.
struct TranscriptPlan: Sendable {
  /// Another transcript that runs at the beginning of a session.
  struct Included: Sendable {
    let path: String
    let transcript: Transcript
  }

  /// How many files may include one another, and how many a session may include at all.
  private static let depthLimit = 32
  private static let countLimit = 1000

  let path: String
  let transcript: Transcript
  /// For each case what runs before it, in order; empty where nothing is included at all.
  private(set) var included: [[Included]] = []

  /// Reads a transcript, and what it includes, relative to where it stands.
  init(_ job: FileJob) throws(ToolFault) {
    let bytes: [UInt8]
    do throws(FileFault) { bytes = try FileReader.read(job.file) } catch {
      throw .cannotUse(path: job.path, error)
    }
    try self.init(path: job.path, bytes, fence: job.fence)
    let count = transcript.lines.count
    if let line = job.selection.line, line > count {
      throw .noSuchLine(path: path, line: line, count: count)
    }
  }

  /// Takes a transcript apart that is read already.
  init(path: String, _ bytes: [UInt8], fence: String? = nil) throws(ToolFault) {
    self.path = path
    do throws(TranscriptFault) {
      let transcript = try Transcript(bytes, fence: fence)
      self.transcript = transcript
      guard transcript.cases.contains(where: { !$0.settings.includeLines.isEmpty }) else { return }
      let place = FileReader.place(of: path)
      for single in transcript.cases {
        var count = 0
        included.append(
          try Self.included(by: single, of: transcript, path, above: [place], count: &count))
      }
    } catch {
      throw .malformed(path: path, error)
    }
  }

  /// What runs before a case.
  func included(beforeCase index: Int) -> [Included] {
    included.isEmpty ? [] : included[index]
  }

  /// What a case is drawn from: what it says itself, or the first that says so before it.
  func seed(ofCase index: Int) -> String? {
    let line = transcript.cases[index].settings.seedLine
    if let line { return transcript.argument(ofLine: line) }
    for other in included(beforeCase: index) {
      let line = other.transcript.cases[0].settings.seedLine
      if let line { return other.transcript.argument(ofLine: line) }
    }
    return nil
  }

  private static func included(
    by single: TranscriptCase, of transcript: Transcript, _ path: String, above: [String],
    count: inout Int
  ) throws(TranscriptFault) -> [Included] {
    var result: [Included] = []
    for line in single.settings.includeLines {
      let name = transcript.argument(ofLine: line)
      do throws(TranscriptFault.Reason) {
        result += try include(name, from: path, above: above, count: &count)
      } catch {
        throw TranscriptFault(error, line: line + 1, column: 1)
      }
    }
    return result
  }

  private static func include(
    _ name: String, from path: String, above: [String], count: inout Int
  ) throws(TranscriptFault.Reason) -> [Included] {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let other = name.hasPrefix("/") ? name : folder + name
    let place = FileReader.place(of: other)
    guard !above.contains(place) else { throw .includeCycle(name) }
    guard above.count <= depthLimit else { throw .includesTooDeep(name, limit: depthLimit) }
    count += 1
    guard count <= countLimit else { throw .includesTooMany(name, limit: countLimit) }
    let transcript = try read(other, name)
    guard transcript.cases.count == 1, transcript.cases[0].nameLine == nil else {
      throw .includesCase(name)
    }
    do throws(TranscriptFault) {
      let before = try included(
        by: transcript.cases[0], of: transcript, other, above: above + [place], count: &count)
      return before + [Included(path: other, transcript: transcript)]
    } catch {
      throw .cannotInclude(name, error.description)
    }
  }

  private static func read(
    _ path: String, _ name: String
  ) throws(TranscriptFault.Reason) -> Transcript {
    let bytes: [UInt8]
    do throws(FileFault) { bytes = try FileReader.read(path) } catch {
      throw .cannotInclude(name, error.description)
    }
    do throws(TranscriptFault) { return try Transcript(bytes) } catch {
      throw .cannotInclude(name, error.description)
    }
  }
}
