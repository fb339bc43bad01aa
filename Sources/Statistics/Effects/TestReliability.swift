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

    /// The name of the test or of its condition.
    package var label: String { kind.label }
  }

  /// The reliability of one measure, or the reason why there is none.
  ///
  ///     if case .success(let found) = figure.result { print(found.estimate.value) }
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

  package init() {}

  package static var excludesEndedLooks: Bool { true }

  package mutating func add(_ trial: ReadTrial) {
    let index = kinds.index(of: trial)
    if index == people.count { people.append([:]) }
    people[index][trial.participant, default: Person()].add(trial)
  }

  package var figures: TestReliability {
    let blocks = Dictionary(uniqueKeysWithValues: zip(kinds.all, people))
    let kinds = kinds.all.filter { !$0.test.isEmpty }
    let named = TestKind.named(kinds)
    return TestReliability(
      tests: TestKind.sorted(kinds).compactMap { kind in
        blocks[kind].map { Self.test(of: named[kind] ?? kind, $0) }
      })
  }

  private static func test(of kind: TestKind, _ people: [String: Person]) -> TestReliability.Test {
    let people = people.sorted { $0.key < $1.key }.map(\.value)
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
        } : [])
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
    var firstSessions: [Values]? {
      let numbers = sessions.keys.sorted().prefix(2)
      return numbers.count < 2 ? nil : numbers.compactMap { sessions[$0] }
    }
  }
}
