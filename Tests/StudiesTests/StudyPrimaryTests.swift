import Shell
import Studies
import Testing

/// Tests of the line `primary` of a study file.
struct StudyPrimaryTests {
  private static let design = """
    condition short hold=200 count=5
    condition long hold=900 count=5
    groups stress control

    """

  private func plan(_ line: String) throws(StudyError) -> StudyPlan {
    try StudyFile.read(StudyText.head + line + "\n" + Self.design)
  }

  @Test func `A primary outcome is about two conditions or two groups, wherever they stand`() throws
  {
    #expect(
      try plan("primary accuracy long against short").primary
        == StudyPrimary(.accuracy, .conditions, first: "long", second: "short"))
    #expect(
      try plan("primary first-press stress against control").primary
        == StudyPrimary(.firstPress, .groups, first: "stress", second: "control"))
    let last = StudyText.head + Self.design + "primary later-presses short against long\n"
    #expect(
      try StudyFile.read(last).primary
        == StudyPrimary(.laterPresses, .conditions, first: "short", second: "long"))
    #expect(try plan("").primary == nil)
  }

  @Test func `A name of a condition and of a group means two conditions`() throws {
    let text = StudyText.head + Self.design + "group long\ngroup short\n"
    #expect(
      try StudyFile.read(text + "primary accuracy long against short").primary?.sides
        == .conditions)
    #expect(
      try StudyFile.read(text + "primary accuracy long against stress").primary?.sides == .groups)
  }

  @Test func `The hash depends on each word of the primary outcome`() throws {
    let lines = [
      "", "primary accuracy long against short", "primary accuracy short against long",
      "primary first-press long against short", "primary accuracy stress against control",
    ]
    #expect(try Set(lines.map { try plan($0).hash }).count == lines.count)
    #expect(try plan("  primary accuracy  long against short").hash == plan(lines[1]).hash)
  }

  @Test(arguments: [
    ("long against long", "4: \"long\" is compared with itself, at column 31"),
    (
      "mid against long",
      "4: \"mid\" is neither a condition nor a group: short, long, stress, control, at column 18"
    ),
    (
      "long against mid",
      "4: \"mid\" is neither a condition nor a group: short, long, stress, control, at column 31"
    ),
    (
      "long against stress",
      "4: \"stress\" is of another kind than \"long\": short, long, at column 31"
    ),
    (
      "stress against long",
      "4: \"long\" is of another kind than \"stress\": stress, control, at column 33"
    ),
    ("long versus short", "4: argument must be against: \"versus\" at column 23"),
    ("long 200 against 900", "4: long does not have several holds, at column 23"),
    ("long 200 against 200", "4: \"200\" is compared with itself, at column 35"),
    (
      "mid 200 against 900",
      "4: \"mid\" is neither a condition nor a group: short, long, at column 18"
    ),
    (
      "long against short now",
      "4: unexpected argument \"now\" at column 37 (usage: primary OUTCOME NAME against NAME)"
    ),
    (
      "long", "4: against is missing (usage: primary OUTCOME NAME against NAME), at column 22"
    ),
  ])
  func `A wrong primary outcome is named with its column`(sides: String, words: String) {
    #expect(throws: StudyError.self) { try plan("primary accuracy \(sides)") }
    do throws(StudyError) { _ = try plan("primary accuracy \(sides)") } catch {
      #expect(error.words(in: .english) == words)
    }
  }

  @Test(arguments: [
    (
      "primary latency long against short",
      "4: OUTCOME must be one of accuracy, first-press, later-presses: \"latency\" at column 9"
    ),
    (
      "primary acuracy long 200 against 900",
      "4: unknown outcome \"acuracy\" at column 9, did you mean \"accuracy\"?"
    ),
    (
      "primary accuracy long against short\nprimary accuracy short against long",
      "5: \"primary\" appears twice, at column 1"
    ),
  ])
  func `An unknown outcome and a second primary outcome are refused`(lines: String, words: String) {
    #expect(throws: StudyError.self) { try plan(lines) }
    do throws(StudyError) { _ = try plan(lines) } catch {
      #expect(error.words(in: .english) == words)
    }
  }
}
