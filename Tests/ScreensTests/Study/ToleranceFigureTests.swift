@testable import Archive
import Records
@testable import Screens
import TestSupport
import Testing

/// Tests of studies that fix the tolerance of met holds.
struct ToleranceFigureTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  private func study(_ keys: String) -> String {
    folder.file(
      "a.study",
      """
      @ chimp-study 1
      name met
      participants 9
      seed x
      condition a hold=300 count=2 size=2x1 numerals=1..2 trials=2 \(keys)
      """)
  }

  /// Returns the judgements of two trials, whose hold of 300 ms takes 304 ms on a virtual clock.
  private func judgements(_ keys: String) -> String? {
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study(keys))", "enrol P1", "next", "wait 400", "give-up")
    player.play("wait 400", "give-up")
    player.quit()
    return Database.value(
      "SELECT group_concat(measuredHold || ' ' || ifnull(holdTolerance, '-') || ' ' || holdMet) "
        + "FROM Round", path)
  }

  @Test func `Trials are judged by the tolerance of their study`() {
    #expect(judgements("tolerance=4") == "304 4 1,304 4 1")
  }

  @Test func `Without a tolerance they are judged as before`() {
    #expect(judgements("") == "304 - 1,304 - 1")
  }

  @Test func `A trial beyond the tolerance is replaced, and no figure has it`() {
    #expect(judgements("tolerance=3") == "304 3 0,304 3 0")
    let status = run(["--store", path, "-c", "study status"]).output
    #expect(status.contains("0 of 1 block done, 2 trials"), "\(status)")
    let figures = run(["--store", path, "-c", "summary include=scripts"]).output
    #expect(figures.contains("2 trials with a missed hold left out"), "\(figures)")
  }

  @Test func `An import with another tolerance is refused`() {
    _ = judgements("tolerance=4")
    let data = folder.path + "/data.csv"
    _ = run(["--store", path, "-c", "export \(data)"])
    #expect(
      run(["-c", "import \(data)"]).output
        == "imported 2 trials and 0 presses from \"\(data)\"\n")
    let text = TemporaryFolder.text(at: data)
    _ = folder.file("data.csv", text.replacing("tolerance=4", with: "tolerance=3"))
    let reply = run(["-c", "import \(data)"]).output
    #expect(reply.hasPrefix("error: \(data):2: \"hold_tolerance\" contradicts"), "\(reply)")
  }
}
