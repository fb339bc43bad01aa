package import Examiner
import Records
import Shell

/// A move and when it came, in milliseconds since the session began.
package struct TimedMove: Hashable, Sendable, BitwiseCopyable {
  // In this order it takes 16 bytes.
  package let move: Move
  /// Where the press came from, where that is not what is usual in the session of the round.
  package private(set) var input: PressInput?
  /// Whether the line that made the move before made this one, too.
  package let continuesLine: Bool
  package let time: Int

  package init(
    _ move: Move, at time: Int, by input: PressInput? = nil, continuesLine: Bool = false
  ) {
    (self.move, self.input, self.continuesLine) = (move, input, continuesLine)
    self.time = time
  }

  /// Makes the move that had an outcome; only a press says where it came from, and only where that
  /// is not the usual input.
  @inline(__always)
  init(
    _ outcome: Outcome, at time: Int, by input: PressInput?, unless usual: PressInput,
    continuesLine: Bool
  ) {
    self.init(outcome.move, at: time, continuesLine: continuesLine)
    if let input, input != usual, case .press = move { self.input = input }
  }
}

package enum PressInput: String, RecordValue, CaseIterable, Sendable, BitwiseCopyable {
  case line, mouse
  /// A cursor was moved over the board.
  case cursor
  /// Two digits on an empty line.
  case direct
  case script, simulated
}

extension PressInput {
  /// The input of presses whose line came about like this.
  init(_ origin: LineOrigin) { self = PressInput(rawValue: origin.rawValue) ?? .line }
}

extension Session.InputMode {
  /// The mode of a session, by whether it is a person's.
  init(isPerson: Bool) { self = isPerson ? .terminal : .pipe }

  /// Where the presses of a session usually come from.
  package var usualInput: PressInput { self == .terminal ? .line : .script }
}
