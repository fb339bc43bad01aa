/// A transcript with everything that it includes.
struct TranscriptPlan: Sendable {
  /// Another transcript that runs at the beginning of a session.
  struct Included: Sendable {
    let path: String
    let transcript: Transcript
  }

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
    try self.init(path: job.path, bytes, fence: job.fence, isTrusted: job.isTrusted)
    let count = transcript.lines.count
    if let line = job.selection.line, line > count {
      throw .noSuchLine(path: path, line: line, count: count)
    }
  }

  /// Takes a transcript apart that is read already.
  init(
    path: String, _ bytes: [UInt8], fence: String? = nil, isTrusted: Bool = false
  ) throws(ToolFault) {
    self.path = path
    do throws(TranscriptFault) {
      let transcript = try Transcript(bytes, fence: fence)
      self.transcript = transcript
      guard transcript.cases.contains(where: { !$0.settings.includeLines.isEmpty }) else { return }
      let folder = FileReader.folder(of: path)
      let root = isTrusted ? nil : FileReader.place(of: folder.isEmpty ? "." : folder)
      for single in transcript.cases {
        var inclusion = Inclusion(root: root)
        included.append(
          try inclusion.included(
            by: single, of: transcript, path, above: [FileReader.place(of: path)]))
      }
    } catch {
      throw .malformed(path: path, error)
    }
  }

  /// What runs before a case.
  func included(beforeCase index: Int) -> [Included] { included.isEmpty ? [] : included[index] }

  /// What a case is drawn from: what it says itself, or the first that says so before it.
  func seed(ofCase index: Int) -> String? { argument(\.seedLine, ofCase: index) }

  /// What a case is spoken in.
  func language(ofCase index: Int) -> String? { argument(\.languageLine, ofCase: index) }

  private func argument(_ place: KeyPath<TranscriptSettings, Int?>, ofCase index: Int) -> String? {
    let line = transcript.cases[index].settings[keyPath: place]
    if let line { return transcript.argument(ofLine: line) }
    for other in included(beforeCase: index) {
      let line = other.transcript.cases[0].settings[keyPath: place]
      if let line { return other.transcript.argument(ofLine: line) }
    }
    return nil
  }
}
