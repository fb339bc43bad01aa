package import Examiner
package import Observing

/// The rounds of the session, and what happened to the one that is played.
///
/// Everything that changes goes through here, and whoever observes the model is told.
package final class RoundModel: Observable {
  /// How many rounds the model remembers; the store keeps all.
  package static let rememberedCount = 100

  /// The rounds, the latest last.
  @ObservedList package private(set) var rounds: [Round] = []
  /// What happened last.
  @Observed package private(set) var notice = RoundNotice.nothing
  package let observation = ObservationTable()
  /// The round that is played or was played last.
  package private(set) var round: Round?

  /// Makes a model before its first round.
  package init() {}

  /// The number that the next round will have.
  package var nextNumber: Int { (round?.number ?? 0) + 1 }

  /// Starts the next round.
  package func start(_ board: Board, rule: Rule) {
    let round = Round(number: nextNumber, board: board, rule: rule)
    self.round = round
    notice = .started(round)
    $rounds.append(round)
    if $rounds.count > Self.rememberedCount { try? $rounds.remove(at: 0) }
  }

  /// Makes one move.
  package func apply(_ move: Move) {
    guard let round else { return refuse(.noRound) }
    do throws(MoveFault) {
      let outcome = try round.apply(move)
      notice = .moved(round, outcome, isLast: true, unmadeCount: 0)
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

  /// Has the round shown.
  package func show() {
    guard let round else { return refuse(.noRound) }
    notice = .shown(round)
  }

  /// Has the board's identifiers shown.
  package func identify() {
    guard let round else { return refuse(.noRound) }
    notice = .identified(round)
  }

  /// Says why a command can't be done.
  package func refuse(_ fault: RoundFault) {
    notice = .refused(fault)
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
      do throws(MoveFault) { outcome = try round.apply(.press(cell)) } catch { throw .move(error) }
      let isLast = round.finish != nil || index == cells.count - 1
      let unmadeCount = isLast ? cells.count - 1 - index : 0
      notice = .moved(round, outcome, isLast: isLast, unmadeCount: unmadeCount)
      if isLast { return }
    }
  }
}
