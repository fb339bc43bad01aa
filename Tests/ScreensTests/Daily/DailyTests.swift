import Archive
import Examiner
import Game
@testable import Screens
import Shell
import TestSupport
import Testing

struct DailyTests {
  private static let date = "2026-11-28"

  /// Returns the rounds of a game: so many boards passed, then misses until its end.
  private static func rounds(
    of name: String = "human-benchmark", seed: String? = "daily-\(date)", passes: Int = 2
  ) throws -> [KeptRound] {
    let preset = try #require(TestPreset.named(name))
    var settings = TestSettings()
    settings.seed = try seed.map { try SessionSeed($0) }
    settings = preset.settingsOfNewTest(settings)
    var session = GameSession()
    var test = TestSeries(preset, settings)
    var rounds: [KeptRound] = []
    var time = 0
    while !test.isOver {
      let number = test.nextTrial.number
      let seed = try preset.boardSeed(ofTrial: number, test.settings) ?? Seed("own.\(number)")
      let game = ChimpanzeeExaminer.startGame(
        try test.plan.identifier(seed), rule: test.plan.rule)
      time += 1_000
      if rounds.isEmpty {
        _ = try session.handle(.start(game, of: test), at: time)
      } else {
        _ = try session.handle(.place(game), at: time)
        _ = try session.handle(.begin, at: time)
      }
      if let hold = test.plan.rule.hold {
        time += hold
        _ = try session.handle(.move(.holdEnds), at: time)
      }
      if rounds.count < passes {
        for cell in game.board.cells {
          time += 300
          _ = try session.handle(.move(.press(cell)), at: time)
        }
      } else {
        time += 500
        _ = try session.handle(.move(.press(game.board.cells[1])), at: time)
      }
      rounds.append(session.round)
      test = try #require(session.lastTest)
    }
    return rounds
  }

  private static func game() throws -> PlayedGame { try #require(PlayedGame(rounds: rounds())) }

  /// Returns the sentence of the refusal that a text meets; `nil` if it is proven.
  private func fault(_ text: String) -> String? {
    do throws(Refusal) { _ = try PlayedGame(text, named: "g") } catch {
      return error.words(in: .english)
    }
    return nil
  }

  @Test func `A game says its date, score, passes and pace, and is read as it was written`() throws
  {
    let game = try Self.game()
    #expect(game.name == "daily 2026-11-28")
    #expect(game.score == .level(5))
    #expect(game.passes == [true, true, false, false, false])
    #expect(game.pressTime == 300)
    #expect(try PlayedGame(game.text, named: "g") == game)
    #expect(game.code == PlayedGame.code(of: Array(game.text.utf8)))
    #expect(game.code.count == 19)
  }

  @Test func `The game of an agent says so, has no times, and each other byte is refused`() throws {
    let agent = AgentName(name: "llama 3.1", look: .delay(2))
    let game = try #require(PlayedGame(rounds: Self.rounds(), by: agent))
    #expect(game.pressTime == nil)
    #expect(
      game.text.split(separator: "\n").prefix(7) == [
        "chimp-game 1", "test human-benchmark", "settings seed=daily-2026-11-28",
        "agent llama 3.1", "look delay:2", "date 2026-11-28", "score level 5",
      ])
    #expect(try PlayedGame(game.text, named: "g") == game)
    #expect(
      fault(game.text.replacing("agent llama 3.1", with: "agent llama"))
        == "g:4: a game has \"agent NAME VERSION\" here")
    #expect(
      fault(game.text.replacing("look delay:2", with: "look none"))
        == "g:5: a game has \"look withheld\" here")
    #expect(
      fault(game.text.replacing("press unknown", with: "press 300 ms"))
        == "press is 300 ms in the file, but its moves give none")
    #expect(PlayedGame(rounds: try Self.rounds())?.code != game.code)
  }

  @Test func `The boards of a date are the same everywhere, and those of another date differ`()
    throws
  {
    let boards = try Self.rounds().map(\.board)
    #expect(boards == (try Self.rounds().map(\.board)))
    #expect(boards[0] != (try Self.rounds(seed: "daily-2026-11-29").map(\.board))[0])
    #expect(boards[0].descriptiveIdentifier == "8x5:1,4;6,1;4,3;3,3")
  }

  @Test func `Every byte of a game counts for its code`() throws {
    let game = try Self.game()
    let bytes = Array(game.text.utf8)
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      #expect(PlayedGame.code(of: changed) != game.code, "byte \(index)")
    }
  }

  @Test(arguments: [
    ("level 5", "level 6", "score is level 6 in the file, but its moves give level 5"),
    ("date 2026-11-28", "date 2026-11-27", "date is 2026-11-27 in the file"),
    ("date 2026-11-28\n", "", "date is none in the file, but its moves give 2026-11-28"),
    ("press 300 ms", "press 90 ms", "press is 90 ms in the file, but its moves give 300 ms"),
    ("passed", "failed", "trial 1: its moves do not end as failed"),
    ("8x5n4#1/daily-2026-11-28.1", "8x5n4#1/daily-2026-11-28.2", "trial 1: its board is not"),
    ("human-benchmark", "span", "trial"),
    ("chimp-game 1", "chimp-game 2", "g:1: a game has \"chimp-game 1\" here"),
    ("settings seed=", "settings sed=", "g:3: a game has \"settings"),
  ])
  func `A changed claim is refused with what differs`(
    word: String, other: String, expected: String
  ) throws {
    let text = try Self.game().text
    let changed = try #require(text.firstRange(of: word)).lowerBound
    let rest = text[changed...].dropFirst(word.count)
    let refusal = fault(text[..<changed] + other + rest)
    #expect(refusal?.hasPrefix(expected) == true, "\(refusal ?? "none")")
  }

  @Test func `A game without its last trial, or with one more, is refused`() throws {
    let lines = try Self.game().text.split(separator: "\n")
    let short = lines.dropLast().joined(separator: "\n") + "\n"
    #expect(fault(short) == "the test goes on after the last trial of the file")
    let long = (lines + lines.suffix(1)).joined(separator: "\n") + "\n"
    #expect(fault(long) == "trial 6: the test was over before it")
    #expect(fault("") != nil)
    #expect(fault("\n\n") != nil)
    #expect(fault(lines.joined(separator: "\n")) != nil, "the last line feed counts, too")
  }

  @Test(arguments: [
    ("passed - ", "passed 9223372036854775807 "), ("passed - ", "passed -1 "),
    ("300 press", "999999999999999999 press"), ("300 press", "-300 press"),
    (";600 press", ";200 press"), ("300 press", "9223372036854775807 press"),
  ])
  func `Times that no round has are refused`(word: String, other: String) throws {
    let text = try Self.game().text
    let place = try #require(text.firstRange(of: word))
    let changed = text[..<place.lowerBound] + other + text[place.upperBound...]
    #expect(fault(String(changed)) == "trial 1: its moves break the rules")
  }

  @Test(arguments: ["inoue-210", "zoo", "span", "adapt-span", "adapt-hold", "monkey-ladder"])
  func `Games of other tests are proven, too`(name: String) throws {
    for seed in [nil, "own"] {
      let game = try #require(PlayedGame(rounds: try Self.rounds(of: name, seed: seed)), "\(name)")
      #expect(game.name == name)
      #expect(try PlayedGame(game.text, named: "g") == game)
    }
  }

  @Test func `Rounds without a finished test are no game`() throws {
    #expect(PlayedGame(rounds: []) == nil)
    #expect(PlayedGame(rounds: try Self.rounds().dropLast()) == nil)
    #expect(PlayedGame(rounds: Array(try Self.rounds().dropFirst())) == nil)
  }

  @Test(arguments: [
    ("2026-11-28", true), ("2024-02-29", true), ("2026-02-29", false), ("2026-13-01", false),
    ("2026-1-1", false), ("today", false), ("", false), ("2026-11-28 ", false),
  ])
  func `A date is a day that there is`(text: String, isDate: Bool) {
    #expect((Daily(on: text) != nil) == isDate)
  }

  @Test func `The last game of an earlier session is shared, with the same proof`() throws {
    let folder = TemporaryFolder(isInMemory: true)
    let path = folder.path + "/store"
    let misses = Array(repeating: "give-up", count: 3)
    let first = ScriptedSession(path, process: "one")
    first.play("start human-benchmark seed=apple")
    for line in misses { first.play(line, "wait 1000") }
    let lines = first.play("share")
    #expect(lines.count == 2)
    first.play("start span", "give-up", "wait 32", "stop")
    #expect(first.play("share") == lines)
    first.quit()
    #expect(ScriptedSession(path, process: "two").play("share") == lines)
  }

  /// Returns the output of lines that a person types at a terminal without cursor movement.
  private func person(_ lines: [String]) -> [Substring] {
    run(
      ["--store", ":memory:", "--no-config"], input: lines.map { $0 + "\n" }.joined(),
      variables: ["TERM": "dumb"]
    ) {
      $0.inputIsTerminal = true
      $0.outputIsTerminal = true
    }.output.split(separator: "\n")
  }

  @Test func `The boards of a day that has not come are refused to a person`() {
    let refusals = person(["daily 2999-01-01"]).filter { $0.contains("error: ") }
    #expect(refusals.count == 1)
    let beginning = "chimp> error: the boards of 2999-01-01 come on that day (UTC); today is "
    #expect(refusals.allSatisfy { $0.hasPrefix(beginning) })
  }

  @Test func `A second attempt on the boards of a date is shared as practice`() throws {
    let folder = TemporaryFolder(isInMemory: true)
    let player = ScriptedSession(folder.path + "/store", process: "one")
    func game() -> [String] {
      player.play("daily 2026-11-28")
      for _ in 0..<3 { player.play("give-up", "wait 1000") }
      return player.play("share")
    }
    #expect(game().first?.hasPrefix("chimp daily 2026-11-28 · level 0 · □□□") == true)
    #expect(game().first?.hasPrefix("chimp daily 2026-11-28 · practice · level 0 · □□□") == true)
  }

  @Test func `A second attempt on the boards of a date does not raise the best score`() throws {
    let folder = TemporaryFolder(isInMemory: true)
    let boards = try Self.rounds(passes: 2).map(\.board)
    /// Returns the lines at the end of a game in which so many boards were passed.
    func end(_ line: String, passes: Int, in session: ScriptedSession) -> [String] {
      session.play(line)
      for board in boards.prefix(passes) {
        session.play("wait 400")
        for cell in board.cells { session.play("press \(cell.h) \(cell.v)") }
        session.play("wait 2000")
      }
      session.play("give-up", "wait 2000", "give-up", "wait 2000")
      return session.play("give-up")
    }
    let first = ScriptedSession(folder.path + "/store", process: "one")
    #expect(
      end("daily 2026-11-28", passes: 1, in: first) == [
        "you gave up at 0 of 5", "daily 2026-11-28 is over: score 4",
        "this attempt counts; the next boards come at 0:00 UTC",
        "\"start zoo\" ranks you among the visitors of a zoo",
        "you remembered up to 4 numerals",
        "a second game of the same person reaches level 0 to 7 in 98 of 100 cases",
      ])
    let practice = [
      "daily 2026-11-28 is over: score 5",
      "practice: you played these boards before, so this score is not compared",
      "you remembered up to 5 numerals",
    ]
    #expect(end("daily 2026-11-28", passes: 2, in: first).suffix(3) == practice)
    first.quit()
    let second = ScriptedSession(folder.path + "/store", process: "two")
    #expect(end("daily 2026-11-28", passes: 2, in: second).suffix(3) == practice)
    #expect(
      end("start human-benchmark", passes: 0, in: second).suffix(2) == [
        "human-benchmark is over: score 0, your best is 4",
        "a second game of the same person reaches level 0 to 6 in 95 of 100 cases",
      ])
  }
}
