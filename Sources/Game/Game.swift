package import Characters
package import Examiner
package import Observing
package import Records

/// The game as far as what may happen next depends on it.
///
/// All that changes a round goes through `handle`: the keyboard, a script, a round that is resumed
/// or played once more, and the demonstration.
package struct Game: Sendable {
  /// What stays as it is while a round is played.
  private var setting = Setting(.none, next: nil, course: .none)

  /// Judges the presses of the round.
  package private(set) var examiner = ChimpanzeeExaminer(board: .smallest, rule: .standard)

  /// What is known of when the numerals of the round could be seen.
  package private(set) var exposure = Exposure(earlyInputs: 0)

  /// From the write of the numerals to the end of the hold; `nil` unless the hold has ended.
  private(set) var measuredHold: Int?

  /// Where the presses of a round come from that say nothing else.
  let usualInput: PressInput

  init(usualInput: PressInput) { self.usualInput = usualInput }

  package var number: Int { setting.start.number }

  /// The round as it was when it began, or when it was taken up again.
  package var beginning: KeptRound { setting.start }

  /// The round that begins next, where its numerals are placed already.
  package var placed: KeptRound? { setting.next }

  /// Whether there is one; to ask for the round itself would copy it.
  package var hasPlaced: Bool { setting.hasNext }

  package var isOpen: Bool { number > 0 && examiner.finish == nil }

  /// How precisely the hold of the round was kept; `nil` where the mask did not end a hold.
  package var holdAccuracy: HoldAccuracy? {
    guard let requested = examiner.rule.hold, let measuredHold else { return nil }
    return HoldAccuracy(requested: requested, measured: measuredHold)
  }

  mutating func record(_ exposure: Exposure) { self.exposure = exposure }

  /// The test of which the round is a part, over or not; nil where it is none.
  package var lastTest: TestSeries? { setting.course.series }

  package var test: TestSeries? { isInTest ? lastTest : nil }

  /// Whether a test goes on; to ask for the test itself would copy it.
  package var isInTest: Bool { setting.isInTest }

  /// Whether the round is a part of a test, over or not.
  package var isOfTest: Bool { setting.course.isOver != nil }

  /// Takes an input and says what has happened, or refuses it and stays as it was.
  package mutating func handle(_ input: GameInput, at time: Int) throws(RoundFault) -> GameFacts {
    switch input {
    case .place(let examiner):
      setting = Setting(setting.start, next: place(examiner, of: course), course: setting.course)
      return []
    case .begin:
      guard let next = setting.next else { return [] }
      return begin(next.newGame, next.test, of: setting.course, at: time)
    case .prepare(let examiner, let series):
      let left = stop()
      setting = Setting(setting.start, next: place(examiner, of: series), course: series)
      return left
    case .start(let examiner, let series):
      let left = stop()
      return left.followed(by: begin(examiner, series.nextTrial, of: series, at: time))
    case .resume(let kept, let series): return try resume(kept, of: series, at: time)
    case .press(let cells):
      let facts = try press(cells)
      return examiner.finish == nil ? facts : concluded(facts)
    case .move(let move):
      let fact = try make(move)
      if move == .holdEnds { measuredHold = time - beginning.onset - (exposure.shown ?? 0) }
      return examiner.finish == nil ? .one(fact) : concluded(.one(fact))
    case .leave: return leave()
    case .stop: return stop()
    case .interrupt(let kept): return interrupt(kept, at: time)
    }
  }

  /// Gives the round the number that it is kept under, if one has begun.
  mutating func number(_ number: Int) {
    guard self.number > 0, number != self.number else { return }
    var round = beginning
    round.number = number
    setting = Setting(round, next: setting.next, course: setting.course)
  }

  /// The test that goes on, as it is handed on.
  private var course: SharedTest { isInTest ? setting.course : .none }

  /// A round whose numerals are placed, of the test that goes on, if one does.
  private func place(_ examiner: ChimpanzeeExaminer, of series: SharedTest) -> KeptRound {
    KeptRound(
      number: 0, board: examiner.board, rule: examiner.rule, onset: 0, test: series.nextTrial,
      usualInput: usualInput)
  }

  private mutating func begin(
    _ game: consuming ChimpanzeeExaminer, _ trial: TestTrial?, of series: SharedTest, at time: Int
  ) -> GameFacts {
    let left = leave()
    examiner = game
    (exposure, measuredHold) = (Exposure(earlyInputs: 0), nil)
    setting = Setting(
      KeptRound(
        number: number + 1, board: examiner.board, rule: examiner.rule, onset: time, test: trial,
        usualInput: usualInput), next: nil, course: series)
    return left.followed(by: .one(.started))
  }

  private mutating func resume(
    _ kept: KeptRound, of series: SharedTest, at time: Int
  ) throws(RoundFault) -> GameFacts {
    var resumed = kept.newGame
    for timed in kept.moves {
      do throws(MoveError) { _ = try resumed.apply(timed.move) } catch {
        throw .damagedRound(kept.number)
      }
    }
    let left = stop()
    examiner = resumed
    exposure = kept.exposure
    measuredHold = RoundReport(kept).measures.trial.measuredHold
    setting = Setting(kept.goingOn(at: time), next: nil, course: series)
    return left.followed(by: .one(.resumed))
  }

  /// Continues the round after the program was suspended.
  ///
  /// Does nothing unless a round is played.
  private mutating func interrupt(_ kept: KeptRound, at time: Int) -> GameFacts {
    guard isOpen else { return [] }
    setting = Setting(kept.goingOn(at: time), next: setting.next, course: setting.course)
    return .one(.interrupted)
  }

  /// Makes presses up to the one that ends the round; a refused one refuses them all.
  ///
  /// Where the rule says so, only the first of a line is made that begins before the mask.
  private mutating func press(_ cells: [Cell]) throws(RoundFault) -> GameFacts {
    if cells.count == 1 { return .one(try make(.press(cells[0]))) }
    let before = examiner
    do throws(RoundFault) { return try pressEach(cells) } catch {
      examiner = before
      throw error
    }
  }

  private mutating func pressEach(_ cells: [Cell]) throws(RoundFault) -> GameFacts {
    var facts: [GameFact] = []
    // Comparing one by one is faster for few cells.
    var before = cells.count > 32 ? Set<Cell>(minimumCapacity: cells.count) : nil
    let takesOne = !examiner.isMasked && examiner.rule.line == .one
    for (index, cell) in cells.enumerated() {
      if index > 0 && (takesOne || examiner.finish != nil) { continue }
      let isNew = before?.insert(cell).inserted ?? !cells[..<index].contains(cell)
      // A cell that was wrong may be right later.
      if !isNew && examiner.rule.wrong == .ends { throw .cellTwice(cell) }
      facts.append(try make(.press(cell)))
    }
    return OneOrMany(facts)
  }

  private mutating func make(_ move: Move) throws(RoundFault) -> GameFact {
    guard number > 0 else { throw .noRound }
    // A cell that is not there is told of even when the round is over.
    if examiner.finish != nil, case .press(let cell) = move, !examiner.board.size.contains(cell) {
      throw .move(.offBoard(cell, examiner.board.size))
    }
    do throws(MoveError) {
      return .moved(try examiner.apply(move))
    } catch { throw .move(error) }
  }

  private mutating func leave() -> GameFacts {
    guard isOpen, (try? examiner.apply(.giveUp)) != nil else { return [] }
    return .one(.left)
  }

  /// Leaves a round that goes on, and the test with it.
  private mutating func stop() -> GameFacts {
    let left = leave()
    let hasTest = isInTest
    if hasTest || hasPlaced {
      setting = Setting(setting.start, next: nil, course: hasTest ? .none : setting.course)
    }
    return hasTest ? left.followed(by: .one(.stopped)) : left
  }

  /// Counts a round of a test that a move has ended.
  private mutating func concluded(_ facts: GameFacts) -> GameFacts {
    guard isOfTest, var course = lastTest else { return facts }
    course.count(
      hasPassed: examiner.finish == .passed, isHoldMet: holdAccuracy?.isMet != false)
    setting = Setting(setting.start, next: setting.next, course: .test(course))
    guard course.isOver else { return facts }
    return facts.followed(by: .one(course.cannotKeepTime ? .stopped : .completed))
  }
}

/// What stays as it is while a round is played, behind a pointer, because each input copies a game.
private final class Setting: Sendable {
  /// The round as it was when it began, or when it was taken up again.
  let start: KeptRound
  /// The round that begins next, where its numerals are placed already.
  let next: KeptRound?
  /// The test that was begun last, while the round is a part of it.
  let course: SharedTest
  let isInTest: Bool
  let hasNext: Bool

  init(_ start: KeptRound, next: KeptRound?, course: SharedTest) {
    hasNext = if case nil = next { false } else { true }
    self.start = start
    self.next = next
    self.course = course
    isInTest = course.isOver == false
  }
}

/// A test of which a round is a part, or none; behind a pointer, because each start hands it on.
package enum SharedTest: Equatable, Sendable {
  case none
  indirect case test(TestSeries)

  package init(_ series: TestSeries?) { self = series.map(Self.test) ?? .none }

  var series: TestSeries? { if case .test(let series) = self { series } else { nil } }

  fileprivate var isOver: Bool? { if case .test(let series) = self { series.isOver } else { nil } }

  fileprivate var nextTrial: TestTrial? {
    if case .test(let series) = self, !series.isOver { series.nextTrial } else { nil }
  }
}

/// What a game is asked for.
package enum GameInput: Equatable, Sendable {
  /// Numerals are placed for the next round, which is one of the test that goes on, if one does.
  // Behind a pointer, as all that is large, so that a press is copied at once.
  indirect case place(ChimpanzeeExaminer)
  /// The round whose numerals are placed begins; one that goes on is left.
  case begin
  /// A test begins, or is taken up: numerals are placed for its next round. What goes on is left.
  indirect case prepare(ChimpanzeeExaminer, of: SharedTest)
  /// A round begins at once, which may be one of a test; what goes on is left.
  indirect case start(ChimpanzeeExaminer, of: SharedTest = .none)
  /// A round goes on that a killed program left behind; what goes on is left.
  indirect case resume(KeptRound, of: SharedTest = .none)
  /// The presses of one command.
  case press([Cell])
  case move(Move)
  /// A round that goes on is left.
  case leave
  /// A round that goes on is left, its test too, and what was placed for the next one.
  case stop
  /// The round goes on after the program was suspended: its time stood still meanwhile.
  indirect case interrupt(KeptRound)
}

/// What one input has brought about, in its order.
package typealias GameFacts = OneOrMany<GameFact>

extension GameFacts {
  /// Whether a round begins or goes on.
  package var haveBeginning: Bool { contains { $0 == .started || $0 == .resumed } }

  package var moveCount: Int { count { if case .moved = $0 { true } else { false } } }

  fileprivate func followed(by facts: GameFacts) -> GameFacts {
    isEmpty ? facts : facts.isEmpty ? self : .many(Array(self) + Array(facts))
  }
}

/// What has happened in a game.
package enum GameFact: Equatable, Sendable, BitwiseCopyable {
  /// It was left before its end.
  case left
  /// The next one began: `Game.beginning`, which has no moves yet.
  case started
  /// One goes on that was left behind: `Game.beginning`, as far as it had come.
  case resumed
  /// The round goes on after the program was suspended.
  case interrupted
  case moved(Outcome)
  /// The test was left before its end, or the terminal can't keep its time.
  case stopped
  /// The test has come to its end.
  case completed
}

extension ChimpanzeeExaminer {
  package static func startGame(on board: Board, rule: Rule) -> ChimpanzeeExaminer {
    startGame(.described(board), rule: rule)
  }
}

extension KeptRound {
  fileprivate static var none: KeptRound {
    KeptRound(number: 0, board: .smallest, rule: .standard, onset: 0)
  }

  /// The round as it goes on at a time: its time has stood still since its last move.
  fileprivate func goingOn(at time: Int) -> KeptRound {
    var round = self
    round.onset = time - (moves.last?.time ?? onset) + onset
    round.moves = moves.map {
      TimedMove(
        $0.move, at: $0.time - onset + round.onset, by: $0.input, continuesLine: $0.continuesLine)
    }
    round.gaps.append(moves.count)
    return round
  }
}

/// Why a command about the round is refused.
package enum RoundFault: Error, Equatable, Sendable {
  case noRound, noCredit
  case board(BoardError)
  case move(MoveError)
  case cellTwice(Cell)
  case terminalTooSmall(TerminalSize, needed: TerminalSize)
  case unknownRound(Int)
  case damagedRound(Int)
  case notOver(Int)
  /// What has been shown can't be hidden again, so that no hold would end.
  case cannotHide
  case nothingLeftBehind, nothingWaits, testGoesOn, testIsSilent, noTest
  /// Another program has gone on with the round that is played here.
  case playedElsewhere
  /// A restricted session keeps no more.
  case keptTooMuch(limit: Int)
  // Indirect, so that the other cases stay small and cheap to copy.
  indirect case record(RecordError)
}
