@testable import Exchange
import SampleData
@testable import Screens
import TestSupport
import Testing

/// Tests of practice to a share, and of participants who fail it.
struct PracticeFailureTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  private func study(_ practice: String) -> String {
    folder.file(
      "a.study",
      """
      @ chimp-study 1
      name crit
      participants 9
      practice hold=50 count=2 size=2x1 numerals=1..2 \(practice)
      question last text "Last?" at=end
      condition a hold=50 count=2 size=2x1 numerals=1..2 trials=1
      """)
  }

  /// Plays the trials of a practice, `+` for a pass on the board of two squares.
  private func practise(_ outcomes: String, _ player: ScriptedSession) -> String? {
    var last: String?
    for outcome in outcomes {
      if outcome == "+" {
        player.play("wait 50", "wait 200")
        let first = player.play("1 1").first
        last = first?.hasPrefix("right") == true ? player.play("2 1").last : first
      } else {
        last = player.play("give-up").last
      }
      player.play("wait 32")
    }
    return last
  }

  @Test func `Who fails practice stops, in the reply, the status and the data`() {
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study("practice=4 until=50%/2 fail=stop"))", "enrol P1")
    #expect(
      player.play("next").first
        == "practice: plain, until 50 % of the last 2 are passed, at most 4 trials")
    _ = practise("----", player)
    let words = "the study ends here for P1: the practice did not reach its goal"
    #expect(player.play("next") == ["error: \(words)"])
    #expect(player.play("next P1") == ["error: \(words)"])
    #expect(player.play("next P1 anew=yes") == ["error: \(words)"])
    #expect(
      player.play("study status")[1]
        == "P1  order 1: a; 0 of 1 block done, 0 trials, ended by failed practice")
    #expect(
      player.play("set language ja", "study status")[2...] == [
        "P1  順序1: a。1ブロックのうち0終了、0試行、練習で終了", "9人のうち1人登録",
      ])
    #expect(
      run(["--store", path, "--language", "ja", "-c", "next P1"]).output
        == "エラー: P1 の研究はここで終わりです。練習が目標に届きませんでした\n")
    // Another participant is not concerned, and stops by `stop`.
    player.play("set language en", "enrol P2", "next", "give-up", "stop")
    #expect(player.play("next").first?.hasPrefix("error: the study ends here for P2") == true)
    player.play("enrol P3", "next")
    player.quit()
    _ = run(["--store", path, "-c", "export \(folder.path)/data.csv"])
    let people = TemporaryFolder.text(at: folder.path + "/data-participants.csv")
      .split(separator: "\r\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false).dropLast().suffix(3)
          .joined(separator: ",")
      }
    #expect(people == ["practice_failed,practice_stopped,last", "1,1,", "1,1,", ",0,"])
  }

  @Test(arguments: ["practice=2 until=50%/2", "practice=2 until=50%/2 fail=go-on"])
  func `Without the key, who fails goes on`(_ practice: String) {
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(study(practice))", "enrol P1", "next")
    _ = practise("--", player)
    #expect(player.play("next").first == "block 1 of 1, condition a: plain, 1 trial")
    player.play("give-up", "wait 32")
    #expect(
      player.play("study status")[1] == "P1  order 1: a; 1 of 1 block done, 1 trial")
    player.quit()
    _ = run(["--store", path, "-c", "export \(folder.path)/data.csv"])
    let text = TemporaryFolder.text(at: folder.path + "/data-participants.csv")
    #expect(!text.contains("practice_stopped"))
  }

  @Test func `A participant whom a rule excludes for failed practice is named`() throws {
    let file = folder.file(
      "b.study",
      """
      @ chimp-study 1
      name crit
      participants 9
      practice hold=50 count=1 size=1x1 practice=2 until=2 fail=stop
      condition a hold=50 count=1 size=1x1 trials=1
      exclude participant practice is failed
      """)
    let player = ScriptedSession(path, process: "one")
    player.play("study check \(file)")
    for (code, outcomes) in [("P1", "--"), ("P2", "++"), ("P3", "--")] {
      player.play("enrol \(code)", "next \(code)")
      for outcome in outcomes {
        player.play("wait 432", outcome == "+" ? "1 1" : "give-up", "wait 32")
      }
    }
    player.play("next P2", "wait 432", "1 1", "wait 32")
    player.quit()
    let rule = "by crit: exclude participant practice is failed"
    func last(_ lines: String) -> [String] {
      run(["--store", path, "-c", lines]).output.split(separator: "\n").suffix(3).map(String.init)
    }
    #expect(
      last("summary include=scripts") == [
        "6 practice trials left out (include=practice shows them)",
        "2 participants ended by failed practice",
        "2 participants with practice alone left out \(rule)",
      ])
    #expect(
      last("export \(folder.path)/data.csv").last
        == "4 trials of 2 participants marked as excluded \(rule)")
    let trials = try read(folder.bytes("data.csv")) { CSVReader<TrialRow>($0) }.rows
    let mark = "participant practice is failed"
    #expect(trials.map(\.excluded) == [mark, mark, nil, nil, mark, mark, nil])
    #expect(
      run(["--store", path, "--language", "ja", "-c", "summary include=scripts"]).output
        .split(separator: "\n").suffix(2) == [
          "練習が目標に届かずに終わった参加者は2人です",
          "crit: exclude participant practice is failed により練習だけの2人を除きました",
        ])
    // Scripts are not in these figures, so that nobody of them is lost.
    #expect(
      last("summary") == [
        "no trials to show", "7 trials played by a script left out (include=all shows them)",
      ])
  }

  @Test func `Simulated participants who fail stop, too`() {
    let file = study("practice=3 until=3 fail=stop")
    let reply = run(["--store", path, "-c", "simulate 20 study=\(file) capacity=1,0.5 seed=fig"])
    #expect(reply.output.hasPrefix("simulated 20 participants"), "\(reply.output)")
    let played =
      Database.value(
        "SELECT count(DISTINCT session) FROM Round WHERE trialPhase = 'test'", path) ?? ""
    let passed =
      Database.value(
        """
        SELECT count(*) FROM (SELECT session FROM Round WHERE trialPhase = 'practice'
          GROUP BY session HAVING min(outcome = 'passed') = 1)
        """, path) ?? ""
    #expect(played == passed)
    #expect((1..<20).contains(Int(played) ?? 0), "\(played)")
    let check = run(["--store", path, "-c", "check-store full"]).output
    #expect(check.hasSuffix("no damage found\n"))
  }
}
