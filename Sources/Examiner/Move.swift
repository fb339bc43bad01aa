/// An input to a round: a press, a request to mask or give up, or the end of a time limit.
///
/// Only moves change a round. Every move has a text form.
///
///     Move.press(Cell(h: 2, v: 5)).description  // "press 2 5"
///     Move("hold-ends")                         // .holdEnds
public enum Move: Hashable, Sendable {
  case press(Cell)
  /// The player asks to mask the numerals.
  case hide
  /// The time for which the numerals are shown has ended.
  case holdEnds
  case giveUp
  /// The time limit for the answer has ended.
  case timeOut
}

extension Move: LosslessStringConvertible {
  public var description: String {
    switch self {
    case .press(let cell): "press \(cell.h) \(cell.v)"
    case .hide: "hide"
    case .holdEnds: "hold-ends"
    case .giveUp: "give-up"
    case .timeOut: "time-out"
    }
  }

  /// Parses the text form of a move; returns `nil` for any other text.
  public init?(_ description: String) {
    let plain: [Move] = [.hide, .holdEnds, .giveUp, .timeOut]
    let words = description.split(separator: " ", omittingEmptySubsequences: false)
    if let move = plain.first(where: { $0.description == description }) {
      self = move
    } else if words.count == 3, let h = Int(words[1]), let v = Int(words[2]) {
      self = .press(Cell(h: h, v: v))
      guard self.description == description else { return nil }
    } else {
      return nil
    }
  }
}

/// The effect of a move on a round.
///
///     let outcome = Outcome.right(Cell(h: 6, v: 4), pressed: 1, masksOthers: true)
///     outcome.move.description  // press 6 4
///     outcome.masks  // true
///     outcome.finish == nil  // true
public enum Outcome: Equatable, Sendable {
  /// The expected numeral was pressed and others remain, which the press may have masked.
  ///
  /// `pressed` is the number of pressed numerals, including this one.
  case right(Cell, pressed: Int, masksOthers: Bool)
  /// The last numeral was pressed.
  case passed(Cell)
  /// A wrong cell was pressed, which ended the round; it had this numeral, if any.
  case wrong(Cell, held: Int?, expected: Int)
  /// A wrong cell was pressed, but the rule lets the round go on.
  case mistaken(Cell, held: Int?, expected: Int)
  /// An empty cell was pressed, which the rule allows.
  case ignored(Cell)
  /// A cell was pressed before the end of the hold, which has no effect.
  case early(Cell)
  /// The remaining numerals were masked without a press.
  case masked(byHold: Bool)
  /// The player gave up.
  case gaveUp
  /// The time limit has ended.
  case timedOut

  /// The move that had this outcome.
  public var move: Move {
    switch self {
    case .right(let cell, _, _), .passed(let cell), .wrong(let cell, _, _),
      .mistaken(let cell, _, _), .ignored(let cell), .early(let cell):
      .press(cell)
    case .masked(let byHold): byHold ? .holdEnds : .hide
    case .gaveUp: .giveUp
    case .timedOut: .timeOut
    }
  }

  /// The result of the round if the move has ended it; otherwise `nil`.
  public var finish: RoundOutcome? {
    switch self {
    case .passed: .passed
    case .wrong: .failed
    case .gaveUp: .gaveUp
    case .timedOut: .timedOut
    case .right, .mistaken, .ignored, .early, .masked: nil
    }
  }

  /// `true` if the move masked the remaining numerals.
  public var masks: Bool {
    switch self {
    case .masked, .right(_, _, masksOthers: true): true
    case .right, .passed, .wrong, .mistaken, .ignored, .early, .gaveUp, .timedOut: false
    }
  }
}
