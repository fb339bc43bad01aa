package import Examiner
package import Science
import Shell

/// Somebody made up who plays a test by the same transition as people do.
package struct SimulatedSitting {
  private static var pause: Int { 1_000 }

  private var clock = SessionClock.virtual()
  private var rounds: GameModel
  private let memory: MemoryModel
  private let latencies: PressLatencies
  private let boards: Seed
  private var generator: Generator

  /// Makes somebody whose boards and presses follow from a seed.
  package init(_ memory: MemoryModel, _ latencies: PressLatencies, drawnFrom seed: Seed) {
    (self.memory, self.latencies, boards) = (memory, latencies, seed)
    generator = Generator(text: "presses/" + seed.text)
    rounds = GameModel(clock: clock)
    beginSession()
  }

  mutating func beginSession() {
    clock = SessionClock.virtual()
    rounds = GameModel(clock: clock)
    rounds.inputDevice = { .simulated }
  }

  /// Plays a test to its end, or as long as it is wanted, and hands over each round.
  package mutating func play(_ test: TestSeries, _ take: (KeptRound) -> Bool) throws(RoundFault) {
    if rounds.startedCount > 0 { clock.advance(by: Self.pause) }
    _ = try rounds.accept(.start(try game(of: test), of: .test(test)))
    while true {
      try playRound()
      guard take(rounds.round.kept), let test = rounds.round.game.test else { return }
      clock.advance(by: Self.pause)
      _ = try rounds.accept(.place(try game(of: test)))
      _ = try rounds.accept(.begin)
    }
  }

  private func game(of test: TestSeries) throws(RoundFault) -> ChimpanzeeExaminer {
    let seed = Seed(test.settings.seed?.seed ?? boards, round: test.nextTrial.number)
    do throws(BoardFault) {
      return .startGame(try test.plan.identifier(seed), rule: test.plan.rule)
    } catch { throw .board(error) }
  }

  private mutating func playRound() throws(RoundFault) {
    let round = rounds.round
    let (board, rule) = (round.board, round.rule)
    var maskTime: Int?
    if let hold = rule.hold {
      clock.advance(by: hold)
      _ = try rounds.accept(.move(.holdEnds))
      maskTime = clock.now
    }
    let mind = SimulatedMemory(
      memory, count: board.count, hold: rule.hold.map(Double.init), using: &generator)
    for place in 1...board.count {
      let latency = latencies.draw(isFirst: place == 1, using: &generator)
      let time = clock.now + max(1, Int((1000 * latency).rounded()))
      let start = maskTime ?? (rule.masksAtFirstPress ? nil : round.kept.onset)
      if let limit = rule.limit, let start, time - start > limit {
        clock.advance(by: max(0, start + limit - clock.now))
        _ = try rounds.accept(.move(.timeOut))
        return
      }
      clock.advance(by: time - clock.now)
      let seconds = maskTime.map { Double(time - $0) / 1000 }
      let error = mind.press(place: place, seconds: seconds, using: &generator)
      _ = try rounds.accept(.press([board.cell(atPlace: place - 1 + error)]))
      guard round.finish == nil else { return }
      if maskTime == nil, round.isMasked { maskTime = time }
    }
  }
}

extension ObservedTrials {
  /// Takes a round, or answers false where it can't be.
  ///
  /// Without a mask all presses were made on sight.
  mutating func add(
    count: Int, hold: Int?, maskTime: Int?, presses: [RoundMeasures.Press]
  ) -> Bool {
    var isMasked = hold != nil
    let observed = presses.filter { $0.judgement != .ignored }.map { press in
      // The press that masks is made on sight.
      let seconds = maskTime.map { Double(press.time - $0) / 1000 }
      let isSeen = !isMasked || seconds ?? -1 < 0
      if press.judgement == .right { isMasked = true }
      return ObservedPress(seconds: isSeen ? nil : seconds, isRight: press.judgement == .right)
    }
    let seen = hold.map { Double(min($0, maskTime ?? $0)) }
    return (try? add(count: count, hold: seen, presses: observed)) != nil
  }

  mutating func add(_ round: KeptRound) -> Bool {
    let report = RoundReport(round)
    return add(
      count: round.board.count, hold: round.rule.hold, maskTime: report.studyTime,
      presses: report.presses)
  }
}
