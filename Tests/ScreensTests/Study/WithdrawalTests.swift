@testable import Archive
import ChimpSystem
import Glibc
import Records
@testable import Screens
@testable import Studies
import TestSupport
import Testing

/// Tests of participants who withdraw: none of their data remains in any file, and no operation
/// restores them.
struct WithdrawalTests {
  private static let withdrawn = "QWERTYUIOPAS"
  private static let other = "ZXCVBNMLKJHG"
  private static let remark = "left-handed-since-birth"

  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  /// Runs lines on a store and returns the lines of the replies, with the folder removed from
  /// paths.
  private func chimp(_ lines: String..., store: String = "store") -> [String] {
    run(["--store", folder.path + "/" + store] + lines.flatMap { ["-c", $0] }) {
      $0.configureStore = { $0.reserve = 0 }
      $0.eraseHistory = { isErased in
        let lines = folder.text("history").split(separator: "\n").map(String.init)
        folder.write(Array(lines.filter { !isErased($0) }.joined(separator: "\n").utf8), "history")
        return true
      }
    }.output.split(separator: "\n").map { $0.split(separator: folder.path + "/").joined() }
  }

  /// Plays as two participants, who consent and answer a question, and leaves a rescued file that
  /// contains them, too.
  private func play(in store: String = "store") {
    let file = folder.file(
      "lab.study",
      """
      @ chimp-study 1
      name lab
      participants 9
      consent agree
      | You may stop.
      question remarks text "Anything?" optional
      condition short hold=50 count=2 size=2x1 numerals=1..2 trials=2
      """)
    let player = ScriptedSession(folder.path + "/" + store, process: "one")
    player.play("study check \(file)")
    for (code, remark) in [(Self.withdrawn, Self.remark), (Self.other, "nothing")] {
      player.play(
        "enrol \(code)", "next", "answer agree", "answer \(remark)", "next \(code)")
      for _ in 0..<2 { player.play("wait 50", "wait 200", "1 1 2 1", "wait 32") }
    }
    player.quit()
    folder.write(
      Array("enrol \(Self.withdrawn)\nanswer \(Self.remark)\nsummary\nnext \(Self.other)".utf8),
      "history")
  }

  /// Returns the names of the files that contain a text.
  private func filesContaining(_ text: String) -> [String] {
    folder.files.filter { name in
      let bytes = folder.bytes(name)
      let text = Array(text.utf8)
      return bytes.count >= text.count
        && bytes.indices.dropLast(text.count - 1).contains { index in
          bytes[index] == text[0] && bytes[index..<index + text.count].elementsEqual(text)
        }
    }
  }

  private static let erased = [
    "\(withdrawn) is erased: 2 trials, 3 presses, 1 enrolment",
    "what was exported, backed up, merged or sent elsewhere is out of reach: erase it there",
  ]

  /// Plays a best result as each of two participants, the given number of minutes apart, so that
  /// news announce them.
  private func playBests(minutesBetween minutes: Int) {
    for (index, code) in [Self.withdrawn, Self.other].enumerated() {
      let now = 1_800_000_000_000 + index * minutes * 60_000
      let lines = [["start 2x1:1,1;2,1", "1 1 2 1"], ["start 3x1:1,1;2,1;3,1", "1 1 2 1 3 1"]]
      let words = ["--store", path, "--participant", code]
      _ = run(words + lines[index].flatMap { ["-c", $0] }) {
        $0.configureStore = {
          $0.reserve = 0
          $0.environment.now = { now }
        }
      }
    }
  }

  private var titles: String? {
    Database.value("SELECT group_concat(substr(title, 1, 24), '; ') FROM News", path)
  }

  @Test func `News of a best result are erased with their round, and others of that moment stay`() {
    playBests(minutesBetween: 0)
    #expect(Database.value("SELECT count(*) FROM News", path) == "2")
    #expect(
      chimp("withdraw \(Self.withdrawn) --force").first
        == "\(Self.withdrawn) is erased: 1 trial, 2 presses, 0 enrolments")
    let known = "SELECT count(*) FROM News WHERE roundId IN (SELECT objectId FROM Round)"
    #expect(Database.value(known, path) == "1")
    #expect(Database.value("SELECT count(*) FROM News", path) == "1")
    #expect(titles?.contains("3 numerals") == true, "\(titles ?? "")")
  }

  @Test func `News of earlier programs are found by the time of the last press`() throws {
    playBests(minutesBetween: 1)
    let store = try Store.open(
      StoreSettings(
        location: .file(path), application: StoreLayout.application,
        migrations: StoreLayout.migrations, environment: .system()))
    let context = try RecordContext(store, StoreLayout.schema)
    for news in try context.fetch(News.self, "allNews") { news.roundId = nil }
    try context.save()
    _ = chimp("withdraw \(Self.withdrawn) --force")
    #expect(titles?.contains("3 numerals") == true, "\(titles ?? "")")
    #expect(Database.value("SELECT count(*) FROM News", path) == "1")
  }

  @Test(arguments: [
    "answer secret", "board; answer secret", "Answer 1.5", "export \(withdrawn)-data.csv",
    "enrol \(withdrawn.lowercased())", "next a-\(withdrawn)-b", "next -\(withdrawn)",
  ])
  func `Whatever names the participant or answers a question goes from the history`(line: String) {
    play()
    folder.write(Array("summary\n\(line)\nnext \(Self.other)".utf8), "history")
    _ = chimp("withdraw \(Self.withdrawn) --force")
    #expect(folder.text("history") == "summary\nnext \(Self.other)")
  }

  @Test func `An export that replaces another one has no line of who has withdrawn since`() {
    play()
    _ = chimp("export \(folder.path)/d.csv", "withdraw \(Self.withdrawn) --force")
    #expect(filesContaining(Self.withdrawn).sorted().contains("d-participants.csv"))
    _ = chimp("withdraw \(Self.other) --force", "export \(folder.path)/d.csv --force")
    #expect(filesContaining(Self.withdrawn) == [])
    #expect(filesContaining(Self.other) == [])
    #expect(
      folder.text("d-participants.csv")
        == "participant,study,group,order,consented,consent_hash,simulated,excluded,export_id\r\n")
  }

  @Test func `A session tells nothing of a game that it has erased, and goes on`() {
    let replies = chimp(
      "set participant \(Self.withdrawn)", "start human-benchmark seed=s trials=1", "give-up",
      "withdraw \(Self.withdrawn) --force", "round", "identifier", "share", "results", "rounds",
      "start 1 1 1", "round")
    let joined = replies.joined(separator: "\n")
    #expect(joined.contains("no round yet"), "\(joined)")
    #expect(!joined.contains("last game"), "\(joined)")
    #expect(joined.hasSuffix("1 of 1 pressed") || joined.contains("round 1: "), "\(joined)")
  }

  @Test func `Presses that a recovery has left without their round are named, and erased`() throws {
    playBests(minutesBetween: 0)
    try Database.run("UPDATE Round SET dateUpdated = dateUpdated + 1", path)
    _ = chimp("recover \(path)2")
    let found = chimp("check-store", store: "store2").joined(separator: "\n")
    #expect(found.contains("row 1 of Press: its round is missing"), "\(found)")
    _ = chimp("withdraw \(Self.withdrawn) --force", store: "store2")
    #expect(Database.value("SELECT count(*) FROM Press", path + "2") == "0")
    #expect(Database.value("SELECT count(*) FROM News", path + "2") == "0")
    #expect(chimp("check-store", store: "store2").last?.contains("no damage found") == true)
  }

  @Test func `No byte of a participant who withdraws stays in any file`() {
    play()
    _ = chimp("backup \(path)-rescued", "set participant \(Self.withdrawn)")
    #expect(filesContaining(Self.withdrawn).contains("store"))
    #expect(filesContaining(Self.withdrawn).contains("store-rescued"))
    #expect(filesContaining(Self.remark).contains("store-rescued"))
    #expect(
      chimp("withdraw \(Self.withdrawn)") == [
        "error: nothing was erased (\"withdraw \(Self.withdrawn) --force\" does not ask)"
      ])
    #expect(chimp("withdraw \(Self.withdrawn) --force") == Self.erased)
    #expect(filesContaining(Self.withdrawn) == [])
    #expect(filesContaining(Self.remark) == [])
    #expect(filesContaining(Self.other).contains("store"))
    #expect(filesContaining(Self.other).contains("store-rescued"))
    #expect(folder.text("history") == "summary\nnext \(Self.other)")
    #expect(chimp("check-store full").last?.hasSuffix("no damage found") == true)
    #expect(
      chimp("study status").suffix(2) == [
        "\(Self.other)  order 1: short; 1 of 1 block done, 2 trials", "1 of 9 enrolled",
      ])
    #expect(
      chimp("withdraw \(Self.withdrawn) --force")
        == ["error: no participant has the code \(Self.withdrawn)"])
    #expect(
      chimp("enrol \(Self.withdrawn)")
        == ["error: a participant with the code \(Self.withdrawn) has withdrawn: use another code"])
  }

  @Test func `A withdrawal through a link erases rescued files beside the store, too`() {
    play()
    symlink("store", folder.path + "/link")
    // An earlier version wrote what it rescued beside the link.
    _ = chimp("backup \(path)-rescued", "backup \(folder.path)/link-rescued")
    let rescued = ["link-rescued", "store-rescued"]
    for code in [Self.withdrawn, Self.other] {
      #expect(filesContaining(code).filter(rescued.contains) == rescued)
    }
    #expect(chimp("withdraw \(Self.withdrawn) --force", store: "link") == Self.erased)
    #expect(filesContaining(Self.withdrawn) == [])
    #expect(filesContaining(Self.remark) == [])
    #expect(filesContaining(Self.other).filter(rescued.contains) == rescued)
  }

  @Test func `Neither a merge nor an import brings back a participant who has withdrawn`() {
    play()
    _ = chimp("backup \(folder.path)/copy", "export \(folder.path)/data.csv")
    #expect(chimp("withdraw \(Self.withdrawn) --force") == Self.erased)
    #expect(
      chimp("merge \(folder.path)/copy") == [
        "0 trials added, 2 were already there; left out 1 participant who has withdrawn"
      ])
    #expect(
      chimp("import \(folder.path)/data.csv") == [
        "imported 0 trials and 0 presses from \"data.csv\"; 2 were already there; "
          + "left out 2 trials of participants who have withdrawn; the answers of 1 participant before "
          + "and after blocks were not read (\"merge\" brings answers)"
      ])
    #expect(
      Database.value("SELECT group_concat(code) FROM Participant", path)?.contains("QWE") == false)
  }

  @Test func `A merge brings withdrawals to the other station, which skips these participants`() {
    play()
    _ = chimp("backup \(folder.path)/second")
    #expect(chimp("withdraw \(Self.withdrawn) --force") == Self.erased)
    #expect(
      chimp("merge \(path)", store: "second") == [
        "0 trials added, 2 were already there",
        "error: \(Self.withdrawn) has withdrawn there, and is still here: "
          + "\"withdraw \(Self.withdrawn)\"",
      ])
    #expect(chimp("withdraw \(Self.withdrawn) --force", store: "second") == Self.erased)
  }

  @Test func `Bytes that stay because another program reads are erased at the next start`()
    throws
  {
    play()
    let reader = try Store.open(
      StoreLayout.settings(.file(path, mustExist: true)))
    try reader.beginReading()
    _ = try reader.rowCount(of: StoreLayout.schema)
    let reply = run(["--store", path, "-c", "withdraw \(Self.withdrawn) --force"]) {
      $0.configureStore = {
        $0.reserve = 0
        $0.waitLimit = 1
      }
    }.output.split(separator: "\n")
    #expect(
      reply.prefix(2) == [
        "\(Self.withdrawn) is erased: 2 trials, 3 presses, 1 enrolment",
        "another program is using the store: its file is cleaned when it is next opened",
      ])
    #expect(filesContaining(Self.withdrawn).contains("store"))
    reader.endReading()
    #expect(chimp("study status").last == "1 of 9 enrolled")
    #expect(filesContaining(Self.withdrawn) == [])
    #expect(Database.value("SELECT count(*) FROM Setting WHERE name = 'withdrawal'", path) == "0")
  }

  @Test func `The keyed hash is the standard's, and a withdrawal stores nothing else of a code`()
    throws
  {
    var hash = SecureHash()
    let digest = hash.hash(
      of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
    #expect(
      digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    play()
    _ = chimp("withdraw \(Self.withdrawn) --force")
    let text = try #require(
      Database.value("SELECT value FROM Setting WHERE name = 'withdrawn'", path))
    #expect(text.utf8.count == 129)
  }

  @Test func `An unknown participant can't withdraw, nor can guests`() {
    let isUnknown = "error: no participant has the code \(Self.withdrawn)"
    #expect(chimp("withdraw \(Self.withdrawn)") == [isUnknown])
    #expect(chimp("withdraw \(Self.withdrawn) --force") == [isUnknown])
    _ = chimp("start 2x1:1,1;2,1", "1 1 2 1")
    let isGuest = "error: guest stands for everyone without a code, so no one can withdraw as guest"
    #expect(chimp("withdraw guest") == [isGuest])
    #expect(chimp("withdraw guest --force") == [isGuest])
    #expect(Database.value("SELECT count(*) FROM Round", path) == "1")
    #expect(Database.value("SELECT count(*) FROM Setting WHERE name LIKE 'withdraw%'", path) == "0")
  }

  @Test func `A participant who does not agree leaves no byte, not even in the history`() {
    play()
    folder.write(Array("enrol ABCDEFGHIJKL\nnext ABCDEFGHIJKLM\nsummary".utf8), "history")
    _ = chimp("enrol ABCDEFGHIJKL", "next", "answer no")
    #expect(filesContaining("ABCDEFGHIJKL") == ["history"])
    #expect(folder.text("history") == "next ABCDEFGHIJKLM\nsummary")
    #expect(chimp("study status").last == "2 of 9 enrolled")
  }
}
