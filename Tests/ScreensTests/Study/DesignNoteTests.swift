import TestSupport
import Testing

/// Tests of the notes of `study check` about a design that its words do not show.
struct DesignNoteTests {
  private let folder = TemporaryFolder(isInMemory: true)

  /// Returns the notes about a study with these lines.
  private func notes(_ lines: String) -> [String] {
    let file = folder.file("own.study", "@ chimp-study 1\nname own\nseed x\n" + lines)
    return run(["-c", "study check \(file)"]).output.split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("note: ") || $0.hasPrefix("error") }
  }

  @Test(arguments: [
    ("a b", "a against b", "a and b are conditions and groups", "conditions"),
    ("a other", "b against a", "a is a condition and a group", "conditions"),
    ("a other", "other against a", "a is a condition and a group", "groups"),
  ])
  func `Names of conditions and of groups are told apart`(
    _ groups: String, _ sides: String, _ shared: String, _ meant: String
  ) {
    #expect(
      notes(
        """
        participants 8
        order latin
        groups \(groups)
        condition a count=2 trials=4
        condition b count=3 trials=4
        primary accuracy \(sides)
        """) == ["note: \(shared): the primary outcome compares the \(meant)"])
  }

  @Test func `A name that the primary outcome does not have needs no note`() {
    #expect(
      notes(
        """
        participants 8
        groups a other third
        condition a count=2 trials=4
        primary accuracy other against third
        """) == [])
  }

  @Test(arguments: [
    (199, "99:100", nil), (198, "99:100", 199), (12, "100:100", nil), (3, "blocks", 4),
    (4, "blocks", nil), (5, "2:1", 6), (6, "2:1", nil),
  ])
  func `A block of groups that is larger than the study is told`(
    _ participantCount: Int, _ assignment: String, _ length: Int?
  ) {
    let expected = length.map { length in
      "note: chance assigns groups in blocks of \(length) or more participants, and "
        + "\(participantCount) are planned: the groups may be of other sizes than assign= says"
    }
    #expect(
      notes(
        """
        participants \(participantCount)
        groups a b assign=\(assignment)
        condition c count=2 trials=4
        """) == (expected.map { [$0] } ?? []))
  }

  @Test func `Holds that must be met exactly are named`() {
    let condition = "participants 2\ncondition c count=2 hold=200 trials=4 tolerance="
    #expect(notes(condition + "1") == [])
    #expect(
      notes(condition + "0") == [
        "note: hardly any hold is met exactly, as tolerance=0 asks for: missed trials are "
          + "replaced, and many of them end a block: c"
      ])
  }
}
