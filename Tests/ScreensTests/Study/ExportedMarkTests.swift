import TestSupport
import Testing

/// Tests of what exports tell of a trial beside its own values.
struct ExportedMarkTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  private func cells(_ column: String, _ file: String) -> [String] {
    let rows = TemporaryFolder.text(at: folder.path + "/" + file).split(separator: "\r\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let index = rows[0].lastIndex(of: column) ?? 0
    return rows.dropFirst().map { $0[$0.count - (rows[0].count - index)] }
  }

  @Test func `An export tells what followed an interruption, and is imported again`() {
    let study = folder.file(
      "a.study",
      """
      @ chimp-study 1
      name lab
      participants 1
      seed x
      boards same
      condition a count=2 size=2x1 numerals=1..2 trials=3
      """)
    let first = ScriptedSession(path, process: "one")
    first.play("study check \(study)", "enrol P1", "next P1")
    // Killed while the numerals were visible, then given up: another trial takes its place.
    let second = ScriptedSession(path, process: "two")
    second.play("next P1")
    #expect(second.play("give-up").first == "interrupted: another board follows")
    second.play("wait 600")
    #expect(second.play("1 1").first?.hasPrefix("right") == true)
    second.play("2 1", "wait 600")
    // Killed behind the first press, which masks, and gone on with.
    second.play("2 1")
    let third = ScriptedSession(path, process: "three")
    third.play("next P1", "1 1", "wait 600")
    // Killed while the numerals were visible, and shown again.
    let fourth = ScriptedSession(path, process: "four")
    fourth.play("next P1", "2 1", "1 1", "wait 600")
    fourth.quit()
    let export = run(["--store", path, "-c", "export \(folder.path)/data.csv"]).output
    #expect(export.hasPrefix("exported 4 trials"), "\(export)")
    #expect(
      zip(cells("outcome", "data.csv"), cells("interrupted", "data.csv")).map { "\($0) \($1)" }
        == ["gave-up replaced", "passed ", "passed paused", "passed resumed"])
    #expect(
      TemporaryFolder.text(at: folder.path + "/data.csv.dictionary.txt")
        .contains("interrupted             text?    what followed an interruption of the trial"))
    let other = folder.path + "/other"
    let imported = run([
      "--store", other, "-c", "import \(folder.path)/data.csv", "-c",
      "export \(folder.path)/again.csv",
    ]).output
    #expect(imported.hasPrefix("imported 4 trials"), "\(imported)")
    #expect(cells("interrupted", "again.csv") == ["replaced", "", "paused", "resumed"])
  }

  @Test func `An export tells on which side of its range an adaptive test has ended`() {
    let export = run([
      "--store", path, "-c", "simulate 1 adapt-span trials=3 capacity=0,0 seed=a", "-c",
      "simulate 1 adapt-hold trials=3 capacity=0,0 seed=b", "-c",
      "simulate 1 adapt-span trials=6 capacity=7,0 slips=0 seed=c", "-c",
      "export \(folder.path)/data.csv",
    ]).output
    #expect(export.contains("exported 12 trials"), "\(export)")
    let found = cells("estimate_outside", "data.csv")
    let blank = Array(repeating: "", count: 6)
    #expect(found == ["below", "below", "below", "above", "above", "above"] + blank)
    let other = folder.path + "/other"
    let imported = run([
      "--store", other, "-c", "import \(folder.path)/data.csv", "-c",
      "export \(folder.path)/again.csv",
    ]).output
    #expect(imported.hasPrefix("imported 12 trials"), "\(imported)")
    #expect(cells("estimate_outside", "again.csv") == found)
  }
}
