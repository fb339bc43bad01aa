@testable import Exchange
import Records
import SampleData
@testable import Screens
@testable import Studies
import TestSupport
import Testing

/// Tests of the rules by which a study file excludes trials in advance, in reports and in exported
/// files.
struct ExclusionTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  /// Runs a line on the store and returns the lines of the reply, with the folder removed from
  /// paths.
  private func chimp(_ line: String) -> [String] {
    run(["--store", path, "-c", line]) { $0.configureStore = { $0.reserve = 0 } }.output
      .split(separator: "\n").map { $0.split(separator: folder.path + "/").joined() }
  }

  /// Plays the study as two participants.
  ///
  /// The rules of the study exclude the second one, who is too old, and the first one's second
  /// trial, whose first press is only 40 ms after the mask.
  private func play() {
    let file = folder.file(
      "a.study",
      """
      @ chimp-study 1
      name lab
      participants 9
      question age integer 18..99 "How old?"
      condition short hold=50 count=2 size=2x1 numerals=1..2 trials=3
      exclude participant age above 65
      exclude participant passed below 10
      exclude trial first-press below 100
      exclude trial number above 2
      """)
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(file)")
    for (code, age) in [("P1", 30), ("P2", 70)] {
      player.play("enrol \(code)", "next", "answer \(age)", "next \(code)")
      for wait in [300, 40, 300] {
        player.play("wait 50", "wait \(wait)", "1 1 2 1", "wait 32")
      }
    }
    player.quit()
  }

  @Test func `Figures leave out what the study file excludes, unless it is included`() {
    play()
    let left = chimp("summary include=scripts").suffix(5)
    #expect(
      Array(left) == [
        "3 trials of 1 participant left out by lab: exclude participant age above 65 "
          + "(exclusions=no counts them)",
        "no trials left out by lab: exclude participant passed below 10",
        "2 trials of 2 participants left out by lab: exclude trial first-press below 100 "
          + "(exclusions=no counts them)",
        "2 trials of 2 participants left out by lab: exclude trial number above 2 "
          + "(exclusions=no counts them)",
        "5 trials left out by these rules, 2 of them by several",
      ])
    let all = chimp("summary include=scripts exclusions=no").suffix(5)
    #expect(
      Array(all) == [
        "3 trials of 1 participant counted despite lab: exclude participant age above 65",
        "no trials left out by lab: exclude participant passed below 10",
        "2 trials of 2 participants counted despite lab: exclude trial first-press below 100",
        "2 trials of 2 participants counted despite lab: exclude trial number above 2",
        "5 trials counted despite these rules, 2 of them by several",
      ])
    let japanese = run(
      ["--store", path, "--language", "ja", "-c", "summary include=scripts"]
    ) { $0.configureStore = { $0.reserve = 0 } }.output.split(separator: "\n")
    #expect(
      japanese.suffix(2) == [
        "lab: exclude trial number above 2 により2人の2試行を除きました（exclusions=no で数えます）",
        "これらの規則により除いたのは5試行です（うち2試行は複数の規則に当たります）",
      ])
    #expect(
      chimp("summary include=scripts condition=long") == [
        "no trials to show", "no trial is of condition long",
      ])
    #expect(
      chimp("summary include=scripts condition=short study=lab format=json")[0].contains(
        #""by_study":[{"study":"lab","rule":"participant age above 65","trials":3,"#
          + #""participants":1,"applied":true},"#))
  }

  @Test func `An export marks what the study file excludes, and what is simulated`() throws {
    play()
    #expect(chimp("simulate 1 inoue-650 seed=a trials=2").isEmpty == false)
    #expect(
      chimp("export \(folder.path)/data.csv")
        .dropFirst() == [
          "SIMULATED: 2 trials of 1 participant, after those of people",
          "3 trials of 1 participant marked as excluded by lab: exclude participant age above 65",
          "2 trials of 2 participants marked as excluded by lab: "
            + "exclude trial first-press below 100",
          "2 trials of 2 participants marked as excluded by lab: exclude trial number above 2",
          "5 trials marked as excluded by these rules, 2 of them by several",
        ])
    let trials = try read(folder.bytes("data.csv")) { CSVReader<TrialRow>($0) }.rows
    #expect(
      trials.prefix(6).map { $0.excluded ?? "-" } == [
        "-", "trial first-press below 100", "trial number above 2", "participant age above 65",
        "participant age above 65; trial first-press below 100",
        "participant age above 65; trial number above 2",
      ])
    #expect(Set(trials.prefix(6).map(\.simulated)) == [0])
    #expect(Set(trials.dropFirst(6).map(\.simulated)) == [1])
    let presses = try read(folder.bytes("data-presses.csv")) { CSVReader<PressRow>($0) }.rows
    let simulated = Set(trials.dropFirst(6).map(\.trialId))
    #expect(presses.allSatisfy { $0.simulated == (simulated.contains($0.trialId) ? 1 : 0) })
    #expect(presses.contains { $0.simulated == 1 })
    let sessions = try read(folder.bytes("data-sessions.csv")) { CSVReader<SessionLine>($0) }.rows
    #expect(sessions.map(\.simulated) == [0, 0, 1])
    let people = TemporaryFolder.text(at: folder.path + "/data-participants.csv")
    let id = try #require(trials.first?.exportId)
    #expect((trials.map(\.exportId) + presses.map(\.exportId)).allSatisfy { $0 == id })
    #expect(sessions.allSatisfy { $0.exportId == id })
    #expect(
      people.split(separator: "\r\n") == [
        "participant,study,group,order,consented,consent_hash,simulated,excluded,age,export_id",
        "P1,lab,,1,,,0,,30,\(id)", "P2,lab,,1,,,0,\"participant age above 65\",70,\(id)",
      ])
  }

  @Test func `Practice that ends without its passes in a row is counted and can exclude`() {
    let file = folder.file(
      "b.study",
      """
      @ chimp-study 1
      name crit
      participants 9
      practice inoue-650 practice=3 until=2
      condition a inoue-210 trials=2
      exclude participant practice is failed
      """)
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(file)")
    // The first one gives each round of practice up; the second one stops; the third one stays in
    // it.
    player.play("enrol P1", "next", "give-up", "wait 32", "give-up", "wait 32", "give-up")
    player.play("wait 32", "next", "give-up", "wait 32", "give-up", "wait 32")
    player.play("enrol P2", "next", "give-up", "stop", "wait 32", "enrol P3", "next P3", "give-up")
    player.quit()
    #expect(
      chimp("summary include=scripts").last
        == "2 trials of 2 participants left out by crit: exclude participant practice is failed "
        + "(exclusions=no counts them)")
    #expect(chimp("export \(folder.path)/data.csv").isEmpty == false)
    let people = TemporaryFolder.text(at: folder.path + "/data-participants.csv")
    // The last column is `export_id`.
    let lines = people.split(separator: "\r\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).dropLast().joined(separator: ",")
    }
    #expect(
      lines == [
        "participant,study,group,order,consented,consent_hash,simulated,excluded,practice_failed",
        "P1,crit,,1,,,0,\"participant practice is failed\",1",
        "P2,crit,,1,,,0,\"participant practice is failed\",1", "P3,crit,,1,,,0,,",
      ])
    // The outcome is a fact of the data, whether the rules are applied or not.
    _ = chimp("export \(folder.path)/bare.csv exclusions=no")
    let bare = TemporaryFolder.text(at: folder.path + "/bare-participants.csv")
    #expect(bare.split(separator: "\r\n")[1].hasPrefix("P1,crit,,1,,,0,,1,"))
  }

  @Test(arguments: ["csv", "jsonl"])
  func `The host's name is exported where it is asked for, and an import takes both`(
    _ ending: String
  ) throws {
    let host = "HOSTNAMEHERE"
    func chimp(_ lines: String..., store: String) -> String {
      run(["--store", folder.path + "/" + store] + lines.flatMap { ["-c", $0] }) {
        $0.configureStore = { $0.reserve = 0 }
        $0.machine = { host }
      }.output
    }
    _ = chimp("start 2x1:1,1;2,1", "1 1 2 1", store: "a")
    _ = chimp(
      "export \(folder.path)/bare.\(ending)", "export \(folder.path)/full.\(ending) host=yes",
      store: "a")
    func text(_ name: String) -> String {
      ["", "-presses", "-sessions", "-long"].map {
        TemporaryFolder.text(at: "\(folder.path)/\(name)\($0).\(ending)")
      }.joined()
    }
    #expect(!text("bare").contains(host))
    #expect(text("full").contains(host))
    for (store, name) in [
      ("b", "bare"), ("b", "full"), ("c", "full"), ("c", "bare"), ("a", "bare"),
    ] {
      #expect(
        chimp("import \(folder.path)/\(name).\(ending)", store: store).hasPrefix("imported"),
        "\(store) \(name)")
    }
  }

  @Test func `A mark of a file that contradicts its moves is refused`() throws {
    _ = chimp("simulate 1 inoue-650 seed=a trials=1")
    _ = chimp("export \(folder.path)/data.jsonl")
    let text = TemporaryFolder.text(at: folder.path + "/data.jsonl")
    let wrong = text.split(separator: "\n").map { line in
      line.contains(#""table":"press""#)
        ? line.split(separator: #""simulated":1"#, omittingEmptySubsequences: false)
          .joined(separator: #""simulated":0"#) : String(line)
    }
    let file = folder.file("wrong.jsonl", wrong.joined(separator: "\n") + "\n")
    #expect(
      run(["-c", "import \(file)"]).output
        == "error: \(file):2: \"simulated\" contradicts the moves of its trial\n")
  }
}
