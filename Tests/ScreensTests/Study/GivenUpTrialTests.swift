import Records
@testable import Screens
import TestSupport
import Testing

/// Tests of trials that the participant gave up, and of those in progress at the end of a test.
struct GivenUpTrialTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  /// Enrols a participant in a study of three trials, which is stopped while the third is played.
  private func playStopped() {
    let study = folder.file(
      "lab.study",
      """
      @ chimp-study 1
      name lab
      participants 9
      seed x
      condition a count=2 size=2x1 hold=100 trials=3
      """)
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study)", "enrol P1", "next", "wait 112", "give-up", "wait 600")
    player.play("wait 112", "press 1 1", "press 2 1", "wait 600", "stop")
    player.quit()
  }

  private func chimp(_ lines: String..., store: String = "store") -> String {
    let options = ["--clock", "virtual", "--store", folder.path + "/" + store]
    return run(options, input: lines.map { $0 + "\n" }.joined()).output
      .replacing(folder.path + "/", with: "")
  }

  /// Returns the outcomes of the stored trials, and whether the participant ended them.
  private func ends(_ store: String = "store") -> String? {
    Database.value(
      """
      SELECT group_concat(outcome || ' ' || ifnull(finished, '-'), ', ')
      FROM (SELECT * FROM Round ORDER BY trial)
      """, folder.path + "/" + store)
  }

  @Test func `A trial that was given up counts as failed in a block that was stopped`() {
    playStopped()
    #expect(ends() == "gave-up 1, passed 1, gave-up 0")
    let figures = chimp("summary include=all").split(separator: "\n")
    #expect(
      figures.contains("a (plain): 1 of 2 passed, 50.0 % (95 % interval 9.5 to 90.5)"), "\(figures)"
    )
    #expect(figures.contains("1 unfinished trial left out"))
    #expect(chimp("study status").contains("1 of 1 block done, 2 trials, 1 stopped"))
  }

  @Test func `An exported trial says who gave it up, and an import keeps it`() {
    playStopped()
    _ = chimp("export \(folder.path)/data.csv")
    #expect(chimp("import \(folder.path)/data.csv", store: "other").hasPrefix("imported 3 trials"))
    #expect(ends("other") == ends())
  }

  @Test func `In earlier files, a stopped test's trial that was given up is unfinished`() throws {
    playStopped()
    _ = chimp("export \(folder.path)/data.jsonl")
    let later = try Regex(",\"(finished|interrupted|estimate_outside)\":[^,}]*")
    folder.write(Array(folder.text("data.jsonl").replacing(later, with: "").utf8), "data.jsonl")
    #expect(chimp("import \(folder.path)/data.jsonl", store: "old").hasPrefix("imported 3 trials"))
    #expect(ends("old") == "gave-up -, passed 1, gave-up -")
    let figures = chimp("summary include=all", store: "old").split(separator: "\n")
    #expect(figures.contains("2 unfinished trials left out"))
    // What is exported of such a store is imported again.
    _ = chimp("export \(folder.path)/again.csv", store: "old")
    #expect(chimp("import \(folder.path)/again.csv", store: "new").hasPrefix("imported 3 trials"))
    #expect(ends("new") == ends("old"))
  }

  @Test func `A trial that was given up before a store was needed keeps who gave it up`() {
    let lines = [
      "start inoue-210 trials=3 seed=x", "wait 300", "give-up", "wait 600", "wait 300", "give-up",
      "wait 600", "stop", "start 2x1:1,1;2,1", "start 2x1:1,1;2,1", "give-up",
      "export \(folder.path)/data.jsonl",
    ]
    _ = run(["--clock", "virtual"], input: lines.map { $0 + "\n" }.joined())
    let finished = folder.text("data.jsonl").split(separator: "\"finished\":").dropFirst()
    #expect(finished.map { $0.prefix(1) } == ["1", "1", "0", "0", "1"])
  }

  @Test func `After a trial that was given up, stop keeps the question that was asked`() {
    let study = folder.file(
      "rated.study",
      """
      @ chimp-study 1
      name rated
      participants 9
      question sure scale 1..5 "guessed" "certain" "How sure?" after=trial
      condition a count=2 size=2x1 hold=100,200 trials=4
      """)
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study)", "enrol P1", "next", "wait 300")
    let asked = "How sure? (1 = guessed to 5 = certain; \"answer N\")"
    #expect(player.play("give-up").last == asked)
    player.play("stop")
    #expect(player.play("answer 3") == ["sure: 3", "you gave up at 0 of 2"])
    let answers = Database.value("SELECT answers FROM Enrolment", path)
    #expect(answers?.hasPrefix("sure.") == true)
    #expect(answers?.hasSuffix("=3") == true)
  }
}
