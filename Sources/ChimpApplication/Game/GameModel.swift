package import Examiner
package import Observing
import Records
package import Shell

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
  let notices = ObservedProperty(GameNotice.nothing)

  /// The round that is played, or was played last.
  package let round: Round

  /// What the round that comes next waits for; nil where none does, or nothing but the next Update.
  package internal(set) var preparation: RoundPreparation?

  /// Tells where the line at hand came from; nil where all come from the same place.
  package var inputDevice: (() -> PressInput?)?

  /// Where all is kept before it is acknowledged, if it is kept at all.
  var journal: StoredRounds?

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

  /// Does what is asked for, all or nothing, and answers what has happened, which is to be shown.
  package func accept(_ input: GameInput) throws(RoundFault) -> GameFacts {
    let time = clock.now
    let device = inputDevice.flatMap { $0() }
    let facts = try round.handle(input, at: time, by: device, leaving: &past, in: journal)
    statistics.count(facts, round.finish)
    return facts
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

  typealias Snapshot = (kept: KeptRound, game: Game, past: PastRounds, statistics: RoundStatistics)

  var snapshot: Snapshot { (round.kept, round.game, past, statistics) }

  /// Makes the rounds what they were, because what followed could not be kept.
  func restore(_ snapshot: Snapshot) {
    round.restore(snapshot.kept, snapshot.game)
    (past, statistics) = (snapshot.past, snapshot.statistics)
    notice = .restored
    guard let observedHistory else { return }
    observedHistory.restore(rememberedRounds.map(\.number))
    observedHistory.round = RoundProgress(round)
    observedHistory.statistics = statistics
  }

  func refuse(_ fault: RoundFault) { notice = .refused(fault) }

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

  var rememberedRounds: [KeptRound] {
    guard round.isStarted else { return [] }
    return past.rounds + [round.kept]
  }
}

/// The game at a moment, to go back to when what followed could not be kept.
struct GameSnapshot {
  private let rounds: GameModel.Snapshot
  private let plan: RoundPlan?
  private let purse: CreditModel.Purse
  private let mode: Int?
  private let requestedMode: Int?
  private let journal: StoredRounds.Snapshot

  init(_ game: GameController, _ journal: StoredRounds) {
    rounds = game.model.snapshot
    (plan, purse) = (game.chosenPlan, game.credits.purse)
    mode = game.switcher?.current.place
    requestedMode = game.switcher?.requestedMode?.place
    self.journal = journal.snapshot
  }

  func restore(_ game: GameController, _ journal: StoredRounds) {
    journal.restore(self.journal)
    game.model.restore(rounds)
    if let mode, let switcher = game.switcher, switcher.current.place != mode {
      // Gathered lines lead to play, and every mode can be reached from there.
      try? switcher.change(through: [mode])
    }
    if let requestedMode { try? game.switcher?.requestChange(toPlace: requestedMode) }
    (game.chosenPlan, game.credits.purse) = (plan, purse)
    game.model.noteTest(game.model.round.game.test)
    game.board.renew()
  }
}

extension Application {
  package var gathers: Bool { records.path != nil }

  package func gather(_ message: Message) -> Bool {
    guard let storedRounds, message.isGathered else { return false }
    let before = snapshot ?? GameSnapshot(game, storedRounds)
    guard delegate.gather() else { return false }
    // Nobody else can go on with the round until that is kept.
    if snapshot == nil { try? storedRounds.findOpen() }
    snapshot = before
    return true
  }

  package func settle() -> String? {
    guard let before = snapshot, let storedRounds else { return nil }
    snapshot = nil
    do throws(RecordError) { try delegate.settle() } catch {
      before.restore(game, storedRounds)
      return speaker.language.words(for: error)
    }
    return nil
  }
}

extension Message {
  /// Whether it asks for something that one transaction may hold together with others.
  fileprivate var isGathered: Bool {
    if case .touch = self { return true }
    guard case .action(let action) = self else { return false }
    return switch action as? RoundAction {
    case .draw, .start, .test, .play, .again: true
    case .show, .report, .identify, .resume, .begin, .stop, nil: false
    }
  }
}

/// The latest rounds, as a list that can be observed.
package final class RoundHistory: Observable {
  /// How many rounds are remembered.
  package static let rememberedCount = 100

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
      case .resumed, .stopped, .completed: break
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

/// The latest rounds before the one that is played: a new one takes the place of the oldest.
struct PastRounds {
  private static var limit: Int { RoundHistory.rememberedCount - 1 }

  private var places: [KeptRound] = []
  private var oldest = 0

  var rounds: [KeptRound] { Array(places[oldest...] + places[..<oldest]) }

  /// Takes a round.
  ///
  /// When the limit is reached, `round` becomes the oldest one, whose memory can serve the next
  /// round.
  mutating func exchange(_ round: inout KeptRound) {
    guard places.count == Self.limit else { return places.append(round) }
    swap(&places[oldest], &round)
    oldest = (oldest + 1) % Self.limit
  }
}
