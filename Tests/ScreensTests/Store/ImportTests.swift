@testable import Archive
@testable import Exchange
@testable import Game
import Records
import SampleData
@testable import Screens
@testable import Shell
import TestSupport
import Testing

/// Tests of the files that an import accepts, and of those that it refuses.
struct ImportTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  /// Runs commands on the store and returns the output, with the folder removed from the paths in
  /// it.
  private func chimp(_ commands: String...) -> String {
    let result = run(commands, on: path)
    return result.output.split(separator: folder.path + "/").joined()
  }

  /// Writes samples to a file in JSON Lines, imports it and returns the output.
  private func lines(_ samples: [Sample]) -> String {
    folder.write(ExchangeText.lines(samples), "data.jsonl")
    return chimp("import \(folder.path)/data.jsonl")
  }

  /// Writes samples to CSV files of trials, presses and sessions, imports them and returns the
  /// output.
  private func tables(_ samples: [Sample], presses: [Sample]? = nil) -> String {
    folder.write(ExchangeText.table(samples.map(\.trial)), "data.csv")
    let presses = (presses ?? samples).flatMap(\.presses)
    folder.write(ExchangeText.table(presses), "data-presses.csv")
    folder.write(ExchangeText.table(ExchangeText.sessions(samples)), "data-sessions.csv")
    return chimp("import \(folder.path)/data.csv")
  }

  /// The number of all rows in the tables of rounds, presses, sessions and participants.
  private var rowCount: String? {
    Database.value(
      "SELECT (SELECT count(*) FROM Round) + (SELECT count(*) FROM Press) "
        + "+ (SELECT count(*) FROM Session) + (SELECT count(*) FROM Participant)", path)
  }

  private static let changesOfTrials: [(String, @Sendable (inout TrialRow) -> Void)] = [
    ("\"trial_id\" takes 1 to 64 bytes", { $0.trialId = "" }),
    ("\"trial_id\" takes 1 to 64 bytes", { $0.trialId = String(repeating: "x", count: 65) }),
    ("\"created\" must be a date", { $0.created = -1 }),
    ("\"created\" must be a date", { $0.created = 253_402_300_800_000 }),
    ("\"participant_id\" takes 1 to 64 bytes", { $0.session.participantId = "" }),
    (
      "\"participant\" takes 1 to 64 bytes",
      { $0.session.participant = String(repeating: "x", count: 65) }
    ),
    (
      "\"participant\" must be a participant's code: 1 to 32 letters (a to z, A to Z), digits and \"-\"",
      { $0.session.participant = "=1+1" }
    ),
    (
      "\"participant\" must be a participant's code: 1 to 32 letters (a to z, A to Z), digits and \"-\"",
      { $0.session.participant = String(repeating: "x", count: 33) }
    ),
    ("\"participant_created\" must be a date", { $0.session.participantCreated = -1 }),
    ("\"session_id\" takes 1 to 64 bytes", { $0.session.sessionId = "" }),
    ("\"session_created\" must be a date", { $0.session.created = -1 }),
    ("\"session_ended\" must be a date", { $0.session.dateEnded = -1 }),
    (
      "\"session_ended\" is before \"session_created\"",
      {
        ($0.session.created, $0.session.dateEnded) = (2, 1)
      }
    ),
    ("\"program_version\" takes 1 to 64 bytes", { $0.session.programVersion = "" }),
    ("\"input_mode\" has an impossible value", { $0.session.inputMode = "dream" }),
    ("\"clock\" has an impossible value", { $0.session.clockKind = "sun" }),
    ("\"clock_resolution\" has an impossible value", { $0.session.clockResolution = 0 }),
    ("\"session_seed\" has an impossible value", { $0.session.seed = "a b" }),
    ("\"resumption_session_id\" contradicts \"moves\"", { $0.resumption = Sample.session(1) }),
    ("\"resumption_session_id\" contradicts \"moves\"", { $0.moves += ";resumed" }),
    ("\"block\" has an impossible value", { $0.block = 0 }),
    ("\"trial\" has an impossible value", { $0.trial = 0 }),
    ("\"phase\" contradicts \"test\"", { $0.phase = "test" }),
    ("\"phase\" contradicts \"test\"", { $0.test = "span" }),
    ("\"test\" has an impossible value", { $0.test = "mine" }),
    ("\"phase\" contradicts \"test\"", { $0.phase = "practice" }),
    ("\"test_settings\" has an impossible value", { $0.values.testSettings = "practice=x" }),
    ("\"test_settings\" has an impossible value", { $0.values.testSettings = "trials=1  count=2" }),
    ("\"test_settings\" contradicts the others", { $0.values.testSettings = "trials=1" }),
    ("\"test_id\" contradicts the others", { $0.values.testId = "trial-1" }),
    ("\"test_state\" has an impossible value", { $0.values.testState = "over" }),
    ("\"test_state\" contradicts the others", { $0.values.testState = "open" }),
    ("\"test_complete\" contradicts \"test_state\"", { $0.values.testComplete = 1 }),
    ("\"limit\" has an impossible value", { $0.values.limit = 0 }),
    ("\"line_rule\" has an impossible value", { $0.values.lineRule = "two" }),
    ("\"line_rule\" contradicts the rule", { $0.values.lineRule = nil }),
    ("\"reading_order\" contradicts the board", { $0.values.readingOrder = 1 }),
    ("\"line_presses\" contradicts the moves", { $0.linePresses = 2 }),
    ("\"moves\" has an impossible value", { $0.moves = "0 press 2 3 " }),
    ("\"moves\" has an impossible value", { $0.moves = "0 press 2 3 foot" }),
    ("\"moves\" has an impossible value", { $0.moves = "0 hide mouse" }),
    ("\"moves\" has an impossible value", { $0.moves = "0 press 2 3 1" }),
    ("move 1 is not possible: no limit has begun", { $0.moves = "0 time-out" }),
    ("\"condition\" contradicts the rule", { $0.condition = "hold" }),
    ("\"condition\" contradicts the rule", { $0.requestedHold = 650 }),
    ("\"mask\" has an impossible value", { $0.mask = "last" }),
    ("\"empty_cell\" has an impossible value", { $0.emptyCell = "right" }),
    ("\"requested_hold\" has an impossible value", { $0.requestedHold = 0 }),
    ("\"measured_hold\" contradicts the moves", { $0.measuredHold = 100 }),
    ("\"count\" contradicts the board", { $0.count = 4 }),
    ("\"numerals\" contradicts the board", { $0.numerals = "1..9" }),
    ("\"board\" has an impossible value", { $0.board = "4x6:2,3;2,3" }),
    ("\"board\" has an impossible value", { $0.board = "4x6n3#1/apple" }),
    ("\"board\" contradicts the board", { $0.board = "4x6:1@2,3;2@1,1;3@4,5" }),
    ("\"seeded_board\" has an impossible value", { $0.seededBoard = "4x6:2,3;1,1;4,5" }),
    ("\"seeded_board\" has an impossible value", { $0.seededBoard = "4x6n3#2/apple" }),
    (
      "move 1 is not possible: column 100 is not on the board (columns 1 to 99)",
      {
        ($0.seededBoard, $0.moves) = ("99x99n3#1/apple", "0 press 100 1")
      }
    ),
    ("\"generator\" contradicts the board", { $0.generator = 1 }),
    ("\"onset\" has an impossible value", { $0.onset = -1 }),
    ("\"onset_date\" must be a date", { $0.onsetDate = "2000-13-01T00:00:00.000Z" }),
    ("\"onset_date\" must be a date", { $0.onsetDate = "2001-02-29T00:00:00.000Z" }),
    ("\"onset_date\" must be a date", { $0.onsetDate = "2000-04-31T00:00:00.000Z" }),
    ("\"onset_date\" must be a date", { $0.onsetDate = "2000-01-01T24:00:00.000Z" }),
    ("\"onset_date\" must be a date", { $0.onsetDate = "2000-01-01 00:00:00.000Z" }),
    ("\"moves\" has an impossible value", { $0.moves = "0 jump" }),
    ("\"moves\" has an impossible value", { $0.moves = "0 press 2 3;" }),
    ("\"moves\" has an impossible value", { $0.moves = "+0 press 2 3" }),
    ("\"moves\" is too large", { $0.moves = "9007199254740993 press 2 3" }),
    ("move 1 is earlier than the one before", { $0.moves = "-1 press 2 3" }),
    ("move 2 is earlier than the one before", { $0.moves = "2 press 2 3;1 press 1 1" }),
    (
      "move 2 is not possible: square 2 3 has been pressed already",
      { $0.moves = "2 press 2 3;2 press 2 3" }
    ),
    ("move 1 is not possible: the round has no hold", { $0.moves = "2 hold-ends" }),
    ("move 6 is not possible: the round is over", { $0.moves += ";300 give-up" }),
    ("\"outcome\" has an impossible value", { $0.outcome = "won" }),
    ("\"outcome\" contradicts the moves", { $0.outcome = "failed" }),
    ("\"outcome\" contradicts the moves", { $0.outcome = "quit" }),
    ("\"outcome\" contradicts the moves", { $0.outcome = nil }),
    ("\"right_before_error\" contradicts the moves", { $0.rightBeforeError = 2 }),
    ("\"time\" contradicts the moves", { $0.time = nil }),
    ("\"study_time\" contradicts the moves", { $0.studyTime = 101 }),
    ("\"recall_time\" contradicts the moves", { $0.recallTime = 0 }),
    ("\"first_press_from_onset\" contradicts the moves", { $0.firstPressFromOnset = 0 }),
    ("\"first_press_from_mask\" contradicts the moves", { $0.firstPressFromMask = 1 }),
  ]

  @Test(arguments: changesOfTrials.indices)
  func `A trial that contradicts itself is refused, in either format`(_ number: Int) {
    let (words, change) = Self.changesOfTrials[number]
    var samples = [Sample(0), Sample(1)]
    change(&samples[1].trial)
    let line = samples[1].trial.resumption == nil ? 8 : 9
    #expect(lines(samples) == "error: data.jsonl:\(line): \(words)\n")
    #expect(tables(samples) == "error: data.csv:3: \(words)\n")
    #expect(rowCount == "0")
  }

  private static let changesOfPresses: [(String, @Sendable (inout PressRow) -> Void)] = [
    ("\"press_id\" takes 1 to 64 bytes", { $0.pressId = "" }),
    ("\"created\" must be a date", { $0.created = -1 }),
    ("press 4 of trial \"trial-0\" is missing", { $0.trialId = "trial-1" }),
    ("press 4 of trial \"trial-0\" is missing", { $0.index = 5 }),
    ("press 4 of trial \"trial-0\" is missing", { $0.index = 3 }),
    ("\"h\" contradicts the moves of its trial", { $0.h = 100 }),
    ("\"v\" contradicts the moves of its trial", { $0.v = 1 }),
    ("\"numeral\" contradicts the moves of its trial", { $0.numeral = 2 }),
    ("\"due\" contradicts the moves of its trial", { $0.expected = 2 }),
    ("\"judgement\" contradicts the moves of its trial", { $0.judgement = .right }),
    ("\"time\" contradicts the moves of its trial", { $0.time = 201 }),
    ("\"line_latency\" contradicts the moves of its trial", { $0.lineLatency = nil }),
    ("press \"trial-0-3\" appears twice", { $0.pressId = "trial-0-3" }),
  ]

  @Test(arguments: changesOfPresses.indices)
  func `A press that contradicts its trial is refused, in either format`(_ number: Int) {
    let (words, change) = Self.changesOfPresses[number]
    var samples = [Sample(0), Sample(1)]
    change(&samples[0].presses[3])
    #expect(lines(samples) == "error: data.jsonl:6: \(words)\n")
    #expect(tables(samples) == "error: data-presses.csv:5: \(words)\n")
    #expect(rowCount == "0")
  }

  @Test func `Presses that are missing, surplus or in another order are named`() {
    var samples = [Sample(0), Sample(1)]
    let all = samples
    samples[1].presses.removeLast()
    #expect(lines(samples) == "error: data.jsonl:12: press 5 of trial \"trial-1\" is missing\n")
    #expect(
      tables(samples) == "error: data-presses.csv:11: press 5 of trial \"trial-1\" is missing\n")
    samples[1] = all[1]
    samples[0].presses.removeLast()
    #expect(lines(samples) == "error: data.jsonl:7: press 5 of trial \"trial-0\" is missing\n")
    samples[0].presses = all[0].presses + [all[0].presses[4]]
    let surplus = "press 5 of trial \"trial-0\" belongs to no trial before it\n"
    #expect(lines(samples) == "error: data.jsonl:8: \(surplus)")
    #expect(
      tables([Sample(0)], presses: [samples[0]]) == "error: data-presses.csv:7: \(surplus)")
    #expect(
      tables(all, presses: all.reversed())
        == "error: data-presses.csv:2: press 1 of trial \"trial-0\" is missing\n")
    #expect(
      tables([Sample(2)], presses: all)
        == "error: data-presses.csv:2: press 1 of trial \"trial-2\" is missing\n")
    #expect(rowCount == "0")
  }

  @Test func `A name that is given twice is refused, whatever else the rows say`() {
    var samples = [Sample(0), Sample(1), Sample(0)]
    #expect(lines(samples) == "error: data.jsonl:14: trial \"trial-0\" appears twice\n")
    samples[2].trial.block = 2
    #expect(tables(samples) == "error: data.csv:4: trial \"trial-0\" appears twice\n")
    samples = [Sample(0), Sample(1)]
    samples[1].presses[0].pressId = samples[0].presses[0].pressId
    #expect(lines(samples) == "error: data.jsonl:9: press \"trial-0-1\" appears twice\n")
    samples = [Sample(0), Sample(1)]
    samples[1].trial.session.seed = "8"
    #expect(lines(samples) == "error: data.jsonl:8: \"session_seed\" contradicts its session\n")
    #expect(rowCount == "0")
    #expect(lines([Sample(0)]).hasPrefix("imported 1 trial "))
    #expect(
      lines([Sample(0), Sample(0)]) == "error: data.jsonl:8: trial \"trial-0\" appears twice\n")
  }

  @Test func `A row that the store has with other content is refused by name`() {
    #expect(lines([Sample(0)]) == "imported 1 trial and 5 presses from \"data.jsonl\"\n")
    let before = rowCount
    var sample = Sample(0)
    sample.trial.created += 1
    #expect(
      lines([Sample(1), sample])
        == "error: data.jsonl:8: trial \"trial-0\" has a different \"created\" in the store\n")
    sample = Sample(0)
    sample.presses[1].pressId = "other"
    #expect(
      lines([sample])
        == "error: data.jsonl:4: trial \"trial-0\" has a different \"press_id\" in the store\n")
    sample = Sample(0)
    sample.trial.session.sessionId = "session-1"
    #expect(
      lines([sample])
        == "error: data.jsonl:2: trial \"trial-0\" has a different \"session_id\" in the store\n")
    sample = Sample(1)
    sample.trial.session.seed = "8"
    #expect(
      lines([sample]) == "error: data.jsonl:2: session \"session-0\" has a different "
        + "\"session_seed\" in the store\n")
    sample = Sample(11)
    sample.trial.session.participant = "p2"
    #expect(
      lines([sample]) == "error: data.jsonl:2: participant \"participant-1\" has a different "
        + "\"participant\" in the store\n")
    sample = Sample(1)
    sample.presses[0].pressId = Sample(0).presses[0].pressId
    #expect(lines([sample]) == "error: data.jsonl:3: press \"trial-0-1\" appears twice\n")
    #expect(rowCount == before)
  }

  @Test func `An import continues a trial that was not over, and keeps one that has gone on`() {
    #expect(lines([Sample(0).begun]) == "imported 1 trial and 1 press from \"data.jsonl\"\n")
    let resumed = Sample(0).resumed(by: Sample.session(3))
    #expect(
      lines([resumed])
        == "error: data.jsonl:4: trial \"trial-0\" has a different \"line_latency\" in the store\n")
    #expect(lines([Sample(0)]) == "imported 1 trial and 4 presses from \"data.jsonl\"\n")
    #expect(
      lines([Sample(0).begun])
        == "imported 0 trials and 0 presses from \"data.jsonl\"; 1 was already there\n")
    #expect(chimp("export \(folder.path)/again.jsonl").hasPrefix("exported 1 trial and 5 presses"))
    #expect(folder.bytes("again.jsonl") == ExchangeText.lines([Sample(0)]))
  }

  @Test func `Files from before the newest columns are imported, which follow from the others`() {
    let sample = Sample(0)
    folder.write(ExchangeText.lines([sample], version: 5), "data.jsonl")
    #expect(
      chimp("import \(folder.path)/data.jsonl")
        == "imported 1 trial and 5 presses from \"data.jsonl\"\n")
    let sessions = ExchangeText.sessions([sample])
    folder.write(ExchangeText.table([sample.trial], version: 5), "data.csv")
    folder.write(ExchangeText.table(sample.presses, version: 5), "data-presses.csv")
    folder.write(ExchangeText.table(sessions, version: 5), "data-sessions.csv")
    #expect(
      chimp("import \(folder.path)/data.csv")
        == "imported 0 trials and 0 presses from \"data.csv\"; 1 was already there\n")
    #expect(chimp("export \(folder.path)/again.jsonl").hasPrefix("exported 1 trial and 5 presses"))
    #expect(folder.bytes("again.jsonl") == ExchangeText.lines([Sample(0)]))
  }

  @Test func `A session that has ended since is the same session`() {
    #expect(lines([Sample(0)]).hasPrefix("imported 1 trial "))
    var samples = [Sample(0), Sample(1)]
    for index in samples.indices { samples[index].trial.session.dateEnded = 5 }
    #expect(
      lines(samples) == "imported 1 trial and 5 presses from \"data.jsonl\"; 1 was already there\n")
    #expect(lines([Sample(0)]).hasSuffix("; 1 was already there\n"))
  }
}
