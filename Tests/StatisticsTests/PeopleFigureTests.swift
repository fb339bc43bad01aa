import Glibc
import SampleData
import Science
@testable import Statistics
import Testing

/// Tests of the figures over participants, against the values that R computes from the same trials.
struct PeopleFigureTests {
  private static let folder =
    "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/Cases/"

  /// Returns the lines of a file in the folder `Cases`, split into words; empty if it can't be
  /// read.
  private static func lines(of name: String) -> [[String]] {
    guard let file = fopen(folder + name, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&piece, 1, piece.count, file), count > 0 {
      bytes += piece[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      line.split(separator: " ").map(String.init)
    }
  }

  private let trials = Self.lines(of: "people.txt").map { row in
    func numbers(_ text: String) -> [Int] { text.split(separator: ",").compactMap { Int($0) } }
    return trial(
      numbers(row[6]), in: "inoue-\(row[2])", isPassed: row[4] == "1", board: Int(row[1]) ?? 0,
      of: "P\(row[0])", session: Int(row[3]) ?? 0, ranks: row[7] == "-" ? nil : numbers(row[7]))
  }

  /// The expected figures by name; each is removed when it is compared, so that the rest was never
  /// computed.
  private struct Expected {
    private var values: [String: Double] = [:]
    private(set) var differences: [String] = []

    init() {
      for line in PeopleFigureTests.lines(of: "people-figures.txt") {
        values[line[0]] = Double(line[1])
      }
    }

    var rest: [String] { values.keys.sorted() }

    /// Compares a figure with the expected one, and records a difference that is larger than the
    /// relative tolerance.
    ///
    /// Figures of the mixed regression use a tolerance of a thousandth.
    mutating func check(_ name: String, _ value: Double?, relative: Double = 1e-7) {
      guard let expected = values.removeValue(forKey: name) else {
        differences.append("no figure is called \(name)")
        return
      }
      let distance = abs((value ?? .nan) - expected)
      guard distance <= relative * abs(expected) + 1e-9 else {
        differences.append("\(name): \(value ?? .nan) is not \(expected)")
        return
      }
    }

    mutating func check(_ name: String, _ estimate: Estimate?, relative: Double = 1e-7) {
      check(name, estimate?.value, relative: relative)
      check("\(name).lower", estimate?.interval.lower, relative: relative)
      check("\(name).upper", estimate?.interval.upper, relative: relative)
    }

    mutating func check(_ name: String, _ mean: UnitMean?) {
      check(name, try? mean?.estimate.get())
    }

    mutating func check(_ name: String, _ fit: MixedLogistic, step: Double = 1) {
      let effect = fit.coefficients[1]
      check(
        "\(name).odds_ratio", effect.estimate.mapped { exp(step * $0) }, relative: 2e-3)
      check("\(name).z", effect.statistic, relative: 2e-3)
      check("\(name).p", effect.probability, relative: 2e-2)
      check("\(name).participant_sd", fit.participantDeviation, relative: 2e-3)
      check("\(name).board_sd", fit.boardDeviation, relative: 2e-3)
    }
  }

  /// Returns the summary of the test `name`; records a failure if the trials have none of it.
  private func test(
    by grouping: Summary.Grouping? = nil, _ trim: LatencyTrim? = nil, named name: String?
  ) throws -> Summary.Test {
    let summary = figures(SummaryTally(by: grouping, trim: trim), trials)
    return try #require(summary.tests.first { $0.name == name })
  }

  @Test func `Every figure over participants is that of R`() throws {
    var expected = Expected()
    try checkSummary(&expected)
    try checkTimes(&expected)
    try checkSlopes(&expected)
    try checkComparison(&expected)
    #expect(trials.count == 360)
    #expect(expected.differences == [])
    #expect(expected.rest == [])
  }

  /// Compares the shares and latencies of a summary with those of R.
  private func checkSummary(_ expected: inout Expected) throws {
    let short = try test(named: "inoue-210")
    expected.check("share", short.passes.participants)
    expected.check("pooled", Double(short.passes.passedCount))
    expected.check("right", short.credit.right)
    expected.check("right_share", short.credit.share)
    expected.check("edit_distance", try test(named: "inoue-650").credit.distance)
    for position in short.positions {
      let number = position.group.numbers.lowerBound
      expected.check("position\(number)", position.group.share.participants)
    }
  }

  /// Compares the latencies under each rule that excludes times.
  private func checkTimes(_ expected: inout Expected) throws {
    let rules: [(String, LatencyTrim?)] = [
      ("", nil), (".latency", .range(300...900)), (".trim", .deviations(2)),
    ]
    for (name, rule) in rules {
      let test = try test(rule, named: "inoue-210")
      expected.check("first\(name)", try test.firstPress.estimate.get())
      expected.check("later\(name)", try test.laterPresses.estimate.get())
      switch rule {
      case .range:
        expected.check("latency.below", (test.trimmed?.belowCount).map(Double.init))
        expected.check("latency.above", (test.trimmed?.aboveCount).map(Double.init))
      case .deviations: expected.check("trim.count", (test.trimmed?.count).map(Double.init))
      case nil: #expect(test.trimmed == nil)
      }
    }
  }

  /// Compares the slopes over holds and over sessions, and their thresholds.
  private func checkSlopes(_ expected: inout Expected) throws {
    let holds = try test(by: .hold, named: nil)
    guard case .success(.overParticipants(.mixed(let hold))) = holds.slope,
      case .estimate(let half) = holds.threshold,
      case .success(.overParticipants(.mixed(let session))) =
        try test(named: "inoue-210").progress.slope
    else {
      Issue.record("no mixed regression")
      return
    }
    expected.check("hold", hold, step: log(2))
    expected.check("half", half.estimate, relative: 2e-3)
    #expect(half.curve == .mixed)
    #expect(holds.curve == .mixed(hold, isLogarithmic: true))
    expected.check("session", session)
  }

  /// Compares the differences between two conditions, and their regression.
  private func checkComparison(_ expected: inout Expected) throws {
    let words = ["210", "650"].compactMap { TrialCondition($0, isCode: false) }
    let comparison = figures(ComparisonTally(words), trials)
    let pair = try #require(comparison.pairs.first)
    let fit = try #require(pair.regression).get()
    expected.check("compare", fit)
    for (name, difference) in zip(["accuracy", "first_press", "later_presses"], pair.differences) {
      let tested = try difference.result.get()
      let effect = try #require(tested.effect)
      expected.check(name, tested.estimate)
      expected.check("\(name).t", tested.statistic)
      expected.check("\(name).p", tested.probability)
      expected.check("\(name).d_z", effect.size, relative: 1e-6)
      expected.check("\(name).g", effect.unbiasedSize)
      expected.check("\(name).wilcoxon_p", effect.signedRankProbability)
    }
    #expect(pair.boards?.boardCount == 15)
    #expect(pair.boards?.participantCount == 12)
  }
}
