@testable import Archive
import Records
@testable import Screens
import TestSupport
import Testing

/// Tests of stored studies that are invalid although their checksums are correct.
struct StudyValidatorTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var own: String { folder.path + "/own" }
  private var other: String { folder.path + "/other" }

  init() {
    let file = folder.file(
      "a.study",
      """
      @ chimp-study 1
      name memory
      participants 9
      order latin
      condition 210 inoue-210 trials=1
      condition 650 inoue-650 trials=1
      """)
    for (path, code) in [(own, "P1"), (other, "P2")] {
      _ = chimp(path, "study check \(file)", "enrol \(code)", "next", "give-up")
    }
  }

  /// Runs commands on the store at a path and returns the result.
  private func chimp(_ path: String, _ commands: String...) -> FinishedRun {
    run(commands, on: path)
  }

  /// Changes columns of the first row of a table, which the program would not store, and
  /// recalculates the row's checksum.
  private func change(
    _ name: String, of path: String, to values: [(column: String, value: StoredValue)]
  ) throws {
    let table = try #require(StoreLayout.schema.tables.first { $0.name == name })
    let store = RawStore(path)
    for (column, value) in values {
      #expect(store.set(column, of: table, row: 1, to: value), "\(column)")
    }
  }

  /// Changes the order of the first enrolment.
  private func setOrder(_ order: Int, of path: String) throws {
    try change("Enrolment", of: path, to: [("order", .integer(order))])
  }

  /// Returns the number of rows of a table.
  private func count(_ table: String) -> String? {
    Database.value("SELECT count(*) FROM \(table)", own)
  }

  private static let orders = [99, 0, -5, 3, .min, .max]

  @Test(arguments: orders)
  func `A merge names an enrolment that no order has, and takes nothing of it`(
    _ order: Int
  ) throws {
    try setOrder(order, of: other)
    let reason =
      order > 0 ? "\"order\" contradicts the study" : "\"order\" has an impossible value"
    let result = chimp(own, "merge \(other)", "study status", "next P1", "check-store full")
    let lines = result.output.split(separator: "\n").map(String.init)
    let left = order > 0 ? "" : "; left out 1 damaged round: 1"
    #expect(lines.first == "0 trials added, 0 were already there\(left)")
    #expect(lines.dropFirst().first == "error: \(other): row 1 of Enrolment: \(reason)")
    #expect(result.output.hasSuffix("rows: no damage found\n"))
    #expect(result.status == 1)
    #expect(["Enrolment", "Participant"].map { count($0) } == ["1", "1"])
  }

  @Test(arguments: orders)
  func `A store that has such an enrolment names it and goes on`(_ order: Int) throws {
    try setOrder(order, of: own)
    let result = chimp(own, "study status", "next P1", "enrol P3")
    #expect(result.diagnostics.contains("can't read row 1 of 'Enrolment': its 'order'"))
    #expect(result.output.contains("0 of 9 enrolled\n"))
    #expect(result.output.contains("error: P1 is not enrolled"))
    #expect(result.output.contains("P3: order 1 of 2: "))
    #expect(result.status == 3)
    let check = chimp(own, "check-store full").output
    #expect(check.contains("row 1 of Enrolment"))
  }

  @Test func `An invalid code is refused with its trials`() throws {
    for code in ["P\t2", "P\n2", "P/2", "", String(repeating: "x", count: 33)] {
      try change("Participant", of: other, to: [("code", .text(code))])
      let row =
        code.isEmpty
        ? "Session: \"participant\" takes 1 to 64 bytes"
        : "Round: \"participant\" must be a participant's code: 1 to 32 letters (a to z, A to Z), digits and \"-\""
      #expect(
        chimp(own, "merge \(other)").output.replacing("1 participant and ", with: "") == """
          0 trials added, 0 were already there; left out 1 damaged round: 1
          error: \(other): row 1 of \(row)

          """)
      #expect(
        chimp(other, "check-store full").output.contains(
          "row 1 of Participant: \"code\" must be a participant's code"))
    }
    #expect(count("Participant") == "1")
  }

  @Test func `A study whose text is invalid, or differs from its hash, is refused as a whole`()
    throws
  {
    let empty = folder.path + "/empty"
    for (text, reason) in [
      ("x", "\"text\" has an impossible value"),
      (
        "@ chimp-study 1\nname memory\nparticipants 2\ncondition a span",
        "\"hash\" contradicts the text of the study"
      ),
    ] {
      try change("Study", of: other, to: [("text", .text(text))])
      #expect(
        chimp(empty, "merge \(other)").output
          == "0 trials added, 0 were already there\nerror: \(other): row 1 of Study: \(reason)\n")
      #expect(chimp(other, "check-store full").output.contains("row 1 of Study: \(reason)"))
    }
    #expect(chimp(empty, "study status").output.hasPrefix("error: no study yet"))
  }

  @Test func `A trial that is not of the block of its participant is refused`() throws {
    let changes: [(values: [(String, StoredValue)], column: String)] = [
      ([("studyOrder", .integer(2))], "study_order"),
      ([("studyOrder", .integer(1)), ("studyBlock", .integer(.max >> 11))], "study_block"),
      ([("studyBlock", .integer(1)), ("studyCondition", .text("650"))], "study_condition"),
    ]
    for (values, column) in changes {
      try change("Round", of: other, to: values)
      #expect(
        chimp(own, "merge \(other)").output.replacing("1 participant and ", with: "") == """
          0 trials added, 0 were already there; left out 1 damaged round: 1
          error: \(other): row 1 of Round: "\(column)" contradicts the study

          """)
    }
    #expect(count("Round") == "1")
  }

  @Test func `Numbers with which sums would overflow can't be read`() throws {
    try change(
      "Round", of: own, to: [("onset", .integer(.max)), ("block", .integer(.min))])
    let result = chimp(
      own, "rounds", "round 1", "replay 1", "summary include=all", "next P1", "check-store full")
    #expect(result.output.contains("row 1 of 'Round', its 'block'") || result.status != 0)
    #expect(result.output.hasSuffix("row 1 of Round, its 'block' is of another kind\n"))
  }
}
