package import Examiner
import Observing

/// The round that is played, or was played last.
///
/// One object serves all rounds of a session in turn, so that whoever shows the round may hold it.
package final class Round {
  package private(set) var kept = KeptRound(number: 0, board: .smallest, rule: .standard, onset: 0)

  package private(set) var game: Game

  package init(usualInput: PressInput = .script) { game = Game(usualInput: usualInput) }

  /// Rounds are numbered from 1; 0 is before the first one.
  package var number: Int { kept.number }
  package var board: Board { kept.board }
  package var isStarted: Bool { number > 0 }
  package var rule: Rule { game.examiner.rule }
  package var pressedCount: Int { game.examiner.pressedCount }
  package var isMasked: Bool { game.examiner.isMasked }
  package var finish: ChimpanzeeExaminer.Finish? { game.examiner.finish }

  /// Whether the mask is drawn over numerals that the examiner has not masked yet: the mask is
  /// written before the move is committed, so that no disk delays it.
  package private(set) var isCovered = false

  /// Whether no numeral can be seen any more.
  package var looksMasked: Bool { isMasked || isCovered }

  package func cover() { isCovered = true }

  /// Replaces what is known of the exposure of the round.
  package func record(_ exposure: Exposure) {
    kept.exposure = exposure
    game.record(exposure)
  }

  /// Whether the numerals can be seen now and will be masked.
  package var isSecret: Bool { !looksMasked && finish == nil && rule.masksAtFirstPress }

  /// What may be told of the end of the round.
  package var feedback: TestSettings.Feedback { kept.test?.settings.feedback ?? .full }

  /// What may be told of it later: everything, once its test is over.
  package var toldLater: TestSettings.Feedback { game.isInTest ? feedback : .full }

  package func restore(_ kept: KeptRound, _ game: Game) {
    (self.kept, self.game) = (kept, game)
    isCovered = false
  }

  /// Does what one line asks for and returns what has happened; a refused line changes nothing.
  ///
  /// A line came from where lines usually do, unless `device` says otherwise.
  package func handle(
    _ input: GameInput, at time: Int, by device: PressInput?, leaving past: inout PastRounds
  ) throws(RoundFault) -> GameFacts {
    let facts = try game.handle(input, at: time)
    take(facts, at: time, by: device, leaving: &past)
    return facts
  }

  /// Does what one line asks for, once `keep` has kept what happens; where the line is refused or
  /// can't be kept, the round stays as it was.
  ///
  /// `keep` returns the number under which the round is kept.
  package func handle(
    _ input: GameInput, at time: Int, by device: PressInput?, leaving past: inout PastRounds,
    keeping keep: (GameFacts, Game, PressInput) throws(RoundFault) -> Int
  ) throws(RoundFault) -> GameFacts {
    var next = game
    let facts = try next.handle(input, at: time)
    if !facts.isEmpty { next.number(try keep(facts, next, device ?? game.usualInput)) }
    game = consume next
    take(facts, at: time, by: device, leaving: &past)
    return facts
  }

  private func take(
    _ facts: GameFacts, at time: Int, by input: PressInput?, leaving past: inout PastRounds
  ) {
    // Nearly every line is one press, which ends nothing.
    if finish == nil, case .one(let fact) = facts, case .moved(let outcome) = fact {
      return take(outcome, at: time, by: input, continuesLine: false)
    }
    var (continuesLine, begins) = (false, false)
    facts.forEach { fact in
      switch fact {
      case .moved(let outcome):
        take(outcome, at: time, by: input, continuesLine: continuesLine)
        continuesLine = true
      case .left:
        kept.moves.append(TimedMove(.giveUp, at: time))
        kept.outcome = .gaveUp
      case .started, .resumed: begins = true
      case .interrupted:
        let (exposure, outcome) = (kept.exposure, kept.outcome)
        kept = game.beginning
        (kept.exposure, kept.outcome) = (exposure, outcome)
      case .stopped: endTest(.stopped)
      case .completed: endTest(.complete)
      }
    }
    // Nothing follows the beginning of a round.
    if begins {
      if isStarted { past.exchange(&kept) }
      // The memory of the oldest round serves this one.
      var moves: [TimedMove] = []
      swap(&moves, &kept.moves)
      kept = game.beginning
      isCovered = false
      if kept.moves.isEmpty {
        moves.removeAll(keepingCapacity: true)
        moves.reserveCapacity(min(kept.board.count, 16))
        kept.moves = moves
      }
    }
    guard isStarted, let finish else { return }
    kept.outcome = RoundOutcome(finish)
    kept.estimate = game.lastTest?.estimate
  }

  @inline(__always)
  private func take(
    _ outcome: Outcome, at time: Int, by input: PressInput?, continuesLine: Bool
  ) {
    kept.moves.append(
      TimedMove(
        outcome, at: time, by: input, unless: kept.usualInput, continuesLine: continuesLine))
  }

  private func endTest(_ end: TestEnd) {
    // The test may have ended before its first round, and the round be one of another test.
    if kept.test != nil { kept.testEnd = kept.testEnd ?? end }
  }
}

/// Plays the moves of a round once more, one after the other.
package struct RoundReplay {
  /// What came of a move.
  package enum Step: Equatable, Sendable {
    case done(Outcome)
    case refused(RoundFault)
  }

  /// The round as far as it has been played.
  package let round = Round()
  private let kept: KeptRound

  package init(_ kept: KeptRound) {
    self.kept = kept
    let examiner = ChimpanzeeExaminer.startGame(on: kept.board, rule: kept.rule)
    _ = try? handle(.start(examiner), at: kept.onset)
  }

  /// Plays all moves, and tells what came of each.
  package func play(_ tell: (TimedMove, Step) -> Void) {
    for timed in kept.moves {
      do throws(RoundFault) {
        for case .moved(let outcome) in try handle(.move(timed.move), at: timed.time) {
          tell(timed, .done(outcome))
        }
      } catch { tell(timed, .refused(error)) }
    }
  }

  private func handle(_ input: GameInput, at time: Int) throws(RoundFault) -> GameFacts {
    var past = PastRounds()
    return try round.handle(input, at: time, by: nil, leaving: &past)
  }

  /// Whether the round, when it is played, has ended as it was kept.
  package var endsTheSame: Bool {
    let outcome = kept.outcome == .quit ? nil : kept.outcome
    return round.finish.map(RoundOutcome.init) == outcome
  }
}

/// What a round will be, before its board is drawn.
package struct RoundPlan: Equatable, Sendable {
  package var count: Int
  package var size: BoardSize
  package var range: NumeralRange?
  package var rule: Rule
  /// Whether the numerals that are drawn out of the range are to follow each other.
  package var adjacency: TestSettings.Adjacency?

  package init(
    count: Int, size: BoardSize, range: NumeralRange? = nil, rule: Rule,
    adjacency: TestSettings.Adjacency? = nil
  ) {
    self.count = count
    self.size = size
    self.range = range
    self.rule = rule
    self.adjacency = adjacency
  }

  /// What the board of a plan is drawn from, or why there is none.
  package func identifier(_ seed: Seed) throws(BoardError) -> BoardIdentifier {
    let usual = try SeededIdentifier(size: size, count: count, range: range, seed: seed)
    guard let adjacency, let range, range.count > count, count > 1 else { return .seeded(usual) }
    switch adjacency {
    case .yes:
      var generator = Generator(text: "adjacent/\(seed.text)")
      let low = range.low + generator.next(below: range.count - count + 1)
      let run = try NumeralRange(low: low, high: low + count - 1)
      return .seeded(try SeededIdentifier(size: size, count: count, range: run, seed: seed))
    case .no:
      var (identifier, number) = (usual, 0)
      while identifier.board().isRun {
        number += 1
        identifier = try SeededIdentifier(
          size: size, count: count, range: range, seed: Seed(seed, round: number))
      }
      return .seeded(identifier)
    }
  }
}

extension Board {
  /// Whether each numeral is the next one of the one before.
  fileprivate var isRun: Bool { numeral(atIndex: count - 1) - numeral(atIndex: 0) == count - 1 }
}

extension RoundPlan {
  package init(like board: Board, rule: Rule) {
    self.init(count: board.count, size: board.size, range: board.range, rule: rule)
  }

  package static var first: RoundPlan {
    RoundPlan(count: 5, size: .standard, range: nil, rule: .standard)
  }

  /// The tests of the literature: the masking task with 5 and with 9 numerals, then the
  /// limited-hold task, 5 numerals out of 1..9 that are masked after 650, 430 or 210 milliseconds.
  package static var wellKnown: [RoundPlan] {
    var nine = first
    nine.count = 9
    let holds = [650, 430, 210].compactMap { milliseconds -> RoundPlan? in
      guard let range = try? NumeralRange(low: 1, high: 9), let rule = try? Rule(hold: milliseconds)
      else { return nil }
      return RoundPlan(count: 5, size: .standard, range: range, rule: rule)
    }
    return [first, nine] + holds
  }
}

/// The seed of a session: each of its rounds has a seed of its own made from it.
package struct SessionSeed: Equatable, Sendable {
  /// The longest text, so that the seeds of the rounds are short enough too.
  package static let longest = 64

  package let seed: Seed

  /// Takes a text that may be a seed, or says why it may not.
  package init(_ text: String) throws(SeedError) {
    seed = try Seed(text)
    guard text.utf8.count <= Self.longest else { throw .tooLong(limit: Self.longest) }
  }

  /// The seed of a script that names none: the same on every machine.
  package static var script: SessionSeed { SessionSeed(.standard) }

  private init(_ seed: Seed) { self.seed = seed }

  /// The seed whose text is the number.
  package init(number: UInt32) { seed = Seed(number: number) }

  /// What the board of a round is drawn from.
  package func seed(forRound number: Int) -> Seed { Seed(seed, round: number) }
}
