import Archive
package import Examiner
package import Game
package import Science

/// A simulated participant that plays tests through `GameSession`, like a real one.
///
/// ```swift
/// var session = SimulatedSession(memory, .standard, drawnFrom: seed)
/// try session.play(test) { report in
///   trials.append(report.round)
///   return true
/// }
/// ```
package struct SimulatedSession {
  /// The time between two rounds, in milliseconds.
  private static var pause: Int { 1_000 }

  private var session = GameSession(usualInput: .script)
  /// The time of the session, in milliseconds.
  private var time = 0

  private let person: SimulatedPerson
  private let variation: Variation
  /// The number of rounds in all sessions.
  private var roundCount = 0
  /// The seed of the boards, for tests whose settings have none.
  private let boards: Seed
  private var generator: Generator

  /// Creates a participant whose boards and presses depend only on a seed.
  package init(_ memory: MemoryModel, _ latencies: PressLatencies, drawnFrom seed: Seed) {
    self.init(
      SimulatedPerson(memory: memory, latencies: latencies), Variation(), drawnFrom: seed)
  }

  /// Creates a participant of a variation, by which boards may differ, too.
  init(_ person: SimulatedPerson, _ variation: Variation, drawnFrom seed: Seed) {
    self.person = person
    self.variation = variation
    boards = seed
    generator = Generator(text: "presses/" + seed.text)
  }

  /// Begins another session: rounds are counted from 1, and time from 0.
  mutating func beginSession() {
    session = GameSession(usualInput: .script)
    time = 0
  }

  /// Plays a test to its end, and calls `record` with the report of each round until that
  /// returns `false`.
  package mutating func play(
    _ test: TestSeries, _ record: (RoundReport) -> Bool
  ) throws {
    if session.isStarted { time += Self.pause }
    try handle(.start(try examiner(for: test), of: test))
    while true {
      try playRound()
      guard record(RoundReport(session)), let test = session.test else { return }
      time += Self.pause
      try handle(.place(try examiner(for: test)))
      try handle(.begin)
    }
  }

  private mutating func handle(_ input: GameInput) throws {
    _ = try session.handle(input, at: time, by: .simulated)
  }

  /// Returns the game of a test's next round; throws if its board can't be generated.
  private func examiner(for test: TestSeries) throws -> ChimpanzeeExaminer {
    let number = test.trialCount + 1
    let seed =
      test.preset.boardSeed(ofTrial: number, test.settings) ?? Seed(boards, round: number)
    return .startGame(try test.plan.identifier(seed), rule: test.plan.rule)
  }

  /// Returns the difficulty of a board, the same for each participant and session.
  private func difficulty(of board: Board) -> Double {
    guard variation.boardDeviation > 0 else { return 0 }
    var generator = Generator(text: "difficulty/\(board.cells)")
    return variation.difficulty(using: &generator)
  }

  /// Plays the current round to its end, or to the end of the answer time.
  private mutating func playRound() throws {
    let board = session.board
    let rule = session.rule
    var maskTime: Int?
    if let hold = rule.hold {
      time += hold
      try handle(.move(.holdEnds))
      maskTime = time
    }
    roundCount += 1
    let memory = person.memory(trial: roundCount, difficulty: difficulty(of: board))
    let mind = SimulatedMemory(
      memory, count: board.count, hold: rule.hold.map(Double.init), using: &generator)
    var isFirst = true
    /// The wrong presses since the last right one, as indexes among the remaining numerals.
    var tried: [Int] = []
    while session.isOpen {
      let latency = person.latencies.draw(isFirst: isFirst, using: &generator)
      isFirst = false
      let pressTime = time + max(1, Int((1000 * latency).rounded()))
      if let end = session.deadlines.answer, pressTime > end {
        time = max(time, end)
        return try handle(.move(.timeOut))
      }
      time = pressTime
      let expected = session.examiner.pressedCount
      let seconds = maskTime.map { Double(pressTime - $0) / 1000 }
      let error =
        tried.isEmpty
        ? mind.press(position: expected + 1, seconds: seconds, using: &generator)
        : mind.pressAgain(position: expected + 1, except: tried, using: &generator)
      try handle(.press([board.cells[expected + error]]))
      // After an error a round may continue and expect the same numeral.
      tried = error == 0 ? [] : tried + [error]
      if maskTime == nil, session.examiner.isMasked { maskTime = time }
    }
  }
}

extension ObservedTrials {
  /// Adds a round for estimation; returns `false` if its numbers are out of range.
  ///
  /// Without a mask, the numerals count as visible at all presses.
  mutating func add(
    count: Int, hold: Int?, maskTime: Int?, presses: [RoundMeasures.Press]
  ) -> Bool {
    let observed = presses.filter(\.judgement.isAnswer).map { press in
      // The press that masks is made while the numerals are visible, also if it ends a hold.
      let seconds = maskTime.map { Double(press.time - $0) / 1000 }
      let isSeen = press.masked == 0 || seconds ?? -1 < 0
      return ObservedPress(seconds: isSeen ? nil : seconds, isRight: press.judgement == .right)
    }
    let seen = hold.map { Double(min($0, maskTime ?? $0)) }
    return (try? add(count: count, hold: seen, presses: observed)) != nil
  }

  /// Adds a round of the session for estimation.
  mutating func add(_ report: RoundReport) -> Bool {
    add(
      count: report.round.board.count, hold: report.round.rule.hold, maskTime: report.studyTime,
      presses: report.presses)
  }
}
