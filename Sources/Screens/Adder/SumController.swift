import Events
import Shell

/// The controller of the adder, the smallest screen: passes values from its view to its model, and
/// the sum back.
///
///     let sum = SumController(model: SumModel(), view: SumView(speaker))
///     try sum.view.enter(100, 200)  // writes their total
///     sum.model.total  // Optional(300)
final class SumController {
  /// The observable values and their sum.
  let model: SumModel
  /// The view with the two values and the button.
  let view: SumView

  /// Creates the controller, and becomes the delegate of the view.
  init(model: SumModel, view: SumView) {
    self.model = model
    self.view = view
    view.delegate = self
    if let addends = model.addends { view.fill(addends.first, addends.second) }
  }

  /// The command `sum`.
  static var commands: [Command<Application>] {
    let whole = Parameter.Kind.number(Int.min...Int.max)
    return [
      Command(
        "sum",
        Text(
          "add two numbers, or those of before", "2つの数を足します。数がなければ前の2つを足します"), in: .articles,
        of: "sum", isSafe: true,
        CommandForm([Parameter("A", whole), Parameter("B", whole)]) { program, line in
          try program.sum.view.enter(line.number(0), line.number(1))
        },
        CommandForm { program, _ in
          program.sum.view.showValues()
          try program.sum.view.pressButton()
        },
        examples: ["sum 100 200", "sum"])
    ]
  }
}

extension SumController: SumViewDelegate {
  func sumView(_ view: SumView, didSet first: Int, _ second: Int) throws {
    try model.set(first, second, isEntered: view.isEntered)
  }

  func total(for view: SumView) -> Int? { model.total }
}

/// The adder in the event tree: a touch that is sent to it presses its button.
final class SumObject: EventObject {
  private unowned let application: Application

  /// Creates the object and binds it.
  init(_ application: Application, binding root: EventContainer) {
    self.application = application
    super.init("sum", binding: root)
  }

  override func handle(_ event: inout Event, from sender: EventObject) {
    guard case .touch = event.message, sender === self else { return }
    event.isHandled = true
    application.refusing { try application.sum.view.pressButton() }
  }
}
