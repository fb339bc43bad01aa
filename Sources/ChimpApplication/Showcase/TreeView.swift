package import Shell

/// Shows the event tree, and the time.
package struct TreeView {
  private let output: OutputWriter
  /// Whether the tree shows what must not remain on the screen.
  private let isSecret: () -> Bool

  /// Makes a view that writes to the output.
  package init(output: OutputWriter, isSecret: @escaping () -> Bool) {
    self.output = output
    self.isSecret = isSecret
  }

  /// Draws the tree below an object.
  package func show(_ root: EventObject) {
    let draw = { for line in root.drawing { output.write(text: escaped(line) + "\n") } }
    if isSecret() { output.conceal(draw) } else { draw() }
  }

  /// Says what has been sent to an object, before anything comes of it.
  package func showSent(_ words: String, to object: EventObject) {
    output.write(text: "sent \(words) to " + escaped(object.name) + "\n")
  }

  /// Says whether an object gets events now.
  package func showEnabled(_ object: EventObject) {
    output.write(object.isEnabled ? "enabled: " : "disabled: ")
    output.write(text: escaped(object.name) + "\n")
  }

  /// Says that an event has gone through the tree, and nobody wanted it.
  package func showNobody(for kind: MessageKind) {
    let what =
      switch kind {
      case .touch: "a touch"
      case .swipe: "a swipe"
      case .accelerate: "an acceleration"
      case .none, .update, .timer, .action: "this command"
      }
    output.refuse("nothing that is enabled takes \(what) now (\"tree\" shows what is enabled)")
  }

  /// Says how much time has passed.
  package func showWait(_ milliseconds: Int) {
    output.write("waited ")
    output.write(milliseconds)
    output.write(" ms\n")
  }

  /// Says why something can't be done.
  package func refuse(_ words: String) {
    output.refuse(words)
  }
}
