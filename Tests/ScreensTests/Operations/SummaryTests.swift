@testable import Archive
import Examiner
@testable import Game
import Science
@testable import Screens
@testable import Shell
@testable import Statistics
import TestSupport
import Testing

/// Tests of the reports about all trials: the lines of `summary`, `learning` and `results`.
struct SummaryTests {
  /// Returns a trial with a right press at each of the times, in milliseconds; unless it is passed,
  /// a wrong press follows.
  static func trial(
    _ times: [Int], in test: String = "inoue-210", isPassed: Bool = true, board: Int = 0,
    of participant: String = "P07", session: Int = 1, isReadingOrder: Bool = false,
    study: String? = nil, isComplete: Bool = true, estimate: String? = nil, test number: Int = 1
  ) -> ReadTrial {
    var values = Trial()
    (values.test, values.testId) = (test, "\(test)/\(session)/\(number)")
    values.board = "\(board)"
    (values.count, values.requestedHold) = (5, TestPreset.named(test)?.plan.rule.hold)
    values.condition = values.requestedHold == nil ? "masking" : "hold"
    values.outcome = isPassed ? "passed" : "failed"
    values.measures.rightBeforeError = times.count
    values.measures.firstPressFromMask = times.first
    values.measures.firstPressFromOnset = times.first
    values.readingOrder = isReadingOrder ? 1 : 0
    values.onsetDate = "2026-11-22T13:04:53.503Z"
    (values.testComplete, values.study) = (isComplete ? 1 : 0, study)
    (values.estimate, values.estimateDeviation) = (estimate, estimate.map { _ in "0.5000" })
    var presses = times.enumerated().map { number, time in
      press(.right, index: number + 1, lineLatency: time)
    }
    if !isPassed { presses.append(press(.wrong)) }
    return ReadTrial(
      participant: participant, session: session, exclusions: [], presses: presses, values: values)
  }

  @Test func `A filter asks for participants, tests and studies`() {
    var filter = TrialFilter()
    let trial = Self.trial([500], study: "memory")
    #expect(filter.asks(for: trial))
    filter.study = "memory"
    #expect(filter.asks(for: trial) && !filter.asks(for: Self.trial([500])))
    filter.participant = "P08"
    #expect(!filter.asks(for: trial))
    filter.participant = "P07"
    filter.tests = TestPreset.names(like: "inoue")
    #expect(filter.tests.count == 4 && filter.asks(for: trial))
    filter.tests = TestPreset.names(like: "span")
    #expect(!filter.asks(for: trial))
  }

  /// Returns the lines of the summary of some trials.
  static func lines(
    _ trials: [ReadTrial], by grouping: Summary.Grouping? = nil,
    in language: Language = .english
  ) -> [String] {
    var tally = SummaryTally(by: grouping)
    for trial in trials { tally.add(trial) }
    return language.lines(of: SurveyReport(tally.figures))
  }

  @Test func `A summary tells accuracy, chance, positions, times and what was published`() {
    let times = [420, 510, 610, 480, 950, 700, 530, 1210, 640, 560]
    let passed = (0..<40).map { (number: Int) -> ReadTrial in
      Self.trial(
        [times[number % 10], 300 + number % 2, 300, 300, 300], isReadingOrder: number == 0)
    }
    let failed = Array(repeating: Self.trial([], isPassed: false), count: 10)
    #expect(
      Self.lines(passed + failed) == [
        "inoue-210: 40 of 50 passed, 80.0 % (95 % interval 67.0 to 88.8)",
        "chance 0.83 % (1/5!), above chance from 3 of 50",
        "by guessing: 40 or more of 50 with p < 0.0001; "
          + "on average 0.28 right before the first error",
        "right before the first error: 4.00 (95 % t 3.43 to 4.57); of the numerals 80.0 % "
          + "(95 % t 68.5 to 91.5)",
        "boards in reading order: 1; without it 39 of 49 passed",
        "right at each position that was reached (a trial ends at its error): 1: 80.0 %, "
          + "2: 100.0 %, 3: 100.0 %, 4: 100.0 %, 5: 100.0 %",
        "first press after mask: 628 ms (569 to 694), geometric mean of 40",
        "later presses: 300 ms (300 to 300), geometric mean of 160",
        "published: chimpanzee Ayumu about 79 % (Inoue & Matsuzawa 2007, Current Biology "
          + "17(23):R1004; Silberberg & Kearns 2009, Animal Cognition 12:405)",
        "published: 9 students about 40 % (Inoue & Matsuzawa 2007, Current Biology 17(23):R1004, "
          + "by secondary sources)",
        "published: 2 people match Ayumu in the limited hold after practice "
          + "(Silberberg & Kearns 2009, Animal Cognition 12:405)",
        "published: 2 trained students clearly beat Ayumu in the limited hold "
          + "(Cook & Wilson 2010, Psychonomic Bulletin & Review 17:599)",
      ])
  }

  @Test func `Tests that seek a span or a hold tell what they found, and how many were stopped`() {
    func found(_ name: String, _ estimates: [String?], stopped: Bool = false) -> [String] {
      let trials = estimates.enumerated().map { number, estimate in
        Self.trial([500], in: name, estimate: estimate, test: number)
      }
      let rest = stopped ? [Self.trial([500], in: name, isComplete: false, test: 9)] : []
      return Self.lines(trials + rest).filter { line in
        ["span:", "score:", "hold found:", "not finished:"].contains { line.hasPrefix($0) }
      }
    }
    #expect(found("adapt-span", ["7.2000"]) == ["span: 7.2, 1 test"])
    #expect(
      found("adapt-span", ["7.0000", "8.0000", "9.0000"], stopped: true) == [
        "span: 8.0 (95 % 5.5 to 10.5), mean of 3 tests", "not finished: 1 of 4 tests",
      ])
    #expect(
      found("adapt-hold", ["200.0000", "400.0000"]) == [
        "hold found: 283 ms, mean of 2 tests"
      ])
    #expect(
      found("adapt-span", ["3.0000", "9.0000"]) == ["span: 6.0, mean of 2 tests"]
    )
    #expect(found("adapt-span", ["2.1000"]) == ["span: 2.1, 1 test"])
    #expect(found("human-benchmark", [nil]) == ["score: 5.0, 1 test"])
    #expect(found("inoue-210", [nil]) == [])
    #expect(found("adapt-span", [], stopped: true) == ["not finished: 1 of 1 test"])
  }

  @Test func `Tests whose trials are taken in turn are told apart`() {
    var tally = ReportTally()
    for count in 1...3 {
      for number in 1...2 {
        tally.add(Self.trial([500], in: "adapt-span", estimate: "\(count + number)", test: number))
      }
    }
    let levels = tally.figures.counts.tests.flatMap(\.sessionLevels)
    #expect(levels.map(\.session) == [1])
    #expect(levels.map(\.level.testCount) == [2])
    #expect(levels.map(\.level.mean) == [4.5])
  }

  @Test func `Every grouping has a line for each part`() {
    let trials = [
      Self.trial([500, 200, 200, 200, 250], session: 1),
      Self.trial([600, 300], isPassed: false, session: 2),
      Self.trial([550, 250, 250, 250, 250], in: "inoue-650", session: 2),
    ]
    #expect(
      Self.lines(trials, by: .hold) == [
        "all tests: 2 of 3 passed, 66.7 % (95 % interval 20.8 to 93.9)",
        "hold  passed  of      %           95 %  chance",
        "210        1   2   50.0    9.5 to 90.5  0.83 %",
        "650        1   1  100.0  20.7 to 100.0  0.83 %",
        "hold at which half are passed: passes and failures don't overlap, so there is no curve",
      ])
    #expect(
      Self.lines(trials, by: .session).suffix(4) == [
        "session  passed  of      %           95 %  chance",
        "1             1   1  100.0  20.7 to 100.0  0.83 %",
        "2             0   1    0.0    0.0 to 79.3  0.83 %",
        "sessions: 2, passes and failures don't overlap, so there is no curve",
      ])
    #expect(
      Self.lines([trials[1]], by: .position) == [
        "inoue-210: 0 of 1 passed, 0.0 % (95 % interval 0.0 to 79.3)",
        "position  right  reached      %           95 %  chance   ms",
        "1             1        1  100.0  20.7 to 100.0    20.0  600",
        "2             1        1  100.0  20.7 to 100.0    25.0  300",
        "3             0        1    0.0    0.0 to 79.3    33.3    -",
      ])
  }

  @Test func `Nothing, one trial, equal, missing and impossible times have a sentence each`() {
    #expect(Self.lines([]) == ["no trials to show"])
    #expect(
      Self.lines([Self.trial([500], in: "kawai")]).suffix(3) == [
        "first press after onset: 500 ms, an interval needs 3 trials",
        "later presses: none",
        "published: chimpanzee Ai over 90 % with 4 numerals, about 65 % with 5 "
          + "(Kawai & Matsuzawa 2000, Nature)",
      ])
    var times = LatencyTally()
    for time in [300, 300, 300, nil, 0, -5] as [Double?] { times.add(time) }
    #expect(
      Language.english.latency(Latency(times))
        == "300 ms, all are equal, so there is no interval; 2 without time; 1 not known")
  }

  @Test(arguments: Language.allCases)
  func `No figure is ever no number, nor out of its range`(_ language: Language) {
    for passCount in [0, 1, 2, 3] {
      for times in [[], [300, 0, -7], [300, 300, 300, 300, 300]] {
        let trials = (0..<3).map { number in
          Self.trial(times, isPassed: number < passCount, board: number, session: number + 1)
        }
        var lines = Self.lines(trials, in: language)
        for grouping in Summary.Grouping.allCases {
          lines += Self.lines(trials, by: grouping, in: language)
        }
        #expect(
          !lines.contains { $0.contains("nan") || $0.contains("inf ") || $0.contains("inf)") })
      }
    }
  }

  @Test func `A line of the results is never wider than 80 columns`() {
    var tally = ResultsTally()
    let code = String(repeating: "W", count: 32)
    for session in 1...25 {
      for _ in 1...3 {
        tally.add(Self.trial([500], in: "human-benchmark", of: code, session: session))
        tally.add(Self.trial([], in: "inoue-masking", isPassed: session % 2 > 0, session: session))
      }
    }
    let lines = Language.english.lines(of: SurveyReport(tally.figures.newest(20)))
    #expect(
      lines.suffix(3) == [
        "2026-11-22 13:04  WWWWWWWWWWWWWWWWWW..  human-benchmark      5     5",
        "2026-11-22 13:04  P07                   inoue-masking      3/3   3/3",
        "30 older tests: results all",
      ])
    #expect(lines.allSatisfy { $0.utf8.count <= 80 })
  }

  @Test func `A damaged round is counted, and the others are summed up`() throws {
    let folder = TemporaryFolder(isInMemory: true)
    let store = "\(folder.path)/store"
    let script = "start kawai count=4 trials=2\ngive-up\nwait 40\ngive-up\n"
    _ = run(["--store", store], input: script)
    try Database.run("UPDATE Round SET count = 5 WHERE row = 1", store)
    let end = run(["--store", store], input: "summary include=scripts\n")
    #expect(
      end.output == """
        kawai: 0 of 1 passed, 0.0 % (95 % interval 0.0 to 79.3)
        chance 16.67 % (1/3!), too few trials to beat chance
        by guessing: 0 or more of 1 with p = 1.0000; on average 1.67 right before the first error
        right before the first error: 0.00; of the numerals 0.0 %
        first press after onset: none
        later presses: none
        published: chimpanzee Ai over 90 % with 4 numerals, about 65 % with 5 \
        (Kawai & Matsuzawa 2000, Nature)
        SCRIPTS: 1 trial played by a script in these figures
        1 damaged trial left out

        """)
  }

  @Test(arguments: ["summary", "fit all", "report FILE --force"])
  func `The exit status tells of damaged rounds`(_ command: String) throws {
    let folder = TemporaryFolder(isInMemory: true)
    let store = "\(folder.path)/store"
    let script = "start inoue-210 trials=2\ngive-up\nwait 40\ngive-up\n"
    _ = run(["--store", store], input: script)
    let line = command.replacing("FILE", with: "\(folder.path)/report.html")
    let whole = run(["--store", store], input: "\(line) include=scripts\n")
    try Database.run("UPDATE Round SET count = 4 WHERE row = 1", store)
    let damaged = run(["--store", store], input: "\(line) include=scripts\n")
    #expect(whole.status < 3)
    #expect(damaged.status == 3)
  }

  @Test func `A report counts the rounds that a session without a store has forgotten`() {
    let folder = TemporaryFolder(isInMemory: true)
    let rounds = Array(repeating: "give-up\nwait 40\n", count: 102).joined()
    let end = run(
      [],
      input: "start inoue-210 trials=102\n\(rounds)report \(folder.path)/a.html include=scripts\n")
    #expect(end.output.hasSuffix("reported 100 trials to \"\(folder.path)/a.html\"\n"))
    let page = String(decoding: folder.bytes("a.html"), as: UTF8.self)
    #expect(page.contains("2 trials not known any more left out"))
  }

  @Test func `A test that is over is compared with the best one of the store`() {
    let folder = TemporaryFolder(isInMemory: true)
    func play(_ script: String) -> [Substring] {
      run(["--store", "\(folder.path)/store"], input: script).output.split(separator: "\n")
        .filter { $0.contains("is over") }
    }
    let lost = "start kawai count=4 trials=1 seed=a\ngive-up\n"
    #expect(play(lost + "start 1x1:1,1\n") == ["kawai is over: score 0 of 1"])
    #expect(play(lost) == ["kawai is over: score 0 of 1, your best is 0 of 1"])
    #expect(play("set participant P08\n" + lost) == ["kawai is over: score 0 of 1"])
    #expect(
      play("start kawai count=5 trials=1\ngive-up\n") == ["kawai is over: score 0 of 1"])
  }
}

/// Returns a press with a judgement and a latency.
private func press(
  _ judgement: RoundMeasures.Judgement, index: Int = 0, lineLatency: Int? = nil
) -> RoundMeasures.Press {
  var press = RoundMeasures.Press()
  press.index = index
  press.judgement = judgement
  press.lineLatency = lineLatency
  return press
}
