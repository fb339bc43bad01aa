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
      player.play("answer 4") == [
        "sure: 4", "you gave up at 0 of 1", "plain is over: score 1 of 2", "you passed 50 %",
        "How calm? (1 to 9; \"answer N\")",
      ])
  }

  @Test func `Without feedback, no answer is followed by the outcome`() {
    let player = begin("feedback=none")
    player.play("1 1", "wait 600", "1 1")
    #expect(player.play("answer 3") == ["sure: 3", "plain: trial 2 is over"])
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
}
