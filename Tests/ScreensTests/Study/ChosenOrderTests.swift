import Archive
import Records
@testable import Screens
import TestSupport
import Testing

/// Tests of orders and groups that an experimenter chooses.
struct ChosenOrderTests {
  private let folder = TemporaryFolder()

  private func study() -> String {
    folder.file(
      "a.study",
      """
      @ chimp-study 1
      name chosen
      participants 9
      groups x y
      order latin
      condition a hold=50 count=2 size=2x1 numerals=1..2 trials=1
      condition b hold=50 count=2 size=2x1 numerals=1..2 trials=1
      """)
  }

  private func chimp(_ lines: String..., store: String = "store") -> String {
    run(["--store", folder.path + "/" + store] + lines.flatMap { ["-c", $0] }) {
      $0.configureStore = { $0.reserve = 0 }
    }.output
  }

  /// Returns the participants' table without the mark of the export.
  private func people(_ name: String) -> [String] {
    TemporaryFolder.text(at: folder.path + "/\(name)-participants.csv").split(separator: "\r\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).dropLast() }
      .map { $0.joined(separator: ",") }
  }

  @Test func `The data tell what was given by hand or from a list, also after a merge`() {
    _ = chimp(
      "study check \(study())", "enrol P1 order=2 group=y", "enrol P2 order=1",
      "enrol P3 group=x", "enrol P4 group=x order=2 by=list", "export \(folder.path)/a.csv")
    _ = chimp(
      "study check \(study())", "merge \(folder.path)/store", "export \(folder.path)/b.csv",
      store: "other")
    let table = people("a")
    #expect(
      table == [
        "participant,study,group,order,consented,consent_hash,simulated,excluded,assigned",
        "P1,chosen,y,2,,,0,,both", "P2,chosen,x,1,,,0,,order", "P3,chosen,x,\(order(3)),,,0,,group",
        "P4,chosen,x,2,,,0,,list-both",
      ])
    #expect(people("b") == table)
    #expect(
      chimp("study status", store: "other").contains("0 trials; order 2, group y by hand\n"))
    #expect(
      chimp("study deviations", store: "other").split(separator: "\n")[2...3] == [
        "given by hand: P1 (order 2, group y), P2 (order 1), P3 (group x)",
        "given from a list: P4 (order 2, group x)",
      ])
  }

  @Test func `An enrolment keeps what was given, and whether a list has it`() {
    let enrolment = EnrolmentRecord()
    for (isListed, texts) in [
      (false, ["order", "group", "both"]), (true, ["list-order", "list-group", "list-both"]),
    ] {
      for (choice, text) in zip([(true, false), (false, true), (true, true)], texts) {
        enrolment.choice = (choice.0, choice.1, isListed)
        #expect(enrolment.assigned == text)
        #expect(enrolment.choice == (choice.0, choice.1, isListed))
      }
    }
    enrolment.choice = (false, false, true)
    #expect(enrolment.assigned == nil)
  }

  /// The order that the program chose for the participant in a row of the store.
  private func order(_ row: Int) -> String {
    Database.value("SELECT \"order\" FROM Enrolment WHERE row = \(row)", folder.path + "/store")
      ?? ""
  }

  @Test func `Without a choice the data have no such column, and nothing deviates`() {
    _ = chimp("study check \(study())", "enrol P1", "export \(folder.path)/a.csv")
    #expect(
      people("a").first
        == "participant,study,group,order,consented,consent_hash,simulated,excluded")
    #expect(!chimp("study deviations", "study status").contains("by hand"))
  }

  @Test func `A refused choice stores nothing`() {
    _ = chimp("study check \(study())")
    #expect(
      chimp("enrol P1 order=3")
        == "error: the study has no order 3, only 2 orders, at column 10\n")
    #expect(
      chimp("enrol P1 group=x order=-1")
        == "error: the study has no order -1, only 2 orders, at column 18\n")
    #expect(
      chimp("enrol P1 order=2 group=z")
        == "error: the study has no group \"z\", only x, y, at column 18\n")
    #expect(
      Database.value("SELECT count(*) FROM Enrolment", folder.path + "/store") == "0")
  }

  @Test func `The program counts chosen orders when it chooses the next`() {
    _ = chimp(
      "study check \(study())", "enrol P1 order=1 group=x", "enrol P2 group=x",
      "enrol P3 order=2 group=y", "enrol P4 group=y")
    let orders = (1...4).map { order($0) }
    #expect(orders == ["1", "2", "2", "1"])
  }

  @Test func `Trials without their enrolment can't go on in another order`() {
    let player = ScriptedSession(folder.path + "/store", process: "one")
    player.play("study check \(study())", "enrol P1 order=2", "next", "give-up", "wait 32")
    player.quit()
    _ = chimp("export \(folder.path)/a.csv")
    _ = chimp("study check \(study())", "import \(folder.path)/a.csv", store: "other")
    #expect(
      chimp("enrol P1 order=1", store: "other")
        == "error: P1 has played in order 2, not 1, at column 10\n")
    #expect(
      run([
        "--store", folder.path + "/other", "--language", "ja", "-c", "enrol P1 order=1",
      ]).output == "エラー: P1 は順序1ではなく順序2で始めています（10文字目）\n")
    #expect(chimp("enrol P1 order=2", store: "other").contains("order 2 of 2"))
  }
}
