/// The texts that the patterns of a session have bound to names.
package struct Bindings: Hashable, Sendable {
  /// The text that a name is bound to, and the kind of hole that bound it.
  private struct Binding: Hashable, Sendable {
    let value: ArraySlice<UInt8>
    let kind: Hole.Kind
  }

  private var bindings: [String: Binding] = [:]

  /// Creates no bindings.
  package init() {}

  /// Returns the text that is bound to a name.
  func value(of name: String) -> ArraySlice<UInt8>? { bindings[name]?.value }

  /// Binds the text of a hole to its name, or compares it with the bound text.
  ///
  /// Returns `false` if the text contradicts a binding.
  mutating func bind(_ hole: Hole, _ value: ArraySlice<UInt8>) -> Bool {
    guard let name = hole.name else { return true }
    guard let kind = hole.kind else { return bindings[name]?.value == value }
    let isBound = bindings.values.contains { $0.kind == kind && $0.value == value }
    if hole.isDistinct && isBound { return false }
    bindings[name] = Binding(value: value, kind: kind)
    return true
  }
}
