import TranscriptSyntax

/// Resolves the files that a transcript includes, which run before its own blocks.
struct Inclusion {
  /// The maximum depth of files that include one another.
  private static let depthLimit = 32
  /// The maximum number of files that a session includes.
  private static let countLimit = 1000
  /// The folder that must contain all included files; `nil` to allow any file.
  private let root: String?
  private var count = 0

  /// Returns the files that a session includes, in the order in which they run.
  ///
  /// Throws if one can't be included; files that they include themselves come before them.
  static func included(
    by single: TranscriptCase, _ path: String, _ isTrusted: Bool
  ) throws(TranscriptToolFault) -> [(path: String, transcript: Transcript)] {
    guard single.directives[.include] != nil else { return [] }
    let root = isTrusted ? nil : FileReader.resolvedOrSame(FileReader.folder(of: path))
    var inclusion = Inclusion(root: root)
    let resolved = FileReader.resolvedOrSame(path)
    return try inclusion.included(by: single, path, above: [resolved])
  }

  /// Returns the files that a session includes; `above` are the including files.
  private mutating func included(
    by single: TranscriptCase, _ path: String, above: [String]
  ) throws(TranscriptToolFault) -> [(path: String, transcript: Transcript)] {
    var result: [(path: String, transcript: Transcript)] = []
    for entry in single.directives.all(.include) {
      do throws(TranscriptToolFault) {
        result += try include(entry.argument, from: path, above: above)
      } catch { throw TranscriptToolFault(path, line: entry.line + 1, column: 1, error.cause) }
    }
    return result
  }

  /// Returns a file together with the files that it includes.
  private mutating func include(
    _ name: String, from path: String, above: [String]
  ) throws(TranscriptToolFault) -> [(path: String, transcript: Transcript)] {
    func refusal(_ reason: String) -> TranscriptToolFault {
      TranscriptToolFault("can't include \"\(name)\": \(reason)")
    }
    let other = name.utf8.first == UInt8(ascii: "/") ? name : FileReader.folder(of: path) + name
    if leadsOut(name, other) {
      throw refusal("it is not in the folder of the transcript (see --trust)")
    }
    let resolved = FileReader.resolvedOrSame(other)
    if above.contains(resolved) { throw TranscriptToolFault("\"\(name)\" includes itself") }
    if above.count > Self.depthLimit {
      throw refusal("more than \(Self.depthLimit) files include one another")
    }
    count += 1
    if count > Self.countLimit {
      throw refusal("a session includes more than \(Self.countLimit) files")
    }
    do throws(TranscriptToolFault) {
      let transcript = try FileJob(path: other).transcript()
      let single = transcript.cases[0]
      if transcript.cases.count == 1 && single.nameLine == nil {
        let before = try included(by: single, other, above: above + [resolved])
        return before + [(other, transcript)]
      }
    } catch { throw refusal(error.cause) }
    throw TranscriptToolFault("\"\(name)\" can't be included: it has cases")
  }

  /// Returns whether a path is outside of the folder, through its name or a symbolic link.
  private func leadsOut(_ name: String, _ path: String) -> Bool {
    guard let root else { return false }
    let isAbsolute = name.utf8.first == UInt8(ascii: "/")
    let parts = name.utf8.split(separator: UInt8(ascii: "/"))
    if isAbsolute || parts.contains(where: { $0.elementsEqual("..".utf8) }) { return true }
    guard let resolved = FileReader.resolved(path) else { return false }
    return !resolved.utf8.starts(with: (root == "/" ? root : root + "/").utf8)
  }
}
