@testable import Archive
import Game
import Records
@testable import Screens
import TestSupport
import Testing

/// Tests of rules about trials whose numerals were written some time after the onset.
struct VisibleTimeExclusionTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/store" }

  /// Plays a trial with a hold of 200 ms whose numerals could be seen from 550 ms after the onset.
  private func play(_ rule: String, _ keys: String, _ lines: [String]) throws {
    let file = folder.file(
      "a.study",
      """
      @ chimp-study 1
      name lab
      participants 9
      seed x
      condition a count=2 size=2x1 trials=1 \(keys)
      exclude trial \(rule)
      """)
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(file)", "enrol P1", "next")
    for line in lines { player.play(line) }
    player.quit()
    let store = try Store.open(StoreLayout.settings(.file(path)))
    let context = try RecordContext(store, StoreLayout.schema)
    for round in try context.fetch(RoundRecord.self, "allRounds") {
      round.change { trial in
        trial.exposure.shown = 550
        trial.measures.studyTime = trial.measures.studyTime.map { $0 + 550 }
        trial.measures.time = trial.measures.time.map { $0 + 550 }
        trial.measures.firstPressFromOnset = trial.measures.firstPressFromOnset.map { $0 + 550 }
      }
    }
    try context.save()
  }

  /// Returns what the summary says of the rule.
  private var words: String? {
    run(["--store", path, "-c", "summary include=scripts"]).output
      .split(separator: "\n").last.map(String.init)
  }

  @Test(arguments: [
    // The mask comes 208 ms after the numerals, and the wrong press 400 ms after them.
    ("study-time above 110%", false), ("study-time above 103%", true),
    ("study-time above 300", false), ("study-time above 207", true),
    ("study-time below 100%", false), ("time above 401", false), ("time above 399", true),
  ])
  func `A rule compares the time since the numerals could be seen`(
    _ rule: String, _ excludes: Bool
  ) throws {
    try play(rule, "hold=200", ["wait 208", "wait 192", "press 1 1"])
    let end = "left out by lab: exclude trial \(rule)"
    #expect(
      words
        == (excludes
          ? "1 trial of 1 participant \(end) (exclusions=no counts them)" : "no trials \(end)"))
  }

  @Test(arguments: [("first-press below 150", true), ("first-press above 150", false)])
  func `A press that ends the look is timed from the numerals`(
    _ rule: String, _ excludes: Bool
  ) throws {
    try play(rule, "hold=2000 press=ends-look", ["wait 112", "press 1 1"])
    let end = "left out by lab: exclude trial \(rule)"
    #expect(
      words
        == (excludes
          ? "1 trial of 1 participant \(end) (exclusions=no counts them)" : "no trials \(end)"))
  }
}
