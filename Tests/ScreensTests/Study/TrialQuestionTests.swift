@testable import Archive
import Records
@testable import Screens
import TestSupport
import Testing

/// Tests of questions after each trial, and of their answers in files.
struct TrialQuestionTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  private func study() -> String {
    folder.file(
      "a.study",
      """
      @ chimp-study 1
      name lab
      participants 9
      seed x
      question sure integer 1..9 "How sure?" after=trial
      question why text "Why?" after=trial optional if sure=1
      question calm integer 1..9 "How calm?" after=block
      condition a count=1 size=1x1 trials=2 practice=1
      condition b count=1 size=1x1 trials=1
      """)
  }

  private func begin(_ process: String = "one") -> ScriptedSession {
    let player = ScriptedSession(path, process: process)
    player.play("study check \(study())", "enrol P1", "next")
    return player
  }

  @Test func `Each trial but practice is followed by its questions, before the next one begins`() {
    let player = begin()
    #expect(!player.play("1 1", "wait 32").contains { $0.hasPrefix("How sure") })
    let asked = "How sure? (1 to 9; \"answer N\")"
    #expect(player.play("1 1").last == asked)
    // No time and no press begins the next trial.
    #expect(!player.play("wait 5000", "1 1").contains { $0.hasPrefix("round") })
    #expect(player.play("next") == [asked])
    #expect(
      player.play("answer 0", "answer 1") == [
        "error: \"0\" is not an answer to \"How sure?\": 1 to 9", "sure: 1",
        "Why? (\"answer TEXT\"; \"answer\" skips it)",
      ])
    #expect(player.play("answer", "wait 32").contains { $0.hasPrefix("round 3") })
    // The last trial of the block has its question, then the block.
    #expect(player.play("1 1").last == asked)
    #expect(player.play("answer 7").first == "sure: 7")
    #expect(player.play("next") == ["How calm? (1 to 9; \"answer N\")"])
    player.quit()
    #expect(answers("FROM Enrolment") == "sure.*=1|why.*=|sure.*=7")
  }

  /// Returns the stored answers, with a star for the identifier of a trial.
  private func answers(_ source: String) -> String? {
    Database.value("SELECT answers \(source)", path)?.split(separator: "\n").map { line in
      let parts = line.split(separator: "=", omittingEmptySubsequences: false)
      return parts[0].split(separator: ".")[0] + ".*=" + parts[1]
    }.joined(separator: "|")
  }

  @Test func `A program that is killed before the answer asks again, and the block goes on`() {
    let player = begin()
    player.play("1 1", "wait 32", "1 1")
    let second = ScriptedSession(path, process: "two")
    #expect(second.play("next P1") == ["How sure? (1 to 9; \"answer N\")"])
    #expect(second.play("answer 4") == ["sure: 4"])
    let replies = second.play("next", "wait 32")
    #expect(replies.first == "block 1 of 2, condition a, continues")
    #expect(second.play("1 1").contains("How sure? (1 to 9; \"answer N\")"))
    #expect(answers("FROM Enrolment") == "sure.*=4")
  }

  @Test func `Exports have the answers of each trial, and merges carry them`() {
    let player = begin()
    player.play("1 1", "wait 32", "1 1", "answer 1", "answer a noise", "wait 32", "1 1")
    player.play("answer 5")
    player.quit()
    let data = folder.path + "/data.csv"
    _ = run(["--store", path, "-c", "export \(data)"])
    let text = TemporaryFolder.text(at: data)
    let ends = text.split(whereSeparator: \.isNewline).dropFirst().map { line in
      line.contains("sure=1 why=\"\"a noise\"\"")
        ? "1" : line.contains("sure=5") ? "5" : line.contains("sure") ? "?" : "-"
    }
    #expect(ends == ["-", "1", "5"], "\(text)")
    let lines = TemporaryFolder.text(at: folder.path + "/data-long.csv").split(separator: "\r\n")
    #expect(lines[0].contains(",answers,group,sure,why,calm,press_id,"))
    #expect(lines[1].contains(",0,,,,,,,"))
    #expect(lines[2].contains(",\"sure=1 why=\"\"a noise\"\"\",,1,\"a noise\",,"))
    #expect(lines[3].contains(",sure=5,,5,,,"))
    // Nobody has answered the question after the block.
    #expect(
      run(["--store", path, "-c", "export \(folder.path)/set format=psych-ds"]).output
        == "exported 3 trials and 3 presses to the dataset \"\(folder.path)/set\"\n")
    let unread = """
      from "\(data)"; the answers after 2 trials were not read ("merge" brings answers)
      """
    #expect(
      run(["-c", "import \(data)"]).output == "imported 3 trials and 3 presses \(unread)\n")
    #expect(
      run(["-c", "set language ja", "-c", "import \(data)"]).output
        == "language = ja\n\(data) から3試行（押下3回）を取り込みました。"
        + "2試行のあとの答えは読みませんでした（答えは merge で取り込みます）\n")
    let other = folder.path + "/other"
    #expect(
      run(["--store", other, "-c", "merge \(path)"]).output
        == "1 participant and 3 trials added, 0 were already there\n")
    #expect(
      run(["--store", other, "-c", "import \(data)"]).output
        == "imported 0 trials and 0 presses from \"\(data)\"; 3 were already there; "
        + "the answers after 2 trials were not read (\"merge\" brings answers)\n")
    let again = folder.path + "/again.csv"
    _ = run(["--store", other, "-c", "export \(again)"])
    #expect(TemporaryFolder.text(at: again).contains("sure=5"))
  }

  @Test func `Another program's trial keeps its answer apart, when the block begins anew`() {
    let player = begin()
    player.play("1 1", "wait 32", "1 1", "answer 3", "wait 32")
    let second = ScriptedSession(path, process: "two")
    second.play("next P1 anew=yes", "1 1", "wait 32")
    #expect(second.play("1 1").contains("How sure? (1 to 9; \"answer N\")"))
    second.play("answer 8")
    #expect(answers("FROM Enrolment") == "sure.*=3|sure.*=8")
  }

  /// Returns the reply to a study with a rule in its tenth line, behind questions after trials.
  private func checked(_ rule: String) -> String {
    let file = folder.file(
      "b.study",
      """
      @ chimp-study 1
      name other
      participants 9
      seed x
      condition a count=1 size=1x1 trials=3
      question sure integer 1..9 "How sure?" after=trial
      question eye choice left,right "Which eye?" after=trial
      question why text "Why?" after=trial
      question time integer 1..9 "How long?" after=trial
      exclude \(rule)
      """)
    return run(["--store", path, "-c", "study check \(file)"]).output
      .replacing(folder.path + "/", with: "")
  }

  @Test(arguments: [
    (
      "trial shure below 2",
      "15: \"shure\" can't be used to exclude, only first-press, press, time, study-time, "
        + "early-inputs, number, latency, sure, eye, time"
    ),
    ("trial why is x", "15: the answers to why are texts, which no rule compares"),
    ("trial eye above 1", "19: eye takes no \"above\", only \"is\""),
    ("trial eye is middle", "22: \"middle\" is not a value of eye: left, right"),
    ("trial sure below two", "26: \"two\" is not a value of sure: 1 to 9"),
    (
      "trial sure beyond 2 sd",
      "15: latency, beyond and sd make one rule: exclude trial latency beyond 3 sd"
    ),
    ("trial sure below 10", "26: the rules about sure leave no value: all would be excluded"),
    ("trial sure below 2 in a", "31: sure is not counted by condition: \"in\" can't follow it"),
    (
      "participant sure below 2",
      "21: \"sure\" can't be used to exclude, only trials, passed, excluded, practice, hold-missed"
    ),
  ])
  func `A rule about answers after trials that can't hold is refused at its word`(
    _ rule: String, _ reason: String
  ) {
    let parts = reason.split(separator: ":", maxSplits: 1)
    #expect(checked(rule) == "error: b.study:10:\(parts[1]), at column \(parts[0])\n")
  }

  @Test func `A rule compares the answer after each trial, and a skipped question excludes none`() {
    let file = folder.file(
      "c.study",
      """
      @ chimp-study 1
      name other
      participants 9
      seed x
      question sure integer 1..9 "How sure?" after=trial optional
      condition a count=1 size=1x1 trials=4
      exclude trial sure below 3
      exclude participant excluded above 60%
      """)
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(file)", "enrol P1", "next")
    for answer in ["1", "3", "", "2"] { player.play("1 1", "answer \(answer)", "wait 32") }
    let summary = player.play("summary include=all")
    #expect(summary.contains("a (plain): 2 of 2 passed, 100.0 % (95 % interval 34.2 to 100.0)"))
    #expect(
      summary.contains(
        "2 trials of 1 participant left out by other: exclude trial sure below 3 "
          + "(exclusions=no counts them)"))
    player.quit()
    let data = folder.path + "/data.csv"
    _ = run(["--store", path, "-c", "export \(data)"])
    let excluded = TemporaryFolder.text(at: data).split(separator: "\r\n").dropFirst().map {
      $0.contains("\"trial sure below 3\"")
    }
    #expect(excluded == [true, false, false, true])
  }

  @Test(arguments: ["block", "trial"])
  func `A rule about a participant's measure is not about a question after blocks or trials`(
    _ moment: String
  ) {
    let file = folder.file(
      "d.study",
      """
      @ chimp-study 1
      name other
      participants 9
      seed x
      question passed integer 1..9 "How many?" after=\(moment)
      condition a count=5 trials=5
      exclude participant passed below 100%
      """)
    let output = run([
      "-c", "study check \(file)", "-c", "simulate 2 study=other capacity=1 seed=a",
      "-c", "summary include=simulated",
    ]).output
    #expect(
      output.hasSuffix(
        "no trials to show\n10 trials of 2 participants left out by other: "
          + "exclude participant passed below 100% (exclusions=no counts them)\n"), "\(output)")
  }

  @Test func `A rule about a measure keeps its meaning beside a question of the same name`() {
    #expect(checked("trial time above 20000").hasPrefix("1 condition, "))
    let player = ScriptedSession(path, process: "one")
    player.play("enrol P1", "next", "1 1", "answer 5", "answer left", "answer x", "answer 9")
    #expect(
      player.play("summary include=all").contains(
        "no trials left out by other: exclude trial time above 20000"))
  }
}
