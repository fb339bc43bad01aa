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
  /// Why the last command that was refused could not be done.
  package private(set) var refusal: RoundFault?
  /// The round that is played, or was played last.
  package let round = Round()
  /// Where all moves are kept before they are acknowledged, if they are kept at all.
  package var journal: (any RoundJournal)?
  /// How many rounds were started in this session.
  package private(set) var startedCount = 0
  private let clock: SessionClock
  /// The number and the onset of a round that is kept and not yet begun.
  private var prepared: (number: Int, onset: Int)?
  /// A round that is kept as resumed and not yet taken up.
  private var preparedResumption: (KeptRound, ChimpanzeeExaminer)?
  /// The latest rounds before this one.
  private var past = PastRounds()
  private var observedHistory: RoundHistory?

  /// Makes a model before its first round.
  package init(clock: SessionClock) {
    self.clock = clock
  }

  /// Keeps that the next round begins and the one before is left; false where that can't be kept.
  ///
  /// Both are kept or neither; after that, `start` begins the round.
  package func prepare(_ board: Board, rule: Rule, test: TestTrial? = nil) -> Bool {
    let now = clock.now
    var number = round.number + 1
    do throws(RoundFault) {
      if let journal {
        number = try journal.begin(
          KeptRound(number: number, board: board, rule: rule, onset: now, test: test),
          leaving: left(at: now))
      }
      try leave(at: now)
    } catch {
      refuse(error)
      return false
    }
    prepared = (number, now)
    return true
  }

  /// Starts the next round; false where it can't be kept.
  package func start(_ board: Board, rule: Rule, test: TestTrial? = nil) -> Bool {
    guard prepared != nil || prepare(board, rule: rule, test: test),
      let (number, now) = prepared
    else { return false }
    prepared = nil
    startedCount += 1
    round.start(board, rule: rule, number: number, test: test, at: now, leaving: &past)
    notice = .started
    if let observedHistory { observedHistory.append(RoundSummary(round.kept)) }
    return true
  }

  /// Keeps that a round which was left behind goes on and the one before is left; false where that
  /// can't be kept.
  ///
  /// Both are kept or neither; after that, `resume` takes the round up. Its time has stood still
  /// since its last move.
  package func prepareResumption(of kept: KeptRound) -> Bool {
    let now = clock.now
    let onset = now - (kept.moves.last?.time ?? kept.onset) + kept.onset
    var resumed = kept
    resumed.onset = onset
    resumed.moves = kept.moves.map { TimedMove($0.move, at: $0.time - kept.onset + onset) }
    resumed.gaps.append(kept.moves.count)
    do throws(RoundFault) {
      var examiner = ChimpanzeeExaminer(board: kept.board, rule: kept.rule)
      for timed in kept.moves where (try? examiner.apply(timed.move)) == nil {
        throw .damagedRound(kept.number)
      }
      try journal?.resume(resumed, leaving: left(at: now))
      try leave(at: now)
      preparedResumption = (resumed, examiner)
      return true
    } catch {
      refuse(error)
      return false
    }
  }

  /// Takes up a round that was left behind; false where that can't be kept.
  package func resume(_ kept: KeptRound) -> Bool {
    guard preparedResumption != nil || prepareResumption(of: kept),
      let (resumed, examiner) = preparedResumption
    else { return false }
    preparedResumption = nil
    round.resume(resumed, examiner, leaving: &past)
    notice = .resumed
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
      if journal != nil { try keep([move], at: now) }
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
      if journal != nil { try keep(cells.prefix(madeCount).map(Move.press), at: now) }
      for place in 0..<madeCount {
        let isLast = place == madeCount - 1
        notice = .moved(
          try make(.press(cells[place]), at: now), isLast: isLast,
          unmadeCount: isLast ? Int32(cells.count - madeCount) : 0)
      }
    } catch {
      refuse(error)
    }
  }

  /// Ends a round that is left before its end, without showing it; false where that can't be kept.
  package func abandon() -> Bool {
    guard round.isStarted, round.finish == nil else { return true }
    do throws(RoundFault) {
      let now = clock.now
      if journal != nil { try keep([.giveUp], at: now) }
      try leave(at: now)
      return true
    } catch {
      refuse(error)
      return false
    }
  }

  /// Has the round shown.
  package func show() {
    if round.isStarted { notice = .shown } else { refuse(.noRound) }
  }

  /// Has told how the round ended.
  package func conclude() {
    if round.finish != nil { notice = .concluded }
  }

  /// Has all shown that is known of the round.
  package func report() {
    if round.isStarted { notice = .reported } else { refuse(.noRound) }
  }

  /// Has the board's identifiers shown.
  package func identify() {
    if round.isStarted { notice = .identified } else { refuse(.noRound) }
  }

  /// Says why a command can't be done.
  package func refuse(_ fault: RoundFault) {
    refusal = fault
    notice = .refused
  }

  private func make(_ move: Move, at time: Int) throws(RoundFault) -> Outcome {
    do throws(MoveFault) { return try round.apply(move, at: time) } catch { throw .move(error) }
  }

  /// The round as it is when it is left before its end; nil where it is over.
  private func left(at time: Int) -> KeptRound? {
    guard round.isStarted, round.finish == nil else { return nil }
    var left = round.kept
    left.moves.append(TimedMove(.giveUp, at: time))
    left.outcome = .gaveUp
    return left
  }

  /// Leaves the round, unless it is over.
  private func leave(at time: Int) throws(RoundFault) {
    guard round.isStarted, round.finish == nil else { return }
    _ = try make(.giveUp, at: time)
    notice = .abandoned
  }

  /// Tries moves on a copy and keeps them, so that what fails has not happened.
  private func keep(_ moves: [Move], at time: Int) throws(RoundFault) {
    var rehearsal = round.rehearsal
    for move in moves {
      do throws(MoveFault) { _ = try rehearsal.apply(move) } catch { throw .move(error) }
    }
    var kept = round.kept
    kept.moves += moves.map { TimedMove($0, at: time) }
    kept.outcome = rehearsal.finish.map(RoundOutcome.init)
    try journal?.keep(kept)
  }

  /// Tries presses on a copy, and answers how many there are up to the one that ends the round.
  private func rehearse(_ cells: [Cell]) throws(RoundFault) -> Int {
    var rehearsal = round.rehearsal
    var madeCount = 0
    // NB: few cells are compared faster one by one.
    var before = cells.count > 32 ? Set<Cell>(minimumCapacity: cells.count) : nil
    for (index, cell) in cells.enumerated() {
      guard round.board.size.contains(cell) else {
        throw .move(.offBoard(cell, round.board.size))
      }
      guard index == 0 || rehearsal.finish == nil else { continue }
      let isNew = before?.insert(cell).inserted ?? !cells[..<index].contains(cell)
      guard isNew else { throw .cellTwice(cell) }
      do throws(MoveFault) { _ = try rehearsal.apply(.press(cell)) } catch { throw .move(error) }
      madeCount += 1
    }
    return madeCount
  }
}
