import TestSupport
import Testing

/// Tests of `study deviations` about blocks, withdrawals and analyses that came too early.
struct DeviationTests {
  private let folder = TemporaryFolder(isInMemory: true)

  private func path(_ store: String) -> String { folder.path + "/" + store }

  private func study(_ practice: String = "") -> String {
    folder.file(
      "a.study",
      """
      @ chimp-study 1
      name dev
      participants 2
      seed x
      order fixed
      \(practice)
      condition a count=1 size=1x1 trials=2
      condition b count=1 size=1x1 trials=2
      """)
  }

  private func playTrials(_ count: Int, _ player: ScriptedSession) {
    for _ in 0..<count { player.play("wait 600", "1 1", "wait 32") }
  }

  /// Plays all blocks of a participant.
  private func complete(_ code: String, _ player: ScriptedSession) {
    player.play("next \(code)")
    playTrials(2, player)
    player.play("next")
    playTrials(2, player)
  }

  /// Returns the lines of the reply but the first one and those about left-out trials.
  private func deviations(_ store: String = "store", in language: String = "en") -> [String] {
    let output = run([
      "--store", path(store), "--language", language, "-c", "study deviations",
    ]).output
    return output.split(separator: "\n").dropFirst().map(String.init).filter {
      !$0.contains("script") && !$0.contains("スクリプト")
    }
  }

  @Test func `Blocks of a killed program are told apart from stopped ones`() {
    let first = ScriptedSession(path("store"), process: "one")
    first.play("study check \(study())", "enrol P1", "enrol P2", "next P1")
    playTrials(1, first)
    let second = ScriptedSession(path("store"), process: "two")
    second.play("next P1")
    playTrials(1, second)
    second.play("next")
    playTrials(2, second)
    second.play("next P2", "stop", "next")
    playTrials(1, second)
    #expect(
      deviations() == [
        "unfinished: P2 (1 of 2 blocks)", "interrupted and continued: P1 block 1",
        "stopped: P2 block 1", "begun and not finished: P2 block 2",
      ])
    #expect(
      deviations(in: "ja") == [
        "途中の参加者: P2（2ブロックのうち1）", "中断して続けたブロック: P1 ブロック1",
        "中止したブロック: P2 ブロック1", "始めて終えていないブロック: P2 ブロック2",
      ])
  }

  @Test func `Practice that ended the study is told as the program's own stop`() {
    let player = ScriptedSession(path("store"), process: "one")
    let practice = "practice plain count=1 size=1x1 practice=2 until=2 fail=stop"
    player.play("study check \(study(practice))", "enrol P1", "enrol P2", "next P1")
    for _ in 1...2 { player.play("give-up", "wait 32") }
    player.play("next P2", "stop")
    player.quit()
    #expect(
      deviations() == [
        "unfinished: P1 (0 of 2 blocks), P2 (0 of 2 blocks)",
        "study ended by failed practice: P1 practice of the study, P2 practice of the study",
      ])
    #expect(
      deviations(in: "ja").last == "練習が不合格で、研究が終わった人: P1 研究の練習、P2 研究の練習")
  }

  @Test func `Any analysis before all have ended is told with the number of those who have`() {
    let player = ScriptedSession(path("store"), process: "one")
    player.play("study check \(study())", "enrol P1", "enrol P2", "summary")
    complete("P1", player)
    player.play(
      "compare a b by=condition", "compare a b by=condition", "reliability", "learning study=no",
      "summary by=hold", "summary participant=P1")
    complete("P2", player)
    player.play("effects", "compare a b by=condition", "report \(folder.path)/report.html")
    player.quit()
    #expect(
      deviations() == [
        "looks before all were complete: compare a b by=condition (1 of 2 complete), reliability "
          + "(1 of 2 complete), summary by=hold (1 of 2 complete), summary participant=... (1 of 2 "
          + "complete)"
      ])
    #expect(
      deviations(in: "ja").first?.hasPrefix(
        "全員が終わる前の分析: compare a b by=condition（2人のうち1人が完了）、") == true)
  }

  @Test func `Who failed practice is not waited for, but a replacement of the withdrawn is`() {
    let player = ScriptedSession(path("store"), process: "one")
    let practice = "practice plain count=1 size=1x1 practice=1 until=1 fail=stop"
    player.play("study check \(study(practice))", "enrol P1", "enrol P2", "next P1", "give-up")
    player.play("wait 32", "effects", "withdraw P2 --force", "reliability")
    player.quit()
    #expect(
      deviations() == [
        "people: 1 of 2 enrolled", "withdrawn: 1 participant, whose data was erased",
        "unfinished: P1 (0 of 2 blocks)",
        "study ended by failed practice: P1 practice of the study",
        "looks before all were complete: effects (0 of 2 complete), reliability (0 of 2 complete)",
      ])
  }

  @Test func `Withdrawals and looks come with a merge, each once`() {
    let text = study()
    for (station, code) in [("one", "P1"), ("two", "P2")] {
      let player = ScriptedSession(path(station), process: station)
      player.play("study check \(text)", "enrol \(code)")
      complete(code, player)
      player.play("reliability")
      player.quit()
    }
    _ = run(["--store", path("two"), "-c", "merge \(path("one"))"])
    _ = run(["--store", path("two"), "-c", "withdraw P1 --force"])
    // The other station learns of it, and erases the participant, too.
    _ = run(["--store", path("one"), "-c", "merge \(path("two"))"])
    _ = run(["--store", path("one"), "-c", "withdraw P1 --force"])
    for station in ["one", "two"] {
      #expect(
        deviations(station) == [
          "people: 1 of 2 enrolled", "withdrawn: 1 participant, whose data was erased",
          "looks before all were complete: reliability (1 of 2 complete)",
        ])
    }
    #expect(
      deviations("one", in: "ja")[1] == "参加を取りやめた人: 1人（データは消しました）")
  }
}
