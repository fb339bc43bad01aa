@testable import Archive
import Examiner
@testable import Game
import Glibc
import Records
@testable import Screens
@testable import Shell
@testable import Studies
import TestSupport
import Testing

/// Tests of the participants, the blocks and the stores of a study.
struct StudyTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  /// Writes the file of a study with two conditions, and with additional lines; returns its path.
  @discardableResult
  private func study(_ more: String = "", name: String = "a.study") -> String {
    folder.file(
      name,
      """
      @ chimp-study 1
      name memory
      participants 3
      \(more)
      condition 210 inoue-210 trials=2
      condition 650 inoue-650 trials=1
      """)
  }

  /// The lines that play a block of two trials to its end.
  private let block = ["next", "give-up", "wait 32", "give-up"]

  /// Plays lines in a session and returns the replies.
  private func play(_ player: ScriptedSession, _ lines: [String]) -> [String] {
    lines.flatMap { player.play($0) }
  }

  @Test func `A study that is changed after an enrolment is refused`() {
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study())")
    #expect(player.play("study check \(study("break 1"))").count == 2)
    player.play("enrol P1")
    #expect(player.play("study check \(study("# the same\nbreak 1"))").first?.first == "2")
    #expect(
      player.play("study check \(study())") == [
        "error: \"\(folder.path)/a.study\" is not the study memory that P1 is "
          + "enrolled in: undo the change, or give the study another name"
      ])
    #expect(player.play("study status").first?.hasPrefix("memory ") ?? false)
    for code in ["P2", "P3"] { player.play("enrol \(code)") }
    #expect(
      player.play("enrol p3") == [
        "error: p3 differs from P3 only in capitals, and P3 is enrolled: take another code"
      ])
    #expect(player.play("enrol P4") == ["error: all 3 participants are enrolled"])
  }

  @Test func `A block that was killed goes on, and not while its program runs`() {
    let first = ScriptedSession(path, process: "one")
    first.play("study check \(study())", "enrol P1", "next", "give-up", "wait 32")
    let second = ScriptedSession(path, process: "two", running: ["one"])
    #expect(
      second.play("next P1") == ["error: block 1 is running in another program"])
    let third = ScriptedSession(path, process: "three")
    #expect(
      third.play("next P1") == [
        "block 1 of 2, condition 210, continues", "resumed: round 2: 0 of 5 pressed",
      ])
    #expect(third.play("next") == ["error: a test is running (\"stop\" ends it)"])
    // The trial that was interrupted is replaced by another one.
    third.play("give-up")
    #expect(
      third.play("study status")[1] == "P1  order 1: 210, 650; 0 of 2 blocks done, 2 trials")
    third.play("wait 32", "give-up")
    #expect(
      third.play("study status")[1] == "P1  order 1: 210, 650; 1 of 2 blocks done, 3 trials")
    #expect(
      Database.value(
        "SELECT count(DISTINCT testId) || ' ' || group_concat(studyBlock || studyCondition || "
          + "sessionNumber) FROM Round", path) == "1 12101,12101,12101")
    #expect(third.play("next").first == "block 2 of 2, condition 650: inoue-650, 1 trial")
  }

  @Test func `A trial that was over when its block was killed is exported, and taken again`() {
    ScriptedSession(path, process: "one").play(
      "study check \(study())", "enrol P1", "next", "give-up")
    let second = ScriptedSession(path, process: "two")
    let reply = second.play("next P1")
    #expect(reply.first == "block 1 of 2, condition 210, continues")
    #expect(reply.dropFirst().first?.hasPrefix("resumed: inoue-210: 1 of 2 trials") ?? false)
    second.play("give-up")
    second.quit()
    #expect(
      Database.value("SELECT count(resumption) || ' of ' || count(*) FROM Round", path) == "1 of 2")
    let file = folder.path + "/data.csv"
    let exported = run(["--store", path, "-c", "export \(file)"])
    #expect(exported.output.hasPrefix("exported 2 trials and 0 presses to "))
    #expect(exported.status == 0)
    #expect(
      run(["-c", "import \(file)"]).output
        == "imported 2 trials and 0 presses from \"\(file)\"\n")
  }

  @Test func `A block that was killed between two trials is merged before and after it goes on`() {
    func merge() -> String {
      run(["--store", folder.path + "/other", "-c", "merge \(path)"]).output
    }
    ScriptedSession(path, process: "one").play(
      "study check \(study())", "enrol P1", "next", "give-up")
    #expect(merge() == "1 participant and 1 trial added, 0 were already there\n")
    let second = ScriptedSession(path, process: "two")
    second.play("next P1", "give-up")
    second.quit()
    #expect(merge() == "2 trials added, 0 were already there\n")
    #expect(merge() == "0 trials added, 2 were already there\n")
    #expect(
      Database.value(
        "SELECT group_concat(testState || coalesce(resumption, 0)) FROM Round",
        folder.path + "/other") == "complete2,complete0")
  }

  @Test func `A test is not continued by another participant`() {
    let lines = [
      "set participant P1", "start span", "set participant P2", "set participant P1",
      "set participant", "stop", "set participant P2", "set participant",
    ]
    let output = run([], input: lines.map { $0 + "\n" }.joined()).output
    let refusal = "error: " + Refusal.testGoesOn.words(in: .english)
    let (first, second) = ("participant = P1", "participant = P2")
    let replies = output.split(separator: "\n").map(String.init)
      .filter { $0.contains("participant") || $0.contains("error") }
    #expect(replies == [first, refusal, first, first, second, second])
  }

  /// Returns the participant's code for each round, in the order of the rounds, separated by
  /// commas.
  private func owners() -> String? {
    Database.value(
      "SELECT group_concat(code) FROM (SELECT code FROM Round JOIN Session ON session = Session.row"
        + " JOIN Participant ON participant = Participant.row ORDER BY Round.row)", path)
  }

  @Test func `Each participant continues the own block, even if another was interrupted later`() {
    let first = ScriptedSession(path, process: "one")
    first.play("study check \(study())", "enrol P1", "next P1", "give-up")
    ScriptedSession(path, process: "two").play("enrol P2", "next P2", "give-up")
    ScriptedSession(path, process: "three").play("start span", "give-up")
    let later = ScriptedSession(path, process: "four").play("next P1", "give-up")
    #expect(later.contains { $0.hasPrefix("resumed: ") }, "\(later)")
    let last = ScriptedSession(path, process: "five").play("next P2", "give-up")
    #expect(last.contains { $0.hasPrefix("resumed: ") }, "\(last)")
    #expect(owners() == "P1,P2,guest,P1,P2")
    #expect(
      Database.value(
        "SELECT count(*) FROM Round r JOIN Session s ON r.session = s.row JOIN Session t ON"
          + " r.resumption = t.row WHERE s.participant IS NOT t.participant", path) == "0")
  }

  @Test func `A test that another session resumes stays with its participant`() {
    ScriptedSession(path, process: "one").play(
      "study check \(study())", "enrol P1", "next", "give-up")
    let other = ScriptedSession(path, process: "two")
    let reply = other.play("resume", "give-up")
    #expect(reply.first?.hasPrefix("resumed: inoue-210: 1 of 2 trials") ?? false, "\(reply)")
    #expect(owners() == "P1,P1")
    #expect(
      other.play("study status")[1] == "P1  order 1: 210, 650; 1 of 2 blocks done, 2 trials")
  }

  @Test func `A single round that another session resumes leaves the participant as it was`() {
    ScriptedSession(path, process: "one").play(
      "study check \(study())", "enrol P1", "start 2x1:1,1;2,1", "press 1 1")
    ScriptedSession(path, process: "two").play(
      "enrol P2", "resume", "press 2 1", "start 2x1:1,1;2,1")
    #expect(owners() == "P1,P2")
  }

  @Test func `A round that was interrupted amid its presses stays with its participant`() {
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study())", "enrol P1", "next P1")
    ScriptedSession(path, process: "two").play("enrol P2", "next P2")
    ScriptedSession(path, process: "three").play("next P1", "give-up")
    #expect(owners() == "P1,P2")
    let open = "SELECT group_concat(code) FROM Round JOIN Session ON session = Session.row"
    #expect(
      Database.value(
        open + " JOIN Participant ON participant = Participant.row WHERE outcome IS NULL", path)
        == "P2")
  }

  @Test func `A refused next leaves the participant as it was`() {
    let lines = [
      "study check \(study("sessions 2 gap=1h"))", "enrol P1", "next", "give-up", "wait 100",
      "give-up", "wait 100", "next", "give-up", "wait 100", "give-up", "wait 100",
      "set participant P9", "next P1", "set participant",
    ]
    let options = ["--store", path, "--clock", "virtual"]
    let output = run(options, input: lines.map { $0 + "\n" }.joined()).output
    #expect(output.contains("error: session 2 begins in "), "\(output)")
    #expect(output.hasSuffix("participant = P9\n"), "\(output)")
  }

  @Test func `A program that ends amid a block leaves it to be continued`() {
    let first = ScriptedSession(path, process: "one")
    first.play("study check \(study())", "enrol P1", "next", "give-up")
    first.quit()
    let reply = ScriptedSession(path, process: "two").play("next P1")
    #expect(reply.dropFirst().first?.hasPrefix("resumed: ") ?? false, "\(reply)")
  }

  @Test func `A participant with the name of the study withdraws, and the study stays`() {
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study())", "enrol memory")
    player.quit()
    let value = "SELECT value FROM Setting WHERE name = 'study'"
    #expect(Database.value(value, path) == "memory")
    let output = run(["--store", path, "-c", "withdraw memory --force", "-c", "study status"])
      .output
    #expect(!output.contains("error"), "\(output)")
    #expect(Database.value(value, path) == "memory")
  }

  @Test func `Participants can withdraw while they or others are interrupted`() {
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study())", "enrol P1", "enrol P2", "next P2", "give-up")
    for code in ["P1", "P2"] {
      let output = run(["--store", path, "-c", "withdraw \(code) --force"]).output
      #expect(!output.contains("error"), "\(output)")
    }
    #expect(Database.value("SELECT count(*) FROM Round", path) == "0")
  }

  @Test func `A session waits for its gap, and its number is the study's`() {
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study("sessions 2 gap=1h"))", "enrol P1")
    _ = play(player, block + ["next", "give-up"])
    let reply = player.play("next")
    #expect(reply.first?.hasPrefix("error: session 2 begins in 1 h") ?? false, "\(reply)")
  }

  @Test
  func `A practice ends with so many passes in a row, and a break comes after so many trials`() {
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study("practice span count=1 practice=5 until=2\nbreak 2"))")
    player.play("enrol P1")
    #expect(
      player.play("next").first
        == "practice: span, until 2 in a row are passed, at most 5 trials")
    player.play("give-up", "wait 32")
    for _ in 0..<2 {
      let cell = Database.value(
        "SELECT substr(board, instr(board, ':') + 1) FROM Round ORDER BY row DESC LIMIT 1", path)
      let words = (cell ?? "").split(separator: ",").joined(separator: " ")
      player.play("press \(words)", "wait 32")
    }
    #expect(
      player.play("next").first == "block 1 of 2, condition 210: inoue-210, 2 trials")
    player.play("give-up", "wait 32", "give-up")
    #expect(
      player.play("next") == [
        "2 trials are done: time for a break", "(page 1 of 1; \"next\" continues)",
      ])
    #expect(player.play("next").first == "block 2 of 2, condition 650: inoue-650, 1 trial")
    #expect(
      Database.value("SELECT group_concat(trialPhase || studyBlock) FROM Round", path)
        == "practice0,practice0,practice0,test1,test1,test2")
  }

  @Test func `An enrolment waits for another program, and counts its participants`() throws {
    ScriptedSession(path, process: "one").play("study check \(study("order latin"))")
    let holder = try Holder(path)
    var others: [String] = []
    let result = run(["--store", path, "-c", "enrol P1", "-c", "enrol P2"]) {
      $0.configureStore = { [path] settings in
        settings.environment.sleep = { _ in
          holder.release()
          if others.isEmpty { others.append(run(["--store", path, "-c", "enrol P1"]).output) }
        }
      }
    }
    #expect(others == ["P1: order 1 of 2: 210, 650\n"])
    #expect(
      result.output
        == "error: P1 is enrolled already: order 1 of 2\nP2: order 2 of 2: 650, 210\n")
    #expect(Database.value("SELECT count(*) FROM Enrolment", path) == "2")
  }

  @Test func `Two stations are merged without a doubled or lost trial`() {
    let file = study()
    for (name, codes) in [("one", ["P1", "P2"]), ("two", ["P2", "P3"])] {
      let player = ScriptedSession(folder.path + "/" + name, process: name)
      player.play("study check \(file)")
      for code in codes {
        player.play("enrol \(code)")
        _ = play(player, block)
      }
      player.quit()
    }
    func chimp(_ lines: String...) -> (Int32, String) {
      let words = ["--store", folder.path + "/one"] + lines.flatMap { ["-c", $0] }
      let result = run(words) { $0.configureStore = { $0.reserve = 0 } }
      return (result.status, result.output)
    }
    for counts in [
      "1 participant and 2 trials added, 0 were already there",
      "0 trials added, 2 were already there",
    ] {
      let (status, output) = chimp("merge \(folder.path)/two")
      #expect(output == "\(counts)\nerror: P2 is also in one: refused\n")
      #expect(status == 1)
    }
    #expect(
      chimp("study status").1.split(separator: "\n").dropFirst() == [
        "P1  order 1: 210, 650; 1 of 2 blocks done, 2 trials",
        "P2  order 1: 210, 650; 1 of 2 blocks done, 2 trials",
        "P3  order 1: 210, 650; 1 of 2 blocks done, 2 trials",
        "3 of 3 enrolled",
      ])
    #expect(chimp("check-store").1.hasSuffix("no damage found\n"))
  }

  @Test func `Only a store with the same study is merged`() {
    ScriptedSession(path, process: "one").play("study check \(study())", "enrol P1")
    let other = ScriptedSession(folder.path + "/two", process: "two")
    other.play("study check \(study("break 3"))", "enrol P2")
    other.quit()
    ScriptedSession(folder.path + "/three", process: "three").play("start span", "give-up", "stop")
    let reason = "has another text than the one here: it is left out"
    let names = ["two", "three", "store", "none", "a.study"].map { "\(folder.path)/\($0)" }
    let output = names.map { run(["--store", path, "-c", "merge \($0)"]).output }.joined()
    #expect(
      output.split(separator: "\n") == [
        "0 trials added, 0 were already there",
        "error: the study memory in \"\(names[0])\" \(reason)",
        "error: there is no study in \"\(names[1])\"",
        "error: the store itself is in \"\(names[2])\"",
        "error: can't read \"\(names[3])\": no such file or directory",
        "error: not a database: '\(names[4])'",
      ])
  }

  @Test func `A study file that can't be read is refused`() {
    let player = ScriptedSession(path, process: "one")
    folder.write(Array("@ chimp-study 1\nname é".utf8) + [0x20, 0xff, 0xfe], "bytes")
    folder.write([UInt8](repeating: 0x23, count: StudyFile.longest + 1), "long")
    #expect(
      ["bytes", "long", "."].flatMap { player.play("study check \(folder.path)/\($0)") } == [
        "error: \(folder.path)/bytes:2: the file is not UTF-8, at column 8",
        "error: \"\(folder.path)/long\" is too long for a study",
        "error: can't read \"\(folder.path)/.\": is a directory",
      ])
  }

  @Test func `Groups, consent and answers of a participant are merged, also later ones`() {
    let file = study(
      """
      groups x y
      consent agree
      | You may stop.
      question age integer 18..99 "How old?"
      question more text "More?" optional at=end
      """)
    let (one, two) = (folder.path + "/one", folder.path + "/two")
    let first = ScriptedSession(one, process: "one")
    first.play("study check \(file)", "enrol P1", "next", "answer agree")
    first.quit()
    func merge(_ path: String, _ other: String) -> String {
      run(["--store", path, "-c", "merge \(other)"]).output
    }
    #expect(merge(two, one) == "1 participant and 0 trials added, 0 were already there\n")
    let again = ScriptedSession(one, process: "three")
    #expect(again.play("next P1") == ["How old? (18 to 99; \"answer N\")"])
    again.play("answer 30")
    again.quit()
    #expect(merge(two, one) == "0 trials added, 0 were already there\n")
    let facts =
      "SELECT \"group\" || ' ' || (dateConsented > 0) || ' ' || length(consentHash) || ' ' || "
      + "answers FROM Enrolment"
    #expect(Database.value(facts, two) == "x 1 16 age=30")
    #expect(
      run(["--store", two, "-c", "check-store full"]).output == "checked 2 rows: no damage found\n")
  }

  @Test func `Orders are balanced within each group, over all that a merge has brought`() {
    let file = study("order latin\ngroups x y", name: "b.study")
    let text = folder.file(
      "c.study",
      TemporaryFolder.text(at: file).split(separator: "participants 3").joined(
        separator: "participants 20"))
    let paths = ["one", "two"].map { folder.path + "/" + $0 }
    for (path, letter) in zip(paths, ["A", "B"]) {
      let player = ScriptedSession(path, process: letter)
      player.play("study check \(text)")
      for number in 1...4 { player.play("enrol \(letter)\(number)") }
      player.quit()
    }
    _ = run(["--store", paths[0], "-c", "merge \(paths[1])"])
    let player = ScriptedSession(paths[0], process: "again")
    for number in 5...8 { player.play("enrol A\(number)") }
    player.quit()
    #expect(
      Database.value(
        "SELECT group_concat(n) FROM (SELECT count(*) AS n FROM Enrolment "
          + "GROUP BY \"group\", \"order\")", paths[0]) == "3,3,3,3")
  }

  /// Enrols participants at a station, each in a run of its own, and returns the numbers of their
  /// orders.
  private func orders(of codes: [String], at station: String, _ file: String) -> [Int] {
    let path = folder.path + "/" + station
    let lines = ["study check \(file)"] + codes.map { "enrol \($0)" }
    return run(["--store", path] + lines.flatMap { ["-c", $0] }) {
      $0.configureStore = {
        $0.reserve = 0
        // The identifiers of a store differ from those of another one.
        var generator = Generator(text: "\(station) \(codes)")
        $0.environment.random = {
          (0..<4).reduce(0) { number, _ in number << 16 | UInt64(generator.next(below: 1 << 16)) }
        }
      }
      $0.machine = { "lab" }
    }.output.split(separator: "\n").filter { $0.contains(": order ") }.compactMap { line in
      line.split(separator: "order ").last?.split(separator: " ").first.flatMap { Int($0) }
    }
  }

  @Test func `Stations that never meet do not begin alike, and each takes every order once`() {
    let file = folder.file(
      "c.study",
      """
      @ chimp-study 1
      name memory
      participants 100
      order latin
      condition a inoue-210
      condition b inoue-430
      condition c inoue-650
      """)
    let stations = (1...8).map { station in
      orders(of: (1...6).map { "S\(station)-\($0)" }, at: "room\(station)", file)
    }
    #expect(Set(stations.map { $0.first }).count > 3)
    for orders in stations { #expect(orders.sorted() == [1, 2, 3, 4, 5, 6]) }
    // Merged enrolments count, whichever station they come from.
    _ = orders(of: ["X1", "X2", "X3"], at: "late", file)
    _ = run(["--store", folder.path + "/late", "-c", "merge \(folder.path)/room1"])
    let later = orders(of: ["X4", "X5", "X6"], at: "late", file)
    #expect(later.count == 3)
    #expect(
      Database.value(
        "SELECT group_concat(n) FROM (SELECT count(*) AS n FROM Enrolment GROUP BY \"order\")",
        folder.path + "/late") == "2,2,2,2,2,2")
  }

  @Test func `Groups may be given one by one or together`() throws {
    let head = "@ chimp-study 1\nname memory\nparticipants 9\n"
    let condition = "condition a inoue-210\n"
    let one = try StudyFile.read(head + "group stress\ngroup control\n" + condition)
    let other = try StudyFile.read(head + "groups stress control\n" + condition)
    #expect(one == other)
    #expect(one.hash == other.hash)
    #expect(one.groups == ["stress", "control"])
  }

  @Test func `A choice is answered in any language, and kept as the file's first word for it`() {
    let file = study("question hand choice right,left \"Which?\" ja=\"どちら\" ja-choices=右,左")
    func chimp(_ language: String, _ lines: String...) -> [Substring] {
      run(lines, on: path, options: ["--language", language]).output.split(separator: "\n")
    }
    #expect(
      chimp("ja", "study check \(file)", "enrol P1", "next", "answer 左").suffix(2) == [
        "どちら（右、左。answer WORD）", "hand: 左",
      ])
    #expect(chimp("en", "enrol P2", "next", "answer right").suffix(1) == ["hand: right"])
    #expect(
      Database.value("SELECT group_concat(answers) FROM Enrolment", path) == "hand=left,hand=right")
  }

  @Test func `A participant is stored only after consent, with the hash of the page`() {
    let player = ScriptedSession(path, process: "one")
    let file = study("consent agree\n| You may stop.\nconsent doui ja\n| やめられます。")
    player.play(
      "study check \(file)", "enrol P1", "next", "answer no", "enrol P2", "next", "answer agree")
    player.quit()
    #expect(Database.value("SELECT group_concat(code) FROM Enrolment", path) == "P2")
    let hash = Database.value("SELECT consentHash FROM Enrolment", path)
    #expect(hash == (try? StudyFile.read(TemporaryFolder.text(at: file)))?.consentHashes.first)
  }

  @Test func `A block that is stale begins anew, and what was done is kept and marked`() {
    let file = study("sessions 1 stale=1m")
    func player(_ process: String, after minutes: Int) -> ScriptedSession {
      ScriptedSession(path, process: process, now: 1_800_000_000_000 + minutes * 60_000)
    }
    func states() -> String? {
      Database.value("SELECT group_concat(testState || trial, ' ') FROM Round", path)
    }
    player("one", after: 0).play("study check \(file)", "enrol P1", "next", "give-up", "wait 32")
    #expect(states() == "open1 open2")
    let resumed = player("two", after: 1).play("next P1")
    #expect(resumed.dropFirst().first?.hasPrefix("resumed: round 2") == true, "\(resumed)")
    #expect(states() == "open1 open2")
    let third = player("three", after: 3)
    #expect(
      third.play("next P1").prefix(2) == [
        "the block was interrupted too long ago: it begins anew; the earlier trials are kept",
        "block 1 of 2, condition 210: inoue-210, 2 trials",
      ])
    third.play("give-up", "wait 32", "give-up")
    #expect(states() == "stale1 stale2 complete1 complete2")
    // The person has seen the solutions of the first boards.
    let boards = Database.value("SELECT group_concat(seededBoard, ' ') FROM Round", path) ?? ""
    let numbers = boards.split(separator: " ").map { board in
      String(board.split(separator: "/")[1].drop { $0 != "." })
    }
    #expect(numbers == [".1.1", ".1.2", ".1.r1.1", ".1.r1.2"])
    func lines(_ line: String) -> [String] {
      run(["--store", path, "-c", line]).output.split(separator: "\n").map(String.init)
    }
    // The block that was begun anew counts in no figure.
    #expect(lines("summary include=scripts").first?.contains("passed 0 of 2,") == true)
    #expect(
      lines("summary include=scripts").last?.hasPrefix("2 trials of blocks begun anew left out")
        == true, "\(lines("summary include=scripts"))")
    #expect(
      lines("summary include=all").first?.contains("passed 0 of 3,") == true,
      "\(lines("summary include=all"))")
    // A trial without a press has a line in the long table, too.
    _ = lines("export \(folder.path)/table.csv")
    let long = TemporaryFolder.text(at: folder.path + "/table-long.csv").split(separator: "\r\n")
    // Cells in quotes have commas of their own.
    let widths = long.map { line in
      line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 0 }.reduce(0) { $0 + $1.element.count { $0 == "," } }
    }
    #expect(widths == [Int](repeating: widths[0], count: 5))
    #expect(
      third.play("study status")[1] == "P1  order 1: 210, 650; 1 of 2 blocks done, 2 trials")
    third.quit()
    func chimp(_ line: String) -> String {
      run(["--store", path, "-c", line]) { $0.configureStore = { $0.reserve = 0 } }.output
    }
    #expect(chimp("check-store full").hasSuffix("no damage found\n"))
    #expect(chimp("export \(folder.path)/data.csv").hasPrefix("exported 4 trials"))
    #expect(
      run(["-c", "import \(folder.path)/data.csv"]).output
        == "imported 4 trials and 0 presses from \"\(folder.path)/data.csv\"\n")
  }
}
