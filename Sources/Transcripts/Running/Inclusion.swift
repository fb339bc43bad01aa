/// Finds what runs before a session, because its transcript includes it.
struct Inclusion {
  /// How many files may include one another, and how many a session may include at all.
  private static let depthLimit = 32
  private static let countLimit = 1000
  /// The folder that nothing may be included from outside of; nil where all files may be.
  private let root: String?
  private var count = 0

  static func included(
    by single: TranscriptCase, of transcript: Transcript, _ path: String, _ isTrusted: Bool
  ) throws(TranscriptFault) -> [(path: String, transcript: Transcript)] {
    guard single.directives.line(.include) != nil else { return [] }
    let root = isTrusted ? nil : FileReader.resolvedOrSame(FileReader.folder(of: path))
    var inclusion = Inclusion(root: root)
    let place = FileReader.resolvedOrSame(path)
    return try inclusion.included(by: single, of: transcript, path, above: [place])
  }

  /// What a case includes, relative to where its file stands; above it are the files that are
  /// being looked at.
  private mutating func included(
    by single: TranscriptCase, of transcript: Transcript, _ path: String, above: [String]
  ) throws(TranscriptFault) -> [(path: String, transcript: Transcript)] {
    var result: [(path: String, transcript: Transcript)] = []
    for line in single.directives.lines(.include) {
      let name = transcript.argument(ofLine: line)
      do throws(TranscriptFault.Reason) {
        result += try include(name, from: path, above: above)
      } catch { throw TranscriptFault(error, line: line + 1, column: 1) }
    }
    return result
  }

  private mutating func include(
    _ name: String, from path: String, above: [String]
  ) throws(TranscriptFault.Reason) -> [(path: String, transcript: Transcript)] {
    let other = name.utf8.first == UInt8(ascii: "/") ? name : FileReader.folder(of: path) + name
    guard !leadsOut(name, other) else {
      throw .cannotInclude(name, "it is not in the folder of the transcript (see --trust)")
    }
    let place = FileReader.resolvedOrSame(other)
    guard !above.contains(place) else { throw .includeCycle(name) }
    guard above.count <= Self.depthLimit else {
      throw .includesTooDeep(name, limit: Self.depthLimit)
    }
    count += 1
    guard count <= Self.countLimit else { throw .includesTooMany(name, limit: Self.countLimit) }
    let transcript: Transcript
    do { transcript = try Transcript(try FileReader.read(other)) } catch {
      throw .cannotInclude(name, "\(error)")
    }
    guard transcript.cases.count == 1, transcript.cases[0].nameLine == nil else {
      throw .includesCase(name)
    }
    do throws(TranscriptFault) {
      let before = try included(
        by: transcript.cases[0], of: transcript, other, above: above + [place])
      return before + [(other, transcript)]
    } catch { throw .cannotInclude(name, error.description) }
  }

  /// Whether a name leads out of the folder, by itself or by way of a link.
  private func leadsOut(_ name: String, _ path: String) -> Bool {
    guard let root else { return false }
    let isAbsolute = name.utf8.first == UInt8(ascii: "/")
    let parts = name.utf8.split(separator: UInt8(ascii: "/"))
    if isAbsolute || parts.contains(where: { $0.elementsEqual("..".utf8) }) { return true }
    guard let place = FileReader.resolved(path) else { return false }
    return !place.utf8.starts(with: (root == "/" ? root : root + "/").utf8)
  }
}
