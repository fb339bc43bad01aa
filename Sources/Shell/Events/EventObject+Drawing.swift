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
