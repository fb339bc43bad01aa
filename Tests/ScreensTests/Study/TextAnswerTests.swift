@testable import Screens
import TestSupport
import Testing

/// Tests of answers that are texts: they are the rest of the line, byte for byte.
struct TextAnswerTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  private func begin() -> ScriptedSession {
    let study = folder.file(
      "a.study",
      """
      @ chimp-study 1
      name lab
      participants 9
      question hand choice right,left "Which hand?"
      question remarks text "Anything?" optional
      question why text "Why?" after=trial
      condition a count=1 size=1x1 trials=1
      """)
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study)", "enrol P1", "next")
    return player
  }

  @Test(arguments: [
    "noise, \"a bell\" é=1", "\"one\" and \"two\"", "an open \" quote", "\\ and \\\" and \\q",
    "# no comment",
    "two  blanks", "a=b", "Tom & Jerry &", "--yes", "e\u{301}", "  before and behind  ", "\"\"\"",
  ])
  func `An answer to a text question is kept byte for byte`(_ text: String) {
    let player = begin()
    player.play("answer right")
    #expect(player.reply("answer \(text)") == "remarks: \(text)\n")
    let stored = Database.value("SELECT answers FROM Enrolment", path)
    #expect(stored?.utf8.elementsEqual("hand=right\nremarks=\(text)".utf8) == true)
    player.quit()
    _ = run(["--store", path, "-c", "export \(folder.path)/data.csv"])
    var cell = text.replacing("\\", with: "\\\\").replacing("\"", with: "\"\"")
    if text.hasPrefix("-") { cell = "'" + cell }
    let people = TemporaryFolder.text(at: folder.path + "/data-participants.csv")
    #expect([cell, "\"\(cell)\""].contains { people.contains(",right,\($0),") }, "\(people)")
  }

  @Test func `An answer in a command of the options is kept with its semicolons`() {
    begin().quit()
    let commands = ["enrol P2; next", "answer right", "answer noise; tired"]
    let options = commands.flatMap { ["-c", $0] }
    #expect(run(["--store", path] + options).output.hasSuffix("remarks: noise; tired\n"))
    let stored = Database.value("SELECT answers FROM Enrolment WHERE code = 'P2'", path)
    #expect(stored == "hand=right\nremarks=noise; tired")
  }

  @Test(arguments: [
    ("\"a bell\"", "a bell"), (#""say \"hm\"""#, #"say "hm""#), (#""\\""#, #"\"#),
  ])
  func `An answer in quotes alone is the text in them`(_ line: String, _ text: String) {
    let player = begin()
    player.play("answer right")
    #expect(player.reply("answer \(line)") == "remarks: \(text)\n")
  }

  @Test(arguments: ["answer", "answer ", "answer    ", "answer \"\""])
  func `Blanks alone skip an optional question`(_ line: String) {
    let player = begin()
    player.play("answer right")
    player.play(line)
    #expect(Database.value("SELECT answers FROM Enrolment", path) == "hand=right\nremarks=")
  }

  @Test(arguments: [
    ("\"left\"", "hand: left\n"), ("  left  ", "hand: left\n"),
    ("# left", "error: \"# left\" is not an answer to \"Which hand?\": right, left\n"),
    ("\"left", "error: \"\"left\" is not an answer to \"Which hand?\": right, left\n"),
  ])
  func `Quotes and blanks around another answer are no part of it`(
    _ text: String, _ reply: String
  ) {
    #expect(begin().reply("answer \(text)").split(separator: "\n")[0] + "\n" == reply)
  }

  @Test func `An answer after a trial has marks for its quotes in an export`() {
    let player = begin()
    player.play("answer right", "answer", "next", "press 1 1")
    player.play("answer a \"bell\" \\ no")
    player.quit()
    _ = run(["--store", path, "-c", "export \(folder.path)/data.csv"])
    let text = TemporaryFolder.text(at: folder.path + "/data.csv")
    // A CSV file doubles each quote and each backslash of a cell.
    #expect(text.contains(##""why=""a \\""bell\\"" \\\\ no""","##), "\(text)")
  }
}
