import Shell

/// Receives the values of an adder view, and returns their sum.
///
///     final class Adder: SumViewDelegate {
///       private var values = (0, 0)
///
///       func sumView(_ view: SumView, didSet first: Int, _ second: Int) {
///         values = (first, second)
///       }
///
///       func total(for view: SumView) -> Int? { values.0 + values.1 }
///     }
protocol SumViewDelegate: AnyObject {
  /// Called with the two values when the button is pressed.
  ///
  /// Throws if they can't be added or kept; the view then has its values of before.
  func sumView(_ view: SumView, didSet first: Int, _ second: Int) throws

  /// Returns the sum of the values that were set; `nil` before there are any.
  func total(for view: SumView) -> Int?
}

/// The text view of the adder: two values, and a button that hands them over and shows their sum.
///
///     let view = SumView(speaker)
///     view.delegate = adder
///     try view.pressButton()  // total: 300
///     try view.enter(1, 2)  // total: 3
final class SumView {
  /// The receiver of the values, which returns their sum.
  weak var delegate: (any SumViewDelegate)?
  private let speaker: Speaker
  /// The two values, as two fields of text would have them.
  private var values = (first: 100, second: 200)
  /// `true` once a user has entered the values.
  private(set) var isEntered = false

  init(_ speaker: Speaker) { self.speaker = speaker }

  /// Puts in two values that a user has entered in an earlier session.
  func fill(_ first: Int, _ second: Int) {
    values = (first, second)
    isEntered = true
  }

  /// Enters two values and presses the button; takes them back if the delegate refuses them.
  func enter(_ first: Int, _ second: Int) throws {
    let before = (values, isEntered)
    fill(first, second)
    do { try pressButton() } catch {
      (values, isEntered) = before
      throw error
    }
  }

  /// Hands the values over to the delegate, then fetches their sum and writes it.
  func pressButton() throws {
    try delegate?.sumView(self, didSet: values.first, values.second)
    guard let total = delegate?.total(for: self) else { return }
    speaker.say("total: \(total)", "合計: \(total)")
  }

  /// Writes the two values.
  func showValues() {
    let (first, second) = values
    speaker.say("values: \(first) and \(second)", "値: \(first) と \(second)")
  }
}
