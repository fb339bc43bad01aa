package import Shell

/// Performs the commands of the adder screen, the smallest example of a screen.
///
/// It passes entered values from the view to the model, and the sum back to the view.
///
///     let sum = SumController(model: SumModel(), view: SumView(speaker))
///     sum.add(100, 200)  // writes their total
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

  /// Enters two values, and lets the view write their sum.
  package func add(_ first: Int, _ second: Int) throws {
    view.enter(first, second)
    try view.showTotal()
  }

  /// Lets the view write the values and their sum.
  package func showTotal() throws {
    view.showValues()
    try view.showTotal()
  }

  /// The command `sum`.
  package static var commands: [Command<Application>] {
    let whole = Parameter.Kind.number(Int.min...Int.max)
    return [
      Command(
        "sum",
        Text(
          "add two numbers, or show the last total", "2つの数を足します。数がなければ前の合計を表示します"), in: .more,
        of: "sum", isSafe: true,
        CommandForm([Parameter("A", whole), Parameter("B", whole)]) { program, line in
          try program.sum.add(line.number(0), line.number(1))
        }, CommandForm { program, _ in try program.sum.showTotal() },
        examples: ["sum 100 200", "sum"])
    ]
  }
}

extension SumController: SumViewDelegate {
  package func sumView(_ view: SumView, didEnter first: Int, _ second: Int) throws {
    try model.set(first, second)
  }

  package func total(for view: SumView) -> Int { model.total }
}
