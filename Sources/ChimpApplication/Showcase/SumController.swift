import Observing
import Records
import Shell

enum SumAction: Action, Equatable {
  case add(Int, Int)
  case showTotal
}

/// Hands the view's values to the model, and the model's total to the view.
final class SumController {
  let model: SumModel
  private let view: SumView

  init(model: SumModel, view: SumView) {
    (self.model, self.view) = (model, view)
    view.delegate = self
  }

  func perform(_ action: SumAction) {
    if case .add(let first, let second) = action { view.enter(first, second) }
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

  func total(for view: SumView) throws(SumFault) -> Int { try model.total() }
}

final class SumModel: Observable {
  /// The sum of the values that were set last; nil before that.
  @Observed private(set) var sum: Int?
  let observation = ObservationTable()
  private let kept: KeptScreens?

  init(kept: KeptScreens? = nil) {
    self.kept = kept
    if let (first, second) = kept?.addends(), !first.addingReportingOverflow(second).overflow {
      sum = first + second
    }
  }

  /// Keeps two values, if their sum can be told.
  func set(_ first: Int, _ second: Int) throws(SumFault) {
    guard !first.addingReportingOverflow(second).overflow else { throw .overflow(first, second) }
    do throws(RecordError) { try kept?.keep(first, second) } catch { throw .record(error) }
    sum = first + second
  }

  func total() throws(SumFault) -> Int {
    guard let sum else { throw .noValues }
    return sum
  }
}

enum SumFault: Error, Equatable, Sendable {
  case overflow(Int, Int)
  case noValues
  case record(RecordError)
}

/// Takes the values of the adder's view, and tells it the total.
protocol SumViewDelegate: AnyObject {
  func sumView(_ view: SumView, didEnter first: Int, _ second: Int) throws(SumFault)
  func total(for view: SumView) throws(SumFault) -> Int
}

/// Holds two values, and shows the sum that its delegate tells.
final class SumView {
  weak var delegate: (any SumViewDelegate)?
  private let speaker: Speaker
  private var values: (first: Int, second: Int)?

  init(_ speaker: Speaker) { self.speaker = speaker }

  func enter(_ first: Int, _ second: Int) { values = (first, second) }

  /// The user wants to see the sum: the values are handed on, the total is fetched and shown.
  func showTotal() {
    guard let delegate else { return }
    defer { values = nil }
    do throws(SumFault) {
      if let values { try delegate.sumView(self, didEnter: values.first, values.second) }
      let total = try delegate.total(for: self)
      speaker.say { $0.total(total) }
    } catch { speaker.refuse { $0.words(for: error) } }
  }
}
