/// The texts of the names that placeholders have defined in a session.
package struct Bindings: Sendable {
  /// The text of a name, and the kind of its placeholder.
  private struct Binding: Sendable {
    let value: ArraySlice<UInt8>
    let kind: Hole.Kind
  }

  private var bindings: [String: Binding] = [:]

  /// Creates no bindings.
  package init() {}

  /// Returns the text of a name; `nil` if it is not defined.
  func value(of name: String) -> ArraySlice<UInt8>? { bindings[name]?.value }

  /// Defines the name of a placeholder, or compares the text with that of the name.
  ///
  /// Returns `false` if the text differs.
  mutating func bind(_ hole: Hole, _ value: ArraySlice<UInt8>) -> Bool {
    guard let name = hole.name else { return true }
    guard let kind = hole.kind else { return bindings[name]?.value.elementsEqual(value) ?? false }
    let isBound = bindings.values.contains { $0.kind == kind && $0.value.elementsEqual(value) }
    if hole.isDistinct && isBound { return false }
    bindings[name] = Binding(value: value, kind: kind)
    return true
  }
}
