import Console
import Events
import Models
import Views
import Words

enum SumAction: Action, Equatable {
  case add(Int, Int)
  case showTotal
}

/// Hands the view's values to the model, and the model's total to the view.
final class SumController {
  let model: SumModel
  private let view: SumView

  init(model: SumModel, view: SumView) {
    self.model = model
    self.view = view
    if let kept = model.keptValues { view.restore(kept.first, kept.second) }
    view.delegate = self
  }

  func perform(_ action: SumAction) {
    switch action {
    case .add(let first, let second): view.enter(first, second)
    case .showTotal: view.showValues()
    }
    view.showTotal()
  }

  static func commands(in language: Language) -> [Command] {
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
  func sumView(_ view: SumView, didEnter first: Int, _ second: Int) throws(SumFault) {
    try model.set(first, second)
  }

  func total(for view: SumView) -> Int { model.total }
}
