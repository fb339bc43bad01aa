/// What runs of a file: its transcript, and what that includes.
struct TranscriptPlan: Sendable {
  /// Blocks that run behind each other: those of a case, or of what it includes.
  struct Part: Sendable {
    let path: String
    let transcript: Transcript
    let single: TranscriptCase
    /// The slot of the first block of its transcript.
    let offset: Int

    var isIncluded: Bool { offset > 0 }
    var slots: Range<Int> { single.blocks.lowerBound + offset..<single.blocks.upperBound + offset }

    /// The time limit of a block in milliseconds, if the transcript has one.
    func timeLimit(_ block: Int) -> Int? {
      let directives = transcript.blocks[block].directives
      let line = directives.line(.timeout) ?? single.directives.line(.timeout)
      return line.flatMap { milliseconds(transcript.argument(ofLine: $0)) }
    }
  }

  let path: String
  let transcript: Transcript
  /// The parts of each case in the order in which they run: what it includes, then its own blocks.
  private(set) var parts: [[Part]] = []
  /// How many slots a run has: the blocks of the transcript, and behind them what is included.
  private(set) var slotCount: Int

  init(_ job: FileJob) throws(ToolFault) {
    let bytes: [UInt8]
    do throws(FileFault) { bytes = try FileReader.read(job.file) } catch {
      throw .cannotUse(job.path, error)
    }
    try self.init(path: job.path, bytes, fence: job.fence, isTrusted: job.isTrusted)
    let count = transcript.lines.count
    if let line = job.selection.line, line > count {
      throw .noSuchLine(path, line: line, count: count)
    }
  }

  init(
    path: String, _ bytes: [UInt8], fence: String? = nil, isTrusted: Bool = false
  ) throws(ToolFault) {
    self.path = path
    do throws(TranscriptFault) {
      transcript = try Transcript(bytes, fence: fence)
      slotCount = transcript.blocks.count
      for single in transcript.cases {
        var included: [Part] = []
        for (path, other) in try Inclusion.included(by: single, of: transcript, path, isTrusted) {
          included.append(
            Part(path: path, transcript: other, single: other.cases[0], offset: slotCount))
          slotCount += other.blocks.count
        }
        parts.append(
          included + [Part(path: path, transcript: transcript, single: single, offset: 0)])
      }
    } catch { throw .malformed(path, error) }
  }

  func part(ofBlock block: Int) -> Part {
    let own = parts[transcript.caseIndex(ofBlock: block)]
    return own[own.count - 1]
  }

  /// The argument of a directive of a case, or else of the first one that it includes.
  func argument(_ directive: Directive, ofCase index: Int) -> String? {
    let parts = parts[index].filter { $0.single.directives.line(directive) != nil }
    let part = parts.first { !$0.isIncluded } ?? parts.first
    return part?.single.directives.line(directive).flatMap { part?.transcript.argument(ofLine: $0) }
  }
}
