package import Shell

/// What the command of the adder asks for.
package enum SumAction: Action, Equatable {
  case add(Int, Int)
  case showTotal
}

/// Hands the view's values to the model, and the model's total to the view.
package final class SumController {
  let model: SumModel
  private let view: SumView

  /// Makes a controller that is the view's delegate.
  package init(model: SumModel, view: SumView) {
    self.model = model
    self.view = view
    view.delegate = self
  }

  /// Does what the command asks for.
  package func perform(_ action: SumAction) {
    if case .add(let first, let second) = action { view.enter(first, second) }
    view.showTotal()
  }

  /// The command of the adder.
  package static var commands: [Command] {
    let whole = Parameter.Kind.number(Int.min...Int.max)
    return [
      Command(
        "sum", "add two numbers, or show the last total",
        CommandForm([Parameter("A", whole), Parameter("B", whole)]) { invocation in
          .message(.action(SumAction.add(invocation.number(0), invocation.number(1))))
        },
        CommandForm { _ in .message(.action(SumAction.showTotal)) },
        examples: ["sum 100 200", "sum"])
    ]
  }
}

extension SumController: SumViewDelegate {
  package func sumView(_ view: SumView, didEnter first: Int, _ second: Int) throws(SumFault) {
    try model.set(first, second)
  }

  package func total(for view: SumView) throws(SumFault) -> Int {
    try model.total()
  }
}
