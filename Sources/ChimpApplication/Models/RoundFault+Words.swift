import Examiner

extension RoundFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noRound: "no round has been started"
    case .board(let fault): "\(fault)"
    case .move(let fault): "\(fault)"
    case .cellTwice(let cell): "cell \(cell.h) \(cell.v) is given twice"
    }
  }
}
