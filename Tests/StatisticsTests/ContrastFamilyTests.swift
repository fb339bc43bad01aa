@testable import Archive
import SampleData
import Science
@testable import Statistics
import Testing

/// Tests of the contrasts that a study declares: the same one has the same p-values everywhere.
struct ContrastFamilyTests {
  private let text = StudyText(study: "lab", hash: "9f")
  private let design = StudyDesign(conditions: ["a", "b", "c"], groups: ["x", "y", "z"])

  /// Returns the trials of six participants in a study with three conditions and three groups.
  ///
  /// Condition a has a hold of 210 ms, b of 430 ms and c of 650 ms; `study` is `nil` outside of
  /// studies.
  private func trials(in study: StudyText?) -> [ReadTrial] {
    (1...6).flatMap { person in
      ["a", "b", "c"].enumerated().flatMap { index, condition in
        (0..<12).map { board in
          let test = ["inoue-210", "inoue-430", "inoue-650"][index]
          let passedCount = 3 + (1 + person % 3) * index + person / 4
          let isPassed = (5 * board + 7 * person) % 12 < passedCount
          var values = trial(
            [400 + 30 * index + 7 * board + person * person], in: test, isPassed: isPassed,
            board: board
          ).values
          values.study = study?.study
          values.studyHash = study?.hash
          values.studyCondition = study.map { _ in condition }
          var read = ReadTrial(
            participant: "P\(person)", session: 1, exclusions: [],
            presses: trial([400 + 30 * index + 7 * board + person * person]).presses,
            values: values)
          read.group = study.map { _ in ["x", "y", "z"][person % 3] }
          return read
        }
      }
    }
  }

  /// Returns the comparison of conditions.
  private func compare(
    _ conditions: [TrialCondition], in study: StudyText? = StudyText(study: "lab", hash: "9f"),
    _ filter: TrialFilter = TrialFilter()
  ) -> Comparison {
    var tally = ComparisonTally(conditions)
    tally.prepare(for: [text: design], filter)
    return figures(tally, trials(in: study).filter(filter.asks(for:)))
  }

  private func conditions(_ names: String...) -> [TrialCondition] {
    names.map { TrialCondition(ofStudy: $0) }
  }

  /// Returns the pair of two conditions in a comparison.
  private func pair(_ first: String, _ second: String, _ comparison: Comparison) throws
    -> Comparison.Pair
  {
    try #require(
      comparison.pairs.first { Set([$0.first, $0.second]) == [first, second] })
  }

  @Test func `A contrast has the same p, whatever else is asked for`() throws {
    let three = compare(conditions("a", "b", "c"))
    let own = try pair("a", "b", three)
    #expect(own.adjusted.count == 5)
    let family = ContrastFamily(
      study: "lab", kind: .condition, contrastCount: 3, isComplete: true,
      data: DataOptions())
    #expect(three.family == family)
    for asked in [conditions("a", "b"), conditions("a", "b", "nosuch")] {
      let comparison = compare(asked)
      #expect(comparison.pairs == [own])
      #expect(comparison.family == three.family)
    }
    // The tests and the holds of the conditions select the same trials.
    for words in [["210", "430"], ["inoue-430", "inoue-210"]] {
      let other = compare(words.compactMap { TrialCondition($0, isCode: false) })
      let pair = try #require(other.pairs.first)
      #expect(pair.adjusted.keys == own.adjusted.keys)
      for (statistic, value) in own.adjusted {
        #expect(abs((pair.adjusted[statistic] ?? 1) - value) < 1e-6, "\(statistic)")
      }
    }
  }

  @Test func `Each outcome and each statistic is adjusted on its own`() throws {
    let comparison = compare(conditions("a", "b", "c"))
    for statistic in try pair("a", "b", comparison).adjusted.keys {
      let raw = comparison.pairs.map { $0.probabilities[statistic] ?? 1 }
      let adjusted = comparison.pairs.map { $0.adjusted[statistic] ?? 1 }
      let expected = try holmAdjusted(raw)
      #expect(adjusted == expected, "\(statistic)")
    }
  }

  @Test func `The report has the p-values of compare`() throws {
    let study = ReportedStudy(
      name: "lab", hash: "9f", conditions: ["a", "b", "c"], groups: ["x", "y", "z"],
      enrolled: .init())
    var tally = ReportTally(studies: [study])
    tally.prepare(for: [text: design], TrialFilter())
    let report = figures(tally, trials(in: text))
    let comparisons = report.studies[0].comparisons
    #expect(comparisons.map(\.family?.contrastCount) == [3, 3])
    let asked = [
      compare(conditions("a", "c")), compare(["x", "z"].map { TrialCondition(ofGroup: $0) }),
    ]
    for (reported, asked) in zip(comparisons, asked) {
      let own = try #require(asked.pairs.first)
      let shown = try pair(own.first, own.second, reported)
      for statistic in [ContrastStatistic.means(.accuracy), .means(.firstPress)] {
        #expect(shown.probabilities[statistic] == own.probabilities[statistic])
        #expect(shown.adjusted[statistic] == own.adjusted[statistic])
        #expect(own.adjusted[statistic] != nil)
      }
    }
  }

  @Test func `A contrast that has no trials yet counts, and its p is 1`() throws {
    let design = StudyDesign(conditions: ["a", "b", "c", "later"], groups: [])
    var tally = ComparisonTally(conditions("a", "b"))
    tally.prepare(for: [text: design], TrialFilter())
    let comparison = figures(tally, trials(in: text))
    #expect(comparison.family?.contrastCount == 6)
    let three = compare(conditions("a", "b", "c"))
    let statistic = ContrastStatistic.means(.accuracy)
    let raw = three.pairs.map { $0.probabilities[statistic] ?? 1 }
    let expected = try holmAdjusted(raw + [1, 1, 1])
    #expect(comparison.pairs[0].adjusted[statistic] == expected[0])
  }

  @Test func `Contrasts of which a filter selects some trials are not adjusted`() throws {
    var filters = [TrialFilter](repeating: TrialFilter(), count: 4)
    filters[0].tests = ["inoue-210", "inoue-430"]
    filters[1].participant = "P1"
    filters[2].group = "x"
    filters[3].condition = "a"
    for filter in filters.prefix(3) {
      let comparison = compare(conditions("a", "b"), filter)
      #expect(comparison.pairs.count == 1)
      #expect(comparison.pairs.allSatisfy { $0.adjusted.isEmpty && !$0.probabilities.isEmpty })
      #expect(comparison.family?.contrastCount == 3)
      #expect(comparison.family?.isComplete == false)
    }
    let groups = compare(["x", "y"].map { TrialCondition(ofGroup: $0) }, filters[3])
    #expect(groups.pairs.map(\.adjusted) == [[:]])
    #expect(groups.family?.isComplete == false)
    // A filter by study selects all trials of the family.
    var ofStudy = TrialFilter()
    ofStudy.study = "lab"
    #expect(compare(conditions("a", "b"), ofStudy) == compare(conditions("a", "b")))
  }

  @Test func `Contrasts that no study declares are not adjusted`() {
    let outside = compare(["210", "430", "650"].compactMap { .init($0, isCode: false) }, in: nil)
    let otherText = compare(conditions("a", "b", "c"), in: StudyText(study: "lab", hash: "0a"))
    // Five numerals are those of all three conditions.
    let pooled = compare(["5", "6"].compactMap { .init($0, isCode: false) })
    let people = compare(["P1", "P2"].compactMap { .init($0, isCode: true) })
    for comparison in [outside, otherText, pooled, people] {
      #expect(comparison.family == nil)
      #expect(comparison.pairs.allSatisfy { $0.adjusted.isEmpty })
    }
    #expect(outside.pairs.count == 3 && people.pairs.count == 1)
  }

  @Test func `The only contrast of a study has nothing to be adjusted for`() throws {
    let design = StudyDesign(conditions: ["a", "b"], groups: [])
    var tally = ComparisonTally(conditions("a", "b"))
    tally.prepare(for: [text: design], TrialFilter())
    let comparison = figures(tally, trials(in: text))
    #expect(comparison.family?.contrastCount == 1)
    #expect(comparison.pairs.map(\.adjusted) == [[:]])
  }
}
