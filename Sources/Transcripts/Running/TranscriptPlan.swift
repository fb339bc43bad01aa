import TranscriptSyntax

/// The blocks to run for a file, including those of its included files, in order.
struct TranscriptPlan: Sendable {
  /// The blocks of a session, or those of a file that it includes.
  struct Part: Sendable {
    let path: String
    let transcript: Transcript
    let single: TranscriptCase
    /// The difference between the index of a result and that of the block in its file.
    let offset: Int

    var isIncluded: Bool { offset > 0 }
    var isExpectedToFail: Bool { single.directives[.xfail] != nil }
    /// The indexes of the results of these blocks.
    var slots: Range<Int> { single.blocks.lowerBound + offset..<single.blocks.upperBound + offset }

    /// Returns the time limit of a block in milliseconds; `nil` for the default.
    func timeLimit(_ block: Int) -> Int? {
      transcript.blocks[block].directives.timeLimit ?? single.directives.timeLimit
    }
  }

  let job: FileJob
  let transcript: Transcript
  /// The parts of each session in the order in which they run: included files, then its own blocks.
  private(set) var parts: [[Part]] = []
  /// The number of results: that of the blocks in the file and in all included files.
  private(set) var slotCount: Int
  /// The index of the selected block; `nil` if all blocks are selected.
  let selectedBlock: Int?

  var path: String { job.path }

  /// `true` if the plan is for the file's own bytes, not for edited ones.
  var isOfFile: Bool { job.bytes == nil }

  /// Reads and parses the file of a job.
  ///
  /// Throws if it can't be read or is no transcript, or if the selected line is beyond its end.
  init(_ job: FileJob) throws(TranscriptToolFault) {
    self.job = job
    transcript = try job.transcript()
    slotCount = transcript.blocks.count
    selectedBlock = job.line.map { [transcript] line in
      transcript.blocks.lastIndex { $0.inputLine < line } ?? 0
    }
    for single in transcript.cases {
      var included: [Part] = []
      for (path, other) in try Inclusion.included(by: single, job.path, job.isTrusted) {
        included.append(
          Part(path: path, transcript: other, single: other.cases[0], offset: slotCount))
        slotCount += other.blocks.count
      }
      parts.append(
        included + [Part(path: job.path, transcript: transcript, single: single, offset: 0)])
    }
    let count = transcript.lineCount
    if let line = job.line, line > count { throw .noSuchLine(path, line: line, count: count) }
  }

  /// Returns whether any block of a session is selected.
  func selects(_ single: TranscriptCase) -> Bool {
    if let selectedBlock, !single.blocks.contains(selectedBlock) { return false }
    guard let filter = job.filter else { return true }
    let name = single.name.map { "\(path) \($0)" } ?? path
    return matches(name, wildcards: "*\(filter)*")
  }

  /// Returns the part to which a block of the file belongs.
  func part(ofBlock block: Int) -> Part {
    let own = parts[transcript.caseIndex(ofBlock: block)]
    return own[own.count - 1]
  }

  /// Returns the argument of a session's directive, which may be in an included file.
  func argument(_ directive: Directive, ofCase index: Int) -> String? {
    let own = transcript.cases[index].directives[directive]
    let included = parts[index].lazy.compactMap { $0.single.directives[directive] }.first
    return (own ?? included)?.argument
  }

  /// Returns the error that a session can't begin, with the line of the cause.
  func fault(_ words: String, ofSession index: Int) -> TranscriptToolFault {
    let single = transcript.cases[index]
    let directives = single.directives
    let line = directives[.language]?.line ?? directives[.seed]?.line ?? single.nameLine ?? 0
    return .cannotBegin(path, line: line + 1, words)
  }
}

/// A file to run, with the selection of sessions and blocks.
struct FileJob: Sendable {
  var path: String
  /// A line number in the block to run; `nil` for all blocks.
  var line: Int?
  /// A pattern for the path or the name of a session; `nil` for all sessions.
  var filter: String?
  /// The name of the code blocks to run in a Markdown file; `nil` for a plain transcript.
  var fence: String?
  /// `true` if the transcript may include any file.
  var isTrusted = false
  /// The bytes to run instead of the file's contents; `nil` to read the file.
  var bytes: [UInt8]?

  /// Reads and parses the file.
  ///
  /// Throws if it can't be read or is no transcript.
  func transcript() throws(TranscriptToolFault) -> Transcript {
    var bytes = bytes ?? []
    if self.bytes == nil { bytes = try FileReader.read(path) }
    do throws(TranscriptFault) { return try Transcript(bytes, fence: fence) } catch {
      throw .malformed(path, error)
    }
  }

  /// Returns a job with other bytes.
  func with(_ bytes: [UInt8]) -> FileJob {
    var job = self
    job.bytes = bytes
    return job
  }
}
