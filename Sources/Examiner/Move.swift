/// What can happen to a round from outside.
///
/// Moves are text, and nothing else changes a round.
package enum Move: Hashable, Sendable, BitwiseCopyable {
  case press(Cell)
  /// The player asks for the mask.
  case hide
  /// The hold has run out.
  case holdEnds
  case giveUp
  /// The limit has run out.
  case timeOut
}

extension Move: LosslessStringConvertible {
  package var description: String {
    switch self {
    case .press(let cell): "press \(cell.h) \(cell.v)"
    case .hide: "hide"
    case .holdEnds: "hold-ends"
    case .giveUp: "give-up"
    case .timeOut: "time-out"
    }
  }

  /// Reads a move as `description` writes it.
  package init?(_ description: String) {
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

/// Why a move was refused: the round is as it was.
package enum MoveFault: Error, Equatable {
  case offBoard(Cell, BoardSize)
  case alreadyPressed(Cell)
  case alreadyMasked, noHold, noLimit, roundOver
}

extension MoveFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .offBoard(let cell, let size): "\(BoardFault.offBoard(cell, size))"
    case .alreadyPressed(let cell): "cell \(cell.h) \(cell.v) is pressed already"
    case .alreadyMasked: "the numerals are masked already"
    case .noHold: "the round has no hold"
    case .noLimit: "no limit has begun"
    case .roundOver: "the round is over"
    }
  }
}

/// What a move did to a round.
package enum Outcome: Equatable, Sendable, BitwiseCopyable {
  /// The numeral that was due was pressed, and others are left; they may be masked by that.
  case right(Cell, masksOthers: Bool)
  /// The last numeral was pressed.
  case passed(Cell)
  /// Another cell was pressed; it held this numeral, or none. The round has failed.
  // Outcomes are copied often, and no numeral needs more than 32 bits.
  case wrong(Cell, held: Int32?, due: Int32)
  /// Another cell was pressed, and the rule lets the round go on.
  case mistaken(Cell, held: Int32?, due: Int32)
  /// An empty cell was pressed, and the rule lets that be.
  case ignored(Cell)
  /// The numerals that are left are masked, without a press.
  case masked(byHold: Bool)
  /// The player gave the round up.
  case gaveUp
  /// The limit ran out.
  case timedOut

  /// The move that did it.
  package var move: Move {
    switch self {
    case .right(let cell, _), .passed(let cell), .wrong(let cell, _, _), .mistaken(let cell, _, _),
      .ignored(let cell):
      .press(cell)
    case .masked(let byHold): byHold ? .holdEnds : .hide
    case .gaveUp: .giveUp
    case .timedOut: .timeOut
    }
  }

  /// The end of the round that it brought; `nil` if the round goes on.
  package var finish: ChimpanzeeExaminer.Finish? {
    switch self {
    case .passed: .passed
    case .wrong: .failed
    case .gaveUp: .gaveUp
    case .timedOut: .timedOut
    case .right, .mistaken, .ignored, .masked: nil
    }
  }

  /// Whether it masked the numerals that are left.
  package var masks: Bool {
    switch self {
    case .masked, .right(_, masksOthers: true): true
    case .right, .passed, .wrong, .mistaken, .ignored, .gaveUp, .timedOut: false
    }
  }
}
