import Archive
import Game

@testable import Archive
import Examiner
@testable import Game
import Observing
import Records
@testable import Screens
@testable import Shell
import TestSupport
import Testing

/// Tests of rounds that were interrupted because the program was killed.
struct ResumptionTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/store" }

  /// Stores a round of a program that was killed after its first press.
  private func kill(process: String = "one") throws {
    let session = StoredSession(path, process: process)
    try session.start("4x6:2,3;1,1;4,5")
    session.press([(2, 3)], after: 1_200)
  }

  @Test func `A round goes on where it was, and no time is measured across the gap`()
    throws
  {
    try kill()
    let conditions = StoredSession.Conditions()
    conditions.milliseconds = 70_000
    let session = StoredSession(path, process: "two", conditions)
    let interrupted = try #require(try session.rounds.interruptedRound())
    #expect(session.model.perform(.resume(interrupted)) != nil)
    guard case .facts([.resumed], _) = session.model.reply.value else {
      Issue.record("\(session.model.reply.value)")
      return
    }
    #expect(session.model.session.number == 1)
    #expect(session.model.session.examiner.pressedCount == 1)
    session.press([(1, 1)], after: 400)
    session.press([(4, 5)], after: 100)
    let kept = try #require(try session.kept(1))
    #expect(MoveText.text(of: kept) == "1200 press 2 3;paused;1600 press 1 1;1700 press 4 5")
    let report = RoundReport(kept)
    #expect(report.presses.map(\.lineLatency) == [1_200, nil, 100])
    #expect(report.studyTime == 1_200)
    #expect(report.recallTime == nil)
    #expect(report.time == nil)
    #expect(BestResult(report.measures, on: report.round.board) == nil)
    #expect(kept.outcome == .passed)
    let numbers = "SELECT group_concat(session || ' ' || resumption) FROM Round"
    #expect(Database.value(numbers, path) == "1 2")
    #expect(Database.value("SELECT group_concat(\"index\") FROM Press", path) == "1,2,3")
    #expect(try session.rounds.interruptedRound() == nil)
  }

  @Test func `Presses before a gap stay the same, with their lines and input devices`() throws {
    let first = StoredSession(path, process: "one")
    first.model.pressOrigin = { PressOrigin(.direct) }
    try first.start("4x6:2,3;1,1;4,5")
    first.press([(2, 3), (1, 1)], after: 1_200)
    let session = StoredSession(path, process: "two")
    #expect(
      session.model.perform(.resume(try #require(try session.rounds.interruptedRound()))) != nil)
    session.press([(4, 5)], after: 100)
    let kept = try #require(try session.kept(1))
    #expect(
      MoveText.text(of: kept) == "1200 press 2 3 direct 1 1;paused;1300 press 4 5")
    #expect(try session.rounds.played() == [])
    let presses = "SELECT group_concat(input) FROM Press"
    #expect(Database.value(presses, path) == "direct,direct,script")
    #expect(Database.value("SELECT linePresses FROM Round", path) == "2")
  }

  @Test func `No export tells the board of a round that can be resumed`() throws {
    try kill()
    let conditions = StoredSession.Conditions()
    let session = StoredSession(path, process: "two", conditions)
    #expect(try session.rounds.played() == [1])
    #expect(
      session.model.perform(.resume(try #require(try session.rounds.interruptedRound()))) != nil)
    session.press([(4, 5)])
    #expect(try session.rounds.played() == [])
  }

  @Test func `An export leaves out only the newest of several interrupted rounds`() throws {
    for process in ["one", "two"] {
      try StoredSession(path, process: process).start("2x1:1,1;2,1")
    }
    #expect(try StoredSession(path, process: "three").rounds.played() == [2])
  }

  @Test func `A round resumed before its mask has neither a study time nor a hold`() throws {
    let first = StoredSession(path)
    try first.start("2x1:1,1;2,1", hold: 100)
    let conditions = StoredSession.Conditions()
    conditions.milliseconds = 5_000
    let second = StoredSession(path, process: "two", conditions)
    #expect(
      second.model.perform(.resume(try #require(try second.rounds.interruptedRound()))) != nil)
    #expect(second.model.session.isSecret)
    second.advanceClock(100)
    second.model.perform(.move(.holdEnds))
    second.press([(1, 1)], after: 10)
    let report = RoundReport(second.model.session.round)
    #expect(report.measuredHold == nil)
    #expect(report.studyTime == nil)
    #expect(report.firstPressFromOnset == nil)
    #expect(report.firstPressFromMask == 10)
    #expect(report.presses.map(\.lineLatency) == [nil])
  }

  @Test func `A round that is killed twice is resumed twice`() throws {
    try kill()
    for process in ["two", "three"] {
      let session = StoredSession(path, process: process)
      #expect(
        session.model.perform(.resume(try #require(try session.rounds.interruptedRound()))) != nil)
    }
    let last = StoredSession(path, process: "four")
    #expect(last.model.perform(.resume(try #require(try last.rounds.interruptedRound()))) != nil)
    last.press([(1, 1)])
    #expect(
      MoveText.text(of: try #require(try last.kept(1)))
        == "1200 press 2 3;paused;paused;paused;1200 press 1 1")
    #expect(last.model.session.round.gaps == [1, 1, 1])
  }

  @Test func `A round that is being played, or that was left by quitting, is not resumed`()
    throws
  {
    try kill()
    let other = StoredSession(path, process: "two")
    other.conditions.running = ["one"]
    #expect(try other.rounds.interruptedRound() == nil)
    other.conditions.running = []
    let interrupted = try #require(try other.rounds.interruptedRound())
    #expect(other.model.perform(.resume(interrupted)) != nil)
    let third = StoredSession(path, process: "three")
    third.conditions.running = ["two"]
    #expect(try third.rounds.interruptedRound() == nil)
    #expect(third.model.perform(.resume(interrupted)) == nil)
    #expect(third.refusal == "no round was interrupted")
    #expect(!third.model.session.isStarted)
    try other.rounds.close()
    third.conditions.running = []
    #expect(try third.rounds.interruptedRound() == nil)
    #expect(try third.kept(1)?.outcome == .quit)
    #expect(Database.value("SELECT count(*) FROM Session", path) == "2")
  }

  @Test func `Only one of two programs that resume a round can go on with it`() throws {
    try kill()
    let (one, two) = (StoredSession(path, process: "two"), StoredSession(path, process: "three"))
    let interrupted = try #require(try one.rounds.interruptedRound())
    // NB: neither knows that the other is running.
    #expect(one.model.perform(.resume(interrupted)) != nil)
    #expect(two.model.perform(.resume(interrupted)) != nil)
    one.press([(1, 1)])
    two.press([(4, 5)])
    #expect(one.refusal == nil)
    let words = "another program has continued this round (\"start\" begins another one)"
    #expect(two.refusal == words)
    two.model.perform(.move(.giveUp))
    #expect(two.refusal == words)
    #expect(two.model.session.examiner.pressedCount == 1)
    #expect(try one.kept(1)?.moves.count == 2)
    one.press([(4, 5)])
    #expect(try two.start("1x1:1,1"))
    two.press([(1, 1)])
    try two.rounds.close()
    #expect(try one.kept(1)?.outcome == .passed)
    #expect(try one.kept(2)?.outcome == .passed)
    #expect(checkStore() == "checked 11 rows: no damage found\n")
  }

  @Test func `Quitting does not change a round that another program goes on with`() throws {
    try kill()
    let (one, two) = (StoredSession(path, process: "two"), StoredSession(path, process: "three"))
    let interrupted = try #require(try one.rounds.interruptedRound())
    #expect(one.model.perform(.resume(interrupted)) != nil)
    #expect(two.model.perform(.resume(interrupted)) != nil)
    one.press([(1, 1), (4, 5)])
    try two.rounds.close()
    #expect(try one.kept(1)?.outcome == .passed)
    #expect(checkStore() == "checked 8 rows: no damage found\n")
  }

  @Test func `A round whose presses do not follow from its moves is found by a check`() throws {
    try kill()
    #expect(Database.value("DELETE FROM Press RETURNING 1", path) == "1")
    let id = Database.value("SELECT objectId FROM Round", path) ?? ""
    #expect(
      checkStore() == "found 1 fault:\n  row 1 of Round: press 1 of trial \"\(id)\" is missing\n")
  }

  /// Checks all rows of the store and returns the output.
  private func checkStore() -> String {
    run(["--store", path, "-c", "check-store full"]).output
  }

  @Test func `A round that can't be read, or whose moves are impossible, is not resumed`() throws {
    for (moves, line) in [("12 jump", "interruptedRound"), ("0 press 9 9", "resume")] {
      try kill()
      try RoundRecord.change(lastOf: path) { $0.moves = moves }
      let number = Int(Database.value("SELECT max(row) FROM Round", path) ?? "") ?? 0
      let session = StoredSession(path, process: "two")
      if line == "interruptedRound" {
        #expect(throws: Rejection.damagedRound(number)) { try session.rounds.interruptedRound() }
      } else {
        #expect(
          session.model.perform(.resume(try #require(try session.rounds.interruptedRound()))) == nil
        )
        #expect(session.refusal == Rejection.damagedRound(number).words(in: .english))
      }
      let resumptions = "SELECT count(resumption) FROM Round"
      #expect(Database.value(resumptions, path) == "0")
    }
  }

  @Test func `The newest interrupted round is found, and whether another was begun since`() throws {
    try kill()
    try kill(process: "two")
    let session = StoredSession(path, process: "three")
    #expect(try session.rounds.interruptedRound()?.number == 2)
    #expect(try session.rounds.interruptedLastRound()?.number == 2)
    session.conditions.running = ["three"]
    try session.start("1x1:1,1")
    #expect(try session.rounds.interruptedRound()?.number == 2)
    try session.rounds.close()
    let last = StoredSession(path, process: "four")
    #expect(try last.rounds.interruptedRound()?.number == 2)
    #expect(try last.rounds.interruptedLastRound() == nil)
  }
}

extension RoundRecord {
  /// Changes the newest round of a store and recalculates its checksum.
  fileprivate static func change(
    lastOf path: String, _ change: (RoundRecord) -> Void
  ) throws {
    let store = try Store.open(
      StoreSettings(
        location: .file(path), application: StoreLayout.application,
        migrations: StoreLayout.migrations, environment: .system()))
    let context = try RecordContext(store, StoreLayout.schema)
    try context.forEachRow(RoundRecord.self, "newestRounds") { round, _ in
      change(round)
      return false
    }
    try context.save()
  }
}

/// Tests of stores in which one bit of a round was changed.
struct FlippedBitTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/store" }

  /// Runs commands on the store and returns the result.
  private func chimp(_ commands: String...) -> FinishedRun {
    run(["--store", path] + commands.flatMap { ["-c", $0] })
  }

  /// Creates a store with a round, and inverts one bit in the last occurrence of a text in its
  /// file.
  private func flip(_ text: String, at offset: Int, bit: UInt8) throws {
    #expect(chimp("start 4x6:2,3;1,1;4,5", "press 2 3 4 5").status == 0)
    var bytes = folder.bytes("store")
    let pattern = Array(text.utf8)
    let start = try #require(
      bytes.indices.last { bytes[$0...].starts(with: pattern) })
    bytes[start + offset] ^= bit
    folder.write(bytes, "store")
  }

  /// Returns the errors that a check of all rows finds.
  private func findings() throws -> [String] {
    let session = StoredSession(path)
    return try session.programStore.open().checkRows(of: StoreLayout.schema).map { "\($0)" }
  }

  private var identifier: String {
    Database.value("SELECT objectId FROM Round", path) ?? ""
  }

  @Test func `A changed cell of a board is found, and its round is not shown`() throws {
    try flip("4x6:2,3;1,1;4,5", at: 4, bit: 0x40)
    #expect(try findings() == ["not what was written: Round '\(identifier)'"])
    #expect(
      chimp("round 1").output == "error: round 1 is damaged (\"check-store\" lists the damage)\n")
    let list = chimp("rounds").output.split(separator: "\n")
    #expect(list.last?.hasPrefix("     1  ") ?? false)
    #expect(list.last?.hasSuffix("Z  damaged") ?? false)
  }

  @Test func `A changed move is found, and a replay of other moves plays differently`()
    throws
  {
    try flip("0 press 2 3 4 5", at: 8, bit: 0x01)
    #expect(try findings() == ["not what was written: Round '\(identifier)'"])
    #expect(
      chimp("replay 1").output == "error: round 1 is damaged (\"check-store\" lists the damage)\n")
    #expect(chimp("start 4x6:2,3;1,1;4,5", "press 2 3 4 5").status == 0)
    try RoundRecord.change(lastOf: path) { $0.moves = "0 press 3 3;0 press 4 5" }
    let lines = chimp("replay 2").output.split(separator: "\n")
    #expect(lines.contains("0 ms, press 3 3: wrong, nothing there, 1 came next"))
    #expect(lines.contains("0 ms, press 4 5: refused, the round is over"))
  }

  @Test func `A replay reports an outcome that differs from that of its moves`() throws {
    #expect(chimp("start 4x6:2,3;1,1;4,5", "press 2 3 4 5").status == 0)
    try RoundRecord.change(lastOf: path) { $0.outcome = .passed }
    #expect(chimp("replay 1").output.hasSuffix("the outcome differs: passed then, failed now\n"))
    try Database.run("UPDATE Round SET outcome = 'quit'", path)
    #expect(
      chimp("replay 1").output == "error: round 1 is damaged (\"check-store\" lists the damage)\n")
    #expect(try findings() == ["not what was written: Round '\(identifier)'"])
  }

  @Test func `A damaged interrupted round is reported and not skipped`() throws {
    try StoredSession(path, process: "killed").start("4x6:2,3;1,1;4,5")
    try StoredSession(path, process: "killed").start("2x1:1,1;2,1")
    try Database.run("UPDATE Round SET onsetDate = '2000' || char(7) WHERE row = 2", path)
    let words = "not what was written: Round"
    let resumed = chimp("resume")
    #expect(resumed.output.hasPrefix("resumed: round 1: "))
    #expect(resumed.diagnostics.hasPrefix("chimp: \(words) '"))
    #expect(resumed.status == 3)
    #expect(
      chimp("resume").output == "error: round 2 is damaged (\"check-store\" lists the damage)\n")
    let list = chimp("rounds")
    #expect(list.output.split(separator: "\n")[2] == "     2  2000\\x07  damaged")
    #expect(list.status == 3)
  }

  @Test(arguments: ["outcome", "condition", "trialPhase"])
  func `An unknown word damages its own round and no other`(_ column: String) throws {
    for _ in 0..<3 { #expect(chimp("start 2x1:1,1;2,1", "1 1 2 1").status == 0) }
    try Database.run("UPDATE Round SET \(column) = 'sdfl' WHERE row = 2", path)
    for command in ["rounds", "rounds all"] {
      let list = chimp(command).output.split(separator: "\n")
      #expect(list.count == 4)
      #expect(list[1].hasSuffix("passed    2 of 2    2x1:1,1;2,1"))
      #expect(list[2].hasPrefix("     2  ") && list[2].hasSuffix("Z  damaged"))
      #expect(list[3].hasSuffix("passed    2 of 2    2x1:1,1;2,1"))
    }
    for command in ["round 2", "replay 2"] {
      #expect(
        chimp(command).output == "error: round 2 is damaged (\"check-store\" lists the damage)\n")
    }
    #expect(chimp("resume").output == "error: no round was interrupted\n")
    #expect(chimp("start 2x1:1,1;2,1", "1 1 2 1").status == 0)
    #expect(
      chimp("check-store full").output
        == "found 1 fault:\n  can't be read: row 2 of Round, its '\(column)' is of another kind\n")
  }

  @Test func `A changed press is found`() throws {
    #expect(chimp("start 4x6:2,3;1,1;4,5", "press 2 3 4 5").status == 0)
    try Database.run("UPDATE Press SET h = 3 WHERE \"index\" = 2", path)
    let press = Database.value("SELECT objectId FROM Press WHERE \"index\" = 2", path) ?? ""
    #expect(try findings() == ["not what was written: Press '\(press)'"])
  }
}
