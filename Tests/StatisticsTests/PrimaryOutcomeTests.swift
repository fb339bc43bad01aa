@testable import Archive
import SampleData
import Science
@testable import Statistics
import Studies
import Testing

/// Tests of the outcome that a study declares as its primary one.
struct PrimaryOutcomeTests {
  private let text = StudyText(study: "lab", hash: "9f")

  private func design(_ primary: StudyPrimary) -> StudyDesign {
    StudyDesign(conditions: ["a", "b", "c"], groups: ["x", "y"], primary: primary)
  }

  private func primary(
    _ outcome: StudyPrimary.Outcome = .accuracy, _ sides: StudyPrimary.Sides = .conditions,
    _ first: String = "c", _ second: String = "a"
  ) -> StudyPrimary {
    StudyPrimary(outcome, sides, first: first, second: second)
  }

  /// Returns the trials of some participants in three conditions, which have holds of 210, 430 and
  /// 650 ms.
  private func trials(_ people: ClosedRange<Int> = 1...8) -> [ReadTrial] {
    people.flatMap { person in
      ["a", "b", "c"].enumerated().flatMap { index, condition in
        (0..<12).map { board in
          let passedCount = 3 + (1 + person % 3) * index + person / 4
          let isPassed = (5 * board + 7 * person) % 12 < passedCount
          let sample = trial(
            [400 + 30 * index + 7 * board + person * person],
            in: ["inoue-210", "inoue-430", "inoue-650"][index], isPassed: isPassed, board: board)
          var values = sample.values
          values.study = text.study
          values.studyHash = text.hash
          values.studyCondition = condition
          var read = ReadTrial(
            participant: "P\(person)", session: 1, exclusions: [], presses: sample.presses,
            values: values)
          read.group = ["x", "y"][person % 2]
          return read
        }
      }
    }
  }

  /// Compares conditions; without the regressions, which most tests do not look at.
  private func compare(
    _ names: [String], _ primary: StudyPrimary, _ filter: TrialFilter = TrialFilter(),
    regresses: Bool = false
  ) -> Comparison {
    var tally = ComparisonTally(
      names.map { TrialCondition(ofStudy: $0) }, regresses: regresses)
    tally.prepare(for: [text: design(primary)], filter)
    return figures(tally, trials().filter(filter.asks(for:)))
  }

  private func summarize(
    _ primary: StudyPrimary, _ filter: TrialFilter = TrialFilter(),
    _ people: ClosedRange<Int> = 1...8
  ) -> [PrimaryOutcome] {
    var tally = SummaryTally()
    tally.prepare(for: [text: design(primary)], filter)
    return figures(tally, trials(people).filter(filter.asks(for:))).primaries
  }

  @Test func `A primary outcome has the options by which its data are others than planned`() {
    var filter = TrialFilter()
    #expect(summarize(primary(), filter).map(\.data.isEmpty) == [true])
    filter.appliesRules = false
    filter.included = [.script]
    let trim = LatencyTrim(deviations: "2.5")
    for (outcome, expected) in [(StudyPrimary.Outcome.accuracy, nil), (.firstPress, trim)] {
      var tally = SummaryTally(trim: trim)
      tally.prepare(for: [text: design(primary(outcome))], filter)
      let found = figures(tally, trials()).primaries
      #expect(
        found.map(\.data) == [
          DataOptions(included: [.script], appliesRules: false, trim: expected)
        ])
    }
  }

  @Test(arguments: [StudyPrimary.Outcome.accuracy, .firstPress])
  func `The primary outcome has the test of compare, whatever is asked for`(
    _ outcome: StudyPrimary.Outcome
  ) throws {
    let declared = primary(outcome)
    let found = try #require(summarize(declared).first)
    #expect(found.study == "lab" && found.declared == declared)
    let own = try #require(
      compare(["a", "c"], declared).pairs[0].differences.first { $0.measure == found.measure })
    #expect(found.difference == own)
    #expect(try own.result.get().probability < 0.05)
    for names in [["a", "b", "c"], ["b", "a"], ["c", "a"]] {
      #expect(compare(names, declared).primary == found)
    }
  }

  @Test(arguments: [["a", "c"], ["c", "a"]])
  func `Its pair is compared in its order, in whatever order it is asked for`(names: [String]) {
    for (first, second) in [("a", "c"), ("c", "a")] {
      let pair = compare(names, primary(.accuracy, .conditions, first, second)).pairs[0]
      #expect(pair.first == first && pair.second == second)
    }
  }

  @Test func `It is not adjusted, and no other contrast of its outcome is adjusted for it`() throws
  {
    let plain = compare(["a", "b", "c"], primary(.laterPresses), regresses: true)
    let comparison = compare(["a", "b", "c"], primary(), regresses: true)
    #expect(comparison.primary == summarize(primary()).first)
    #expect(comparison.family?.contrastCount == 3)
    #expect(comparison.family?.primaryOutcome == .accuracy)
    for statistic in [ContrastStatistic.means(.accuracy), .ranks(.accuracy), .regression] {
      let raw = plain.pairs.map { $0.probabilities[statistic] ?? 1 }
      let adjusted = comparison.pairs.map { $0.adjusted[statistic] }
      // The pairs are b - a, c - a and c - b.
      let others = try holmAdjusted([raw[0], raw[2]])
      #expect(adjusted == [others[0], nil, others[1]], "\(statistic)")
    }
    for (pair, other) in zip(comparison.pairs, plain.pairs) {
      let statistic = ContrastStatistic.means(.firstPress)
      #expect(pair.adjusted[statistic] == other.adjusted[statistic])
      #expect(pair.adjusted[statistic] != nil)
    }
  }

  @Test func `Two groups are compared by Welch's test`() throws {
    let found = try #require(summarize(primary(.accuracy, .groups, "x", "y")).first)
    var tally = ComparisonTally(["y", "x"].map { TrialCondition(ofGroup: $0) })
    tally.prepare(for: [:], TrialFilter())
    let pair = figures(tally, trials()).pairs[0]
    #expect(found.difference == pair.differences[0])
    #expect(found.difference?.unit == .groups(4, 4))
    #expect(compare(["a", "b"], found.declared).family?.primaryOutcome == nil)
  }

  @Test func `Two holds that a condition mixes are its trials with these holds`() throws {
    let all = trials().map { trial in
      var values = trial.values
      if values.studyCondition != "b" {
        values.studyCondition = "a"
        values.testSettings = "holds=210,650"
      }
      var changed = ReadTrial(
        participant: trial.participant, session: 1, exclusions: [], presses: trial.presses,
        values: values)
      changed.group = trial.group
      return changed
    }
    let declared = primary(.accuracy, .conditions, "a 650", "a 210")
    var tally = SummaryTally()
    tally.prepare(for: [text: design(declared)], TrialFilter())
    let found = try #require(figures(tally, all).primaries.first?.difference)
    #expect(found == compare(["a", "c"], primary()).pairs[0].differences[0])
  }

  @Test func `Some trials of a study do not test its primary outcome`() {
    var filter = TrialFilter()
    filter.group = "x"
    #expect(summarize(primary(), filter).map(\.difference) == [nil])
    #expect(compare(["a", "b"], primary(), filter).primary?.difference == nil)
    var ofStudy = TrialFilter()
    ofStudy.study = "lab"
    #expect(summarize(primary(), ofStudy) == summarize(primary()))
    ofStudy.study = "other"
    #expect(summarize(primary(), ofStudy) == [])
  }

  @Test func `One participant, or none in one of both conditions, is no test`() {
    for (declared, count) in [
      (primary(), 1), (primary(.firstPress), 1), (primary(.accuracy, .conditions, "a", "later"), 0),
    ] {
      #expect(
        summarize(declared, TrialFilter(), 1...1).map(\.difference?.result)
          == [.failure(.tooFew(count: count, needed: 2))])
    }
  }
}
