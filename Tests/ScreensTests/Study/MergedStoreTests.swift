@testable import Archive
import Glibc
import Records
@testable import Screens
import TestSupport
import Testing

/// Stores of other stations: they are only read, and interrupted blocks can begin anew here.
struct MergedStoreTests {
  private let folder = TemporaryFolder(isInMemory: true)

  /// Runs commands on a store of the folder and returns the output.
  private func chimp(_ store: String, _ commands: String...) -> FinishedRun {
    let result = run(commands, on: path(store))
    return FinishedRun(
      status: result.status, result.output.replacing(folder.path + "/", with: ""),
      result.diagnostics.replacing(folder.path + "/", with: ""))
  }

  private func path(_ store: String) -> String { folder.path + "/" + store }

  private var study: String {
    folder.file(
      "a.study",
      """
      @ chimp-study 1
      name memory
      participants 9
      condition a plain count=2 size=3x2 trials=3
      """)
  }

  @Test func `A store of an earlier version is merged and imported, and not a byte changes`() throws
  {
    _ = chimp(
      "other", "study check \(study)", "enrol P1", "next", "give-up", "stop", "start 2x1:1,1;2,1",
      "1 1 2 1")
    try OlderStore.make(at: path("other"))
    let bytes = folder.bytes("other")
    #expect(
      chimp("own", "merge \(path("other"))").output
        == "1 participant and 1 trial added, 0 were already there; left out 1 trial of no study "
        + "(\"import other\" adds it)\n")
    #expect(
      chimp("own", "import \(path("other"))").output
        == "imported 1 trial and 2 presses from \"other\"; 1 was already there\n")
    #expect(folder.bytes("other") == bytes)
    #expect(folder.files.filter { $0.hasPrefix("other") } == ["other"])
  }

  @Test func `A store without a study is refused, and not a byte changes either`() throws {
    _ = chimp("other", "start 2x1:1,1;2,1", "1 1 2 1")
    try OlderStore.make(at: path("other"))
    let bytes = folder.bytes("other")
    #expect(
      chimp("own", "merge \(path("other"))").output == "error: there is no study in \"other\"\n")
    #expect(folder.bytes("other") == bytes)
    #expect(folder.files.filter { $0.hasPrefix("other") } == ["other"])
  }

  @Test func `A log of an earlier version is read with its file, and neither changes`() throws {
    _ = chimp("other", "start 2x1:1,1;2,1", "1 1 2 1")
    try OlderStore.make(at: path("other"))
    let store = try Store.open(
      StoreSettings(
        location: .file(path("other")), application: StoreLayout.application,
        migrations: OlderStore.migrations, environment: .system()))
    let context = try RecordContext(store, Schema([SettingRecord.self]))
    try context.insert(SettingRecord.self) { $0.name = "a" }
    try context.save()
    let files = ["other", "other-wal"]
    let bytes = files.map { folder.bytes($0) }
    #expect(!bytes[1].isEmpty)
    #expect(
      chimp("own", "import \(path("other"))").output
        == "imported 1 trial and 2 presses from \"other\"\n")
    #expect(files.map { folder.bytes($0) } == bytes)
    withExtendedLifetime(context) {}
  }

  @Test func `A block that was interrupted at another station begins anew when it is asked for`() {
    let player = ScriptedSession(path("other"), process: "one")
    player.play("study check \(study)", "enrol P1", "next", "give-up", "wait 2000", "give-up")
    #expect(
      chimp("own", "merge \(path("other"))").output
        == "1 participant and 2 trials added, 0 were already there\n")
    #expect(
      chimp("own", "next P1").output
        == "error: block 1 was interrupted at another station: continue it there, or begin it "
        + "anew here with \"next P1 anew=yes\"\n")
    let anew = chimp("own", "next P1 anew=yes", "give-up", "stop").output
    #expect(
      anew.hasPrefix(
        """
        the block begins anew; the earlier trials are kept
        block 1 of 1, condition a: plain, 3 trials
        round 3: 2 numerals on 3x2

        """))
    #expect(
      Database.value(
        "SELECT group_concat(testState || count, ' ') FROM (SELECT testState, count(*) AS count "
          + "FROM Round GROUP BY testState ORDER BY testState)", path("own")) == "stale2 stopped1")
    #expect(
      Database.value("SELECT count(DISTINCT board) FROM Round", path("own")) == "3")
    #expect(
      chimp("own", "next P1 anew=yes").output
        == "error: no block of P1 was interrupted: \"next P1\" goes on\n")
    // The first station learns that its block is stale.
    #expect(
      chimp("other", "merge \(path("own"))").output
        == "3 trials added, 0 were already there\n")
    #expect(chimp("other", "next P1").output == "error: P1 has done all 1 block\n")
  }

  @Test func `A block that went on at two stations does not stop the merge`() throws {
    let player = ScriptedSession(path("other"), process: "one")
    player.play("study check \(study)", "enrol P1", "next", "give-up")
    _ = chimp("own", "merge \(path("other"))", "next P1 anew=yes", "give-up", "stop")
    let later = ScriptedSession(path("other"), process: "two")
    later.play("next P1", "give-up", "wait 2000", "give-up")
    later.play("enrol P2", "next P2", "give-up", "stop")
    later.quit()
    let first = try #require(
      Database.value("SELECT objectId FROM Round WHERE row = 1", path("other")))
    for added in ["1 participant and 1 trial added, 0 were", "0 trials added, 1 was"] {
      let result = chimp("own", "merge \(path("other"))")
      #expect(
        result.output == """
          \(added) already there; left out 3 rounds of what went on differently here: 1, 2, 3
          error: other: row 1 of Round: trial "\(first)" has a different \
          "resumption_session_id" in the store

          """)
      #expect(result.status == 1)
    }
    let states = "SELECT group_concat(testState) FROM (SELECT testState FROM Round ORDER BY row)"
    #expect(Database.value(states, path("own")) == "stale,stopped,stopped")
    #expect(chimp("own", "check-store full").status == 0)
  }

  @Test func `Answers that a participant gave differently at two stations are reported`() {
    let file = folder.file(
      "c.study",
      """
      @ chimp-study 1
      name asked
      participants 9
      question age integer 18..99 "How old?"
      question hand choice right,left "Which hand?"
      condition a plain count=2 size=3x2 trials=1
      """)
    _ = chimp("own", "study check \(file)", "enrol P1")
    _ = chimp("other", "merge \(path("own"))", "study check \(file)")
    _ = chimp("own", "next P1", "answer 30")
    _ = chimp("other", "next P1", "answer 70", "answer left", "next", "give-up", "stop")
    let result = chimp("own", "merge \(path("other"))")
    #expect(
      result.output == """
        1 trial added, 0 were already there
        error: other: row 1 of Enrolment: participant "P1" has a different "answers" in the store

        """)
    #expect(result.status == 1)
    let answers = Database.value("SELECT answers FROM Enrolment", path("own"))
    #expect(answers == "age=30\nhand=left")
  }

  @Test(arguments: ["merge", "import"])
  func `A study with another text is not merged, and all else is`(command: String) {
    func study(_ name: String, _ count: Int) -> String {
      folder.file(
        "\(name)\(count).study",
        """
        @ chimp-study 1
        name \(name)
        participants 9
        condition a plain count=\(count) size=3x2 trials=1
        """)
    }
    _ = chimp("own", "study check \(study("memory", 2))", "enrol P1")
    _ = chimp(
      "other", "study check \(study("memory", 3))", "enrol P2", "next", "give-up",
      "study check \(study("span", 2))", "enrol P3", "next", "give-up")
    let result = chimp("own", "\(command) \(path("other"))")
    let reply =
      command == "merge"
      ? "1 participant and 1 trial added, 0 were already there"
      : "imported 1 trial and 0 presses from \"other\""
    #expect(
      result.output == """
        \(reply)
        error: the study memory in "other" has another text than the one here: it is left out

        """)
    #expect(result.status == 1)
    let studies = "SELECT group_concat(DISTINCT study) FROM Round"
    #expect(Database.value(studies, path("own")) == "span")
    let codes = "SELECT group_concat(code) FROM (SELECT code FROM Enrolment ORDER BY code)"
    #expect(Database.value(codes, path("own")) == "P1,P3")
    #expect(Database.value("SELECT count(*) FROM Round", path("other")) == "2")
  }

  @Test func `Trials of a study that a store has from a file only are imported with the store`() {
    let data = path("data.csv")
    _ = chimp(
      "other", "study check \(study)", "enrol P1", "next", "give-up", "stop", "export \(data)")
    _ = chimp("copy", "import \(data)")
    #expect(
      chimp("own", "import \(path("copy"))").output
        == "imported 1 trial and 0 presses from \"copy\"\n")
    #expect(
      chimp("own", "import \(path("other"))").output
        == "imported 0 trials and 0 presses from \"other\"; 1 was already there\n")
  }

  @Test func `A session that was merged before its end gets its end later`() {
    let player = ScriptedSession(path("other"), process: "one")
    player.play("study check \(study)", "enrol P1", "next", "give-up", "stop")
    let ends = "SELECT count(dateEnded) || ' of ' || count(*) FROM Session"
    _ = chimp("own", "merge \(path("other"))")
    #expect(Database.value(ends, path("own")) == "0 of 1")
    player.quit()
    _ = chimp("own", "merge \(path("other"))")
    #expect(Database.value(ends, path("own")) == "1 of 1")
    let end = "SELECT dateEnded FROM Session"
    #expect(Database.value(end, path("own")) == Database.value(end, path("other")))
  }

  @Test func `Of a trial that was resumed twice, the last resumption is merged`() {
    let first = ScriptedSession(path("other"), process: "one", now: 1_000)
    first.play("study check \(study)", "enrol P1", "next")
    let second = ScriptedSession(path("other"), process: "two", now: 2_000)
    second.play("next P1", "give-up")
    _ = chimp("own", "merge \(path("other"))")
    _ = chimp("copy", "merge \(path("other"))")
    ScriptedSession(path("other"), process: "three", now: 3_000).play("next P1")
    let date = "SELECT s.dateCreated FROM Round r JOIN Session s ON r.resumption = s.row"
    #expect(Database.value(date, path("own")) == "2000")
    // The earlier state, which another store has, does not return.
    for store in ["other", "copy"] {
      _ = chimp("own", "merge \(path(store))")
      #expect(Database.value(date, path("own")) == "3000")
    }
  }

  /// Plays a game of zoo in a store, in which so many trials are passed before the failures.
  private func playZoo(in store: String, passing passedCount: Int) {
    let player = ScriptedSession(path(store), process: store)
    player.play("start zoo")
    for number in 1...passedCount + 7 {
      let board = Database.value(
        "SELECT substr(board, instr(board, ':') + 1) FROM Round ORDER BY row DESC LIMIT 1",
        path(store))
      let cells = (board ?? "").split(separator: ";").map { cell in
        (cell.split(separator: "@").last ?? "").replacing(",", with: " ")
      }
      player.play("wait 1100")
      if number <= passedCount {
        for cell in cells { player.play("press \(cell)") }
      } else {
        player.play("give-up")
      }
      player.play("wait 100")
    }
    player.quit()
  }

  @Test func `The first game and the best one do not depend on the order of imports`() {
    playZoo(in: "earlier", passing: 6)
    playZoo(in: "later", passing: 7)
    var replies: [String] = []
    for (store, others) in [("one", ["earlier", "later"]), ("two", ["later", "earlier"])] {
      for other in others { _ = chimp(store, "import \(path(other))") }
      replies.append(chimp(store, "results format=json include=scripts").output)
    }
    #expect(replies[0] == replies[1])
    let tests = replies[0].split(separator: "{\"test\":").dropFirst()
    #expect(tests.map { $0.contains("\"level\":2,") } == [true, false])
    #expect(tests.map { $0.contains("\"standing\":") } == [true, false])
  }

  /// A study of two conditions in two orders.
  private var studyOfOrders: String {
    folder.file(
      "b.study",
      """
      @ chimp-study 1
      name orders
      participants 9
      order latin
      condition a plain count=2 size=3x2 trials=1
      condition b plain count=2 size=2x3 trials=1
      """)
  }

  @Test func `A file with trials in another order than their participant has here is refused`() {
    let file = studyOfOrders
    let data = path("data.csv")
    _ = chimp("other", "study check \(file)", "enrol P1", "next", "give-up", "export \(data)")
    _ = chimp("third", "study check \(file)", "enrol P2")
    func order(_ code: String, _ store: String) -> String? {
      Database.value("SELECT \"order\" FROM Enrolment WHERE code = '\(code)'", path(store))
    }
    // Orders are given in turn, from the first one of the station on.
    if order("P2", "third") != order("P1", "other") { _ = chimp("third", "enrol P3") }
    _ = chimp("third", "enrol P1")
    #expect(order("P1", "third") != order("P1", "other"))
    #expect(
      chimp("third", "import \(data)").output
        == "error: data.csv:2: \"study_order\" contradicts the study\n")
    #expect(Database.value("SELECT count(*) FROM Round", path("third")) == "0")
  }

  @Test func `Who is enrolled after an import goes on in the order of the trials`() {
    let file = studyOfOrders
    for code in ["P1", "P2"] {
      let data = path("\(code).csv")
      let reply = chimp(
        code, "study check \(file)", "enrol P1", "enrol P2", "next \(code)", "give-up",
        "export \(data)"
      ).output
      let order = reply.contains("\(code): order 1 of 2") ? 1 : 2
      let restored = chimp("own\(code)", "study check \(file)", "import \(data)", "enrol \(code)")
      #expect(restored.output.contains("\(code): order \(order) of 2"), "\(restored.output)")
      #expect(
        chimp("own\(code)", "next \(code)").output.hasPrefix("block 2 of 2"), "\(restored.output)")
    }
  }

  @Test func `A session whose participant has withdrawn resumed a trial that stays`() {
    let first = ScriptedSession(path("other"), process: "one")
    first.play("study check \(study)", "enrol P1", "start 2x1:1,1;2,1", "press 1 1")
    let second = ScriptedSession(path("other"), process: "two")
    second.play("enrol P2", "resume", "press 2 1")
    second.quit()
    #expect(
      chimp("own", "import \(path("other"))", "withdraw P2 --force").output.hasPrefix(
        "imported 1 trial and 2 presses from \"other\"\n"
          + "P2 is erased: 0 trials, 0 presses, 1 enrolment\n"))
    let known = "imported 0 trials and 0 presses from"
    #expect(
      chimp("own", "import \(path("other"))").output
        == "\(known) \"other\"; 1 was already there\n")
    #expect(
      chimp("other", "import \(path("own"))").output
        == """
        \(known) "own"; 1 was already there
        error: P2 has withdrawn there, and is still here: "withdraw P2"

        """)
  }

  @Test func `A withdrawal elsewhere is respected, though the trials are still here`() {
    _ = chimp("other", "study check \(study)", "set participant P1", "start 2x1:1,1;2,1", "1 1 2 1")
    _ = chimp(
      "third", "import \(path("other"))", "study check \(study)", "withdraw P1 --force")
    #expect(
      chimp("other", "merge \(path("third"))").output
        == """
        0 trials added, 0 were already there
        error: P1 has withdrawn there, and is still here: "withdraw P1"

        """)
    #expect(
      chimp("own", "import \(path("other"))").output
        == "imported 0 trials and 0 presses from \"other\"; "
        + "left out 1 trial of participants who have withdrawn\n")
    #expect(Database.value("SELECT count(*) FROM Participant", path("own")) == "0")
  }

  @Test func `News of a best that came through files are erased with their participant`() throws {
    _ = chimp(
      "other", "set participant P1", "start 2x1:1,1;2,1", "1 1 2 1", "news add Other",
      "export \(path("data.csv"))", "news export \(path("news.csv"))")
    let text = String(decoding: folder.bytes("news.csv"), as: UTF8.self)
    let round = try #require(Database.value("SELECT objectId FROM Round", path("other")))
    #expect(
      text.split(separator: "\r\n").map { String($0.split(separator: ",").last ?? "") }
        == ["round_id", round, "other"])
    #expect(
      chimp("own", "import \(path("data.csv"))", "news import \(path("news.csv"))").status == 0)
    _ = chimp("own", "withdraw P1 --force")
    #expect(Database.value("SELECT group_concat(title) FROM News", path("own")) == "Other")
  }
}
