@testable import Events
import Examiner
@testable import Game
@testable import Screens
@testable import Shell
import Testing

/// Tests of the settings of a test, and of their text form.
struct TestSettingsTests {
  @Test(arguments: [
    "", "practice=3", "trials=10 count=4 seed=fig limit=3000 begin=key feedback=none",
    "practice=1000 begin=countdown feedback=outcome", "numerals=1..19 adjacent=no mask=never",
    "count=3 numerals=1..9 adjacent=yes",
  ])
  func `Settings are read as they are written`(_ text: String) {
    #expect(TestSettings(text)?.description == text)
  }

  @Test(arguments: [
    "practice", "practice=", "practice=0", "practice=1001", "trials=1 practice=1", "trials=01",
    "trials=1  count=1", " trials=1", "seed=", "seed=a=b c", "begin=now", "begin=soon",
    "feedback=full", "limit=0", "hold=3", "numerals=9..1", "adjacent=maybe", "trials=1\n",
  ])
  func `No other text is settings`(_ text: String) {
    #expect(TestSettings(text) == nil)
  }

  /// Returns the test `name` with settings, which are parsed from a text such as `trials=3`.
  private func series(_ name: String, _ text: String) throws -> TestSeries {
    TestSeries(try #require(TestPreset.named(name)), try #require(TestSettings(text)))
  }

  @Test func `Practice neither counts nor changes the level`() throws {
    var series = try series("human-benchmark", "practice=2 trials=2")
    var words: [String] = []
    for hasPassed in [true, false, true, false] {
      words.append("\(series.nextTrial.isPractice) \(series.plan.count)")
      series.endTrial(hasPassed: hasPassed)
      words.append(
        series.standing.parts(in: .english).joined(separator: ", ")
          + (series.isOver ? ", over" : ""))
    }
    #expect(
      words == [
        "true 4", "practice, 1 of 2 trials", "true 4", "level 4, misses 0 of 3", "false 4",
        "level 5, best 4, misses 0 of 3", "false 5",
        "level 5, best 4, misses 1 of 3, over",
      ])
  }

  @Test func `Each numeral follows the one before, or not all do`() throws {
    let preset = try #require(TestPreset.named("muramatsu"))
    for (text, isRun) in [("adjacent=yes", true), ("adjacent=no", false)] {
      for count in 3...5 {
        let settings = try #require(TestSettings("count=\(count) numerals=1..9 \(text)"))
        let plan = preset.plan(settings)
        var lowest: Set<Int> = []
        for number in 1...200 {
          let board = try plan.identifier(Seed("\(number)")).board()
          let (first, last) = (board.numerals[0], board.numerals[count - 1])
          #expect(first >= 1 && last <= 9 && board.count == count)
          #expect((last - first == count - 1) == isRun, "\(number)")
          lowest.insert(first)
        }
        #expect(lowest.contains(1) && lowest.count >= 9 - count)
      }
    }
  }

  @Test func `A view is told where the test stands, and what its round waits for`() throws {
    let output = OutputWriter(sink: DiscardingSink())
    let application = Application(
      output: output, environment: ApplicationEnvironment(sessionSeed: .script))
    let console = Console(
      application, table: Application.table(isMachine: false), speaker: Speaker(output),
      diagnostics: output, options: ConsoleOptions(), programVersion: "",
      recordingFormat: TranscriptFormat(seed: .script))
    let model = application.game.model
    func state(after line: String) -> String {
      console.perform(line: Array(line.utf8))
      let trial = (model.session.placed ?? model.session.round).test
      let series = model.session.test.flatMap { series in
        trial.map { "\($0.number)\($0.isPractice ? " practice" : ""), \(series.failCount) failed" }
      }
      let preparation = model.session.preparation.map { ", \($0)" } ?? ""
      return (series ?? "none") + preparation
    }
    let lines = [
      "start 1 1 1", "start human-benchmark practice=1 begin=key", "begin", "wait 512", "give-up",
      "wait 32", "begin", "wait 512", "give-up", "wait 32", "stop",
      "start span trials=2 begin=countdown", "wait 16", "wait 1000", "wait 1000", "wait 1000",
      "wait 512", "stop",
    ]
    let waiting = "waiting"
    #expect(
      lines.map(state) == [
        "none", "1 practice, 0 failed, \(waiting)", "1 practice, 0 failed, fixation",
        "1 practice, 0 failed", "1 practice, 0 failed", "2, 0 failed, \(waiting)",
        "2, 0 failed, fixation", "2, 0 failed", "2, 1 failed", "3, 1 failed, \(waiting)", "none",
        "1, 0 failed", "1, 0 failed, counting(3)", "1, 0 failed, counting(2)",
        "1, 0 failed, counting(1)", "1, 0 failed, fixation", "1, 0 failed", "none",
      ])
  }
}

/// Tests of the input devices of presses, and of the presses that one line makes.
struct PressInputTests {
  /// Plays presses from input devices, and returns their stored text and the report of the round.
  private func texts(_ presses: [(PressInput, String)]) throws -> (
    text: String, report: RoundReport
  ) {
    let model = GameModel(clock: .virtual(), usualInput: .line)
    model.perform(.start(.startGame(try BoardIdentifier("4x1:1,1;2,1;3,1;4,1"), rule: .standard)))
    for (input, line) in presses {
      model.setInputDevice { input }
      if line == "hide" {
        model.perform(.move(.hide))
      } else {
        model.perform(
          .press(line.split(separator: " ").compactMap { Int($0) }.map { Cell(h: $0, v: 1) }))
      }
    }
    let kept = model.session.round
    return (MoveText.text(of: kept), RoundReport(kept))
  }

  @Test func `The input is kept where it is not the usual one`() throws {
    let (text, report) = try texts([
      (.line, "1"), (.mouse, "2"), (.cursor, "3"), (.script, "4"),
    ])
    #expect(
      text == "0 press 1 1;0 press 2 1 mouse;0 press 3 1 cursor;0 press 4 1 script")
    #expect(report.presses.map(\.input) == [.line, .mouse, .cursor, .script])
    #expect(report.linePresses == 1)
    let read = try #require(MoveText.read(text, onset: 0))
    #expect(read.moves == report.round.moves)
  }

  @Test func `The presses of one line stand together, and count while something is to be seen`()
    throws
  {
    let visible = try texts([(.script, "1 2 3"), (.line, "4")])
    #expect(visible.text == "0 press 1 1 script 2 1 3 1;0 press 4 1")
    #expect(visible.report.linePresses == 3)
    #expect(visible.report.presses.map(\.input) == [.script, .script, .script, .line])
    #expect(MoveText.read(visible.text, onset: 0)?.moves == visible.report.round.moves)
    let masked = try texts([(.mouse, "hide"), (.line, "1 2 3 4")])
    #expect(masked.text == "0 hide;0 press 1 1 2 1 3 1 4 1")
    #expect(masked.report.linePresses == 0)
    let usual = try texts([(.line, "1"), (.line, "2 3 4")])
    #expect(usual.report.linePresses == 1)
  }

  @Test(arguments: [
    "0 press 1 1 mouse mouse", "0 press 1 1  2 1", "0 press 1 1 2", "0 press 1 1 2 1 ",
    "0 press 1 1 2 1 mouse", "0 press mouse", "0 hide 1 1", "0 hide line", "0 press 1 1 Mouse",
  ])
  func `No other text is moves`(_ text: String) {
    #expect(MoveText.read(text, onset: 0) == nil)
  }
}
