@testable import Screens
import TestSupport
import Testing

/// Tests of rules about the trials of one condition.
struct ConditionExclusionTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  private func study(_ rule: String, _ conditions: [String]) -> String {
    let lines = conditions.map { "condition \($0)" }.joined(separator: "\n")
    return folder.file(
      "a.study",
      """
      @ chimp-study 1
      name lab
      participants 9
      seed x
      \(lines)
      exclude participant \(rule)
      """)
  }

  /// Returns what the summary says of the rule.
  private func words(_ options: String = "include=scripts") -> String? {
    run(["--store", path, "-c", "summary \(options)"]).output
      .split(separator: "\n").last.map(String.init)
  }

  @Test(arguments: [
    ("passed below 50% in short", ["+---", "++++"], true),
    ("passed below 25% in short", ["+---", "++++"], false),
    ("passed below 50% in long", ["----", "--++"], false),
    ("passed below 51 in long", ["----", "--++"], true),
    // The holds of the second block are 400, 200, 400, 200.
    ("passed below 50% in \"long 400\"", ["++++", "-+-+"], true),
    ("passed below 50% in \"long 200\"", ["++++", "-+-+"], false),
    ("trials below 3 in \"long 400\"", ["++++", "++++"], true),
    ("trials below 3 in long", ["++++", "++++"], false),
    ("passed below 60%", ["++++", "----"], true), ("passed below 50%", ["++++", "----"], false),
  ])
  func `A rule looks at the trials of its condition alone`(
    _ rule: String, _ outcomes: [String], _ excludes: Bool
  ) {
    let keys = "count=1 size=1x1 trials=4"
    let file = study(rule, ["short hold=50 \(keys)", "long hold=200,400 \(keys)"])
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(file)", "enrol P1")
    for block in outcomes {
      player.play("next")
      for outcome in block {
        player.play("wait 432", outcome == "+" ? "1 1" : "give-up", "wait 32")
      }
    }
    player.quit()
    #expect(
      Database.value("SELECT group_concat(requestedHold) FROM Round WHERE studyBlock = 2", path)
        == "400,200,400,200")
    let end = "left out by lab: exclude participant \(rule)"
    #expect(
      words()
        == (excludes
          ? "8 trials of 1 participant \(end) (exclusions=no counts them)" : "no trials \(end)"))
  }

  @Test func `A question with the name of the later measure keeps its rule`() {
    let file = folder.file(
      "a.study",
      """
      @ chimp-study 1
      name lab
      participants 9
      question hold-missed integer 1..9 "How often?" optional
      condition a count=1 size=1x1 trials=1
      exclude participant hold-missed above 3
      """)
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(file)")
    for (code, answer) in [("P1", "5"), ("P2", "2"), ("P3", "")] {
      player.play("enrol \(code)", "next", "answer \(answer)", "next", "1 1", "wait 32")
    }
    player.quit()
    #expect(
      words()
        == "1 trial of 1 participant left out by lab: exclude participant hold-missed above 3 "
        + "(exclusions=no counts them)")
  }
}
