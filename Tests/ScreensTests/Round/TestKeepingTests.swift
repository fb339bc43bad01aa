@testable import Archive
@testable import Game
import Glibc
import Records
@testable import Screens
@testable import Shell
import TestSupport
import Testing

/// Tests of tests in a store: their settings, their ends, and the continuation of an interrupted
/// test.
struct TestKeepingTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  /// Returns the named columns of all stored rounds, a text for each round; `-` stands for NULL.
  private func rows(_ columns: String) -> [String] {
    let list = columns.split(separator: " ").map { "coalesce(\"\($0)\", '-')" }
    return
      (Database.value(
        "SELECT group_concat(line, char(10)) FROM (SELECT "
          + list.joined(separator: "||' '||") + " AS line FROM Round ORDER BY row)", path) ?? "")
      .split(separator: "\n").map { String($0) }
  }

  @Test func `Each round of a finished test says so, and practice rounds are not test rounds`() {
    let player = ScriptedSession(path, process: "one")
    player.play(
      "start span practice=1 trials=1 seed=fig", "give-up", "wait 32", "give-up", "wait 32",
      "start 1 1 1")
    #expect(
      rows("trialPhase trial test testState testComplete lineRule testSettings") == [
        "practice 1 span complete 1 one practice=1 trials=1 seed=fig",
        "test 2 span complete 1 one practice=1 trials=1 seed=fig", "free 1 - - - any -",
      ])
    #expect(rows("seededBoard").prefix(2) == ["8x5n3#1/fig.1", "8x5n3#1/fig.2"])
    let ids = Database.value("SELECT group_concat(objectId = testId) FROM Round", path)
    #expect(ids == "1,0")
    #expect(Database.value("SELECT count(DISTINCT testId) FROM Round", path) == "1")
  }

  @Test(arguments: [["stop"], []])
  func `A test that was stopped, or left by quitting, was not finished`(_ end: [String]) {
    let player = ScriptedSession(path, process: "one")
    player.play("start span", "give-up", "wait 32")
    for line in end { player.play(line) }
    player.quit()
    #expect(
      rows("outcome testState testComplete") == [
        "gave-up stopped 0", "\(end == [] ? "quit" : "gave-up") stopped 0",
      ])
    #expect(
      ScriptedSession(path, process: "two").play("resume") == ["error: no round was interrupted"])
  }

  @Test func `A test that was killed amid a round goes on with its own settings`() {
    ScriptedSession(path, process: "one").play(
      "start human-benchmark count=2 trials=3 limit=640 feedback=outcome", "give-up", "wait 32")
    let player = ScriptedSession(path, process: "two")
    #expect(rows("testState testComplete") == ["open 0", "open 0"])
    #expect(player.play("resume") == ["resumed: round 2: 0 of 2 pressed"])
    #expect(
      player.play("hide", "wait 640")
        == [
          "hidden: 2 left", "timed out: 0 of 2",
          "human-benchmark: level 2, misses 2 of 3", "waited 640 ms",
        ])
    #expect(
      player.play("wait 32", "give-up") == [
        "ready: 2 numerals on 8x5, limit 640 ms", "round 3: 2 numerals on 8x5", "waited 32 ms",
        "you gave up at 0 of 2",
        "human-benchmark is over: score 0",
        "\"start zoo\" ranks you among the visitors of a zoo",
      ])
    #expect(Database.value("SELECT count(DISTINCT testId) FROM Round", path) == "1")
    #expect(rows("trial testComplete") == ["1 1", "2 1", "3 1"])
  }

  @Test(arguments: [(3, "2 1 1 1"), (1, "give-up")])
  func `A resumed test knows at its end which looks were ended early`(_ h: Int, _ end: String) {
    ScriptedSession(path, process: "one").play(
      "start plain hold=320 count=3 size=3x1 trials=2 seed=fig press=ends-look", "wait 160",
      "\(h) 1", end, "wait 32")
    let player = ScriptedSession(path, process: "two")
    #expect(player.play("resume").last == "resumed: round 2: 0 of 3 pressed")
    let replies = player.play("wait 500", "1 1 2 1 3 1")
    #expect(
      replies.suffix(3) == [
        "plain is over: score \(h == 3 ? 2 : 1) of 2", "you passed \(h == 3 ? 100 : 50) %",
        "guessing would pass about 1 in 6, and 1 in 2 where the look was ended early",
      ])
  }

  @Test(arguments: ["now", "key"])
  func `A test that was killed between two rounds goes on with the next one`(_ begin: String) {
    let first = ScriptedSession(path, process: "one")
    let start = "start span seed=fig" + (begin == "now" ? "" : " begin=key")
    first.play(start, "", "wait 512", "give-up", "wait 32")
    if begin == "now" { first.play("give-up") }
    let count = rows("row").count
    let second = ScriptedSession(path, process: "two", running: ["one"])
    #expect(second.play("resume") == ["error: no round was interrupted"])
    if begin == "now" {
      #expect(count == 2)
      #expect(second.play("wait 0") == ["waited 0 ms"])
    } else {
      #expect(count == 1)
    }
    let third = ScriptedSession(path, process: "three")
    if begin == "now" {
      #expect(third.play("resume") == ["error: no round was interrupted"])
      #expect(rows("testState") == ["complete", "complete"])
      return
    }
    #expect(
      third.play("resume") == [
        "resumed: span: level 3, try 2 of 2",
        "ready: 3 numerals on 8x5; Enter or \"begin\" shows the numerals",
      ])
    #expect(third.play("", "wait 500") == ["round 2: 3 numerals on 8x5", "waited 512 ms"])
    #expect(
      third.play("give-up") == [
        "you gave up at 0 of 3", "span is over: score 0",
      ])
    #expect(rows("session block trial testState") == ["1 1 1 complete", "2 1 2 complete"])
    #expect(rows("seededBoard") == ["8x5n3#1/fig.1", "8x5n3#1/fig.2"])
    #expect(Database.value("SELECT count(DISTINCT testId) FROM Round", path) == "1")
  }

  @Test func `A test that was killed between two rounds is taken up by one program`() {
    ScriptedSession(path, process: "one").play(
      "start span trials=3 seed=fig begin=key", "begin", "wait 512", "give-up", "wait 32")
    let (two, three) = (
      ScriptedSession(path, process: "two"),
      ScriptedSession(path, process: "three", running: ["two"])
    )
    #expect(two.play("resume").first == "resumed: span: level 3, try 2 of 2")
    #expect(three.play("resume") == ["error: no round was interrupted"])
    two.quit()
    #expect(
      ScriptedSession(path, process: "four").play("resume") == ["error: no round was interrupted"])
  }

  @Test func `A test that is taken up and stopped before its next round keeps the last one`() {
    ScriptedSession(path, process: "one").play(
      "start span trials=3 seed=fig begin=key", "begin", "wait 512", "1 1", "wait 32")
    let before = rows("outcome moves testState")
    let second = ScriptedSession(path, process: "two")
    second.play("resume", "stop", "wait 100")
    second.quit()
    #expect(rows("outcome moves testState") == before.map { $0.replacing("open", with: "stopped") })
  }

  @Test func `A test that is killed between rounds again and again comes to its end`() throws {
    ScriptedSession(path, process: "0").play("start inoue-650 trials=6 seed=fig", "give-up")
    for number in 1..<6 {
      let player = ScriptedSession(path, process: "\(number)")
      #expect(player.play("resume").last == "round \(number + 1): 5 numerals on 8x5")
      player.play("give-up")
    }
    #expect(rows("trial testState") == (1...6).map { "\($0) complete" })
    #expect(rows("seededBoard") == (1...6).map { "8x5n5@1..9#1/fig.\($0)" })
    #expect(try StoredSession(path).programStore.open().checkRows(of: StoreLayout.schema) == [])
  }

  @Test func `An interrupted trial that is given up is no miss, and another one replaces it`() {
    ScriptedSession(path, process: "one").play(
      "start human-benchmark seed=fig", "give-up", "wait 32")
    let second = ScriptedSession(path, process: "two")
    #expect(second.play("resume") == ["resumed: round 2: 0 of 4 pressed"])
    #expect(
      second.play("give-up") == [
        "interrupted: another board follows", "human-benchmark: level 4, misses 1 of 3",
      ])
    second.play("wait 32")
    #expect(second.play("give-up").last == "human-benchmark: level 4, misses 2 of 3")
    second.play("wait 32")
    // The next program counts the stored trials in the same way.
    let third = ScriptedSession(path, process: "three")
    third.play("resume")
    #expect(third.play("give-up").last == "human-benchmark: level 4, misses 2 of 3")
    third.play("stop")
    third.quit()
    #expect(
      rows("trial strikes outcome") == ["1 0 gave-up", "2 1 gave-up", "3 1 gave-up", "4 2 gave-up"])
    let data = folder.path + "/data.jsonl"
    _ = run(["--store", path, "-c", "export \(data)"])
    #expect(
      run(["--store", folder.path + "/other", "-c", "import \(data)"]).output
        == "imported 4 trials and 0 presses from \"\(data)\"\n")
  }

  @Test(arguments: [
    ([], "interrupted: another board follows", "interrupted"),
    (["--board", "spoken"], "interrupted: another board follows", "interrupted"),
    (["--language", "ja"], "中断しました。次は別の盤です", "中断"),
  ])
  func `An interruption is announced once`(_ options: [String], _ words: String, _ word: String) {
    ScriptedSession(path, process: "one").play(
      "start human-benchmark seed=fig", "give-up", "wait 32")
    let lines = ["resume", "give-up", "wait 32", "give-up"].flatMap { ["-c", $0] }
    let output = run(["--store", path] + options + lines) {
      $0.configureStore = { $0.reserve = 0 }
    }.output
    #expect(output.split(separator: "\n").filter { $0 == words }.count == 1, "\(output)")
    #expect(output.ranges(of: word).count == 1, "\(output)")
  }

  @Test(arguments: ["outcome", "none"])
  func `A replacement board is announced also where results are not shown`(_ feedback: String) {
    let player = ScriptedSession(path, process: "one")
    player.play("start human-benchmark seed=fig feedback=\(feedback)", "give-up", "wait 32")
    let output = run(
      ["--store", path] + ["resume", "give-up", "wait 32", "give-up"].flatMap { ["-c", $0] }
    ) { $0.configureStore = { $0.reserve = 0 } }.output
    let said = output.split(separator: "\n").filter {
      $0 == "interrupted: another board follows" || $0 == "over" || $0.hasPrefix("you gave up")
    }
    #expect(
      said == [
        "interrupted: another board follows", feedback == "none" ? "over" : "you gave up at 0 of 4",
      ], "\(output)")
  }

  @Test func `A test that is stopped when it is resumed stays as it was`() {
    ScriptedSession(path, process: "one").play(
      "start span begin=key", "", "wait 512", "give-up", "wait 32")
    let player = ScriptedSession(path, process: "two")
    player.play("resume")
    #expect(
      player.play("stop") == [
        "span stopped at level 3, 1 trial (0 passed) is kept in the results, but it can't be continued"
      ])
    #expect(rows("testState") == ["stopped"])
    #expect(player.play("resume") == ["error: no round was interrupted"])
  }

  @Test func `Batched lines store a test as single ones do`() {
    let lines = [
      "start span trials=2", "give-up", "wait 32", "1 1 2 2", "give-up", "wait 32", "start 1 1 1",
      "stop", "start span", "give-up", "wait 32", "start 1 1 1", "stop", "start 1 1 1", "1 1",
    ]
    let batched = run(["--store", path], input: lines.joined(separator: "\n"))
    let columns = "block trial test outcome testState moves"
    let kept = rows(columns)
    let alone = folder.path + "/alone"
    _ = run(["--store", alone] + lines.flatMap { ["-c", $0] })
    #expect(
      kept == [
        "1 1 span gave-up complete 0 give-up", "1 2 span failed complete 0 press 1 1",
        "2 1 - gave-up - 0 give-up", "3 1 span gave-up stopped 0 give-up",
        "3 2 span gave-up stopped 0 give-up", "4 1 - passed - 0 press 1 1",
      ], "\(batched.output)")
    #expect(Database.value("SELECT count(*) FROM Round", alone) == "6")
  }
}

/// Tests of the seed of a script that stores its rounds and does not set a seed.
struct StoreSeedTests {
  private let folder = TemporaryFolder(isInMemory: true)

  /// Runs the program on a store and returns the replies without the boards; `number` is used as
  /// the random number.
  private func chimp(_ words: [String], store: String = "store", number: UInt32 = 42) -> [String] {
    let store = ["--store", folder.path + "/" + store]
    return run(store + words) { $0.randomNumber = { number } }.output
      .split(separator: "\n").map { String($0) }.filter { !$0.hasPrefix("  ") }
  }

  /// Returns the seeds of all sessions in the store, separated by commas.
  private func seeds() -> String? {
    Database.value("SELECT group_concat(seed) FROM Session", folder.path + "/store")
  }

  @Test func `A store has a seed of its own, and no two sessions draw the same boards`() {
    let start = ["-c", "start 3 8 5", "-c", "give-up"]
    #expect(
      chimp(start + ["-c", "start 3 8 5"]) == [
        "boards are drawn from 42-0", "round 1: 3 numerals on 8x5, board 8x5n3#1/42-0.1",
        "you gave up at 0 of 3", "round 2: 3 numerals on 8x5, board 8x5n3#1/42-0.2",
      ])
    #expect(
      chimp(start, number: 7) == [
        "boards are drawn from 42-2", "round 3: 3 numerals on 8x5, board 8x5n3#1/42-2.1",
        "you gave up at 0 of 3",
        "round 3: you gave up at 0 of 3",
      ])
    #expect(seeds() == "42-0,42-2")
    #expect(
      chimp(["-c", "start 1x1:1,1", "-c", "start 1 2 1"], store: "other", number: 7)[1]
        == "boards are drawn from 7-1")
  }

  @Test func `A named seed, or that of a session without a store, decides the boards`() {
    let start = ["-c", "start 3 8 5"]
    let named = "round 1: 3 numerals on 8x5, board 8x5n3#1/fig.1"
    #expect(chimp(["--seed", "fig"] + start) == [named])
    #expect(chimp(["-c", "set seed fig"] + start, store: "other") == ["seed = fig", named])
    #expect(
      run(["--store", ":memory:"] + start).output.hasPrefix(
        "round 1: 3 numerals on 8x5, board 8x5n3#1/1.1\n"))
    #expect(chimp(["-c", "set seed"], store: "third") == ["seed = 42-0"])
  }

  @Test func `A round with a described board keeps the seed of later boards`() {
    _ = chimp(["-c", "start 1x1:1,1", "-c", "give-up", "-c", "start 1 2 1"])
    #expect(seeds() == "42-1")
  }

  @Test func `The seed of a test is secret until the test is over`() {
    #expect(
      chimp(["-c", "start span", "-c", "set seed", "-c", "stop", "-c", "start 1 2 1"]) == [
        "round 1: 3 numerals on 8x5", "seed = secret until the test is over",
        "span stopped at level 3, no trial was finished", "boards are drawn from 42-0",
        "round 2: 1 numeral on 2x1, board 2x1n1#1/42-0.2",
      ])
    let stopped = chimp(["-c", "start span", "-c", "stop"], store: "other")
    #expect(stopped.contains("boards are drawn from 42-0"))
    let over = chimp(["-c", "start kawai count=4 trials=1", "-c", "give-up"], store: "third")
    #expect(over.contains("boards are drawn from 42-0"))
  }

  @Test func `A recording draws the same boards from the store's seed`() {
    let path = folder.path + "/session.txt"
    _ = chimp(["-c", "start 1 2 1", "-c", "record \(path)", "-c", "start 3 8 5", "-c", "board"])
    let text = String(decoding: folder.bytes("session.txt"), as: UTF8.self)
    #expect(text.contains("@ seed 42-0\n"))
    #expect(text.contains("board 8x5n3#1/42-0.2"))
    #expect(run(["transcript", "check", path]).status == 0)
  }
}

/// Tests of the clock of a session while its input, a pipe, is idle.
struct WaitingPipeTests {
  @Test func `A hold ends on time, whether a line comes or not`() throws {
    let program = try LiveProgram(["--clock", "real"])
    program.send("start 3x1:1,1;2,1;3,1 hold=30 limit=30")
    let lines = (0..<8).compactMap { _ in program.line() }
    #expect(
      lines == [
        "round 1: 3 numerals on 3x1, board 3x1:1,1;2,1;3,1", "     1  2  3", "  1  1  2  3",
        "hidden: 3 left", "     1  2  3", "  1  #  #  #", "timed out: 0 of 3", "     1  2  3",
      ])
    program.kill()
  }
}
