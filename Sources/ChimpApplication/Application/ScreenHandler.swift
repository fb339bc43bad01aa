import Shell

/// Hands a screen the actions that are its own.
final class ScreenHandler: EventHandler {
  private let perform: (any Action) -> Bool

  /// Makes the handler; `perform` answers whether the action was one of the screen's.
  init(_ perform: @escaping (any Action) -> Bool) {
    self.perform = perform
  }

  var takesActionsOnly: Bool { true }

  func handleEvent(_ event: inout Event) {
    guard case .action(let action) = event.message else { return }
    if perform(action) { event.consume() }
  }
}
