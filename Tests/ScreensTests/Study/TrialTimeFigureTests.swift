@testable import Archive
import Records
@testable import Screens
import TestSupport
import Testing

/// Tests of studies that fix the times before and between trials.
struct TrialTimeFigureTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  private func study() -> String {
    folder.file(
      "a.study",
      """
      @ chimp-study 1
      name times
      participants 9
      seed x
      condition a count=2 size=2x1 numerals=1..2 trials=4 fixation=320 interval=800..1200
      """)
  }

  private func planned(_ path: String) -> String? {
    Database.value(
      """
      SELECT group_concat(ifnull(plannedInterval, '-') || ' ' || plannedFixation, ',') FROM
        (SELECT * FROM Round ORDER BY trial)
      """, path)
  }

  @Test func `The next trial comes by itself, after its interval and the fixation mark`() {
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study())", "enrol P1", "next", "wait 400", "give-up")
    let before = player.play("wait 800")
    #expect(!before.contains { $0.hasPrefix("round 2") })
    let after = player.play("wait 800")
    #expect(after.contains { $0.hasPrefix("round 2") }, "\(after)")
  }

  @Test func `A block that is killed goes on with the intervals of its trials`() {
    let whole = folder.path + "/whole"
    let player = ScriptedSession(whole, process: "one")
    player.play("study check \(study())", "enrol P1", "next", "wait 400")
    for _ in 1...4 { player.play("give-up", "wait 1600") }
    let first = ScriptedSession(path, process: "one")
    first.play("study check \(study())", "enrol P1", "next", "wait 400", "give-up", "wait 1600")
    let second = ScriptedSession(path, process: "two")
    second.play("next P1", "wait 1600")
    for _ in 1...4 { second.play("give-up", "wait 1600") }
    #expect(planned(whole) == "- 320,924 320,895 320,968 320")
    // The trial that the kill interrupted is replaced by another one.
    #expect(planned(path) == "- 320,924 320,895 320,968 320,875 320")
  }

  @Test func `Exports, imports and merges carry both times`() {
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study())", "enrol P1", "next", "wait 400")
    for _ in 1...4 { player.play("give-up", "wait 1600") }
    player.quit()
    let data = folder.path + "/data.csv"
    _ = run(["--store", path, "-c", "export \(data)"])
    #expect(
      run(["-c", "import \(data)"]).output
        == "imported 4 trials and 0 presses from \"\(data)\"\n")
    let other = folder.path + "/other"
    #expect(
      run(["--store", other, "-c", "merge \(path)"]).output
        == "1 participant and 4 trials added, 0 were already there\n")
    #expect(planned(other) == planned(path))
    let text = TemporaryFolder.text(at: data)
    #expect(text.contains(",320,"))
    _ = folder.file("data.csv", text.replacing(",320,", with: ",321,", maxReplacements: 1))
    #expect(
      run(["-c", "import \(data)"]).output
        == "error: \(data):2: \"planned_fixation\" contradicts \"test\"\n")
  }

  @Test func `Other intervals than the participant's are refused by a merge`() throws {
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study())", "enrol P1", "next", "wait 400", "give-up")
    player.quit()
    let settings = Database.value("SELECT testSettings FROM Round LIMIT 1", path) ?? ""
    let table = try #require(StoreLayout.schema.tables.first { $0.name == "Round" })
    let other = settings.replacing("800..1200", with: "800..1300")
    #expect(RawStore(path).set("testSettings", of: table, row: 1, to: .text(other)))
    #expect(
      run(["--store", folder.path + "/other", "-c", "merge \(path)"]).output == """
        1 participant and 0 trials added, 0 were already there; left out 1 damaged round: 1
        error: \(path): row 1 of Round: "test_settings" contradicts the study

        """)
  }

  @Test func `The design as text says how trials are shown, and when they begin`() {
    let file = folder.file(
      "b.study",
      """
      @ chimp-study 1
      name shown
      participants 9
      require mouse window=80x24
      numerals size=1
      condition a hold=300 count=2 fixation=0 interval=500 tolerance=10
      condition b count=2
      """)
    let design = folder.path + "/design.txt"
    let reply = run([
      "--store", path, "-c", "study check \(file)", "-c", "study preregister \(design)",
    ])
    #expect(reply.status == 0, "\(reply.output)")
    let lines = TemporaryFolder.text(at: design).split(separator: "\n").map(String.init)
    let first = lines.firstIndex(of: "Presentation:") ?? lines.startIndex
    #expect(
      lines[first...].prefix(6) == [
        "Presentation:", "- presses: by mouse only, keys do nothing", "- window: 80x24 or larger",
        "- numerals: as text, never in large digits",
        "- a: no fixation mark, 500 ms between two trials, holds met within 10 ms",
        "## Sampling plan",
      ])
  }

  @Test func `Simulated participants have the intervals of the study`() {
    let reply = run(["--store", path, "-c", "simulate 2 study=\(study())"])
    #expect(reply.status == 0, "\(reply.output)")
    #expect(
      Database.value("SELECT count(*) FROM Round WHERE plannedInterval BETWEEN 800 AND 1200", path)
        == "6")
    #expect(
      run(["--store", path, "-c", "check-store full"]).output.hasSuffix("no damage found\n"))
  }
}
