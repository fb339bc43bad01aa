@testable import Screens
import TestSupport
import Testing

/// Tests of trials that are followed by a question: their outcome comes after the answer.
struct RatedOutcomeTests {
  private let folder = TemporaryFolder(isInMemory: true)

  /// Begins a block of two trials, each on one square, with practice before it.
  private func begin(_ keys: String = "") -> ScriptedSession {
    let study = folder.file(
      "a.study",
      """
      @ chimp-study 1
      name lab
      participants 9
      question sure integer 1..9 "How sure?" after=trial
      question calm integer 1..9 "How calm?" after=block
      condition a count=1 size=1x1 trials=2 practice=1 \(keys)
      """)
    let player = ScriptedSession(folder.path + "/store", process: "one")
    player.play("study check \(study)", "enrol P1", "next")
    return player
  }

  @Test func `The outcome of a rated trial follows its answer, that of practice does not wait`() {
    let player = begin()
    #expect(player.play("1 1") == ["passed: 1 of 1", "plain: 0 of 2 trials, 0 passed"])
    player.play("wait 600")
    let asked = "How sure? (1 to 9; \"answer N\")"
    #expect(player.play("1 1") == ["over", asked])
    #expect(player.play("wait 5000") == ["waited 5008 ms"])
    #expect(
      player.play("answer 3") == ["sure: 3", "passed: 1 of 1", "plain: 1 of 2 trials, 1 passed"])
    player.play("wait 600")
    #expect(player.play("give-up", "wait 5000") == ["over", asked, "waited 5008 ms"])
    #expect(
      player.play("answer 4", "answer 5") == [
        "sure: 4", "How calm? (1 to 9; \"answer N\")", "calm: 5", "you gave up at 0 of 1",
        "plain is over: score 1 of 2", "you passed 50 %",
      ])
  }

  @Test func `Without feedback, no answer is followed by the outcome`() {
    let player = begin("feedback=none")
    player.play("1 1", "wait 600", "1 1")
    #expect(player.play("answer 3") == ["sure: 3", "plain: trial 2 is over"])
  }

  @Test func `A block that begins anew does so after the answer that was left open`() {
    let player = begin()
    player.play("1 1", "wait 600")
    player.play("1 1")
    let second = ScriptedSession(folder.path + "/store", process: "two")
    #expect(
      second.play("next P1 anew=yes") == [
        "How sure? (1 to 9; \"answer N\")",
        "after the answer, \"next P1 anew=yes\" begins the block anew",
      ])
    second.play("answer 3")
    #expect(
      second.play("next P1 anew=yes").first
        == "the block begins anew; the earlier trials are kept")
  }

  @Test func `A trial that is resumed while its question is open is asked about first`() {
    let player = begin()
    player.play("1 1", "wait 600")
    player.play("1 1")
    let second = ScriptedSession(folder.path + "/store", process: "two")
    #expect(second.play("resume") == ["How sure? (1 to 9; \"answer N\")"])
    #expect(second.play("answer 3") == ["sure: 3"])
    #expect(second.play("next").first == "block 1 of 1, condition a, continues")
  }

  private static let refused =
    "error: the outcome of the trial is shown after the answer to its question"

  @Test(
    arguments: [
      "round", "round 2", "rounds", "replay 2", "share", "summary", "results", "plot score",
      "learning", "study deviations", "news",
    ])
  func `Before the answer, no command tells the outcome, also after the last trial`(
    _ command: String
  ) {
    let player = begin()
    player.play("1 1", "wait 600", "1 1")
    let isOfAll = ["learning", "study deviations", "plot score"].contains(command)
    let duringTest = isOfAll ? "error: a test is running (\"stop\" ends it)" : Self.refused
    #expect(player.play(command) == [duringTest])
    player.play("answer 3", "wait 600", "1 1")
    #expect(player.play(command) == [Self.refused])
    #expect(player.play("simulate 1 span seed=a")[0].hasPrefix("simulated 1 participant"))
    player.play("answer 4")
    #expect(player.play(command) == [Self.refused])
    player.play("answer 5")
    #expect(player.play(command) != [Self.refused])
  }

  @Test func `Before the answer, nothing that is drawn or observed tells the outcome`() {
    let player = begin()
    player.play("1 1", "wait 600", "observe round new", "observe test new", "observe statistics")
    #expect(
      player.play("1 1") == [
        "over", "round setting new=\"round 2: 0 of 1\"", "How sure? (1 to 9; \"answer N\")",
      ])
    #expect(player.reply("board") == "round 2: over\n")
    #expect(player.play("identifier")[0] == "descriptive: hidden")
    #expect(
      player.play("stop").contains(
        "plain stopped, 1 trial is kept in the results, but it can't be continued"))
    #expect(player.play("rounds") == [Self.refused])
    #expect(player.play("answer 3", "answer 4").contains("passed: 1 of 1"))
  }

  @Test func `After a kill, an unanswered trial is unfinished until its answer`() {
    let study = folder.file(
      "b.study",
      """
      @ chimp-study 1
      name lab
      participants 9
      question sure integer 1..9 "How sure?" after=trial
      condition a count=1 size=1x1 trials=2
      """)
    let first = ScriptedSession(folder.path + "/store", process: "one", now: 0)
    first.play("study check \(study)", "enrol P1", "next", "1 1")
    let second = ScriptedSession(folder.path + "/store", process: "two", now: 0)
    #expect(second.play("round 1", "replay 1") == [Self.refused, Self.refused])
    #expect(
      second.reply("rounds").split(separator: "\n")[1]
        == "     1  1970-01-01T00:00:00.000Z  unanswered")
    let figures = ["no trials to show", "1 unfinished trial left out"]
    #expect(second.play("summary include=all", "results include=all") == figures + figures)
    second.play("set language ja")
    #expect(second.reply("rounds").hasSuffix("Z  未回答\n"))
    second.play("set language en", "next P1", "answer 3")
    #expect(second.play("round 1").first == "round 1: passed, 1 of 1")
    #expect(second.play("summary include=all")[0] == "a (plain): you passed 1 of 1, 100 %")
  }

  @Test func `After a kill, a block's last trial is hidden until the answer after the block`() {
    let study = folder.file(
      "b.study",
      """
      @ chimp-study 1
      name lab
      participants 9
      question calm integer 1..9 "How calm?" after=block
      condition a count=1 size=1x1 trials=2
      """)
    let first = ScriptedSession(folder.path + "/store", process: "one", now: 0)
    first.play("study check \(study)", "enrol P1", "next", "1 1", "wait 600", "1 1")
    let second = ScriptedSession(folder.path + "/store", process: "two", now: 0)
    #expect(second.play("round 1").first == "round 1: passed, 1 of 1")
    #expect(second.play("round 2", "replay 2", "share") == Array(repeating: Self.refused, count: 3))
    // The participant has no block left, so that the figures need no answer.
    #expect(second.play("summary include=all")[0] == "a (plain): you passed 2 of 2, 100 %")
    second.play("next P1", "answer 3")
    #expect(second.play("round 2").first == "round 2: passed, 1 of 1")
  }

  @Test func `A trial that a kill has cut is replaced, and nobody is asked about it`() {
    let study = folder.file(
      "b.study",
      """
      @ chimp-study 1
      name lab
      participants 9
      question sure integer 1..9 "How sure?" after=trial
      condition a count=1 size=1x1 hold=500 trials=1
      """)
    let first = ScriptedSession(folder.path + "/store", process: "one", now: 0)
    first.play("study check \(study)", "enrol P1", "next", "wait 100")
    let second = ScriptedSession(folder.path + "/store", process: "two", now: 0)
    second.play("next P1")
    #expect(second.play("give-up").first == "interrupted: another board follows")
    let third = ScriptedSession(folder.path + "/store", process: "three", now: 0)
    #expect(
      third.play("next P1") == [
        "block 1 of 1, condition a, continues", "resumed: plain: 0 of 1 trial, 0 passed",
        "round 2: 1 numeral on 1x1",
      ])
    third.play("wait 1200")
    #expect(third.play("1 1") == ["over", "How sure? (1 to 9; \"answer N\")"])
  }

  @Test func `A trial of a participant who has no block left counts without its answer`() {
    let player = begin()
    player.play("1 1", "wait 600", "1 1", "answer 3", "wait 600", "1 1")
    let second = ScriptedSession(folder.path + "/store", process: "two")
    #expect(second.play("summary include=scripts")[0] == "a (plain): you passed 2 of 2, 100 %")
  }

  @Test func `A trial that resume goes on with tells its outcome after the answer, too`() {
    let player = begin()
    player.play("1 1", "wait 600")
    let second = ScriptedSession(folder.path + "/store", process: "two")
    second.play("resume")
    #expect(second.play("1 1") == ["over", "How sure? (1 to 9; \"answer N\")"])
  }
}
