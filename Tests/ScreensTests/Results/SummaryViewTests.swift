@testable import Archive
import ChimpSystem
import Game
import Glibc
import SampleData
import Science
@testable import Screens
@testable import Shell
@testable import Statistics
import TestSupport
import Testing

/// Tests of the reports about all trials: the lines of `summary`, `learning` and `results`.
struct SummaryViewTests {
  /// Returns the lines of the summary of some trials.
  static func lines(
    _ trials: [ReadTrial], by grouping: Summary.Grouping? = nil,
    in language: Language = .english
  ) -> [String] {
    var tally = SummaryTally(by: grouping)
    for trial in trials { tally.add(trial) }
    return SummaryView(language: language).lines(of: SurveyReport(tally.figures))
  }

  @Test func `A summary has accuracy, chance, positions, times and published results`() {
    let times = [420, 510, 610, 480, 950, 700, 530, 1210, 640, 560]
    let passed = (0..<40).map { (number: Int) -> ReadTrial in
      trial(
        [times[number % 10], 300 + number % 2, 300, 300, 300], isReadingOrder: number == 0)
    }
    let failed = Array(repeating: trial([], isPassed: false), count: 10)
    #expect(
      Self.lines(passed + failed) == [
        "inoue-210: you passed 40 of 50, 80 %; students about 40 %, Ayumu about 79 %",
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

  @Test func `Tests that seek a span or a hold say what they found, and how many stopped`() {
    func found(_ name: String, _ estimates: [String?], stopped: Bool = false) -> [String] {
      let trials = estimates.enumerated().map { number, estimate in
        trial([500], in: name, estimate: estimate, test: number)
      }
      let rest = stopped ? [trial([500], in: name, isComplete: false, test: 9)] : []
      return Self.found(trials + rest)
    }
    #expect(
      found("adapt-span", ["7.0000", "8.0000", "9.0000"], stopped: true) == [
        "span: 8.0 (95 % 5.5 to 10.5), mean of 3 tests", "not finished: 1 of 4 tests",
      ])
    // Two tests have a mean, and no interval.
    #expect(
      found("adapt-hold", ["200.0000", "400.0000"]) == [
        "hold found: 283 ms, mean of 2 tests"
      ])
    #expect(
      found("adapt-span", ["3.0000", "9.0000"]) == ["span: 6.0, mean of 2 tests"]
    )
    // The rounds that led to these estimates are unknown, and so is the interval.
    #expect(found("adapt-span", ["2.1000"]) == ["span: 2.1, 1 test"])
    #expect(found("human-benchmark", [nil]) == ["score: 5.0, 1 test"])
    #expect(found("inoue-210", [nil]) == [])
    #expect(found("adapt-span", [], stopped: true) == ["not finished: 1 of 1 test"])
  }

  /// Means of three tests whose Student intervals, t(2) = 4.3027, go beyond what a test can find.
  @Test(arguments: [
    // 6 ± 4.3027 · 3 / √3 = -1.5 to 13.5
    (
      "adapt-span", ["3.0000", "6.0000", "9.0000"], "span: 6.0 (95 % 2.0 to 13.5), mean of 3 tests"
    ),
    // 16 ± 4.3027 · 4 / √3 = 6.1 to 25.9
    (
      "adapt-span", ["12.0000", "16.0000", "20.0000"],
      "span: 16.0 (95 % 6.1 to 20.0), mean of 3 tests"
    ),
    // ln 400 ± 4.3027 · ln 4 / √3 = ln 13 to ln 12525
    (
      "adapt-hold", ["100.0000", "400.0000", "1600.0000"],
      "hold found: 400 ms (95 % 50 to 2000), mean of 3 tests"
    ),
  ]) func `No interval of a span or a hold goes beyond the range of its test`(
    _ test: String, _ estimates: [String], _ line: String
  ) {
    let trials = estimates.enumerated().map { number, estimate in
      trial([500], in: test, estimate: estimate, test: number)
    }
    #expect(Self.found(trials) == [line])
  }

  @Test(
    arguments: [
      // The reference vector of QUEST+.
      (
        "adapt-span", "4P 5P 6P 7F 6P 7P 8F 8F", ["7.1926", "0.9890"],
        "span: 7.2 (95 % 5.5 to 9.5), 1 test"
      ),
      ("adapt-span", "4F 6P 5P 6F 7F 5P", nil, nil),
      ("adapt-span", "10P 12P 14F 13P 15F 13P 14P", nil, nil),
      ("adapt-hold", "280P 134F 219F 358P 280F 358P", nil, nil),
      ("adapt-hold", "105F 134P 82F 134P 82F 105P", nil, nil),
      ("adapt-hold", "1223F 1564P 956F 1564F 1564P 2000P", nil, nil),
    ] as [(String, String, [String]?, String?)])
  func `The interval of one test is that of the posterior over its rounds`(
    _ test: String, _ rounds: String, _ estimate: [String]?, _ line: String?
  ) {
    let posterior = GridPosterior(of: test, after: rounds)
    func found(_ estimate: String, _ deviation: String) -> [String] {
      var trial = trial([500], in: test, estimate: estimate, deviation: deviation)
      trial.playedStimuli = GridPosterior.rounds(rounds)
      return Self.found([trial])
    }
    #expect(estimate == nil || estimate == [posterior.estimate, posterior.deviation])
    #expect(line == nil || line == posterior.line)
    #expect(found(posterior.estimate, posterior.deviation) == [posterior.line])
    // Rounds that lead to another estimate or deviation are not those of the test.
    let bare = posterior.line.replacing(#/ \(.*\)/#, with: "")
    #expect(found(posterior.estimate, posterior.deviation + "1") == [bare])
  }

  /// Returns the lines of the summary about the results of tests.
  private static func found(_ trials: [ReadTrial]) -> [String] {
    lines(trials).filter { line in
      ["span:", "score:", "hold found:", "not finished:"].contains { line.hasPrefix($0) }
    }
  }

  @Test func `Every grouping has a line for each group`() {
    let trials = [
      trial([500, 200, 200, 200, 250], session: 1),
      trial([600, 300], isPassed: false, session: 2),
      trial([550, 250, 250, 250, 250], in: "inoue-650", session: 2),
    ]
    #expect(
      Self.lines(trials, by: .hold) == [
        "all tests: you passed 2 of 3, 67 %",
        "all tests: 2 of 3 passed, 66.7 % (95 % interval 20.8 to 93.9)",
        "hold: the time in ms for which the numerals are shown before they hide",
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
        "inoue-210: you passed 0 of 1, 0 %; students about 40 %, Ayumu about 79 %",
        "inoue-210: 0 of 1 passed, 0.0 % (95 % interval 0.0 to 79.3)",
        "position  right  reached      %           95 %  chance   ms",
        "1             1        1  100.0  20.7 to 100.0    20.0  600",
        "2             1        1  100.0  20.7 to 100.0    25.0  300",
        "3             0        1    0.0    0.0 to 79.3    33.3    -",
      ])
  }

  @Test func `No trials, one trial, and equal, missing or impossible times each have a sentence`() {
    #expect(Self.lines([]) == ["no trials to show"])
    #expect(
      Self.lines([trial([500], in: "kawai")]).suffix(3) == [
        "first press after onset: 500 ms, an interval needs 3 trials",
        "later presses: none",
        "published: chimpanzee Ai over 90 % with 4 numerals, about 65 % with 5 "
          + "(Kawai & Matsuzawa 2000, Nature)",
      ])
    var times = LatencyTally()
    for time in [300, 300, 300, nil, 0, -5] as [Double?] { times.add(time) }
    #expect(
      Latency(times).words(in: .english)
        == "300 ms, there is no spread, so there is no interval; 2 without time; 1 not known")
  }

  @Test(arguments: Language.allCases)
  func `No figure is shown as nan or as inf`(_ language: Language) {
    for passCount in [0, 1, 2, 3] {
      for times in [[], [300, 0, -7], [300, 300, 300, 300, 300]] {
        let trials = (0..<3).map { number in
          trial(times, isPassed: number < passCount, board: number, session: number + 1)
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

  @Test func `A row of the results is never wider than 80 columns`() {
    var tally = ResultsTally()
    let code = String(repeating: "W", count: 32)
    for session in 1...25 {
      for _ in 1...3 {
        tally.add(trial([500], in: "human-benchmark", of: code, session: session))
        tally.add(trial([], in: "inoue-masking", isPassed: session % 2 > 0, session: session))
      }
    }
    let lines = ResultsView(language: .english).lines(of: SurveyReport(tally.figures), most: 20)
    #expect(
      [lines[1], lines[2], lines[21], lines.last] == [
        "2026-11-22 13:04  P07                   inoue-masking      25    3/3   3/3",
        "2026-11-22 13:04  WWWWWWWWWWWWWWWWWW..  human-benchmark    25      5     5",
        "last finished human-benchmark game of \(code), level 5: a second game of the same person "
          + "reaches level 4 to 7 in 92 of 100 cases",
        "30 older tests: results all",
      ])
    #expect(lines.prefix(21).allSatisfy { $0.utf8.count <= 80 })
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
        kawai: you passed 0 of 1, 0 %; Ai over 90 % with 4 numerals, about 65 % with 5
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
  func `The exit status reports damaged rounds`(_ command: String) throws {
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
    let lost = "start kawai count=4 trials=1\ngive-up\n"
    #expect(play(lost + "start 1x1:1,1\n") == ["kawai is over: score 0 of 1"])
    #expect(play(lost) == ["kawai is over: score 0 of 1, your best is 0 of 1"])
    #expect(play("set participant P08\n" + lost) == ["kawai is over: score 0 of 1"])
    #expect(
      play("start kawai count=5 trials=1\ngive-up\n") == ["kawai is over: score 0 of 1"])
  }
}

/// The posterior distribution of a span or of the logarithm of a hold, over the grid of QUEST+ that
/// the articles describe (Watson 2017), computed from all rounds at once.
private struct GridPosterior {
  /// The estimate and its deviation with four decimals, as they are stored.
  let estimate: String
  let deviation: String
  /// The line of the summary.
  let line: String

  /// Returns the rounds of a text such as `4P 5F`.
  static func rounds(_ text: String) -> [PlayedStimulus] {
    text.split(separator: " ").map { word in
      PlayedStimulus(stimulus: Int(word.dropLast()) ?? 0, isPassed: word.hasSuffix("P"))
    }
  }

  init(of test: String, after text: String) {
    let rounds = Self.rounds(text)
    let isHold = test == "adapt-hold"
    let values =
      isHold ? Self.logarithms(40) : (0...72).map { number in 2 + 0.25 * Double(number) }
    let marginal = values.map { value in
      (isHold ? (1...8).map(Double.init) : [0.3, 0.5, 0.8, 1.2, 1.8]).reduce(0) { sum, shape in
        [0, 0.02, 0.05].reduce(sum) { sum, lapse in
          sum
            + rounds.reduce(1) { product, round in
              let chance =
                isHold
                ? Self.hold(round.stimulus, value, shape, lapse)
                : Self.span(round.stimulus, value, shape, lapse)
              return product * (round.isPassed ? chance : 1 - chance)
            }
        }
      }
    }
    let total = marginal.reduce(0, +)
    let mean = zip(values, marginal).reduce(0) { $0 + $1.0 * $1.1 } / total
    let variance = zip(values, marginal).reduce(0) { $0 + pow($1.0 - mean, 2) * $1.1 } / total
    func bound(_ level: Double) -> Double {
      values.indices.first { marginal[...$0].reduce(0, +) >= level * total }.map { values[$0] } ?? 0
    }
    let scale: (Double) -> Double = isHold ? exp : { $0 }
    estimate = scale(mean).decimal(4)
    deviation = sqrt(variance).decimal(4)
    let numbers = [mean, bound(0.025), bound(0.975)].map { scale($0).decimal(isHold ? 0 : 1) }
    line =
      (isHold ? "hold found: \(numbers[0]) ms" : "span: \(numbers[0])")
      + " (95 % \(numbers[1]) to \(numbers[2])), 1 test"
  }

  /// Returns the logarithms of holds from 50 to 2000 ms in equal ratios.
  private static func logarithms(_ count: Int) -> [Double] {
    (0..<count).map { log(50) + log(40) * Double($0) / Double(count - 1) }
  }

  private static func factorial(_ number: Int) -> Double {
    (1...max(1, number)).map(Double.init).reduce(1, *)
  }

  /// Returns the probability of passing `count` numerals, the first of which is pressed unmasked.
  private static func span(
    _ count: Int, _ span: Double, _ width: Double, _ lapse: Double
  ) -> Double {
    let guess = 1 / factorial(count - 1)
    return guess + (1 - lapse - guess) / (1 + exp((Double(count) - span) / width))
  }

  /// Returns the probability of passing five numerals that are shown for a hold.
  private static func hold(
    _ milliseconds: Int, _ threshold: Double, _ steepness: Double, _ lapse: Double
  ) -> Double {
    let shown = logarithms(16).first { Int(exp($0).rounded()) == milliseconds } ?? 0
    let guess = 1 / factorial(5)
    return guess + (1 - lapse - guess) / (1 + exp(-steepness * (shown - threshold)))
  }
}
