struct TranscriptPlan: Sendable {
  /// Blocks that run behind each other: those of a case, or of what it includes.
  struct Part: Sendable {
    let path: String
    let transcript: Transcript
    let single: TranscriptCase
    /// What a block's place is counted from in the run.
    let offset: Int

    var isIncluded: Bool { offset > 0 }
    var places: Range<Int> { single.blocks.lowerBound + offset..<single.blocks.upperBound + offset }
  }

  let path: String
  let transcript: Transcript
  /// For each case what runs, in order: what it includes, and then its own blocks.
  private(set) var parts: [[Part]] = []
  /// How many places a run has: those of the transcript, and behind them what is included.
  private(set) var placeCount: Int

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
      placeCount = transcript.blocks.count
      for single in transcript.cases {
        var included: [Part] = []
        for (path, other) in try Inclusion.included(by: single, of: transcript, path, isTrusted) {
          included.append(
            Part(path: path, transcript: other, single: other.cases[0], offset: placeCount))
          placeCount += other.blocks.count
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

  /// What a case says of itself, or the first that says so before it.
  func argument(_ directive: Directive, ofCase index: Int) -> String? {
    let parts = parts[index].filter { $0.single.directives.line(directive) != nil }
    let part = parts.first { !$0.isIncluded } ?? parts.first
    return part?.single.directives.line(directive).flatMap { part?.transcript.argument(ofLine: $0) }
  }
}
