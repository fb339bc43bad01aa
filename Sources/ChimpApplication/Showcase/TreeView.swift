package import Records
package import Shell

/// Shows the event tree, and the time.
package struct TreeView {
  private let speaker: Speaker
  /// Whether the tree shows what must not remain on the screen.
  private let isSecret: () -> Bool

  /// Makes a view that speaks.
  package init(_ speaker: Speaker, isSecret: @escaping () -> Bool) {
    self.speaker = speaker
    self.isSecret = isSecret
  }

  /// Draws the tree below an object.
  package func show(_ root: EventObject) {
    let draw = { for line in root.drawing { speaker.say { _ in line } } }
    if isSecret() { speaker.output.conceal(draw) } else { draw() }
  }

  /// Says what has been sent to an object, before anything comes of it.
  package func showSent(_ words: String, to object: EventObject) {
    speaker.say { $0.sent(words, to: object.name) }
  }

  /// Says whether an object gets events now.
  package func showEnabled(_ object: EventObject) {
    speaker.say { $0.enabled(object.isEnabled, object.name) }
  }

  /// Says that an event has gone through the tree, and nobody wanted it.
  package func showNobody(for kind: MessageKind) { speaker.refuse { $0.nobody(for: kind) } }

  /// Says how much time has passed.
  package func showWait(_ milliseconds: Int) { speaker.say { $0.waited(milliseconds) } }

  /// Says why something can't be done.
  package func refuse(_ fault: EventFault) { speaker.refuse { $0.words(for: fault) } }

  /// Says why nothing can be done at this moment.
  package func refuse(_ fault: RoundFault) { speaker.refuse { $0.words(for: fault) } }

  /// Says that the change of an object can't be kept.
  package func refuse(_ error: RecordError) { speaker.refuse { $0.words(for: error) } }
}
