@testable import Archive
import Records
@testable import Screens
@testable import Shell
import TestSupport
import Testing

/// Tests of questions after each block, and of their answers in rules and files.
struct BlockQuestionTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  private func study(_ more: String = "") -> String {
    folder.file(
      "a.study",
      """
      @ chimp-study 1
      name lab
      participants 9
      practice inoue-650 practice=1
      question sex choice f,other "Sex?"
      question which text "Which?" if sex=other
      question dose decimal -5..99.5 "Dose?"
      question calm scale 1..7 "not at all" very "How calm?" after=block \
      ja="どのくらい" ja-labels=全く,とても
      question why text "Why?" after=block optional if calm=1
      question last text "Last?" at=end optional
      condition a inoue-210 trials=1
      condition b inoue-650 trials=1
      \(more)
      """)
  }

  private func chimp(_ lines: String..., options: [String] = []) -> [String] {
    run(lines, on: path, options: options).output.split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("  ") }
  }

  /// Plays the study to its end as one participant, whose answers after the first block are given.
  private func play(_ code: String, calm: String, _ player: ScriptedSession) -> [String] {
    player.play("enrol \(code)", "next", "answer f", "answer -1.50", "next", "give-up", "wait 32")
    player.play("next", "give-up", "wait 32")
    return player.play("next", "answer 9", "answer \(calm)")
  }

  @Test func `Each block is followed by its questions, before the next one begins`() {
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study())")
    let replies = play("P1", calm: "1", player)
    #expect(
      replies == [
        "How calm? (1 = not at all to 7 = very; \"answer N\")",
        "error: \"9\" is not an answer to \"How calm?\": 1 = not at all to 7 = very", "calm: 1",
        "Why? (\"answer TEXT\"; \"answer\" skips it)",
      ])
    // Another program asks the same question, and the block waits for its answer.
    let other = ScriptedSession(path, process: "two")
    #expect(other.play("next P1") == ["Why? (\"answer TEXT\"; \"answer\" skips it)"])
    #expect(
      player.play("answer noise").prefix(3) == [
        "why: noise", "you gave up at 0 of 5", "inoue-210 is over: score 0 of 1",
      ])
    #expect(
      player.play("next").first == "block 2 of 2, condition b: inoue-650, 1 trial")
    player.play("give-up", "wait 32")
    #expect(
      player.play("next", "set language ja", "next", "set language en").map { $0 } == [
        "How calm? (1 = not at all to 7 = very; \"answer N\")", "language = ja",
        "どのくらい（1 = 全くから7 = とても。answer N）", "language = en",
      ])
    let end = player.play("answer 7")
    #expect(
      end.prefix(3) == ["calm: 7", "you gave up at 0 of 5", "inoue-650 is over: score 0 of 1"])
    #expect(end.last == "Last? (\"answer TEXT\"; \"answer\" skips it)")
    #expect(player.play("answer") == ["last: skipped"])
    #expect(player.play("next") == ["error: P1 has done all 2 blocks"])
    #expect(
      Database.value("SELECT replace(answers, char(10), ' ') FROM Enrolment", path)
        == "sex=f dose=-1.5 calm.1=1 why.1=noise calm.2=7 last=")
    player.quit()
    #expect(chimp("check-store full").last?.hasSuffix(": no damage found") == true)
  }

  @Test func `The result of a block follows the answers to its questions`() {
    let file = folder.file(
      "b.study",
      """
      @ chimp-study 1
      name lab
      participants 9
      question calm integer 1..9 "How calm?" after=block
      question why text "Why?" after=block if calm=1
      question last text "Last?" at=end
      condition a count=1 size=1x1 trials=2
      condition b count=1 size=1x1 trials=2
      """)
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(file)", "enrol P1", "next")
    #expect(player.play("1 1") == ["passed: 1 of 1", "plain: 1 of 2 trials, 1 passed"])
    player.play("wait 600")
    let asked = "How calm? (1 to 9; \"answer N\")"
    #expect(player.play("1 1") == ["over", asked])
    #expect(
      player.play("results", "next") == [
        "error: the outcome of the trial is shown after the answer to its question", asked,
      ])
    #expect(player.play("answer 1") == ["calm: 1", "Why? (\"answer TEXT\")"])
    let result = ["passed: 1 of 1", "plain is over: score 2 of 2", "you passed 100 %"]
    #expect(player.play("answer so") == ["why: so"] + result)
    player.play("next", "1 1", "wait 600")
    // Who stops a block is asked about it, too.
    #expect(
      player.play("stop") == [
        "plain stopped, 1 trial is kept in the results, but it can't be continued"
      ])
    #expect(
      player.play("next", "answer 2") == [asked, "calm: 2", "Last? (\"answer TEXT\")"])
  }

  @Test func `A block that is stopped is followed by its questions, practice is not`() {
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study())", "enrol P1", "next", "answer f", "answer 3", "next")
    player.play("stop")
    #expect(player.play("next").first == "block 1 of 2, condition a: inoue-210, 1 trial")
    player.play("stop")
    // The test that was stopped before its first trial is over.
    #expect(player.play("next").first == "How calm? (1 = not at all to 7 = very; \"answer N\")")
  }

  @Test func `Files have the answer with its block, and a decimal as a number`() throws {
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study())")
    _ = play("P1", calm: "2", player)
    player.play("next", "give-up", "wait 32", "next", "answer 6")
    player.quit()
    _ = chimp("export \(folder.path)/data.csv", "export \(folder.path)/data format=bids")
    _ = chimp("export \(folder.path)/data.jsonl")
    for file in ["data.csv", "data.jsonl"] {
      let imported = run(["-c", "import \(folder.path)/\(file)"]).output
      #expect(
        imported.hasSuffix(
          "; the answers of 1 participant before and after blocks were not read "
            + "(\"merge\" brings answers)\n"), "\(imported)")
    }
    #expect(
      run(["-c", "set language ja", "-c", "import \(folder.path)/data.csv"]).output.hasSuffix(
        "。1人のブロックの前やあとの答えは読みませんでした（答えは merge で取り込みます）\n"))
    let people = TemporaryFolder.text(at: folder.path + "/data-participants.csv")
      .split(separator: "\r\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    #expect(
      people.map { $0.dropLast().suffix(6).joined(separator: ",") } == [
        "sex,which,dose,calm_block1,calm_block2,last", "f,,-1.5,2,6,",
      ])
    let long = TemporaryFolder.text(at: folder.path + "/data-long.csv").split(separator: "\r\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let header = try #require(long.first)
    let index = try #require(header.firstIndex(of: "group"))
    #expect(
      long.map { $0.suffix(header.count - index).prefix(7).joined(separator: ",") } == [
        "group,sex,which,dose,calm,why,last", ",f,,-1.5,,,", ",f,,-1.5,2,,", ",f,,-1.5,6,,",
      ])
    let table = TemporaryFolder.text(at: folder.path + "/data/participants.tsv")
      .split(separator: "\n").map { $0.split(separator: "\t").suffix(4) }
    #expect(table == [["sex", "dose", "calm_block1", "calm_block2"], ["f", "-1.5", "2", "6"]])
    let sidecar = TemporaryFolder.text(at: folder.path + "/data/participants.json")
    #expect(
      sidecar.hasSuffix(
        #""calm_block2": {"Description": "How calm? (after block 2): 1 = not at all, 7 = very"}}"#
          + "\n"))
  }

  @Test func `A rule about the answer after a block excludes the trials of this block`() {
    let player = ScriptedSession(path, process: "one")
    player.play(
      "study check \(study("exclude trial calm below 3\nexclude participant dose below -1.5"))")
    _ = play("P1", calm: "2", player)
    player.play("next", "give-up", "wait 32", "next", "answer 6")
    player.quit()
    let replies = chimp("summary include=scripts")
    #expect(
      replies.suffix(2) == [
        "1 trial of 1 participant left out by lab: exclude trial calm below 3 "
          + "(exclusions=no counts them)",
        "no trials left out by lab: exclude participant dose below -1.5",
      ])
    #expect(replies.first?.hasPrefix("b (inoue-650)") == true, "\(replies)")
  }

  @Test func `Answers after blocks are merged, and impossible ones are named`() {
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study())")
    _ = play("P1", calm: "2", player)
    player.quit()
    let other = folder.path + "/other"
    let merged = run(["--store", other, "-c", "merge \(path)"]).output
    #expect(merged.hasPrefix("1 participant and 2 trials added"), "\(merged)")
    #expect(
      Database.value("SELECT replace(answers, char(10), ' ') FROM Enrolment", other)
        == "sex=f dose=-1.5 calm.1=2")
    for wrong in [
      "calm=2", "calm.3=2", "calm.0=2", "calm.01=2", "calm.1=8", "sex.1=f", "dose=1.50",
    ] {
      let context = try? RecordContext(
        Store.open(StoreLayout.settings(.file(path))), StoreLayout.schema)
      let enrolment = try? context?.readable(EnrolmentRecord.self, "allEnrolments").first
      enrolment?.answers = wrong
      try? context?.save()
      #expect(
        chimp("next P1") == [
          "error: P1 is not enrolled (\"enrol P1\", or \"next CODE\" for "
            + "someone who is)"
        ], "\(wrong)")
    }
  }
}
