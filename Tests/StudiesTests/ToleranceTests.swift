import Game
import Shell
import Studies
import Testing

/// Tests of the tolerance of met holds in study files.
struct ToleranceTests {
  private static let head = StudyText.head + "seed x\n"

  @Test func `A tolerance is a setting of the trials, and belongs to the hash`() throws {
    let lines = ["hold=300", "hold=300 tolerance=10", "hold=300 tolerance=0"]
    let plans = try lines.map { try StudyFile.read(Self.head + "condition a " + $0) }
    #expect(Set(plans.map(\.hash)).count == 3)
    #expect(
      plans.map { "\($0.blocks(of: "P07", order: 1)[0].settings)" } == [
        "seed=x.1 hold=300", "seed=x.1 hold=300 tolerance=10", "seed=x.1 hold=300 tolerance=0",
      ])
  }

  private static let judgements: [(Int, Int, Int?, Bool)] = [
    (210, 230, nil, true), (210, 232, nil, false), (1_000, 1_100, nil, true),
    (210, 220, 10, true), (210, 200, 10, true), (210, 221, 10, false), (210, 199, 10, false),
    (1_000, 1_011, 10, false), (210, 210, 0, true), (210, 211, 0, false), (210, 260, 50, true),
  ]

  @Test(arguments: judgements)
  func `A hold is met within the tolerance of the study`(
    _ requested: Int, _ measured: Int, _ tolerance: Int?, _ isMet: Bool
  ) {
    let accuracy = HoldAccuracy(requested: requested, measured: measured, tolerance: tolerance)
    #expect(accuracy.isMet == isMet)
  }

  @Test(arguments: [
    (
      "condition a span tolerance=10",
      "tolerance= needs a hold, such as hold=300, at column 18"
    ),
    (
      "condition a tolerance=10 hold=10",
      "hold must be from 50 to 60000: \"10\" at column 26"
    ),
    (
      "condition a hold=300 tolerance=300",
      "a tolerance of 300 ms is not shorter than a hold of 300 ms, at column 22"
    ),
    (
      "condition a hold=400,60 trials=4 tolerance=60",
      "a tolerance of 60 ms is not shorter than a hold of 60 ms, at column 34"
    ),
    (
      "condition a inoue-210 tolerance=210",
      "a tolerance of 210 ms is not shorter than a hold of 210 ms, at column 23"
    ),
    (
      "condition a adapt-hold tolerance=50",
      "a tolerance of 50 ms is not shorter than a hold of 50 ms, at column 24"
    ),
    ("condition a hold=300 tolerance=-1", "tolerance must be from 0 to 1000: \"-1\" at column 22"),
    (
      "condition a hold=300 tolerance=1001",
      "tolerance must be from 0 to 1000: \"1001\" at column 22"
    ),
    (
      "condition a hold=300 tolerance=10%",
      "tolerance must be a number: \"10%\" at column 22"
    ),
  ])
  func `A tolerance that is none is refused with its column`(_ line: String, _ message: String) {
    do throws(StudyError) {
      _ = try StudyFile.read(Self.head + line)
      Issue.record("no error in \(line)")
    } catch { #expect(error.words(in: .english) == "5: " + message) }
  }
}
