package import Archive
import Glibc
package import Science

/// The result of `reliability`: how well a test tells participants apart.
///
///     for test in reliability.tests {
///       for figure in test.halves { print(test.label, figure.measure, figure.result) }
///     }
package struct TestReliability: Equatable, Sendable {
  /// The tests with trials, in the order of `help tests`.
  package let tests: [Test]

  package init(tests: [Test]) { self.tests = tests }

  /// The reliability of one test, or of a condition of a study.
  ///
  ///     print(test.label, test.halves.count)
  package struct Test: Equatable, Sendable {
    package let name: String
    /// The test with the condition or the settings that set it apart.
    package let kind: TestKind
    /// Each measure by the odd and even trials of each participant.
    package let halves: [Figure]
    /// Each measure by the first and the second session of each participant; empty if nobody has
    /// two sessions.
    package let sessions: [Figure]
    /// The accuracy of all trials by a mixed regression; `nil` if none was asked for.
    package let scores: Result<MixedReliability, ScienceError>?
    /// The accuracy in the first and the second session by a mixed regression; `nil` if none was
    /// asked for, or nobody has two sessions.
    package let retest: Result<MixedReliability, ScienceError>?

    /// The reasons why figures of the test can't be compared.
    package var comparability: Comparability { Comparability(ofTests: [kind.test]) }

    /// The name of the test or of its condition.
    package var label: String { kind.label }
  }

  /// The reliability of one measure, or the reason why there is none.
  ///
  ///     if case .success(let found) = figure.result { print(found.value ?? 0) }
  package struct Figure: Equatable, Sendable {
    package let measure: Comparison.Measure
    package let result: Result<Reliability, ScienceError>
  }
}

/// Collects the trials for ``TestReliability``.
///
///     let survey = Survey(source: source, tally: ReliabilityTally(), filter: TrialFilter())
package struct ReliabilityTally: TrialTally {
  private var kinds = TestKinds()
  /// The participants of each kind of test, by code.
  private var people: [[String: Person]] = []
  /// The trials of each kind of test for its regressions.
  private var trials: [RegressionTrials] = []
  /// `true` to fit regressions, which can take seconds.
  private let regresses: Bool

  package init(regresses: Bool = true) { self.regresses = regresses }

  package static var excludesEndedLooks: Bool { true }

  package mutating func add(_ trial: ReadTrial) {
    let index = kinds.index(of: trial)
    if index == people.count {
      people.append([:])
      trials.append(RegressionTrials())
    }
    if regresses { trials[index].add(trial) }
    people[index][trial.participant, default: Person()].add(trial)
  }

  package var figures: TestReliability {
    let blocks = Dictionary(uniqueKeysWithValues: zip(kinds.all, zip(people, trials)))
    let kinds = kinds.all.filter { !$0.test.isEmpty }
    let named = TestKind.named(kinds)
    return TestReliability(
      tests: TestKind.sorted(kinds).compactMap { kind in
        blocks[kind].map { test(of: named[kind] ?? kind, $0, $1) }
      })
  }

  private func test(
    of kind: TestKind, _ all: [String: Person], _ trials: RegressionTrials
  ) -> TestReliability.Test {
    let people = all.sorted { $0.key < $1.key }.map(\.value)
    func figures(
      _ halves: (Person) -> [Values]?,
      _ reliability: ([(Double, Double)]) throws(ScienceError) -> Reliability
    ) -> [TestReliability.Figure] {
      Comparison.Measure.allCases.map { measure in
        let pairs = people.compactMap { person -> (Double, Double)? in
          guard let both = halves(person), let one = both[0].mean(measure),
            let other = both[1].mean(measure)
          else { return nil }
          return (one, other)
        }
        return TestReliability.Figure(
          measure: measure,
          result: Result { () throws(ScienceError) in try reliability(pairs) })
      }
    }
    let hasSessions = people.contains { $0.firstSessions != nil }
    return TestReliability.Test(
      name: kind.test, kind: kind,
      halves: figures({ $0.halves }) { pairs throws(ScienceError) in
        try Reliability(ofHalves: pairs)
      },
      sessions: hasSessions
        ? figures({ $0.firstSessions }) { pairs throws(ScienceError) in
          try Reliability(of: pairs)
        } : [],
      scores: regresses
        ? Result { () throws(ScienceError) in
          try MixedReliability(ofScores: trials.all())
        } : nil,
      retest: regresses && hasSessions
        ? Result { () throws(ScienceError) in
          try MixedReliability(ofSessions: trials.sessions(all.mapValues(\.firstSessionNumbers)))
        } : nil)
  }

  /// The measures of some trials.
  private struct Values: Sendable {
    private var passes = Proportion()
    private var times: [Comparison.Measure: MeanTally] = [:]

    mutating func add(_ trial: ReadTrial, _ latencies: [Double?]) {
      passes.add(isPassed: trial.isPassed)
      for (index, time) in latencies.enumerated() {
        guard let time, time > 0 else { continue }
        let measure = index == 0 ? Comparison.Measure.firstPress : .laterPresses
        times[measure, default: MeanTally()].add(log(time))
      }
    }

    /// Returns the share of passes or the mean logarithm of the times; `nil` without any.
    func mean(_ measure: Comparison.Measure) -> Double? {
      measure == .accuracy ? try? passes.value() : try? times[measure]?.mean()
    }
  }

  /// The trials of one participant.
  private struct Person: Sendable {
    /// The odd and the even trials.
    private(set) var halves = [Values(), Values()]
    private var count = 0
    private var sessions: [Int: Values] = [:]

    mutating func add(_ trial: ReadTrial) {
      let latencies = trial.latencies
      halves[count % 2].add(trial, latencies)
      count += 1
      sessions[trial.session, default: Values()].add(trial, latencies)
    }

    /// The first and the second session; `nil` for a participant who has only one.
    var firstSessions: [Values]? { firstSessionNumbers?.compactMap { sessions[$0] } }

    /// The numbers of the first two sessions; `nil` for a participant who has only one.
    var firstSessionNumbers: [Int]? {
      let numbers = sessions.keys.sorted().prefix(2)
      return numbers.count < 2 ? nil : Array(numbers)
    }
  }
}

/// The trials of one kind of test for mixed regressions, as many as these can use.
private struct RegressionTrials: Sendable {
  private struct Trial: Sendable {
    let participant: Int
    let session: Int
    let board: Int
    let isPassed: Bool
  }

  private var trials: [Trial] = []
  private var codes: [String] = []
  private var participants: [String: Int] = [:]
  private var boards: [String: Int] = [:]
  private var isOverLimit = false

  mutating func add(_ trial: ReadTrial) {
    guard trials.count < MixedLogistic.most else {
      isOverLimit = true
      return
    }
    let person = participants[trial.participant] ?? codes.count
    if person == codes.count { codes.append(trial.participant) }
    participants[trial.participant] = person
    let board = boards[trial.board] ?? boards.count
    boards[trial.board] = board
    trials.append(
      Trial(
        participant: person, session: trial.session, board: board, isPassed: trial.isPassed))
  }

  /// Returns all trials; throws `tooMany` if some were not kept.
  func all() throws(ScienceError) -> MixedTrials {
    try mixed(predictorCount: 0) { _ in [] }
  }

  /// Returns the trials of the participants who have two sessions, with 0 or 1 as the predictor.
  ///
  /// Throws `tooMany` if some were not kept.
  func sessions(_ numbers: [String: [Int]?]) throws(ScienceError) -> MixedTrials {
    let ofPeople = codes.map { numbers[$0] ?? nil }
    return try mixed(predictorCount: 1) { trial in
      ofPeople[trial.participant]?.firstIndex(of: trial.session).map { [Double($0)] }
    }
  }

  private func mixed(
    predictorCount: Int, _ predictors: (Trial) -> [Double]?
  ) throws(ScienceError) -> MixedTrials {
    if isOverLimit { throw .tooMany(most: MixedLogistic.most) }
    var mixed = MixedTrials(predictorCount: predictorCount)
    for trial in trials {
      guard let predictors = predictors(trial) else { continue }
      try mixed.add(
        participant: trial.participant, board: trial.board, predictors: predictors,
        isPassed: trial.isPassed)
    }
    return mixed
  }
}
