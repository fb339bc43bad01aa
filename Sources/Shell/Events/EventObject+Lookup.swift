extension EventObject {
  /// The object here or below that has this name; `parent/name` tells those of one name apart.
  package final func object(named name: String) throws(EventFault) -> EventObject {
    var found: [(object: EventObject, path: String)] = []
    find(name, above: "", into: &found)
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

  /// Whether the object and everything above it is enabled.
  package final var isReached: Bool {
    var object: EventObject? = self
    while let next = object {
      guard next.isEnabled else { return false }
      object = next.parent
    }
    return true
  }

  private final func find(
    _ name: String, above: String, into found: inout [(object: EventObject, path: String)]
  ) {
    let path = above + self.name
    if self.name == name || path == name || path.hasSuffix("/" + name) {
      found.append((self, path))
    }
    guard let container = self as? EventContainer else { return }
    for child in container.children { child.find(name, above: path + "/", into: &found) }
  }
}

extension EventObject {
  /// The tree from here down, one line an object: whether it is enabled, its name, what its
  /// handler says of it, and for a sequence the number of its step.
  package final var drawing: [String] {
    var lines: [String] = []
    draw(into: &lines, depth: 0)
    return lines
  }

  private final func draw(into lines: inout [String], depth: Int) {
    var line = String(repeating: "  ", count: depth) + (isEnabled ? "[x] " : "[ ] ") + name
    if let sequence = self as? EventSequence {
      line += " \(sequence.current)"
      if let next = sequence.next {
        line += " -> \(next)"
        if sequence.remaining > 0 { line += " in \(sequence.remaining) ms" }
      }
    }
    if let state = handler?.drawnState { line += ": \(state)" }
    lines.append(line)
    guard let container = self as? EventContainer else { return }
    for child in container.children { child.draw(into: &lines, depth: depth + 1) }
  }
}
