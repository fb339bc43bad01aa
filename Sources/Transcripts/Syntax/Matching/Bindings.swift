/// The texts of the names that placeholders have defined in a session.
///
/// A session begins without any. A block adds those of its lines that match, for the blocks after
/// it:
///
///     let file = "@ chimp-transcript 1\n> roll\n~ {n:int}\n> last\n~ {n}\n"
///     let blocks = try Transcript(Array(file.utf8)).blocks
///     var bindings = Bindings()
///     let six = OutputLine.lines(of: Array("6\n".utf8))
///     blocks[0].isMatched(by: six, ReplyState(isRefused: false), &bindings)  // true, and `n` is 6
///     blocks[1].isMatched(by: six, ReplyState(isRefused: false), &bindings)  // true
package struct Bindings: Hashable, Sendable {
  /// The text of a name, and the facts about its placeholder.
  private struct Binding: Hashable, Sendable {
    let value: ArraySlice<UInt8>
    let kind: Hole.Kind
    let isDistinct: Bool
  }

  private var bindings: [String: Binding] = [:]

  /// Creates no bindings.
  package init() {}

  /// The number of names.
  var count: Int { bindings.count }

  /// Returns the text of a name; `nil` if it is not defined.
  func value(of name: String) -> ArraySlice<UInt8>? { bindings[name]?.value }

  /// Defines the name of a placeholder, or compares the text with that of the name.
  ///
  /// Returns `false` if the text differs, or if it is that of a name from which it must differ.
  mutating func bind(_ hole: Hole, _ value: ArraySlice<UInt8>) -> Bool {
    guard let name = hole.name else { return true }
    guard let kind = hole.kind else { return bindings[name]?.value.elementsEqual(value) ?? false }
    let isBound = bindings.values.contains { other in
      let isCompared = other.kind == kind && (hole.isDistinct || other.isDistinct)
      return isCompared && other.value.elementsEqual(value)
    }
    if isBound { return false }
    bindings[name] = Binding(value: value, kind: kind, isDistinct: hole.isDistinct)
    return true
  }
}
