import Shell

/// Hands a screen the actions that are its own.
final class ScreenHandler: EventHandler {
  private let perform: (AskedAction) -> Bool

  /// Makes the handler; `perform` answers whether the action was one of the screen's.
  init(_ perform: @escaping (AskedAction) -> Bool) {
    self.perform = perform
  }

  var takesActionsOnly: Bool { true }

  func handleEvent(_ event: inout Event) {
    guard case .asked(let action) = event.message else { return }
    if perform(action) { event.consume() }
  }
}
