import Shell

/// Hands a screen the actions that are its own.
final class ScreenHandler: EventHandler {
  // NB: the application holds the tree, and so this.
  private unowned let application: Application
  private let perform: (Application, any Action) -> Bool

  /// Makes the handler; `perform` answers whether the action was one of the screen's.
  init(_ application: Application, _ perform: @escaping (Application, any Action) -> Bool) {
    self.application = application
    self.perform = perform
  }

  var takesActionsOnly: Bool { true }

  func handleEvent(_ event: inout Event) {
    guard case .action(let action) = event.message else { return }
    if perform(application, action) { event.consume() }
  }
}
