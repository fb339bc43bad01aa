import Events
package import Shell

/// An action of the adder screen.
///
///     try root.send(.action(SumAction.add(100, 200)))  // as the command `sum 100 200`
package enum SumAction: Action, Equatable {
  case add(Int, Int)
  case showTotal
}

/// Performs the commands of the adder screen, the smallest example of a screen.
///
/// It passes entered values from the view to the model, and the sum back to the view.
///
///     let sum = SumController(model: SumModel(), view: SumView(speaker))
///     sum.perform(.add(100, 200))  // writes the values and their total
///     sum.model.total  // 300
package final class SumController {
  /// The observable sum.
  package let model: SumModel
  /// The view that writes the values and the sum.
  private let view: SumView

  /// Creates the controller; the view gets the stored values.
  package init(model: SumModel, view: SumView) {
    self.model = model
    self.view = view
    if let kept = model.keptValues { view.restore(kept.first, kept.second) }
    view.delegate = self
  }

  /// Performs an action, and lets the view write the sum.
  package func perform(_ action: SumAction) {
    switch action {
    case .add(let first, let second): view.enter(first, second)
    case .showTotal: view.showValues()
    }
    view.showTotal()
  }

  /// Returns the command `sum`.
  package static func commands(in language: Language) -> [Command] {
    let whole = Parameter.Kind.number(Int.min...Int.max)
    return [
      Command(
        "sum", language.help(.sum), in: .more, isSafe: true,
        .asking([Parameter("A", whole), Parameter("B", whole)]) {
          SumAction.add($0.number(0), $0.number(1))
        }, .asking(SumAction.showTotal), examples: ["sum 100 200", "sum"])
    ]
  }
}

extension SumController: SumViewDelegate {
  package func sumView(_ view: SumView, didEnter first: Int, _ second: Int) throws(ModelError) {
    try model.set(first, second)
  }

  package func total(for view: SumView) -> Int { model.total }
}
