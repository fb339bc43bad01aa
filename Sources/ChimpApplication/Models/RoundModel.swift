package import Examiner
package import Shell

/// The round that is played, and what happened to it last.
///
/// Everything that changes goes through here, and whoever observes the model is told.
package final class RoundModel {
  /// What is said at the end of a command.
  package enum Report: Equatable, Sendable {
    case started
    /// The last outcome of the moves, and how many moves were not made any more.
    case moved(Outcome, unmadeCount: Int)
    case shown
    case identified
  }

  /// The round that is played or was played last.
  package private(set) var round: Round?
  private let observer: any RoundObserver

  /// Makes a model before its first round.
  package init(observer: any RoundObserver) {
    self.observer = observer
  }

  /// The number that the next round will have.
  package var nextNumber: Int { (round?.number ?? 0) + 1 }

  /// Starts the next round.
  package func start(_ board: Board, rule: Rule) {
    let round = Round(number: nextNumber, board: board, rule: rule)
    self.round = round
    observer.roundStarted(round)
    observer.roundReported(.started, round)
  }

  /// Makes one move.
  package func apply(_ move: Move) {
    guard let round else { return refuse(.noRound) }
    do throws(MoveFault) {
      let outcome = try advance(round, move)
      observer.roundReported(.moved(outcome, unmadeCount: 0), round)
    } catch {
      refuse(.move(error))
    }
  }

  /// Makes several presses, up to the one that ends the round; a refused one refuses them all.
  package func press(_ cells: [Cell]) {
    guard let round else { return refuse(.noRound) }
    do throws(RoundFault) {
      try rehearse(cells, round)
      try pressAll(cells, round)
    } catch {
      refuse(error)
    }
  }

  /// Says something about the round without changing it.
  package func report(_ report: Report) {
    guard let round else { return refuse(.noRound) }
    observer.roundReported(report, round)
  }

  /// Says why a command can't be done.
  package func refuse(_ fault: RoundFault) {
    observer.roundRefused(fault)
  }

  private func rehearse(_ cells: [Cell], _ round: Round) throws(RoundFault) {
    var rehearsal = round.rehearsal
    for (index, cell) in cells.enumerated() {
      guard round.board.size.contains(cell) else {
        throw .move(.offBoard(cell, round.board.size))
      }
      guard index == 0 || rehearsal.finish == nil else { continue }
      guard !cells[..<index].contains(cell) else { throw .cellTwice(cell) }
      do throws(MoveFault) { _ = try rehearsal.apply(.press(cell)) } catch { throw .move(error) }
    }
  }

  private func pressAll(_ cells: [Cell], _ round: Round) throws(RoundFault) {
    for (index, cell) in cells.enumerated() {
      let outcome: Outcome
      do throws(MoveFault) { outcome = try advance(round, .press(cell)) } catch {
        throw .move(error)
      }
      guard round.finish != nil || index == cells.count - 1 else { continue }
      return observer.roundReported(
        .moved(outcome, unmadeCount: cells.count - 1 - index), round)
    }
  }

  private func advance(_ round: Round, _ move: Move) throws(MoveFault) -> Outcome {
    let outcome = try round.apply(move)
    observer.roundChanged(outcome, round)
    return outcome
  }
}

/// Why a command about the round is refused.
package enum RoundFault: Error, Equatable, Sendable {
  case noRound
  case board(BoardFault)
  case move(MoveFault)
  case cellTwice(Cell)
  case terminalTooSmall(TerminalSize, needed: TerminalSize)
}

/// Who is told of what happens to the round.
package protocol RoundObserver: AnyObject {
  func roundStarted(_ round: Round)
  func roundChanged(_ outcome: Outcome, _ round: Round)
  func roundReported(_ report: RoundModel.Report, _ round: Round)
  func roundRefused(_ fault: RoundFault)
}
