import Game
import Shell
import Studies
import Testing

/// Tests of rules about latencies far from the mean.
struct LatencyRuleTests {
  private static let head = StudyText.head + "seed x\ncondition a span\n"
  private static let mistake =
    "latency, beyond and sd make one rule: exclude trial latency beyond 3 sd"
  private static let unexpected = "unexpected argument "
  private static let usage =
    " (usage: exclude SUBJECT MEASURE RELATION VALUE [in] [CONDITION])"

  @Test func `A rule about standard deviations keeps its text`() throws {
    let plan = try StudyFile.read(
      Self.head + "exclude trial latency beyond 3 sd\nexclude trial latency beyond 2.5 sd")
    #expect(
      plan.exclusions.map(\.text) == ["trial latency beyond 3 sd", "trial latency beyond 2.5 sd"])
    let rule = plan.exclusions[1]
    #expect(!rule.holds(for: 750, mean: 500, deviation: 100))
    #expect(rule.holds(for: 751, mean: 500, deviation: 100))
    #expect(rule.holds(for: 249, mean: 500, deviation: 100))
    #expect(!rule.holds(for: nil, mean: 500, deviation: 100))
    #expect(!rule.holds(for: 751))
  }

  @Test(arguments: [
    ("exclude trial latency beyond 3", mistake + ", at column 31"),
    ("exclude trial latency beyond 3 in a", mistake + ", at column 32"),
    ("exclude trial latency beyond 3 sd a", unexpected + "\"sd\" at column 32" + usage),
    ("exclude trial latency above 3 sd", mistake + ", at column 23"),
    ("exclude trial latency above 300", mistake + ", at column 23"),
    ("exclude trial time beyond 3 sd", mistake + ", at column 15"),
    ("exclude participant latency beyond 3 sd", mistake + ", at column 21"),
    (
      "exclude trial latency beyond 0 sd",
      "\"0\" is not a value of latency: 0.1 to 100, at column 30"
    ),
    (
      "exclude trial latency beyond -3 sd",
      "\"-3\" is not a value of latency: 0.1 to 100, at column 30"
    ),
    (
      "exclude trial latency beyond 101 sd",
      "\"101\" is not a value of latency: 0.1 to 100, at column 30"
    ),
    (
      "exclude trial latency beyond 3.0 sd",
      "\"3.0\" is not a value of latency: 0.1 to 100, at column 30"
    ),
    (
      "exclude trial latency beyond nan sd",
      "\"nan\" is not a value of latency: 0.1 to 100, at column 30"
    ),
    ("exclude trial latency beyond sd 3", unexpected + "\"3\" at column 33" + usage),
  ])
  func `A wrong latency rule is refused with its column`(_ line: String, _ message: String) {
    do throws(StudyError) {
      _ = try StudyFile.read(Self.head + line)
      Issue.record("no error in \(line)")
    } catch {
      #expect(error.words(in: .english) == "6: " + message)
    }
  }

  @Test func `The same rule twice is refused`() {
    do throws(StudyError) {
      _ = try StudyFile.read(
        Self.head + "exclude trial latency beyond 3 sd\nexclude trial latency beyond 3 sd")
      Issue.record("no error")
    } catch {
      #expect(
        error.words(in: .english)
          == "7: \"trial latency beyond 3 sd\" appears twice, at column 1")
    }
  }

  @Test func `A question with the name of the later measure keeps its rule`() throws {
    let plan = try StudyFile.read(
      Self.head + "question latency integer 1..9 \"How fast?\" after=block\n"
        + "exclude trial latency below 3\nexclude trial latency beyond 3 sd")
    #expect(plan.exclusions.map(\.trialMeasure) == [nil, .latency])
    #expect(plan.exclusions.map(\.text) == ["trial latency below 3", "trial latency beyond 3 sd"])
  }

  @Test(arguments: [("3", 11), ("2.5", 9), ("2", 6), ("0.1", 2), ("100", 10_002)])
  func `A rule excludes one of as many trials as its deviations need`(
    limit: String, count: Int
  ) throws {
    let text = Self.head + "exclude trial latency beyond \(limit) sd"
    let rule = try #require(try StudyFile.read(text).exclusions.first)
    #expect(rule.fewestTrials == count)
    let values = [Double](repeating: 0, count: count - 1) + [1]
    let mean = 1 / Double(count)
    let squares = values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
    let deviation = (squares / Double(count - 1)).squareRoot()
    #expect(rule.holds(for: 1, mean: mean, deviation: deviation))
  }
}
