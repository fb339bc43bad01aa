package import Examiner
package import Records
package import Shell

/// Why a command about the round is refused.
package enum RoundFault: Error, Equatable, Sendable {
  case noRound
  case noCredit
  case board(BoardFault)
  case move(MoveFault)
  case cellTwice(Cell)
  case terminalTooSmall(TerminalSize, needed: TerminalSize)
  case unknownRound(Int)
  case damagedRound(Int)
  case notOver(Int)
  case nothingLeftBehind
  case nothingWaits
  case testGoesOn
  case noTest
  // NB: behind a pointer, so that the others are copied at once.
  indirect case record(RecordError)
}

extension RoundFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noRound: "no round has been started"
    case .noCredit: "no credit is left (\"coin\" puts one in)"
    case .board(let fault): "\(fault)"
    case .move(let fault): "\(fault)"
    case .cellTwice(let cell): "cell \(cell.h) \(cell.v) is given twice"
    case .terminalTooSmall(let size, let needed):
      """
      the board needs \(needed.columns) columns and \(needed.rows) lines, \
      the terminal has \(size.columns) and \(size.rows)
      """
    case .unknownRound(let number): "no round \(number) is kept"
    case .damagedRound(let number): "round \(number) is not what was written"
    case .notOver(let number): "round \(number) is not over"
    case .nothingLeftBehind: "no round was left behind"
    case .nothingWaits: "no round waits for its beginning"
    case .testGoesOn: "a test goes on (\"stop\" ends it)"
    case .noTest: "no test goes on"
    case .record(let error): "\(error)"
    }
  }
}
