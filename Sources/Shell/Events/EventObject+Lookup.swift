extension EventObject {
  /// The object here or below that has this name; `parent/name` tells those of one name apart.
  package final func object(named name: String) throws(EventFault) -> EventObject {
    let found = tree().filter { object, path, _ in
      object.name == name || path == name || path.hasSuffix("/" + name)
    }
    guard let first = found.first else { throw .unknownObject(name) }
    if let exact = found.first(where: { $0.path == name }), name.utf8.contains(UInt8(ascii: "/")) {
      return exact.object
    }
    guard found.count == 1 else { throw .ambiguousObject(name, paths: found.map(\.path)) }
    return first.object
  }

  /// Enables or disables the object that has this name, unless it is the root or a mode.
  package final func setEnabled(
    _ isEnabled: Bool, named name: String
  ) throws(EventFault) -> EventObject {
    let object = try object(named: name)
    guard object.parent != nil || isEnabled else { throw .rootStaysEnabled(object.name) }
    guard !object.isModeOfSwitcher else { throw .modeIsSwitched(object.name) }
    object.isEnabled = isEnabled
    return object
  }

  package final var isReached: Bool {
    var object: EventObject? = self
    while let next = object {
      guard next.isEnabled else { return false }
      object = next.parent
    }
    return true
  }

  /// The object and all below it, each with its path and how deep it is.
  private final func tree(
    above: String = "", depth: Int = 0
  ) -> [(object: EventObject, path: String, depth: Int)] {
    let path = above + name
    let children = (self as? EventContainer)?.children ?? []
    return [(self, path, depth)]
      + children.flatMap { $0.tree(above: path + "/", depth: depth + 1) }
  }

  /// The tree from here down, one line an object: whether it is enabled, its name, what its
  /// handler says of it, and for a sequence the number of its step.
  package final var drawing: [String] {
    tree().map { object, _, depth in String(repeating: "  ", count: depth) + object.drawn }
  }

  private final var drawn: String {
    var line = (isEnabled ? "[x] " : "[ ] ") + name
    if let sequence = self as? EventSequence {
      line += " \(sequence.current)"
      if let next = sequence.next {
        line += " -> \(next)"
        if sequence.remaining > 0 { line += " in \(sequence.remaining) ms" }
      }
    }
    return line + (handler?.drawnState.map { ": \($0)" } ?? "")
  }
}
