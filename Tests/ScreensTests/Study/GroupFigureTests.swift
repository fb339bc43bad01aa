import Records
@testable import Screens
import Studies
import TestSupport
import Testing

/// Tests of the figures for each group of a study's participants.
struct GroupFigureTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  /// Runs a line on the store and returns the lines of the reply.
  private func chimp(_ line: String) -> [String] {
    run(["--store", path, "-c", line]) { $0.configureStore = { $0.reserve = 0 } }.output
      .split(separator: "\n").map(String.init)
  }

  /// Plays as two participants of each group, or only some of them, who give up some trials.
  private func play(_ codes: Set<String> = ["P1", "P2", "P3", "P4"]) {
    let file = folder.file(
      "a.study",
      """
      @ chimp-study 1
      name lab
      participants 8
      groups stress control
      condition short hold=50 count=1 size=1x1 numerals=1..1 trials=4
      """)
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(file)")
    for (code, group, passedCount) in [
      ("P1", "stress", 1), ("P2", "stress", 2), ("P3", "control", 4), ("P4", "control", 3),
    ] where codes.contains(code) {
      player.play("enrol \(code) group=\(group)", "next \(code)")
      for number in 0..<4 {
        player.play("wait 50", "wait 300", number < passedCount ? "1 1" : "give-up", "wait 32")
      }
    }
    player.quit()
  }

  @Test func `Two groups are compared, and one is selected`() {
    play()
    #expect(
      chimp("compare stress control by=group include=scripts") == [
        "stress: mean of 2 participants 37.5 % (an interval needs 3 participants "
          + "with the trials for it, and 2 have them), "
          + "pooled 3 of 8",
        "control: mean of 2 participants 87.5 % (an interval needs 3 participants "
          + "with the trials for it, and 2 have them), "
          + "pooled 7 of 8",
        "control - stress:",
        "accuracy of 2 and 2 participants: difference 50.0 points (95 % -26.1 to 100.0), "
          + "Welch t(2) = 2.83, p = 0.1056, g 1.60",
        "no mixed regression (each side takes 5 participants, and one has 2): "
          + "the difference is by participant",
        "first press of 2 and 2 participants: there is no spread, so there is no interval",
        "later presses of 0 and 0 participants: none",
        "caution: a group has only two participants",
        "SCRIPTS: 16 trials played by a script in these figures",
      ])
    #expect(
      chimp("summary group=stress include=scripts")[1]
        == "short (plain): mean of 2 participants 37.5 % (an interval needs 3 participants "
        + "with the trials for it, and 2 have them), "
        + "pooled 3 of 8")
    #expect(
      chimp("summary group=none include=scripts") == [
        "no trials to show", "no trial is of group none",
      ])
  }

  @Test func `Groups of whom some have not played all conditions are compared with a caution`() {
    let file = folder.file(
      "b.study",
      """
      @ chimp-study 1
      name part
      participants 8
      groups stress control
      order fixed
      condition easy hold=50 count=1 size=1x1 numerals=1..1 trials=1
      condition hard hold=50 count=1 size=1x1 numerals=1..1 trials=1
      primary accuracy control against stress
      """)
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(file)")
    for (code, group, blocks) in [
      ("P1", "stress", ["1 1", "give-up"]), ("P2", "stress", ["1 1", "1 1"]),
      ("P3", "control", ["1 1", "give-up"]), ("P4", "control", ["give-up"]),
    ] {
      player.play("enrol \(code) group=\(group)")
      for press in blocks { player.play("next \(code)", "wait 50", "wait 300", press, "wait 32") }
    }
    player.quit()
    let caution =
      "caution: 1 of 4 participants has not played all conditions, so that the groups may differ "
      + "by their conditions"
    let reply = chimp("compare stress control by=group include=scripts")
    #expect(reply.filter { $0.hasPrefix("caution: 1") } == [caution, caution])
    #expect(chimp("summary include=scripts").contains(caution))
    let json = chimp("compare stress control by=group include=scripts format=json").joined()
    #expect(
      json.contains(#""unit":"participants","paired":false,"count":[2,2],"missing":1,"#))
    // Of a single condition, nobody has played less.
    let easy = chimp("compare stress control by=group include=scripts condition=easy")
    #expect(!easy.contains { $0.contains("not played all") })
    _ = chimp("report \(folder.path)/part.html include=scripts")
    let page = TemporaryFolder.text(at: folder.path + "/part.html")
    #expect(page.contains("<p>control - stress: \(caution)</p>"))
  }

  @Test(arguments: ["stress nosuch", "nosuch stress", "stress control nosuch"])
  func `A comparison with a group that the study does not have is refused`(_ groups: String) {
    play()
    #expect(
      chimp("compare \(groups) by=group include=scripts") == [
        "error: the study has no group \"nosuch\", only control, stress"
      ])
  }

  @Test func `A group of one participant says what a test of the difference needs`() {
    play(["P1", "P3", "P4"])
    #expect(
      chimp("compare stress control by=group include=scripts") == [
        "stress: mean of 1 participant 25.0 % (an interval needs 3 participants "
          + "with the trials for it, and 1 has them), "
          + "pooled 1 of 4",
        "control: mean of 2 participants 87.5 % (an interval needs 3 participants "
          + "with the trials for it, and 2 have them), "
          + "pooled 7 of 8",
        "control - stress:",
        "accuracy of 2 and 1 participants: "
          + "a test needs 2 participants on each side with the trials for it",
        "no mixed regression (each side takes 5 participants, and one has 1): "
          + "the difference is by participant",
        "first press of 2 and 1 participants: "
          + "a test needs 2 participants on each side with the trials for it",
        "later presses of 0 and 0 participants: none",
        "SCRIPTS: 12 trials played by a script in these figures",
      ])
  }

  @Test func `A report says how many are enrolled, and compares the groups in tables`() throws {
    play()
    _ = chimp("enrol P5")
    _ = chimp("report \(folder.path)/report.html include=scripts")
    let page = TemporaryFolder.text(at: folder.path + "/report.html")
    let hash = try StudyFile.read(TemporaryFolder.text(at: folder.path + "/a.study")).hash
    #expect(
      page.split(separator: "\n").first { $0.hasPrefix("<p>Study") }
        == "<p>Study lab (\(hash)): 5 enrolled; 4 participants counted: control 2, stress 2.</p>")
    let sections = page.split(separator: "<h2>")
    let section = try #require(sections.first { $0.hasPrefix("Comparisons in lab") })
    // The cells of each row, and the titles of the tables.
    let rows = section.split(separator: "<tr>\n").map { row in
      row.split(separator: "\n").filter { $0.hasPrefix("<td>") || $0.hasPrefix("<h3>") }
        .map { $0.dropFirst(4).dropLast(5) }.joined(separator: " | ")
    }.filter { !$0.isEmpty }
    #expect(
      rows == [
        "Groups: share passed", "control - stress | 2, 2 | 50.0 | -26.1 to 100.0 |  | 0.1056",
      ])
  }

  /// The file of a study with two groups and two orders of conditions.
  private static let study = """
    @ chimp-study 1
    name lab
    participants 12
    groups stress control
    order latin
    condition short hold=300 count=5 trials=6
    condition long hold=1000 count=5 trials=6
    """

  /// Returns the number of simulated participants for each group and order, such as `stress1:2`.
  private func cells(_ path: String) -> String? {
    Database.value(
      "SELECT group_concat(n, ' ') FROM (SELECT \"group\" || \"order\" || ':' || count(*) AS n "
        + "FROM Enrolment GROUP BY \"group\", \"order\" ORDER BY \"group\", \"order\")", path)
  }

  @Test func `Simulated participants are in balanced groups, which can be compared`() {
    let file = folder.file("lab.study", Self.study)
    #expect(
      chimp("simulate 12 study=\(file) seed=apple capacity=3,1 capacity=7,1") == [
        "simulated 12 participants like students, SIM-cjhbjn to SIM-pqk6tg: lab, 144 trials, "
          + "83 passed, 598 presses, seed apple"
      ])
    #expect(cells(path) == "control1:3 control2:3 stress1:3 stress2:3")
    let compared = chimp("compare stress control by=group include=simulated")
    #expect(compared[0].hasPrefix("stress: mean of 6 participants "), "\(compared)")
    #expect(compared[1].hasPrefix("control: mean of 6 participants "), "\(compared)")
    #expect(compared[3].hasPrefix("accuracy of 6 and 6 participants: "), "\(compared)")
    #expect(compared[4].hasPrefix("odds ratio "), "\(compared)")
    #expect(
      chimp("summary group=control include=simulated").first?
        .hasPrefix("long (plain): 6 participants passed ") == true)
    #expect(chimp("export \(folder.path)/d.csv").first?.hasPrefix("exported 144 trials") == true)
    let table = TemporaryFolder.text(at: folder.path + "/d-participants.csv").split(
      separator: "\r\n")
    #expect(
      table[0]
        == "participant,study,group,order,consented,consent_hash,simulated,excluded,export_id")
    #expect(table.count == 13)
    #expect(table.dropFirst().allSatisfy { $0.contains(",,,1,,") }, "\(table)")
  }

  @Test func `Simulated participants are merged and erased, and take no number from people`() {
    let file = folder.file("lab.study", Self.study)
    _ = chimp("simulate 12 study=\(file) seed=apple")
    let other = folder.path + "/other"
    func there(_ line: String) -> [String] {
      run(["--store", other, "-c", line]) { $0.configureStore = { $0.reserve = 0 } }.output
        .split(separator: "\n").map(String.init)
    }
    #expect(
      there("merge \(path)").first == "12 participants and 144 trials added, 0 were already there")
    #expect(cells(other) == "control1:3 control2:3 stress1:3 stress2:3")
    #expect(there("merge \(path)").first == "0 trials added, 144 were already there")
    _ = there("study check \(file)")
    #expect(there("study status").last == "0 of 12 enrolled")
    #expect(
      there("enrol SIM-abc") == [
        "error: SIM-abc is a code of simulated participants: take another code"
      ])
    let code = Database.value("SELECT code FROM Enrolment LIMIT 1", other) ?? ""
    #expect(
      there("withdraw \(code) --force").first?
        .hasPrefix("\(code) is erased: 12 trials, ") == true)
    #expect(Database.value("SELECT count(*) FROM Enrolment", other) == "11")
  }

  @Test func `A study may be changed while only simulated participants are in it`() {
    let file = folder.file("lab.study", Self.study)
    _ = chimp("simulate 4 study=\(file) seed=apple")
    let changed = folder.file("lab.study", Self.study + "\ncondition third hold=500 trials=6")
    #expect(chimp("study check \(changed)").first?.hasPrefix("3 conditions, 6 orders") == true)
    #expect(Database.value("SELECT count(*) FROM Enrolment", path) == "0")
    _ = chimp("enrol P1")
    let again = folder.file("lab.study", Self.study)
    #expect(
      chimp("simulate 4 study=\(again) seed=plum") == [
        "error: \"\(again)\" is not the study lab that P1 is enrolled in: undo the change, or give "
          + "the study another name"
      ])
  }

  @Test func `Capacities are given once for all, or once for each group`() {
    let file = folder.file("lab.study", Self.study)
    #expect(
      chimp("simulate 4 study=\(file) capacity=3 capacity=4 capacity=5") == [
        "error: capacity= is there 3 times: once for all, or once for each group "
          + "(stress, control)"
      ])
  }

  @Test func `A group of one participant is not compared by regression`() {
    let file = folder.file("lab.study", Self.study)
    _ = chimp("simulate 3 study=\(file) seed=apple")
    #expect(
      chimp("compare stress control by=group include=simulated")[4]
        == "no mixed regression (each side takes 5 participants, and one has 1): the difference is by "
        + "participant")
  }

  @Test func `More participants than planned are named as such`() {
    let file = folder.file(
      "a.study", "@ chimp-study 1\nname a\nparticipants 1\ncondition c span\n")
    let other = folder.path + "/other"
    for (store, code) in [(path, "P1"), (other, "P2")] {
      for line in ["study check \(file)", "enrol \(code)"] {
        _ = run(["--store", store, "-c", line]) { $0.configureStore = { $0.reserve = 0 } }
      }
    }
    _ = chimp("merge \(other)")
    #expect(chimp("study status").last == "2 enrolled, 1 more than the 1 planned")
    #expect(
      run(["--store", path, "--language", "ja", "-c", "study status"]).output
        .split(separator: "\n").last == "2人登録、予定の1人より1人多い")
  }
}
