import Examiner
@testable import Game
import Observing
import Testing

/// Tests of the rules of a session of play: inputs, and the facts they cause.
struct GameSessionTests {
  /// Returns the examiner for the board of an identifier, at the start of the round.
  private func examiner(
    _ identifier: String = "3x2:1,1;2,1;3,2", _ rule: Rule = .standard
  ) throws -> ChimpanzeeExaminer { .startGame(try BoardIdentifier(identifier), rule: rule) }

  /// Returns the test with a name, before its first round.
  private func test(_ name: String, trials: Int? = nil) throws -> TestSeries {
    var settings = TestSettings()
    settings.trials = trials
    return TestSeries(try #require(TestPreset.named(name)), settings)
  }

  @Test func `A round goes from its start to its end by facts alone`() throws {
    var session = GameSession()
    #expect(try session.handle(.start(examiner()), at: 5) == [.started])
    let first = Cell(h: 1, v: 1)
    #expect(
      try session.handle(.move(.press(first)), at: 9) == [
        .moved(.right(first, pressed: 1, masksOthers: true))
      ])
    let last = [Cell(h: 2, v: 1), Cell(h: 3, v: 2)]
    #expect(
      try session.handle(.press(last), at: 12) == [
        .moved(.right(last[0], pressed: 2, masksOthers: false)), .moved(.passed(last[1])),
      ])
    #expect(session.round.moves.map(\.time) == [9, 12, 12])
    #expect(session.round.moves.map(\.continuesLine) == [false, false, true])
    #expect(session.round.outcome == .passed)
    #expect(session.statistics.passedCount == 1)
    #expect(!session.isInTest)
  }

  @Test(arguments: [false, true])
  func `A search for a hold does not count a look that the player ended`(
    isInterrupted: Bool
  ) throws {
    let series = try test("adapt-hold")
    let rule = series.plan.rule.with(hold: 650, limit: nil, press: .ignored)
    var session = GameSession()
    _ = try session.handle(.start(examiner("3x2:1,1;2,1;3,2", rule), of: series), at: 0)
    if isInterrupted { #expect(try session.handle(.interrupt, at: 100) == [.interrupted]) }
    _ = try session.handle(.move(.hide), at: 200)
    _ = try session.handle(.press(session.board.cells), at: 300)
    #expect(session.finish == .passed)
    #expect(session.lastTest?.trialCount == 1)
    #expect(session.lastTest?.countedTrialCount == 0)
  }

  @Test func `A test counts the looks that the player ended by the replays of its rounds`() throws {
    var generator = Generator(text: "looks")
    var counts: [Bool: Int] = [:]
    for _ in 0..<500 {
      let press: Rule.Press = generator.next(below: 2) == 0 ? .ignored : .endsLook
      let wrong: Rule.Wrong = generator.next(below: 2) == 0 ? .ends : .again
      let rule = try Rule(wrong: wrong, hold: 210, limit: 900, press: press)
      var session = GameSession()
      let series = try test("inoue-210", trials: 20)
      _ = try session.handle(.start(examiner("3x2:1,1;2,1;3,2", rule), of: series), at: 0)
      while session.isOpen {
        let cell = Cell(h: generator.next(below: 3) + 1, v: generator.next(below: 2) + 1)
        let moves: [Move] = [.press(cell), .press(cell), .hide, .holdEnds, .giveUp, .timeOut]
        // A move that the rules reject changes nothing.
        _ = try? session.handle(.move(moves[generator.next(below: moves.count)]), at: 210)
      }
      let isEnded = RoundReport(session.round).measures.trial.lookEnded == 1
      #expect(session.lastTest?.endedLookCount == (isEnded ? 1 : 0))
      counts[isEnded, default: 0] += 1
    }
    #expect(counts[true, default: 0] > 100 && counts[false, default: 0] > 100)
  }

  @Test func `The end of a hold is a deadline that moves to the write of the numerals`() throws {
    var session = GameSession()
    let rule = try Rule(hold: 210, limit: 4_000)
    _ = try session.handle(.start(examiner("3x2:1,1;2,1;3,2", rule)), at: 100)
    #expect(session.deadlines == Deadlines(of: session.examiner, from: 100))
    #expect(session.deadlines.next == 310)
    #expect(try session.handle(.exposure(.shown), at: 103) == [.exposed])
    #expect(session.deadlines.next == 313)
    // Only the first event of this kind counts.
    #expect(try session.handle(.exposure(.shown), at: 150) == [])
    #expect(session.deadlines.next == 313)
    #expect(
      try session.handle(.move(.holdEnds), at: 314) == [.moved(.masked(byHold: true))])
    #expect(session.holdAccuracy == HoldAccuracy(requested: 210, measured: 211))
    #expect(session.deadlines.next == 4_314)
    _ = try session.handle(.move(.timeOut), at: 4_314)
    #expect(session.deadlines.next == nil)
    #expect(session.finish == .timedOut)
  }

  @Test func `A session that goes on from a copy does what the original does`() throws {
    var generator = Generator(text: "copies")
    for _ in 0..<200 {
      var session = GameSession()
      var copy = session
      for time in 0..<60 {
        let input = try randomInput(for: session, &generator)
        let reply = reply(to: input, at: time, in: &session)
        #expect(reply == self.reply(to: input, at: time, in: &copy))
        if generator.next(below: 4) == 0 { copy = session }
        #expect(session.hasPlaced == (session.placed != nil))
        #expect(session.isInTest == (session.lastTest?.isOver == false))
      }
      #expect(copy == session)
    }
  }

  @Test func `A rejected input changes nothing`() throws {
    var generator = Generator(text: "rejections")
    var rejectionCount = 0
    for _ in 0..<300 {
      var session = GameSession()
      for time in 0..<80 {
        let before = session
        let input = try randomInput(for: session, &generator)
        if (try? session.handle(input, at: time)) == nil {
          rejectionCount += 1
          #expect(session == before)
        }
      }
    }
    #expect(rejectionCount > 1_000)
  }

  @Test func `A replay of a kept round ends as the session did`() throws {
    var generator = Generator(text: "replays")
    var (interruptionCount, endCount) = (0, 0)
    for _ in 0..<300 {
      var session = GameSession()
      for time in 0..<80 {
        _ = try? session.handle(randomInput(for: session, &generator), at: time * 7)
        guard session.isStarted else { continue }
        let round = session.round
        var replay = RoundReplay(round)
        while let step = replay.next() {
          if case .moved(_, .failure) = step { Issue.record("\(round)") }
        }
        #expect(replay.session.examiner == session.examiner)
        #expect(replay.session.round.outcome == round.outcome)
        // A round that is over does not continue when it is resumed.
        let gaps = session.isOpen ? round.gaps : round.gaps.filter { $0 < round.moves.count }
        #expect(replay.session.round.gaps == gaps)
        #expect(replay.session.holdAccuracy == session.holdAccuracy)
        #expect(replay.session.round.moves.map(\.time) == round.moves.map { $0.time - round.onset })
        #expect(replay.endsTheSame)
        interruptionCount += round.gaps.isEmpty ? 0 : 1
        endCount += session.finish == nil ? 0 : 1
      }
    }
    #expect(interruptionCount > 1_000 && endCount > 1_000)
  }

  @Test func `A replay has the deadlines of the round, from the write of its numerals on`() throws {
    var session = GameSession()
    let rule = try Rule(emptyCell: .ignore, hold: 210, limit: 4_000)
    _ = try session.handle(.start(examiner("3x2:1,1;2,1;3,2", rule)), at: 100)
    _ = try session.handle(.exposure(.shown), at: 103)
    _ = try session.handle(.move(.press(Cell(h: 1, v: 2))), at: 150)
    _ = try session.handle(.interrupt, at: 900)
    _ = try session.handle(.move(.holdEnds), at: 1_110)
    _ = try session.handle(.move(.timeOut), at: 5_110)
    // The round's time did not run for 750 ms, during which the screen is unknown.
    #expect(session.holdAccuracy == nil)
    let report = RoundReport(session.round)
    #expect(report.deadlines.map(\.next) == [213, 260, 4_260])
    #expect(report.rejectedMove == nil)
    #expect(report.measuredHold == nil)
    #expect(report.outcome == .timedOut)
  }

  @Test func `Credits are taken for rounds that begin, and given back for those that do not`()
    throws
  {
    var session = GameSession()
    _ = try session.handle(.insertCoin, at: 0)
    #expect(session.credits.count == 1)
    _ = try session.handle(.place(examiner()), at: 1)
    #expect(session.credits.count == 0)
    _ = try session.handle(.stop, at: 2)
    #expect(session.credits.count == 1)
    _ = try session.handle(.place(examiner()), at: 3)
    #expect(try session.handle(.begin, at: 4) == [.started])
    _ = try session.handle(.move(.giveUp), at: 5)
    _ = try session.handle(.stop, at: 6)
    #expect(session.credits.count == 0)
    #expect(throws: Rejection.noCredit) { try session.handle(.place(examiner()), at: 7) }
  }

  @Test func `A test ends with its last round, and the fact says so`() throws {
    var session = GameSession()
    let series = try test("inoue-masking", trials: 2)
    _ = try session.handle(.start(examiner(), of: series), at: 0)
    #expect(
      try session.handle(.move(.giveUp), at: 1) == [.moved(.gaveUp)])
    #expect(session.isInTest)
    #expect(session.isInTest)
    _ = try session.handle(.place(examiner()), at: 2)
    #expect(session.placed?.test?.number == 2)
    _ = try session.handle(.begin, at: 3)
    #expect(
      try session.handle(.move(.giveUp), at: 4) == [.moved(.gaveUp), .completed])
    #expect(!session.isInTest)
    #expect(session.round.testEnd == .complete)
  }

  /// Returns the facts that an input causes, or the error for which it is rejected.
  private func reply(
    to input: GameInput, at time: Int, in session: inout GameSession
  ) -> String {
    do { return "\(try session.handle(input, at: time))" } catch { return "rejected: \(error)" }
  }

  /// Returns a random input, which the session may accept or reject.
  private func randomInput(
    for session: GameSession, _ generator: inout Generator
  ) throws -> GameInput {
    let cells = (0..<1 + generator.next(below: 3)).map { _ in
      Cell(h: 1 + generator.next(below: 4), v: 1 + generator.next(below: 2))
    }
    let rule = try Rule(
      wrong: generator.next(below: 3) == 0 ? .again : .ends,
      hold: generator.next(below: 2) == 0 ? 210 : nil)
    let examiner = try examiner("3x2n3#1/\(generator.next(below: 50))", rule)
    switch generator.next(below: 20) {
    case 0: return .start(examiner)
    case 1: return .start(examiner, of: try test("human-benchmark"))
    case 2: return .prepare(examiner, of: try test("monkey-ladder"))
    case 3: return .place(examiner)
    case 4: return .begin
    case 5: return .leave
    case 6: return .stop
    case 7: return .interrupt
    case 8: return .insertCoin
    case 9: return .move(.hide)
    case 10: return .move(.holdEnds)
    case 11: return .exposure(.shown)
    case 12: return .resume(session.round)
    default: return .press(cells)
    }
  }
}
