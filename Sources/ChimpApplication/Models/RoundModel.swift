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
    case refused(RoundFault)
  }

  /// Rounds are numbered from 1; 0 is before the first one.
  package private(set) var number = 0
  package private(set) var examiner: ChimpanzeeExaminer?
  package var observer: (any RoundObserver)?

  /// Makes a model before its first round.
  package init() {}

  /// Starts the next round.
  package func start(_ board: Board, rule: Rule) {
    let examiner = ChimpanzeeExaminer(board: board, rule: rule)
    self.examiner = examiner
    number += 1
    observer?.roundStarted(examiner)
    report(.started)
  }

  /// Makes one move.
  package func apply(_ move: Move) {
    guard examiner != nil else { return report(.refused(.noRound)) }
    do throws(MoveFault) {
      report(.moved(try advance(move), unmadeCount: 0))
    } catch {
      report(.refused(.move(error)))
    }
  }

  /// Makes several presses, up to the one that ends the round; a refused one refuses them all.
  package func press(_ cells: [Cell]) {
    guard let start = examiner else { return report(.refused(.noRound)) }
    do throws(RoundFault) {
      var rehearsal = start
      for (index, cell) in cells.enumerated() where rehearsal.finish == nil || index == 0 {
        guard !cells[..<index].contains(cell) else { throw .cellTwice(cell) }
        do throws(MoveFault) { _ = try rehearsal.apply(.press(cell)) } catch { throw .move(error) }
      }
      for cell in cells where !start.board.size.contains(cell) {
        throw .move(.offBoard(cell, start.board.size))
      }
      try pressAll(cells)
    } catch {
      report(.refused(error))
    }
  }

  /// Says something about the round without changing it.
  package func report(_ report: Report) {
    observer?.roundReported(report, self)
  }

  private func pressAll(_ cells: [Cell]) throws(RoundFault) {
    for (index, cell) in cells.enumerated() {
      let outcome: Outcome
      do throws(MoveFault) { outcome = try advance(.press(cell)) } catch { throw .move(error) }
      guard examiner?.finish != nil || index == cells.count - 1 else { continue }
      return report(.moved(outcome, unmadeCount: cells.count - 1 - index))
    }
  }

  /// Applies a move and answers the outcome that the reply speaks of.
  private func advance(_ move: Move) throws(MoveFault) -> Outcome {
    guard let outcomes = try examiner?.apply(move) else { throw .roundOver }
    if let examiner { observer?.roundChanged(outcomes, examiner) }
    return outcomes.second == .passed ? .passed : outcomes.first
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
  func roundStarted(_ examiner: ChimpanzeeExaminer)
  func roundChanged(_ outcomes: Outcomes, _ examiner: ChimpanzeeExaminer)
  func roundReported(_ report: RoundModel.Report, _ model: RoundModel)
}
