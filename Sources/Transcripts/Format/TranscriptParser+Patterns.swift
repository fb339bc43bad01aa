/// What patterns bind and compare, which has to fit together in each session.
extension TranscriptParser {
  /// Checks a line of the gutters `~`, `:` and `!`.
  mutating func parsePattern(_ index: Int) throws(TranscriptFault) {
    var text = text(index)
    if lines[index].gutter == .gap {
      guard text.first == UInt8(ascii: "?") else {
        let words = String(decoding: text, as: UTF8.self)
        guard LineGap(words) != nil else { throw fault(.badGap(words), at: text.startIndex) }
        return
      }
      guard text.count > 2, text[text.startIndex + 1] == 0x20 else {
        throw fault(.badGap(String(decoding: text, as: UTF8.self)), at: text.startIndex)
      }
      text = text.dropFirst(2)
    }
    do throws(LinePattern.Fault) {
      for hole in try LinePattern(text).holes { try check(hole, line: index) }
    } catch { throw fault(error.reason, at: error.offset) }
  }

  private mutating func check(_ hole: Hole, line: Int) throws(LinePattern.Fault) {
    guard let name = hole.name else { return }
    guard let kind = hole.kind else {
      guard names[name] != nil else {
        throw LinePattern.Fault(reason: .unknownBinding(name), offset: hole.offset)
      }
      names[name]?.isUsed = true
      return
    }
    guard lines[line].gutter != .negative else {
      throw LinePattern.Fault(reason: .bindingInNegative(name), offset: hole.offset)
    }
    if let known = names[name] {
      // Only one of several alternatives matches, so each may bind the name.
      guard known.block == blocks.count, known.alternative != alternative, known.kind == kind
      else { throw LinePattern.Fault(reason: .bindingTwice(name), offset: hole.offset) }
    }
    names[name] = BoundName(
      kind: kind, isDistinct: hole.isDistinct, block: blocks.count, alternative: alternative,
      offset: hole.offset, isUsed: names[name]?.isUsed ?? false)
  }

  mutating func closeNames() throws(TranscriptFault) {
    guard !names.isEmpty else { return }
    defer { names = [:] }
    for (name, bound) in names.sorted(by: { $0.value.offset < $1.value.offset })
    where !bound.isUsed && !names.values.contains(where: bound.isCompared) {
      throw fault(.unusedBinding(name), at: bound.offset)
    }
  }
}

struct BoundName {
  let kind: Hole.Kind
  let isDistinct: Bool
  let block: Int
  let alternative: Int
  let offset: Int
  var isUsed: Bool

  /// Whether one of the two has to differ from the other.
  func isCompared(with other: BoundName) -> Bool {
    guard kind == other.kind, block != other.block || alternative == other.alternative else {
      return false
    }
    if offset < other.offset { return other.isDistinct }
    return offset > other.offset && isDistinct
  }
}
