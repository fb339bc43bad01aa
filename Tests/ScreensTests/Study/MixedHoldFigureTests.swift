@testable import Archive
import Records
@testable import Screens
import TestSupport
import Testing

/// Tests of studies that mix several holds within a block.
struct MixedHoldFigureTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  private func study(_ keys: String = "trials=6") -> String {
    folder.file(
      "a.study",
      """
      @ chimp-study 1
      name mix
      participants 9
      seed x
      condition glance hold=200,400 count=2 size=2x1 numerals=1..2 \(keys)
      """)
  }

  /// Plays the next trial: the hold, then two presses or giving up.
  @discardableResult
  private func play(_ player: ScriptedSession) -> [String] {
    player.play("give-up", "wait 32")
  }

  private func holds(_ path: String, _ condition: String = "true") -> String {
    Database.value(
      "SELECT group_concat(requestedHold, ' ') FROM "
        + "(SELECT * FROM Round WHERE \(condition) ORDER BY trial)", path) ?? ""
  }

  @Test func `A test that was left before a hold came is no unfinished test of that hold`() {
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study())", "enrol P1", "enrol P2", "next P1")
    for _ in 1...6 { play(player) }
    player.play("next P2")
    play(player)
    player.play("stop")
    let lines = player.play("summary include=all").filter {
      $0.hasPrefix("glance") || $0.hasPrefix("not")
    }
    #expect(
      lines == [
        "glance 200 (plain): you passed 0 of 3, 0 %",
        "glance 200 (plain): 0 of 3 passed, 0.0 % (95 % interval 0.0 to 56.1)",
        "glance 400 (plain): 2 participants passed 0 % on average",
        "glance 400 (plain): mean of 2 participants 0.0 % (an interval needs 3 participants "
          + "with the trials for it, and 2 have them), pooled 0 of 4",
        "not finished: 1 of 2 tests",
      ])
  }

  @Test func `A block that is killed and goes on elsewhere keeps its order of holds`() {
    let whole = folder.path + "/whole"
    let player = ScriptedSession(whole, process: "one")
    player.play("study check \(study())", "enrol P1", "next")
    for _ in 1...6 { play(player) }
    #expect(
      player.play("study status")[1] == "P1  order 1: glance; 1 of 1 block done, 6 trials")
    let first = ScriptedSession(path, process: "one")
    first.play("study check \(study())", "enrol P1", "next")
    for _ in 1...2 { play(first) }
    // Two trials that a kill interrupts don't count, and are replaced by others with their hold.
    let second = ScriptedSession(path, process: "two")
    second.play("next P1")
    play(second)
    let third = ScriptedSession(path, process: "three")
    #expect(
      third.play("next P1").first == "block 1 of 1, condition glance, continues")
    for _ in 1...5 { play(third) }
    #expect(
      third.play("study status")[1] == "P1  order 1: glance; 1 of 1 block done, 8 trials")
    #expect(holds(whole) == "400 200 200 200 400 400")
    #expect(holds(path) == "400 200 200 200 200 200 400 400")
    let isCounted = "moves NOT LIKE '%resumed%'"
    #expect(holds(path, isCounted) == holds(whole))
  }

  @Test func `A block that begins anew has other boards and the same holds`() {
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study())", "enrol P1", "next")
    for _ in 1...3 { play(player) }
    let second = ScriptedSession(path, process: "two")
    #expect(
      second.play("next P1 anew=yes").prefix(2) == [
        "the block begins anew; the earlier trials are kept",
        "block 1 of 1, condition glance: plain, 6 trials",
      ])
    for _ in 1...6 { play(second) }
    let doubled = Database.value(
      """
      SELECT count(DISTINCT seededBoard) || ' ' || group_concat(DISTINCT trial || ':' || requestedHold)
      FROM Round
      """, path)
    #expect(doubled == "10 1:400,2:200,3:200,4:200,5:400,6:400")
  }

  @Test func `Exports, imports and merges carry the hold of each trial`() {
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study())", "enrol P1", "next")
    for _ in 1...6 { play(player) }
    player.quit()
    let data = folder.path + "/data.csv"
    _ = run(["--store", path, "-c", "export \(data)"])
    #expect(
      run(["-c", "import \(data)"]).output
        == "imported 6 trials and 0 presses from \"\(data)\"\n")
    let other = folder.path + "/other"
    #expect(
      run(["--store", other, "-c", "merge \(path)"]).output
        == "1 participant and 6 trials added, 0 were already there\n")
    #expect(holds(other) == holds(path))
    // The first two trials have different holds: exchanged, neither can have been played.
    var text = TemporaryFolder.text(at: data)
    for (old, new) in [("wrong,400,,one", "wrong,*,,one"), ("wrong,200,,one", "wrong,400,,one")] {
      text = text.replacing(old, with: new, maxReplacements: 1)
    }
    text = text.replacing("wrong,*,,one", with: "wrong,200,,one")
    _ = folder.file("data.csv", text)
    #expect(
      run(["-c", "import \(data)"]).output
        == "error: \(data):2: \"requested_hold\" contradicts \"test\" and \"test_settings\"\n")
  }

  @Test func `An order of holds that is not the participant's is refused by a merge`() throws {
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study())", "enrol P1", "next")
    play(player)
    player.quit()
    let settings = Database.value("SELECT testSettings FROM Round LIMIT 1", path) ?? ""
    let table = try #require(StoreLayout.schema.tables.first { $0.name == "Round" })
    let other = settings.replacing("holds=200,400", with: "holds=400,200")
    #expect(RawStore(path).set("testSettings", of: table, row: 1, to: .text(other)))
    #expect(
      run(["--store", folder.path + "/other", "-c", "merge \(path)"]).output == """
        1 participant and 1 trial added, 0 were already there; left out 1 damaged round: 1
        error: \(path): row 1 of Round: "test_settings" contradicts the study

        """)
  }

  @Test func `Simulated participants have the holds of the study, and fit its rules`() {
    let reply = run(["--store", path, "-c", "simulate 3 study=\(study("trials=8 practice=3"))"])
    #expect(reply.status == 0, "\(reply.output)")
    let counts = Database.value(
      """
      SELECT group_concat(number, ' ') FROM (SELECT count(*) AS number FROM Round
        WHERE trialPhase = 'test' GROUP BY session, requestedHold)
      """, path)
    #expect(counts == "4 4 4 4 4 4")
    let check = run(["--store", path, "-c", "check-store full"]).output
    #expect(check.hasSuffix("no damage found\n"))
  }
}
