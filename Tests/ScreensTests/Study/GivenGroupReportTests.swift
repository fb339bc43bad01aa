import TestSupport
import Testing

/// Tests of the report on groups and orders that the program did not choose.
struct GivenGroupReportTests {
  private let folder = TemporaryFolder()

  /// Returns the lines of the design about groups and orders, after these enrolments.
  private func lines(_ enrolments: [String], in language: String = "en") -> [String] {
    let file = folder.file(
      "own.study",
      """
      @ chimp-study 1
      name own
      participants 8
      order latin
      groups a b assign=blocks
      condition five count=2 size=2x1 trials=1
      condition six count=2 size=2x1 trials=1
      """)
    let play = ["next P1", "give-up", "stop"]
    let commands =
      ["study check \(file)"] + enrolments + play + [
        "set language \(language)",
        "report \(folder.path)/report.html include=scripts --force",
      ]
    _ = run(commands.flatMap { ["-c", $0] })
    return TemporaryFolder.text(at: folder.path + "/report.html").split(separator: "\n")
      .map(String.init).filter {
        ["<li>Groups", "<li>Order", "<li>グループ", "<li>順序"].contains(where: $0.hasPrefix)
      }
  }

  private static let order =
    "2 balanced orders (Williams 1949); a participant gets the one that the fewest have."

  @Test func `Groups by chance are told so, those from a list or by hand are not`() {
    #expect(
      lines(["enrol P1", "enrol P2"]) == [
        "<li>Groups: a, b; by chance in permuted blocks</li>", "<li>Order: \(Self.order)</li>",
      ])
    #expect(
      lines(["enrol P1 order=1 group=a by=list", "enrol P2 order=2 group=b by=list"]) == [
        "<li>Groups: a, b; given from a list to 2 participants</li>",
        "<li>Order: given from a list to 2 participants</li>",
      ])
    #expect(
      lines(["enrol P1 group=a", "enrol P2 order=2 group=b by=list", "enrol P3"]) == [
        "<li>Groups: a, b; by chance in permuted blocks (given by hand to 1 participant, given from "
          + "a list to 1 participant)</li>",
        "<li>Order: \(Self.order) (given from a list to 1 participant)</li>",
      ])
    #expect(
      lines(["enrol P1 order=1 group=a by=list", "enrol P2 order=2 group=b"], in: "ja") == [
        "<li>グループ: a、b。1人は手で決めました、1人は表で決めました</li>",
        "<li>順序: 1人は手で決めました、1人は表で決めました</li>",
      ])
  }
}
