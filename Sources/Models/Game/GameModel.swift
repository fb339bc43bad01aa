package import Archive
package import Events
package import Examiner
package import Game
package import Observing

/// What happened last to the round that is played: the model's `notice` is set to it.
package enum GameNotice: Equatable, Sendable {
  /// Before the first round.
  case nothing
  /// Something has happened; so many presses came after the end of the round.
  case happened(GameFacts, lateCount: Int32)
  /// Nothing was done, for a reason.
  // Indirect, so that the other cases stay small and cheap to copy.
  indirect case refused(RoundFault)
  /// The round is over, and something else begins.
  case concluded
  /// The mask is to be written over the numerals before it is committed.
  case covered
  /// The board was asked for.
  case shown
  /// All that is known of the round was asked for.
  case reported
  /// The board's identifiers were asked for.
  case identified
  /// The round is as it was before something that could not be kept.
  case restored
}

/// What a round waits for whose numerals are placed and can't be seen yet.
package enum RoundPreparation: Equatable, Sendable {
  /// The player says when it begins.
  case waiting
  /// A countdown; so many seconds are left.
  case counting(Int)
  /// The fixation mark is to be seen.
  case fixation
}

/// The rounds of the session: what happens is kept, then taken over, then shown.
package final class GameModel: Observable {
  /// What happened last.
  package private(set) var notice: GameNotice {
    get { notices.value }
    set { notices.value = newValue }
  }
  package let observation = ObservationTable()
  /// The same as an observed property.
  package let notices = ObservedProperty(GameNotice.nothing)

  /// The round that is played, or was played last.
  package let round: Round

  /// What the round that comes next waits for; nil where none does, or nothing but the next Update.
  package var preparation: RoundPreparation?

  /// Tells where the line at hand came from; nil where all come from the same place.
  package var inputDevice: (() -> PressInput?)?

  /// Where all is kept before it is acknowledged, if it is kept at all.
  package var journal: StoredRounds?

  /// The keys that were dropped while the fixation mark was shown.
  private var pendingEarlyInputs = 0

  /// How the rounds of this session have ended so far.
  private var statistics = RoundStatistics()

  /// How many rounds were started in this session.
  package var startedCount: Int { statistics.startedCount }

  private let clock: SessionClock
  private var past = PastRounds()
  private var observedHistory: RoundHistory?

  package init(clock: SessionClock, usualInput: PressInput = .script) {
    self.clock = clock
    round = Round(usualInput: usualInput)
  }

  /// Does what is asked for and shows it; false where it is refused.
  @discardableResult
  package func perform(_ input: GameInput) -> Bool {
    do throws(RoundFault) {
      show(try accept(input), of: input)
      return true
    } catch {
      refuse(error)
      return false
    }
  }

  /// Masks the numerals for whoever sees them; the move that says so follows.
  package func cover() {
    round.cover()
    notice = .covered
  }

  /// Records when the numerals of the round are written to a terminal; returns false if that is
  /// known already.
  package func recordShown() -> Bool {
    guard round.isStarted, round.finish == nil, round.kept.moves.isEmpty,
      round.kept.exposure.shown == nil
    else { return false }
    changeExposure { $0.shown = clock.now - round.kept.onset }
    return true
  }

  /// How long the numerals have been shown, if they were not masked meanwhile.
  package var timeSinceShown: Int {
    clock.now - round.kept.onset - (round.kept.exposure.shown ?? 0)
  }

  /// Continues the round after the program was suspended; returns false if none is played.
  package func interrupt() -> Bool {
    guard round.isStarted, round.finish == nil else { return false }
    return perform(.interrupt(round.kept))
  }

  /// Records that the terminal has answered the question behind the numerals or the mask.
  ///
  /// Does nothing once the round is over.
  package func recordAnswer(to part: ExposurePart) {
    guard round.finish == nil, round.kept.exposure.shown != nil else { return }
    let time = clock.now - round.kept.onset
    switch part {
    case .numerals: changeExposure { $0.acknowledged = time }
    case .mask:
      guard let acknowledged = round.kept.exposure.acknowledged else { return }
      changeExposure { $0.acknowledgedHold = time - acknowledged }
    }
  }

  /// Counts keys that were dropped before the mask; those before the numerals are added to the
  /// round once it begins.
  package func countEarlyInputs(_ count: Int) {
    if preparation != nil {
      pendingEarlyInputs += count
    } else {
      changeExposure { $0.earlyInputs = ($0.earlyInputs ?? 0) + count }
    }
  }

  private func changeExposure(_ change: (inout Exposure) -> Void) {
    var exposure = round.kept.exposure
    change(&exposure)
    round.record(exposure)
    journal?.record(exposure)
  }

  /// Does what is asked for, all or nothing, and answers what has happened, which is to be shown.
  package func accept(_ input: GameInput) throws(RoundFault) -> GameFacts {
    let time = clock.now
    let device = inputDevice.flatMap { $0() }
    let facts = try handle(input, at: time, by: device)
    statistics.count(facts, round.finish)
    let earlyInputs = pendingEarlyInputs
    pendingEarlyInputs = 0
    if facts.haveBeginning, earlyInputs > 0 {
      changeExposure { $0.earlyInputs = ($0.earlyInputs ?? 0) + earlyInputs }
    }
    return facts
  }

  private func handle(
    _ input: GameInput, at time: Int, by device: PressInput?
  ) throws(RoundFault) -> GameFacts {
    guard let journal else {
      return try round.handle(input, at: time, by: device, leaving: &past)
    }
    return try round.handle(input, at: time, by: device, leaving: &past) {
      facts, game, device throws(RoundFault) in
      try journal.keep(facts, of: game, at: time, by: device)
    }
  }

  /// Tells what has happened to all that observe the game.
  package func show(_ facts: GameFacts, of input: GameInput? = nil) {
    guard !facts.isEmpty else { return }
    var lateCount: Int32 = 0
    if case .press(let cells) = input { lateCount = Int32(cells.count - facts.moveCount) }
    notice = .happened(facts, lateCount: lateCount)
    guard let observedHistory else { return }
    if facts.haveBeginning { observedHistory.append(round.number) }
    observedHistory.round = RoundProgress(round)
    if statistics != observedHistory.statistics, round.toldLater != .none {
      observedHistory.statistics = statistics
    }
  }

  package typealias Snapshot = (
    kept: KeptRound, game: Game, past: PastRounds, statistics: RoundStatistics
  )

  package var snapshot: Snapshot { (round.kept, round.game, past, statistics) }

  /// Makes the rounds what they were, because what followed could not be kept.
  package func restore(_ snapshot: Snapshot) {
    round.restore(snapshot.kept, snapshot.game)
    (past, statistics) = (snapshot.past, snapshot.statistics)
    notice = .restored
    guard let observedHistory else { return }
    observedHistory.restore(rememberedRounds.map(\.number))
    observedHistory.round = RoundProgress(round)
    observedHistory.statistics = statistics
  }

  package func refuse(_ fault: RoundFault) { notice = .refused(fault) }

  /// Has the round shown in some way.
  package func tell(_ notice: GameNotice) {
    self.notice = round.isStarted ? notice : .refused(.noRound)
  }

  /// The latest rounds, as an observed list.
  package var history: RoundHistory {
    if let observedHistory { return observedHistory }
    let history = RoundHistory(
      rememberedRounds.map(\.number), RoundProgress(round), statistics)
    observedHistory = history
    return history
  }

  /// Takes how the test stands of which the round is a part, where somebody observes that.
  package func noteTest(_ series: @autoclosure () -> TestSeries?) {
    observedHistory?.take(series())
  }

  package var rememberedRounds: [KeptRound] {
    guard round.isStarted else { return [] }
    return past.rounds + [round.kept]
  }
}

/// The latest rounds, as a list that can be observed.
package final class RoundHistory: Observable {
  /// How many rounds are remembered.
  package static let rememberedCount = PastRounds.limit + 1

  /// The numbers of the rounds, the latest last.
  @ObservedList package private(set) var rounds: [Int]
  /// How far the round is that is played.
  @Observed package internal(set) var round: RoundProgress
  /// How the rounds of the session have ended so far.
  @Observed package internal(set) var statistics: RoundStatistics
  /// How the test stands of which the round is a part; nil where it is none.
  @Observed package private(set) var test: TestStanding?
  package let observation = ObservationTable()

  /// Makes a history that begins with these rounds.
  package init(_ rounds: [Int], _ round: RoundProgress, _ statistics: RoundStatistics) {
    (self.rounds, self.round, self.statistics) = (rounds, round, statistics)
  }

  /// Takes how the test stands, if that is not known yet.
  package func take(_ series: TestSeries?) {
    let standing = series.flatMap { $0.settings.feedback == .none ? nil : $0.standing }
    if standing != test { test = standing }
  }

  func restore(_ rounds: [Int]) { self.rounds = rounds }

  /// Adds a round; the oldest one goes when there are too many.
  package func append(_ round: Int) {
    $rounds.append(round)
    if $rounds.count > Self.rememberedCount { try? $rounds.remove(at: 0) }
  }
}

/// How far a round is.
package struct RoundProgress: Equatable, Sendable {
  package let number: Int
  package let pressedCount: Int
  package let count: Int
  package let finish: ChimpanzeeExaminer.Finish?

  /// Takes the progress of a round.
  package init(_ round: Round) {
    (number, pressedCount, count) = (round.number, round.pressedCount, round.board.count)
    finish = round.toldLater == .none ? nil : round.finish
  }
}

/// How many rounds were started, and how they ended.
package struct RoundStatistics: Equatable, Sendable {
  package private(set) var startedCount = 0
  package private(set) var passedCount = 0
  package private(set) var failedCount = 0
  package private(set) var givenUpCount = 0

  /// Counts what has happened; `finish` is how the round ended, if it has by now.
  mutating func count(_ facts: GameFacts, _ finish: ChimpanzeeExaminer.Finish?) {
    var hasMoved = false
    facts.forEach { fact in
      switch fact {
      case .started: startedCount += 1
      case .left: givenUpCount += 1
      case .moved: hasMoved = true
      case .resumed, .interrupted, .stopped, .completed: break
      }
    }
    guard hasMoved, let finish else { return }
    switch finish {
    case .passed: passedCount += 1
    case .failed, .timedOut: failedCount += 1
    case .gaveUp: givenUpCount += 1
    }
  }
}
