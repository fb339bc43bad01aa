@testable import Archive
import Glibc
import SampleData
import Science
@testable import Statistics
import Testing

/// Tests of interactions of conditions and groups, and of effects of the order.
struct EffectTests {
  private let text = StudyText(study: "lab", hash: "9f")
  private let design = StudyDesign(conditions: ["a", "b", "c"], groups: ["x", "y", "z"])

  /// Returns how many of twelve trials a participant passes in a condition.
  private func passedCount(_ person: Int, _ condition: Int) -> Int {
    min(11, 2 + (2 + person % 3) * condition + (person * 5) % 4)
  }

  /// Returns the time of each press of a participant in a condition.
  private func time(_ person: Int, _ condition: Int) -> Int {
    400 + 40 * condition + person * person + 10 * (person % 3) * condition
  }

  /// Returns the trials of twelve participants, each of whom plays the conditions in an order.
  private func trials(order: (Int) -> [Int]) -> [ReadTrial] {
    (1...12).flatMap { person in
      order(person).enumerated().flatMap { block, condition in
        (0..<12).map { board in
          let sample = trial(
            [time(person, condition)], in: "plain",
            isPassed: (5 * board + 7 * person) % 12 < passedCount(person, condition), board: board)
          var values = sample.values
          values.study = text.study
          values.studyHash = text.hash
          values.studyBlock = block + 1
          values.studyCondition = ["a", "b", "c"][condition]
          var read = ReadTrial(
            participant: "P\(10 + person)", session: 1, exclusions: [], presses: sample.presses,
            values: values)
          read.group = ["x", "y", "z"][person % 3]
          return read
        }
      }
    }
  }

  /// Half of the participants have each order of the conditions.
  private func rotated(_ person: Int) -> [Int] { person % 2 == 0 ? [0, 1, 2] : [2, 1, 0] }

  private func effects(
    _ trials: [ReadTrial], _ filter: TrialFilter = TrialFilter(), _ design: StudyDesign? = nil,
    regresses: Bool = false
  ) throws -> DesignEffects.Study {
    var tally = EffectsTally(regresses: regresses)
    tally.prepare(for: [text: design ?? self.design], filter)
    return try #require(figures(tally, trials.filter(filter.asks(for:))).studies.first)
  }

  /// Returns Welch's test of values of participants in two sides.
  private func welch(_ first: [Double], _ second: [Double]) throws -> MeanTest {
    try IndependentMeans(MeanTally(first), MeanTally(second)).test()
  }

  @Test func `An interaction is the difference between groups of the participants' differences`()
    throws
  {
    let study = try effects(trials(order: rotated))
    #expect(study.interactions.count == 9)
    let found = try #require(
      study.interactions.first { $0.conditions == ["c", "a"] && $0.groups == ["z", "x"] })
    let sides = [2, 0].map { group in (1...12).filter { $0 % 3 == group } }
    let shares = sides.map { people in
      people.map { Double(passedCount($0, 2) - passedCount($0, 0)) / 12 }
    }
    let expected = try welch(shares[0], shares[1])
    let accuracy = try found.differences[0].result.get()
    #expect(abs(accuracy.estimate.value - expected.difference.value) < 1e-12)
    #expect(abs(accuracy.probability - expected.probability) < 1e-12)
    #expect(found.differences[0].unit == .groups(4, 4))
    let times = sides.map { people in
      people.map { log(Double(time($0, 2)) / Double(time($0, 0))) }
    }
    let ratio = try welch(times[0], times[1])
    let first = try found.differences[1].result.get()
    #expect(abs(first.estimate.value - exp(ratio.difference.value)) < 1e-9)
    #expect(abs(first.probability - ratio.probability) < 1e-9)
  }

  @Test func `The regression has the product of condition and group as its first predictor`() throws
  {
    func number(_ trial: ReadTrial) -> Int { Int(trial.participant.dropFirst()) ?? 0 }
    let all = trials(order: rotated).filter { $0.studyCondition != "c" }.map { trial in
      var trial = trial
      trial.group = number(trial).isMultiple(of: 2) ? "y" : "x"
      return trial
    }
    let two = StudyDesign(conditions: ["a", "b"], groups: ["x", "y"])
    let found = try #require(
      effects(all, TrialFilter(), two, regresses: true).interactions.first)
    var mixed = MixedTrials(predictorCount: 3)
    for trial in all {
      let isFirst = trial.studyCondition == "b"
      let isFirstGroup = trial.group == "y"
      try mixed.add(
        participant: number(trial), board: trial.board.hashValue,
        predictors: [isFirst && isFirstGroup ? 1 : 0, isFirst ? 1 : 0, isFirstGroup ? 1 : 0],
        isPassed: trial.isPassed)
    }
    let expected = try MixedLogistic(mixed, testingSlopeOf: 1).coefficients[1]
    let own = try #require(try found.regression?.get()).coefficients[1]
    #expect(abs(own.value - expected.value) < 1e-6)
    #expect(abs(own.probability - expected.probability) < 1e-6)
    // A side of fewer people is no sample.
    let last = Set(all.filter { $0.group == "x" }.map(number)).sorted().suffix(2)
    let few = all.filter { !last.contains(number($0)) }
    let refused = try #require(
      effects(few, TrialFilter(), two, regresses: true).interactions.first)
    #expect(refused.regression == .failure(.tooFew(count: 4, needed: 5)))
  }

  @Test func `An effect of the order is half of the difference between the two orders`() throws {
    let study = try effects(trials(order: rotated))
    #expect(study.orders.map(\.conditions) == [["b", "a"], ["c", "a"], ["c", "b"]])
    let found = study.orders[1]
    #expect(found.groups == nil && found.differences[0].unit == .groups(6, 6))
    // Those with odd numbers played c first.
    let sides = [1, 0].map { rest in
      (1...12).filter { $0 % 2 == rest }
        .map { Double(passedCount($0, 2) - passedCount($0, 0)) / 24 }
    }
    let expected = try welch(sides[0], sides[1])
    let accuracy = try found.differences[0].result.get()
    #expect(abs(accuracy.estimate.value - expected.difference.value) < 1e-12)
    #expect(abs(accuracy.statistic - expected.statistic) < 1e-9)
  }

  @Test func `One order for all leaves no effect of the order`() throws {
    let study = try effects(trials { _ in [1, 0, 2] })
    #expect(
      study.orders.map(\.differences[0].unit) == [.groups(12, 0), .groups(0, 12), .groups(0, 12)])
    for order in study.orders {
      #expect(order.probabilities.isEmpty)
      #expect(order.regression == nil)
    }
    let others = try effects(trials(order: rotated)).interactions
    #expect(study.interactions.map(\.differences) == others.map(\.differences))
  }

  @Test func `Interactions are adjusted together, and orders together`() throws {
    let study = try effects(trials(order: rotated))
    for effects in [study.interactions, study.orders] {
      for statistic in [ContrastStatistic.means(.accuracy), .means(.firstPress)] {
        let raw = effects.map { $0.probabilities[statistic] ?? 1 }
        let expected = try holmAdjusted(raw)
        for (index, effect) in effects.enumerated() where effect.probabilities[statistic] != nil {
          #expect(effect.adjusted[statistic] == expected[index])
        }
      }
    }
    #expect(study.isComplete)
  }

  @Test func `A selection of a study's trials is not adjusted`() throws {
    var filter = TrialFilter()
    filter.condition = "a"
    let study = try effects(trials(order: rotated), filter)
    #expect(!study.isComplete)
    #expect((study.interactions + study.orders).allSatisfy { $0.adjusted.isEmpty })
    filter = TrialFilter()
    filter.study = "lab"
    #expect(try effects(trials(order: rotated), filter) == effects(trials(order: rotated)))
  }

  @Test func `Without groups or a second condition there are fewer effects`() throws {
    let all = trials(order: rotated)
    let ungrouped = StudyDesign(conditions: ["a", "b"], groups: [])
    let study = try effects(all, TrialFilter(), ungrouped)
    #expect(study.interactions.isEmpty && study.orders.count == 1)
    #expect(study.orders[0].adjusted.isEmpty)
    let single = try effects(
      all, TrialFilter(), StudyDesign(conditions: ["a"], groups: ["x", "y"]))
    #expect(single.interactions.isEmpty && single.orders.isEmpty)
    #expect(figures(EffectsTally(), all).studies.isEmpty)
  }
}

/// Tests of the reliability of a test.
struct TestReliabilityTests {
  /// Returns the trials of some participants over two sessions of eight trials.
  private func trials(_ people: ClosedRange<Int>, sessions: Int = 2) -> [ReadTrial] {
    people.flatMap { person in
      (1...sessions).flatMap { session in
        (0..<8).map { number in
          let sample = trial(
            [300 + 17 * person * (number % 2 + 1) + 5 * session], in: "inoue-210",
            isPassed: (number * 3 + person) % 8 < 2 + (person * session) % 5, board: number)
          return ReadTrial(
            participant: "P\(person)", session: session, exclusions: [], presses: sample.presses,
            values: sample.values)
        }
      }
    }
  }

  /// Returns the shares of passes in the trials of each participant that a condition holds for.
  private func shares(
    _ trials: [ReadTrial], _ people: ClosedRange<Int>, where isMeant: (Int, ReadTrial) -> Bool
  ) -> [Double] {
    people.map { person in
      let own = trials.filter { $0.participant == "P\(person)" }.enumerated()
        .filter { isMeant($0.offset, $0.element) }
      return Double(own.count { $0.element.isPassed }) / Double(own.count)
    }
  }

  @Test func `Halves are the odd and even trials, and sessions the first two`() throws {
    let all = trials(1...9)
    let test = try #require(figures(ReliabilityTally(), all).tests.first)
    #expect(test.label == "inoue-210")
    #expect(test.halves.map(\.measure) == [.accuracy, .firstPress, .laterPresses])
    let halves = [0, 1].map { rest in shares(all, 1...9) { index, _ in index % 2 == rest } }
    #expect(
      test.halves[0].result == .success(try Reliability(ofHalves: Array(zip(halves[0], halves[1]))))
    )
    let sessions = [1, 2].map { number in shares(all, 1...9) { $1.session == number } }
    #expect(
      test.sessions[0].result
        == .success(try Reliability(of: Array(zip(sessions[0], sessions[1])))))
    #expect(test.halves[2].result == .failure(.tooFew(count: 0, needed: 5)))
  }

  @Test func `One session has no retest, and four participants no reliability`() throws {
    let test = try #require(figures(ReliabilityTally(), trials(1...4, sessions: 1)).tests.first)
    #expect(test.sessions.isEmpty)
    #expect(test.halves[0].result == .failure(.tooFew(count: 4, needed: 5)))
    #expect(test.scores == .failure(.tooFew(count: 4, needed: 5)))
    #expect(test.retest == nil)
  }

  /// Returns trials of participants whose abilities differ, and change from session to session.
  private func varied(_ people: ClosedRange<Int>, _ sessions: Int) -> [ReadTrial] {
    people.flatMap { person in
      (1...sessions).flatMap { session in
        (0..<16).map { board in
          let wave = sin(
            Double(person) * 12.9898 + Double(board) * 78.233 + Double(session) * 37.719)
          let noise = 43758.5453 * wave
          let logit = 0.8 * Double(person % 5 - 2) + 0.3 * Double(person * session % 7 - 3)
          let sample = trial(
            [400], in: "inoue-210",
            isPassed: noise - noise.rounded(.down) < 1 / (1 + exp(-logit)), board: board)
          return ReadTrial(
            participant: "P\(person)", session: session, exclusions: [], presses: sample.presses,
            values: sample.values)
        }
      }
    }
  }

  @Test func `Regressions have all trials, and those of participants with two sessions`() throws {
    let all = varied(1...12, 2) + varied(13...14, 1) + varied(15...17, 3)
    let test = try #require(figures(ReliabilityTally(), all).tests.first)
    var scores = MixedTrials(predictorCount: 0)
    var sessions = MixedTrials(predictorCount: 1)
    for trial in all {
      let person = try #require(Int(trial.participant.dropFirst()))
      let board = trial.board.hashValue
      try scores.add(
        participant: person, board: board, predictors: [], isPassed: trial.isPassed)
      guard trial.session < 3, !(13...14).contains(person) else { continue }
      try sessions.add(
        participant: person, board: board, predictors: [Double(trial.session - 1)],
        isPassed: trial.isPassed)
    }
    #expect(
      test.scores
        == Result { () throws(ScienceError) in try MixedReliability(ofScores: scores) })
    #expect(
      test.retest
        == Result { () throws(ScienceError) in try MixedReliability(ofSessions: sessions) })
    #expect((try? test.scores?.get())?.regression.participantCount == 17)
    #expect((try? test.retest?.get())?.regression.participantCount == 15)
    let plain = try #require(figures(ReliabilityTally(regresses: false), all).tests.first)
    #expect(plain.scores == nil && plain.retest == nil && plain.halves == test.halves)
  }

  /// Returns trials of 24 participants, whose abilities in the second session are partly others.
  private func changed() -> [ReadTrial] {
    (1...24).flatMap { person in
      (1...2).flatMap { session in
        (0..<20).map { board in
          let wave = sin(
            Double(person) * 12.9898 + Double(board) * 78.233 + Double(session) * 37.719)
          let noise = 43758.5453 * wave
          let logit =
            1.1 * sin(5 * Double(person)) + 1.1 * sin(7 * Double(person * session))
            + 0.8 * sin(3 * Double(board))
          let sample = trial(
            [400], in: "inoue-210",
            isPassed: noise - noise.rounded(.down) < 1 / (1 + exp(-logit)), board: board)
          return ReadTrial(
            participant: "P\(person)", session: session, exclusions: [], presses: sample.presses,
            values: sample.values)
        }
      }
    }
  }

  /// The values are those of R 4.2 with lme4 1.1-31, of `cor` and
  /// `glmer(passed ~ second + (0 + first + second | participant) + (1 | board), binomial)`, whose
  /// interval is Wald's of Fisher's transformation.
  @Test func `The retest correlation of participants who change is that of lme4`() throws {
    let test = try #require(figures(ReliabilityTally(), changed()).tests.first)
    let shares = try #require(test.sessions.first).result.get()
    #expect(abs(shares.correlation - 0.585819204) < 1e-8)
    let found = try #require(test.retest).get()
    let interval = try #require(found.reliability.interval)
    for (value, expected) in [
      (found.reliability.correlation, 0.727560803), (interval.lower, 0.324886897),
      (interval.upper, 0.906930040),
    ] {
      #expect(abs(value - expected) < 0.002, "\(value), not \(expected)")
    }
  }

  @Test func `Participants who are the same in both sessions have none at the end of its range`()
    throws
  {
    let same = changed().map { trial in
      ReadTrial(
        participant: trial.participant, session: 3 - trial.session, exclusions: [],
        presses: trial.presses, values: trial.values)
    }
    let all = changed().filter { $0.session == 1 } + same.filter { $0.session == 2 }
    let test = try #require(figures(ReliabilityTally(), all).tests.first)
    #expect(test.retest == .failure(.notIdentified))
  }
}
