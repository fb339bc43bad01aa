package import Examiner
package import Observing

/// The rounds of the session, and what happened to the one that is played.
///
/// Everything that changes goes through here, and whoever observes the model is told.
package final class RoundModel: Observable {
  /// What happened last.
  @Observed package private(set) var notice = RoundNotice.nothing
  package let observation = ObservationTable()
  /// The round that is played, or was played last.
  package let round = Round()
  /// The latest rounds as long as nobody looks at them; then `history` has them.
  private var recent = RecentRounds()
  private var observedHistory: RoundHistory?

  /// Makes a model before its first round.
  package init() {}

  /// The number that the next round will have.
  package var nextNumber: Int { round.number + 1 }

  /// Starts the next round.
  package func start(_ board: Board, rule: Rule) {
    round.startNext(board, rule: rule)
    notice = .started
    remember(RoundSummary(number: round.number, board: board, rule: rule))
  }

  /// The latest rounds, as an observed list.
  package var history: RoundHistory {
    let history = observedHistory ?? RoundHistory(recent.rounds)
    observedHistory = history
    recent = RecentRounds()
    return history
  }

  /// Makes one move.
  package func apply(_ move: Move) {
    guard round.isStarted else { return refuse(.noRound) }
    do throws(MoveFault) {
      let outcome = try round.apply(move)
      notice = .moved(outcome, isLast: true, unmadeCount: 0)
    } catch {
      refuse(.move(error))
    }
  }

  /// Makes several presses, up to the one that ends the round; a refused one refuses them all.
  package func press(_ cells: [Cell]) {
    guard round.isStarted else { return refuse(.noRound) }
    do throws(RoundFault) {
      try rehearse(cells)
      try pressAll(cells)
    } catch {
      refuse(error)
    }
  }

  /// Has the round shown.
  package func show() {
    notice = !round.isStarted ? .refused(.noRound) : .shown
  }

  /// Has the board's identifiers shown.
  package func identify() {
    notice = !round.isStarted ? .refused(.noRound) : .identified
  }

  /// Says why a command can't be done.
  package func refuse(_ fault: RoundFault) {
    notice = .refused(fault)
  }

  private func remember(_ round: RoundSummary) {
    if let observedHistory { return observedHistory.append(round) }
    recent.append(round)
  }

  private func rehearse(_ cells: [Cell]) throws(RoundFault) {
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

  private func pressAll(_ cells: [Cell]) throws(RoundFault) {
    for (index, cell) in cells.enumerated() {
      let outcome: Outcome
      do throws(MoveFault) { outcome = try round.apply(.press(cell)) } catch { throw .move(error) }
      let isLast = round.finish != nil || index == cells.count - 1
      let unmadeCount = isLast ? cells.count - 1 - index : 0
      notice = .moved(outcome, isLast: isLast, unmadeCount: unmadeCount)
      if isLast { return }
    }
  }
}
