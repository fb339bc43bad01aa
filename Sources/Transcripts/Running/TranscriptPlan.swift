import TranscriptSyntax

/// The blocks of a file and of its included files, in the order in which they run.
struct TranscriptPlan: Sendable {
  /// The blocks of a case, or of a file that it includes.
  struct Part: Sendable {
    let path: String
    let transcript: Transcript
    let single: TranscriptCase
    /// The slot of the first block of its transcript.
    let offset: Int

    var isIncluded: Bool { offset > 0 }
    var isExpectedToFail: Bool { single.directives[.xfail] != nil }
    /// The outcomes of the part's blocks among those of the whole run.
    var slots: Range<Int> { single.blocks.lowerBound + offset..<single.blocks.upperBound + offset }

    /// Returns the time limit of a block in milliseconds, if the transcript has one.
    func timeLimit(_ block: Int) -> Int? {
      transcript.blocks[block].directives.timeLimit ?? single.directives.timeLimit
    }
  }

  let job: FileJob
  let transcript: Transcript
  /// The parts of each case in the order in which they run: the included ones, then its own blocks.
  private(set) var parts: [[Part]] = []
  /// The number of slots of a run: the blocks of the transcript, then those that it includes.
  private(set) var slotCount: Int
  /// The selected block; `nil` if all are selected.
  let selectedBlock: Int?

  var path: String { job.path }

  /// `true` if the plan is of the file itself, not of replaced bytes.
  var isOfFile: Bool { job.bytes == nil }

  /// Reads the file of a job.
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
    if let line = job.line, line > count {
      let words = "nothing is selected, the file has \(counted(count, "line"))"
      throw TranscriptToolFault(path, line: line, words)
    }
  }

  /// Returns whether anything of a case is selected.
  func selects(_ single: TranscriptCase) -> Bool {
    if let selectedBlock, !single.blocks.contains(selectedBlock) { return false }
    guard let filter = job.filter else { return true }
    let name = single.name.map { "\(path) \($0)" } ?? path
    return matches(name, wildcards: "*\(filter)*")
  }

  /// Returns the part of a block of the transcript itself.
  func part(ofBlock block: Int) -> Part {
    let own = parts[transcript.caseIndex(ofBlock: block)]
    return own[own.count - 1]
  }

  /// Returns the argument of a case's directive, or else that of the first included one.
  func argument(_ directive: Directive, ofCase index: Int) -> String? {
    let own = transcript.cases[index].directives[directive]
    let included = parts[index].lazy.compactMap { $0.single.directives[directive] }.first
    return (own ?? included)?.argument
  }

  /// Returns the fault of a session that can't begin, at the line of the cause.
  func fault(_ words: String, ofSession index: Int) -> TranscriptToolFault {
    let single = transcript.cases[index]
    let directives = single.directives
    let line = directives[.language]?.line ?? directives[.seed]?.line ?? single.nameLine ?? 0
    return TranscriptToolFault(path, line: line + 1, column: 1, words)
  }
}

/// A file to run, and the selected part of it.
struct FileJob: Sendable {
  var path: String
  /// A line of the selected block; `nil` for all blocks.
  var line: Int?
  /// A pattern for any part of the path and the name of a case.
  var filter: String?
  /// The name of fenced blocks that hold the transcript; `nil` if the whole file is one.
  var fence: String?
  /// `true` if it may include files from anywhere.
  var isTrusted = false
  /// The bytes to run instead of the file's; `nil` for the file itself.
  var bytes: [UInt8]?

  /// Reads and parses the file.
  ///
  /// Throws if it can't be read or is no transcript.
  func transcript() throws(TranscriptToolFault) -> Transcript {
    var bytes = bytes ?? []
    if self.bytes == nil { bytes = try FileReader.read(path) }
    do throws(TranscriptFault) { return try Transcript(bytes, fence: fence) } catch {
      throw TranscriptToolFault(path, line: error.line, column: error.column, error.reason)
    }
  }

  /// Returns the job with other bytes instead of the file's.
  func with(_ bytes: [UInt8]) -> FileJob {
    var job = self
    job.bytes = bytes
    return job
  }
}
