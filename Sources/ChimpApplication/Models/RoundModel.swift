package import Examiner
package import Observing
package import Shell

/// The rounds of the session, and what happened to the one that is played.
///
/// Everything that changes goes through here, and whoever observes the model is told.
package final class RoundModel: Observable {
  /// What happened last.
  @Observed package private(set) var notice = RoundNotice.nothing
  package let observation = ObservationTable()
  /// The round that is played, or was played last.
  package let round = Round()
  /// Where all moves are kept before they are acknowledged, if they are kept at all.
  package var journal: (any RoundJournal)?
  private let clock: SessionClock
  /// The latest rounds before this one.
  private var past = PastRounds()
  private var observedHistory: RoundHistory?

  /// Makes a model before its first round.
  package init(clock: SessionClock) {
    self.clock = clock
  }

  /// The number that the next round will have.
  package var nextNumber: Int { round.number + 1 }

  /// Starts the next round; false where it can't be kept.
  package func start(_ board: Board, rule: Rule) -> Bool {
    let now = clock.now
    if let journal {
      let kept = KeptRound(number: nextNumber, board: board, rule: rule, onset: now)
      guard journal.keep(beginningOf: kept) else { return false }
    }
    round.startNext(board, rule: rule, at: now, leaving: &past)
    notice = .started
    if let observedHistory { observedHistory.append(RoundSummary(round.kept)) }
    return true
  }

  /// The latest rounds, as an observed list.
  package var history: RoundHistory {
    if let observedHistory { return observedHistory }
    let history = RoundHistory(rememberedRounds.map(RoundSummary.init))
    observedHistory = history
    return history
  }

  /// The latest rounds, this one included, the last one last.
  package var rememberedRounds: [KeptRound] {
    guard round.isStarted else { return [] }
    return past.rounds + [round.kept]
  }

  /// Makes one move.
  package func apply(_ move: Move) {
    guard round.isStarted else { return refuse(.noRound) }
    do throws(RoundFault) {
      let now = clock.now
      if journal != nil, try !keep([move], at: now) { return }
      notice = .moved(try make(move, at: now), isLast: true, unmadeCount: 0)
    } catch {
      refuse(error)
    }
  }

  /// Makes several presses, up to the one that ends the round; a refused one refuses them all.
  package func press(_ cells: [Cell]) {
    guard round.isStarted else { return refuse(.noRound) }
    do throws(RoundFault) {
      let now = clock.now
      let madeCount = try rehearse(cells)
      if journal != nil, try !keep(cells.prefix(madeCount).map(Move.press), at: now) { return }
      for place in 0..<madeCount {
        let isLast = place == madeCount - 1
        notice = .moved(
          try make(.press(cells[place]), at: now), isLast: isLast,
          unmadeCount: isLast ? cells.count - madeCount : 0)
      }
    } catch {
      refuse(error)
    }
  }

  /// Ends a round that is left before its end; nothing of it is shown.
  package func abandon() {
    guard round.isStarted, round.finish == nil else { return }
    do throws(RoundFault) {
      let now = clock.now
      if journal != nil, try !keep([.giveUp], at: now) { return }
      _ = try make(.giveUp, at: now)
      notice = .abandoned
    } catch {
      refuse(error)
    }
  }

  /// Has the round shown.
  package func show() {
    notice = !round.isStarted ? .refused(.noRound) : .shown
  }

  /// Has told how the round ended.
  package func conclude() {
    if round.finish != nil { notice = .concluded }
  }

  /// Has all shown that is known of the round.
  package func report() {
    notice = !round.isStarted ? .refused(.noRound) : .reported
  }

  /// Has the board's identifiers shown.
  package func identify() {
    notice = !round.isStarted ? .refused(.noRound) : .identified
  }

  /// Says why a command can't be done.
  package func refuse(_ fault: RoundFault) {
    notice = .refused(fault)
  }

  private func make(_ move: Move, at time: Int) throws(RoundFault) -> Outcome {
    do throws(MoveFault) { return try round.apply(move, at: time) } catch { throw .move(error) }
  }

  /// Tries moves on a copy and keeps them, so that what fails has not happened; false where they
  /// can't be kept, which the journal has told.
  private func keep(_ moves: [Move], at time: Int) throws(RoundFault) -> Bool {
    var rehearsal = round.rehearsal
    var outcomes: [Outcome] = []
    for move in moves {
      do throws(MoveFault) { outcomes.append(try rehearsal.apply(move)) } catch {
        throw .move(error)
      }
    }
    return journal?.keep(moves.map { TimedMove($0, at: time) }, doing: outcomes) ?? true
  }

  /// Tries presses on a copy, and answers how many there are up to the one that ends the round.
  private func rehearse(_ cells: [Cell]) throws(RoundFault) -> Int {
    var rehearsal = round.rehearsal
    var madeCount = 0
    for (index, cell) in cells.enumerated() {
      guard round.board.size.contains(cell) else {
        throw .move(.offBoard(cell, round.board.size))
      }
      guard index == 0 || rehearsal.finish == nil else { continue }
      guard !cells[..<index].contains(cell) else { throw .cellTwice(cell) }
      do throws(MoveFault) { _ = try rehearsal.apply(.press(cell)) } catch { throw .move(error) }
      madeCount += 1
    }
    return madeCount
  }
}
