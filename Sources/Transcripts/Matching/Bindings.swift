/// What the patterns of a session have bound so far.
struct Bindings: Sendable {
  struct Binding: Sendable {
    let value: ArraySlice<UInt8>
    let kind: Hole.Kind
  }

  private var values: [String: Binding] = [:]

  /// Everything that is bound, in the order of the names.
  var all: [(name: String, binding: Binding)] {
    values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Binds a name.
  mutating func add(_ name: String, _ binding: Binding) {
    values[name] = binding
  }

  /// What is bound to a name.
  func value(of name: String) -> ArraySlice<UInt8>? { values[name]?.value }

  /// Takes what fills a hole; answers whether it may be that.
  mutating func take(_ hole: Hole, _ value: ArraySlice<UInt8>) -> Bool {
    switch hole.role {
    case .plain: return true
    case .reference(let name):
      return values[name]?.value.elementsEqual(value) ?? false
    case .binding(let name, let kind, let isDistinct):
      let isTaken = values.values.contains { known in
        known.kind == kind && known.value.elementsEqual(value)
      }
      if isDistinct && isTaken { return false }
      values[name] = Binding(value: value, kind: kind)
      return true
    }
  }
}
