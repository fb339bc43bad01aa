@testable import Archive
import Examiner
import FaultyFiles
@testable import Game
import Glibc
import Records
@testable import Screens
@testable import Shell
import TestSupport
import Testing

/// Tests of the storage of rounds: the columns, and the moment at which they are written.
struct StoredRoundsTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/store" }

  /// Returns the named columns of all rows of a table, a line for each row; `-` stands for NULL.
  private func row(_ table: String, _ columns: String, _ rest: String = "") -> String? {
    let list = columns.split(separator: " ").map { "coalesce(\"\($0)\", '-')" }
    return Database.value(
      "SELECT group_concat(line, char(10)) FROM (SELECT "
        + list.joined(separator: "||' '||") + " AS line FROM \(table) \(rest) ORDER BY row)", path)
  }

  @Test func `A trial record has every property of its round`() throws {
    let session = StoredSession(path)
    session.conditions.milliseconds = 500
    try session.start("4x6:3@2,3;5@1,1;8@4,5")
    session.press([(2, 3)], after: 1_200)
    session.press([(1, 1), (4, 4)], after: 300)
    #expect(
      row("Round", "session resumption block trial trialPhase test condition maskRule")
        == "1 - 1 1 free - masking first")
    #expect(
      row("Round", "emptyCellRule requestedHold measuredHold count numeralRange board")
        == "wrong - - 3 3..8 4x6:3@2,3;5@1,1;8@4,5")
    #expect(
      row("Round", "seededBoard generatorVersion onset onsetDate outcome pressedCount")
        == "- - 500 1970-01-01T00:00:01.000Z failed 2")
    #expect(row("Round", "moves") == "1200 press 2 3;1500 press 1 1 4 4")
    #expect(
      row("Round", "time studyTime recallTime firstPressFromOnset firstPressFromMask")
        == "1500 1200 300 1200 0")
    #expect(
      row("Press", "round index h v numeral due judgement time lineLatency") == """
        1 1 2 3 3 3 right 1200 1200
        1 2 1 1 5 5 right 1500 300
        1 3 4 4 - 8 wrong 1500 0
        """)
    #expect(
      row("Session", "participant process programVersion inputMode clockKind clockResolution seed")
        == "1 one chimp 0 pipe real 1 apple")
    #expect(row("Participant", "code") == "p1")
  }

  @Test func `A drawn board and a hold are kept as they were asked for`() throws {
    let session = StoredSession(path)
    try session.start("8x5n5@1..9#1/fig", hold: 650, of: .span(0))
    session.advanceClock(655)
    session.model.perform(.move(.holdEnds))
    session.model.perform(.move(.giveUp))
    #expect(
      row("Round", "seededBoard generatorVersion numeralRange condition requestedHold measuredHold")
        == "8x5n5@1..9#1/fig 1 1..9 hold 650 655")
    #expect(
      row("Round", "trialPhase test outcome moves")
        == "test span gave-up 655 hold-ends;655 give-up")
    #expect(try session.kept(1) == session.model.session.round)
  }

  @Test func `What a reply says is in the file before the next input`() throws {
    let session = StoredSession(path)
    try session.start("4x6:2,3;1,1;4,5")
    #expect(row("Round", "moves outcome pressedCount") == " - 0")
    session.press([(2, 3)], after: 7)
    #expect(row("Round", "moves outcome pressedCount") == "7 press 2 3 - 1")
    session.model.perform(.move(.giveUp))
    #expect(row("Round", "moves outcome pressedCount") == "7 press 2 3;7 give-up gave-up 1")
  }

  @Test func `Numbers go on from session to session, and boards are drawn anew`() throws {
    let first = StoredSession(path)
    try first.start("1x1:1,1")
    try first.rounds.close()
    let second = StoredSession(path)
    try second.start("1x1:1,1")
    #expect(second.model.session.number == 2)
    #expect(second.model.session.statistics.startedCount == 1)
    #expect(row("Round", "session outcome") == "1 quit\n2 -")
    #expect(row("Session", "dateEnded") == "1000\n-")
  }

  @Test func `Each test is a block, and so are the rounds between two tests`() throws {
    let session = StoredSession(path)
    for trial in [nil, nil, 0, 1, 0, nil] {
      try session.start("1x1:1,1", of: trial.map { .span($0) })
      session.press([(1, 1)])
    }
    #expect(row("Round", "block trial") == "1 1\n1 2\n2 1\n2 2\n3 1\n4 1")
  }

  @Test func `Another participant has another session`() throws {
    let session = StoredSession(path)
    try session.start("1x1:1,1")
    session.press([(1, 1)])
    session.conditions.participant = "p2"
    session.advanceClock(5)
    try session.start("1x1:1,1")
    #expect(row("Session", "participant dateEnded") == "1 1005\n2 -")
    #expect(row("Round", "session block trial") == "1 1 1\n2 1 1")
  }

  @Test func `An input that can't be saved is refused in one line, and changes nothing`() throws {
    let name = "rounds-\(folder.path)"
    #expect(faulty_register(name) == 0)
    let session = StoredSession(path, fileSystem: name)
    let words = "can't save: the disk of '\(path)' is full"
    try session.start("1x1:1,1")
    session.model.perform(.move(.giveUp))
    faulty_arm(name, FAULTY_FULL, 0)
    #expect(try !session.start("4x6:2,3;1,1;4,5"))
    #expect(session.refusal == words)
    #expect(session.model.session.number == 1)
    faulty_arm(name, FAULTY_NONE, 0)
    #expect(try session.start("4x6:2,3;1,1;4,5"))
    faulty_arm(name, FAULTY_FULL, 0)
    let before = session.model.session.round
    session.press([(2, 3), (1, 1)])
    #expect(session.refusal == words)
    #expect(session.model.perform(.leave) == nil)
    #expect(session.model.session.round == before)
    faulty_arm(name, FAULTY_NONE, 0)
    session.press([(2, 3), (1, 1)])
    #expect(session.model.session.examiner.pressedCount == 2)
    #expect(row("Round", "moves") == "0 give-up\n0 press 2 3 1 1")
    #expect(row("Press", "round index") == "2 1\n2 2")
  }

  @Test func `A refused move is not stored`() throws {
    let session = StoredSession(path)
    try session.start("4x6:2,3;1,1;4,5")
    session.press([(2, 3), (2, 3)])
    #expect(session.refusal == "square 2 3 is given twice")
    session.press([(9, 9)])
    #expect(row("Round", "moves") == "")
    #expect(row("Press", "index") == nil)
  }

  @Test func `A result that is better than all before becomes news`() throws {
    let session = StoredSession(path)
    for (identifier, cells, time) in [
      ("2x1:1,1", [(1, 1)], 900), ("2x1:1,1", [(1, 1)], 900), ("2x1:2,1", [(2, 1)], 800),
      ("2x1:2,1;1,1", [(2, 1), (1, 1)], 3_120), ("2x1:2,1;1,1", [(1, 1)], 1),
    ] as [(String, [(Int, Int)], Int)] {
      try session.start(identifier)
      session.press(cells, after: time)
    }
    #expect(
      try NewsModel(session.programStore).all().elements.map(\.title) == [
        "A new best: 1 numeral on 2x1 in 900 ms", "A new best: 1 numeral on 2x1 in 800 ms",
        "A new best: 2 numerals on 2x1 in 3120 ms",
      ])
    #expect(
      BestResult.best(3, of: .script, in: session.programStore).map { $0.words(in: .english) } == [
        "2 numerals on 2x1 in 3120 ms", "1 numeral on 2x1 in 800 ms", "1 numeral on 2x1 in 900 ms",
      ])
  }

  @Test func `A clock that goes backwards confuses neither the order nor the times`() throws {
    let session = StoredSession(path)
    session.conditions.date = 5_000
    try session.start("2x1:1,1;2,1")
    session.conditions.date = 3_000
    session.press([(1, 1)], after: 40)
    session.press([(2, 1)], after: 40)
    try session.start("1x1:1,1")
    #expect(try session.list().map(\.number) == [1, 2])
    #expect(
      try session.list().map(\.date) == ["1970-01-01T00:00:05.000Z", "1970-01-01T00:00:03.080Z"])
    #expect(row("Press", "time") == "40\n80")
    #expect(row("Round", "dateCreated dateUpdated") == "5000 5000\n3080 3080")
  }
}
