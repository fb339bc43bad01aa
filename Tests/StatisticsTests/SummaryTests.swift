@testable import Archive
import Examiner
import Game
import Glibc
import SampleData
@testable import Science
@testable import Statistics
import Testing

/// Tests of the figures of a summary, as values.
struct SummaryTests {
  @Test func `A test has its share, its chance, its positions and its times`() throws {
    let summary = figures(
      SummaryTally(),
      [
        trial([500, 300, 300, 300, 320], isReadingOrder: true),
        trial([600, 400], isPassed: false, board: 1, session: 2),
      ])
    let chance = try Chance(numeralCount: 5, isFirstSeen: false)
    func position(
      _ number: Int, _ right: Int, of reached: Int, _ times: [Double?]
    ) throws -> Summary.Position {
      Summary.Position(
        group: try group(number, right, of: reached, chance: chance.ofPosition(number)),
        time: latency(times))
    }
    let test = Summary.Test(
      name: "inoue-210", participantCount: 1, passes: try share(1, of: 2),
      passesElsewhere: try share(0, of: 1),
      guessing: Guessing(chance, try Proportion(1, of: 2)),
      credit: Credit(
        right: UnitMean(MeanTally([5, 2]), limits: 0...5),
        share: UnitMean(MeanTally([1, 0.4]), limits: 0...1), distance: nil),
      positions: [
        try position(1, 2, of: 2, [500, 600]), try position(2, 2, of: 2, [300, 400]),
        try position(3, 1, of: 2, [300]), try position(4, 1, of: 1, [300]),
        try position(5, 1, of: 1, [320]),
      ], isFirstSeen: false, firstPress: latency([500, 600]),
      laterPresses: latency([300, 300, 300, 320, 400]), trimmed: nil,
      progress: Progress([1: try Proportion(1, of: 1), 2: try Proportion(0, of: 1)]),
      testCount: 2, openTestCount: 0, level: nil, sessionLevels: [], groups: [], slope: nil,
      curve: nil, threshold: nil, kind: TestKind(test: "inoue-210"),
      games: summary.tests.first?.games ?? [])
    #expect(test.games.map(\.number) == [1, 2])
    #expect(summary == Summary(grouping: nil, tests: [test]))
    #expect(test.progress.slope == .failure(.separated))
  }

  /// Returns a trial with a wrong press at the second numeral, which continues and is passed in the
  /// end.
  private func continued(board: Int) -> ReadTrial {
    var continued = trial([600, 400], count: 3, board: board, ranks: [1, 3, 2, 3])
    var wrong = RoundMeasures.Press()
    wrong.judgement = .wrong
    let presses = continued.presses
    continued = ReadTrial(
      participant: "P07", session: 1, exclusions: [],
      presses: [presses[0], wrong, presses[1], presses[1]], values: continued.values,
      ranks: continued.ranks)
    return continued
  }

  @Test func `A trial that continues after an error is passed only without one`() throws {
    let trials = [
      trial([500, 300, 320], count: 3, ranks: [1, 2, 3]), continued(board: 1), continued(board: 2),
    ]
    #expect(trials.map(\.isPassed) == [true, false, false])
    #expect(trials.map(\.isCompleted) == [true, true, true])
    let test = try #require(figures(SummaryTally(), trials).tests.first)
    #expect(test.passes == (try share(1, of: 3)))
    #expect(
      test.guessing
        == Guessing(
          try Chance(numeralCount: 3, isFirstSeen: false), try Proportion(1, of: 3)))
    #expect(test.credit.distance?.value == 2.0 / 3)
    // The score of a test counts its trials as they ended.
    #expect(figures(ResultsTally(), trials).tests.map(\.passes) == [try share(3, of: 3)])
  }

  @Test func `A summary without trials has no tests`() {
    for grouping in Summary.Grouping.allCases {
      #expect(figures(SummaryTally(by: grouping), []) == Summary(grouping: grouping, tests: []))
    }
  }

  @Test func `Boards of several chances have no common chance, but each count has its own`() throws
  {
    let trials = [3, 4, 4].enumerated().map { index, count in
      trial([500], in: "span", isPassed: index < 2, count: count, board: index)
    }
    let test = try #require(figures(SummaryTally(by: .count), trials).tests.first)
    #expect(test.guessing == nil)
    #expect(test.isFirstSeen)
    #expect(
      test.groups == [
        try group(3, 1, of: 1, chance: 1.0 / 2), try group(4, 1, of: 2, chance: 1.0 / 6),
      ])
    #expect(test.positions.map(\.group.chance) == [nil, nil])
  }

  @Test func `Grouped by hold, all tests are one, with a curve and the hold for half`() throws {
    let counts = [("inoue-210", 3), ("inoue-430", 6), ("inoue-650", 8)]
    let trials = counts.flatMap { name, passedCount in
      (0..<10).map { trial([500], in: name, isPassed: $0 < passedCount, board: $0) }
    }
    let summary = figures(SummaryTally(by: .hold), trials)
    let chance = 1.0 / 120
    let groups = [(210, 3), (430, 6), (650, 8)].map { hold, passedCount in
      try? group(hold, passedCount, of: 10, chance: chance)
    }.compactMap(\.self)
    let curve = try HoldCurve(groups.curvePoints, guess: 1.0 / 120)
    #expect(summary.tests.map(\.name) == [nil])
    #expect(summary.tests.map(\.groups) == [groups])
    #expect(summary.tests.map(\.curve) == [.overHold(curve)])
    let half = Summary.HalfHold(
      estimate: try curve.hold(where: 0.5), curve: .ofTrials, guess: 1.0 / 120,
      lapse: curve.lapse)
    #expect(summary.tests.map(\.threshold) == [.estimate(half)])
    #expect(abs(curve.logistic.probability(at: log(half.estimate.value)) - 0.5) < 1e-12)
    #expect(summary.tests.map(\.testCount) == [0])
  }

  @Test func `One hold has no threshold, nor have several counts a common one`() throws {
    func threshold(_ trials: [ReadTrial]) -> [Summary.Threshold?] {
      figures(SummaryTally(by: .hold), trials).tests.map(\.threshold)
    }
    let short = trial([500], isPassed: false)
    let long = trial([500], in: "inoue-650")
    #expect(threshold([short]) == [nil])
    #expect(threshold([short, long]) == [.fault(.separated)])
    #expect(threshold([short, long, trial([500], count: 6)]) == [.severalCounts])
    // Without a hold there is no other hold to compare with.
    #expect(threshold([short, trial([500], in: "inoue-masking")]) == [nil])
  }

  @Test func `Finished tests have found a level, by session and as a whole`() throws {
    let summary = figures(
      SummaryTally(),
      [
        trial([500], in: "adapt-span", session: 1, estimate: "7.0000", test: 1),
        trial([500], in: "adapt-span", session: 1, estimate: "9.0000", test: 2),
        trial([500], in: "adapt-span", session: 2, estimate: "2.1000", test: 3),
        trial([500], in: "adapt-span", session: 2, isComplete: false, test: 4),
      ])
    let test = try #require(summary.tests.first)
    #expect(test.testCount == 4)
    #expect(test.openTestCount == 1)
    let all = try MeanTally([7, 9, 2.1]).estimate()
    #expect(
      test.level
        == FoundLevel(
          isHold: false, testCount: 3, participantCount: nil, mean: all.value,
          interval: all.interval.clamped(to: 2...20), uncutInterval: all.interval))
    #expect(
      test.sessionLevels == [
        Summary.SessionLevel(
          session: 1,
          level: FoundLevel(
            isHold: false, testCount: 2, participantCount: nil, mean: 8,
            interval: nil, uncutInterval: nil)),
        Summary.SessionLevel(
          session: 2,
          level: FoundLevel(
            isHold: false, testCount: 1, participantCount: nil, mean: 2.1,
            interval: nil, uncutInterval: nil)),
      ])
  }

  @Test func `The level of several participants is the mean of theirs`() throws {
    let found = [
      ("P1", "7.0000", 1), ("P1", "9.0000", 2), ("P2", "5.0000", 3), ("P3", "6.0000", 4),
    ]
    let summary = figures(
      SummaryTally(),
      found.map { trial([500], in: "adapt-span", of: $0, estimate: $1, test: $2) })
    let mean = try MeanTally([8, 5, 6]).estimate()
    #expect(
      summary.tests.first?.level
        == FoundLevel(
          isHold: false, testCount: 4, participantCount: 3, mean: mean.value,
          interval: mean.interval.clamped(to: 2...20), uncutInterval: mean.interval))
  }

  @Test func `Several participants who are all alike have a mean without an interval`() throws {
    let trials = ["P1", "P2", "P3"].flatMap { code in
      (0..<4).map { trial([500], board: $0, of: code) }
    }
    let test = try #require(figures(SummaryTally(), trials).tests.first)
    #expect(test.passes.value == 1)
    #expect(test.passes.interval == nil)
    #expect(test.passes.participants?.estimate == .failure(.noSpread))
    #expect(test.passes.passedCount == 12)
    #expect(test.firstPress.participantCount == 3)
    #expect(test.firstPress.count == 12)
    #expect(test.progress.slope == .failure(.noSpread))
  }

  /// Participants never pass after the short hold; after the long one, some boards are passed.
  @Test(arguments: 0..<60)
  func `Passes that a predictor separates have the slope of the participants' lines`(_ seed: Int)
    throws
  {
    var numbers = Generator(text: "\(seed)")
    let count = 5 + Int(numbers.next() % 4)
    let boardCount = 2 + Int(numbers.next() % 5)
    var shares: [Double] = []
    var trials: [ReadTrial] = []
    for person in 1...count {
      // The first two differ, so that the mean of the lines has an interval.
      let passes = (0..<boardCount).map { _ in
        person == 1 || person > 2 && numbers.next() % 3 > 0
      }
      shares.append(Double(passes.count { $0 }) / Double(boardCount))
      for (board, isPassed) in passes.enumerated() {
        let code = "P\(person)"
        trials.append(trial([500], in: "inoue-650", isPassed: isPassed, board: board, of: code))
        trials.append(trial([], isPassed: false, board: board, of: code))
      }
    }
    let test = try #require(figures(SummaryTally(by: .hold), trials).tests.first)
    guard
      case .success(.overParticipants(.byParticipant(let slopes, because: let fault))) = test.slope
    else {
      Issue.record("\(String(describing: test.slope))")
      return
    }
    #expect(fault == .separated)
    let slope = log(650.0) - log(210.0)
    let mean = try MeanTally(shares.map { $0 / slope }).estimate()
    #expect(abs(slopes.coefficients[1].difference.value - mean.value) < 1e-9)
    #expect(test.curve == nil)
    #expect(test.threshold == .fault(.separated))
  }

  @Test func `Times outside a trimming rule are in no mean`() throws {
    let trials = [100, 400, 420, 440, 5000].enumerated().map { board, time in
      trial([time, 300], board: board)
    }
    let rule = LatencyTrim.range(200...2000)
    let test = try #require(figures(SummaryTally(trim: rule), trials).tests.first)
    #expect(test.trimmed == TrimmedTimes(rule, belowCount: 1, aboveCount: 1))
    #expect(test.firstPress == latency([400, 420, 440]))
    #expect(test.positions.map(\.time.count) == [3, 5])
    // A single time has no deviation, so it is kept.
    let alone = figures(SummaryTally(trim: .deviations(2)), [trial([300])]).tests.first
    #expect(alone?.trimmed?.count == 0)
    #expect(alone?.firstPress.count == 1)
  }

  @Test func `Times of 0, unknown times and equal ones have no interval`() {
    let mixed = latency([300, 300, 300, nil, 0, -5])
    #expect(mixed.count == 3)
    #expect(mixed.missingCount == 1)
    #expect(mixed.impossibleCount == 2)
    #expect(mixed.estimate == .failure(.noSpread))
    #expect(latency([12, 300]).estimate == .failure(.tooFew(count: 2, needed: 3)))
    #expect(latency([1, 40, 3000]).estimate == .failure(.tooWide))
    #expect(mixed.interval == nil)
    #expect(latency([]).mean == nil)
    #expect(latency([]).estimate == .failure(.empty))
  }

  @Test func `A report has its tests by count, its holds, and its boards as far as they have room`()
  {
    let trials = [
      trial([500], board: 1), trial([500], in: "inoue-masking", board: 2, of: "P08"),
    ]
    let report = figures(ReportTally(), trials)
    #expect(
      report
        == ReportFigures(
          counts: figures(SummaryTally(by: .count), trials),
          holds: figures(SummaryTally(by: .hold), [trials[0]]), participantCount: 2,
          trialCount: 2, boards: ["1", "2"]))
  }

  @Test func `A report lists each board once, though it was played several times`() {
    /// Returns a trial on a board that was drawn from an identifier, or described for `nil`.
    func drawn(_ board: Int, _ identifier: String?) -> ReadTrial {
      var values = trial([500], board: board).values
      values.seededBoard = identifier
      return ReadTrial(
        participant: "P07", session: 1, exclusions: [], presses: [], values: values)
    }
    let report = figures(
      ReportTally(),
      [
        drawn(1, "8x5n5#1/fig.1"), drawn(2, nil), drawn(1, "8x5n5#1/fig.1"), drawn(2, nil),
        // The same numerals and cells, however they were named.
        drawn(1, nil), drawn(3, "8x5n5#1/fig.2"), drawn(2, "8x5n5#1/plum.1"),
      ])
    #expect(report.boards == ["8x5n5#1/fig.1", "2", "8x5n5#1/fig.2"])
    #expect(report.trialCount == 7)
    #expect(!report.hasMoreBoards)
  }

  @Test func `A report compares the conditions and the groups of a study, as compare does`() {
    func played(_ condition: String, _ code: String, isPassed: Bool, in study: String) -> ReadTrial
    {
      var values = trial([500, 200], isPassed: isPassed).values
      values.study = study
      values.studyHash = "9f"
      values.studyCondition = condition
      var read = ReadTrial(
        participant: code, session: 1, exclusions: [], presses: [], values: values)
      read.group = code < "P3" ? "x" : "y"
      return read
    }
    let trials = (1...4).flatMap { number in
      ["a", "b"].flatMap { condition in
        (0..<4).map {
          let isPassed = $0 < (condition == "a" ? number : 1)
          return played(condition, "P\(number)", isPassed: isPassed, in: "lab")
        }
      }
    }
    let study = ReportedStudy(
      name: "lab", hash: "9f", conditions: ["a", "b"], groups: ["x", "y"],
      enrolled: .init(count: 6, simulatedCount: 1))
    let design = StudyDesign(conditions: ["a", "b"], groups: ["x", "y"])
    let designs = [StudyText(study: "lab", hash: "9f"): design]
    var reported = ReportTally(studies: [study])
    reported.prepare(for: designs, TrialFilter())
    let report = figures(
      reported, trials + [played("a", "P1", isPassed: true, in: "other")])
    let words: [[TrialCondition]] = [
      ["a", "b"].map { TrialCondition(ofStudy: $0) },
      ["x", "y"].map { TrialCondition(ofGroup: $0) },
    ]
    let own = report.studies[0]
    #expect(
      own.comparisons
        == words.map { words in
          var tally = ComparisonTally(words, regresses: false)
          tally.prepare(for: designs, TrialFilter())
          return figures(tally, trials)
        })
    #expect(own.comparisons.map(\.family?.contrastCount) == [1, 1])
    #expect(own.enrolled == .init(count: 6, simulatedCount: 1))
    #expect(own.participantCount == 4)
    #expect(report.studies[1].comparisons == [])
    #expect(report.studies[1].enrolled == nil)
    let pairs = own.comparisons.flatMap(\.pairs)
    #expect(pairs.map { $0.first + $0.second } == ["ba", "yx"])
    #expect(pairs.allSatisfy { $0.adjusted.isEmpty })
  }

  @Test func `Conditions of a study are apart, and so are settings of plain rounds`() {
    func plain(_ condition: String?, _ settings: String, isPassed: Bool) -> ReadTrial {
      var values = trial([500], in: "plain", isPassed: isPassed).values
      values.study = condition.map { _ in "lab" }
      values.studyCondition = condition
      values.testSettings = settings
      return ReadTrial(
        participant: "P07", session: 1, exclusions: [], presses: [], values: values)
    }
    let trials = [
      plain("1000", "trials=4 hold=1000 begin=now", isPassed: true),
      plain("300", "trials=4 hold=300 begin=now", isPassed: false),
      plain(nil, "trials=4 count=5 seed=fig hold=300 begin=now", isPassed: true),
      plain(nil, "trials=9 count=5 seed=plum hold=300 begin=now", isPassed: true),
      plain(nil, "trials=4 count=5 hold=500 begin=now", isPassed: false),
    ]
    let labels = [
      "plain hold=300", "plain hold=500", "300 (plain)", "1000 (plain)",
    ]
    let summary = figures(SummaryTally(), trials)
    #expect(summary.tests.map(\.label) == labels)
    #expect(summary.tests.map(\.passes.proportion.passedCount) == [2, 0, 0, 1])
    #expect(figures(LearningTally(), trials).tests.map(\.label) == labels)
    #expect(TestKind(test: "span", text: StudyText(study: "a"), condition: "span").label == "span")
  }

  @Test func `A trial with two reasons counts for the first`() {
    var exclusions = Exclusions()
    exclusions.add([.practice, .virtualClock])
    exclusions.add([.forgotten], count: 3)
    #expect(exclusions.count == 4)
    #expect(
      Exclusions.Reason.allCases.map { exclusions[$0] } == [
        0, 0, 0, 0, 1, 0, 0, 0, 0, 3, 0, 0, 0, 0,
      ])
    #expect(exclusions.reasons == [.practice, .virtualClock, .forgotten])
    #expect(Set(Exclusions.Reason.inOrder) == Set(Exclusions.Reason.allCases))
  }

  @Test func `A filter asks for participants, tests and studies`() {
    var filter = TrialFilter()
    let played = trial([500], study: "memory")
    #expect(filter.asks(for: played))
    filter.study = "memory"
    #expect(filter.asks(for: played) && !filter.asks(for: trial([500])))
    filter.participant = "P08"
    #expect(!filter.asks(for: played))
    filter.participant = "P07"
    filter.tests = TestPreset.names(like: "inoue")
    #expect(filter.tests.count == 4 && filter.asks(for: played))
    filter.tests = TestPreset.names(like: "span")
    #expect(!filter.asks(for: played))
  }

  @Test func `Tests whose trials alternate are distinguished`() {
    var tally = ReportTally()
    for count in 1...3 {
      for number in 1...2 {
        tally.add(trial([500], in: "adapt-span", estimate: "\(count + number)", test: number))
      }
    }
    let levels = tally.figures.counts.tests.flatMap(\.sessionLevels)
    #expect(levels.map(\.session) == [1])
    #expect(levels.map(\.level.testCount) == [2])
    #expect(levels.map(\.level.mean) == [4.5])
  }
}

/// Tests of the figures of a course of steps, compared with the published results of visitors.
struct CourseFigureTests {
  /// Returns a trial of the test `zoo` with a number of numerals and a hold in milliseconds.
  ///
  /// Only trials of a participant's first game count for the distribution of games.
  private func zoo(
    _ count: Int, _ hold: Int, isPassed: Bool, of code: String, isTraining: Bool = false,
    isFirst: Bool = true
  ) -> ReadTrial {
    var values = trial([500], in: "zoo", isPassed: isPassed, count: count, of: code).values
    values.testId = code + (isFirst ? "/1" : "/2")
    values.requestedHold = hold
    values.phase = isTraining ? "practice" : "test"
    return ReadTrial(
      participant: code, session: 1, exclusions: [], presses: [], values: values,
      isOfFirstGame: isFirst)
  }

  @Test func `Trials are counted by step, and games by their highest level`() throws {
    let trials = [
      zoo(9, 1000, isPassed: true, of: "P1", isTraining: true),
      zoo(4, 1000, isPassed: true, of: "P1"), zoo(4, 800, isPassed: true, of: "P1"),
      zoo(4, 600, isPassed: false, of: "P1"), zoo(4, 1000, isPassed: false, of: "P2"),
      zoo(4, 1000, isPassed: true, of: "P2", isFirst: false),
    ]
    let course = try #require(figures(SummaryTally(), trials).tests.first?.course)
    #expect(course.gameCount == 2)
    #expect(course.gamesWithoutLevel == 1)
    #expect(course.steps.map(\.level.hold) == [1000, 800, 600])
    #expect(course.steps.map(\.passes.passedCount) == [2, 1, 0])
    #expect(course.steps.map(\.passes.count) == [3, 1, 1])
    #expect(course.steps.map(\.gameCount) == [0, 1, 0])
    #expect(course.steps.map(\.publishedGameCount) == [71, 101, 175])
    #expect(course.steps.map { $0.published?.playedCount } == [nil, 1987, 1995])
  }

  @Test func `A test without a course has no steps`() {
    #expect(figures(SummaryTally(), [trial([500])]).tests.map(\.course) == [nil])
  }

  @Test func `A first game stands among visitors of the participant's age`() throws {
    var first = zoo(5, 600, isPassed: true, of: "P1")
    first.age = 30
    let results = figures(
      ResultsTally(), [first, zoo(6, 600, isPassed: true, of: "P1", isFirst: false)])
    #expect(results.tests.map { $0.standing?.gameCount } == [590, nil])
    #expect(results.tests.map { $0.standing?.belowCount } == [466, nil])
    #expect(results.tests.map(\.level) == [9, 15])
    #expect(results.tests.map(\.isScoredByLevel) == [true, true])
  }
}
