@testable import Archive
@testable import Exchange
@testable import Game
import Glibc
import Records
import SampleData
@testable import Screens
import TestSupport
import Testing

/// Tests of stores and files from before version 3 of the tables.
struct OlderTableTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  /// Runs commands on a store and returns the output, with the folder removed from the paths in it.
  private func chimp(_ commands: String..., store: String = "store") -> String {
    let result = run(commands, on: folder.path + "/" + store)
    return result.output.split(separator: folder.path + "/").joined()
  }

  /// Converts the store to an earlier version of its tables: with texts for codes, and without
  /// later columns.
  private func makeOlder(_ version: Int = 2) throws {
    let store = try Store.open(
      StoreSettings(
        location: .file(path), application: StoreLayout.application,
        migrations: StoreLayout.migrations, environment: .system()))
    let context = try RecordContext(store, StoreLayout.schema)
    let later = Trial.columns.filter { $0.version > version }
    for round in try context.fetch(RoundRecord.self, "allRounds") {
      round.change { trial in
        for column in later { _ = column.write(.null, &trial) }
        if version == 2 && trial.phase == "free" { trial.phase = "practice" }
      }
    }
    for press in try context.fetch(PressRecord.self, "allPresses") where version == 2 {
      press.change { $0.input = nil }
    }
    for session in try context.fetch(Session.self, "allSessions") {
      session.change { $0.player = nil }
    }
    for news in try context.fetch(News.self, "allNews") { news.roundId = nil }
    try context.save()
    let columns =
      later.map { "Round DROP COLUMN \"\($0.storedName)\"" }
      + Session.Values.storedColumns.filter { $0.version > version }
      .map { "Session DROP COLUMN \"\($0.storedName)\"" }
      + RoundMeasures.Press.columns.filter { $0.isStored && $0.version > version }
      .map { "Press DROP COLUMN \"\($0.storedName)\"" }
      + ["Participant DROP COLUMN \"age\"", "News DROP COLUMN \"roundId\""]
    try Database.run("DROP INDEX \"Round-study\"", path)
    for name in ["Study", "Enrolment"] { try Database.run("DROP TABLE \"\(name)\"", path) }
    for column in columns { try Database.run("ALTER TABLE \(column)", path) }
    let first = "(SELECT number FROM migration WHERE name = 'presses')"
    let number = "\(first) + \(version - TableVersion.first)"
    let surplus = "SELECT count(*) FROM migration WHERE number > \(number)"
    let (now, gone) = (Database.value("PRAGMA user_version", path), Database.value(surplus, path))
    let before = try #require(now.flatMap { Int($0) }) - #require(gone.flatMap { Int($0) })
    try Database.run("DELETE FROM migration WHERE number > \(number)", path)
    try Database.run("PRAGMA user_version = \(before)", path)
  }

  @Test func `A store of version 2 is read, and values that it did not have are unknown`() throws {
    _ = chimp(
      "start 2x1:1,1;2,1", "1 1 2 1", "start inoue-650 trials=1 seed=fig press=ends-look",
      "1 1")
    try makeOlder()
    #expect(chimp("check-store full") == "checked 8 rows: no damage found\n")
    let list = chimp("rounds").split(separator: "\n")
    #expect(list.count == 3)
    #expect(list.last?.hasSuffix("failed    0 of 5    8x5n5@1..9#1/fig.1") ?? false)
    #expect(chimp("export \(folder.path)/data.csv").hasPrefix("exported 2 trials and 3 presses"))
    let trials = try read(folder.bytes("data.csv")) { CSVReader<TrialRow>($0) }
    let values = trials.rows.map(\.values)
    #expect(values.map(\.phase) == ["free", "test"])
    #expect(values.map(\.measures.linePresses) == [nil, nil])
    #expect(values.map(\.readingOrder) == [0, 0])
    #expect(values.map(\.lineRule) == ["any", "any"])
    #expect(values.map(\.testComplete) == [nil, nil])
    #expect(
      chimp("import \(folder.path)/data.csv", store: "other")
        == "imported 2 trials and 3 presses from \"data.csv\"\n")
    #expect(
      chimp("import \(folder.path)/data.csv")
        == "imported 0 trials and 0 presses from \"data.csv\"; 2 were already there\n")
  }

  @Test(arguments: [ExchangeFormat.csv, .jsonl])
  func `Files of format 2 are imported`(_ format: ExchangeFormat) throws {
    var (trial, presses) = (Sample(0).trial, Sample(0).presses)
    (trial.format, trial.phase) = (2, "practice")
    for index in presses.indices { presses[index].format = 2 }
    let (columns, pressColumns) = (
      TrialRow.allColumns.known(in: 2), PressRow.allColumns.known(in: 2)
    )
    var (first, second): ([UInt8], [UInt8]) = ([], [])
    switch format {
    case .csv:
      CSVText.append(headerOf: columns.map(\.name), to: &first)
      CSVText.append(trial, columns, to: &first)
      CSVText.append(headerOf: pressColumns.map(\.name), to: &second)
      for press in presses { CSVText.append(press, pressColumns, to: &second) }
      folder.write(second, "data-presses.csv")
    case .jsonl:
      JSONLine.append(trial, columns, to: &first)
      for press in presses { JSONLine.append(press, pressColumns, to: &first) }
    }
    let name = "data\(format.ending)"
    folder.write(first, name)
    #expect(
      chimp("import \(folder.path)/\(name)")
        == "imported 1 trial and 5 presses from \"\(name)\"\n")
    let row = "SELECT trialPhase || ' ' || lineRule || ' ' || readingOrder FROM Round"
    #expect(Database.value(row, path) == "free any 0")
    #expect(Database.value("SELECT group_concat(DISTINCT input) FROM Press", path) == "script")
  }

  @Test(arguments: [ExchangeFormat.csv, .jsonl])
  func `Files of format 3 from before its last columns are imported`(
    _ format: ExchangeFormat
  ) throws {
    let sample = Sample(0).resumed(by: Sample.session(4))
    let (columns, pressColumns) = (
      TrialRow.allColumns.known(in: 3), PressRow.allColumns.known(in: 3)
    )
    var (first, second): ([UInt8], [UInt8]) = ([], [])
    switch format {
    case .csv:
      CSVText.append(headerOf: columns.map(\.name), to: &first)
      CSVText.append(sample.trial, columns, to: &first)
      CSVText.append(headerOf: pressColumns.map(\.name), to: &second)
      for press in sample.presses { CSVText.append(press, pressColumns, to: &second) }
      folder.write(second, "data-presses.csv")
    case .jsonl:
      JSONLine.append(sample.trial, columns, to: &first)
      for press in sample.presses { JSONLine.append(press, pressColumns, to: &first) }
    }
    let name = "data\(format.ending)"
    folder.write(first, name)
    #expect(
      chimp("import \(folder.path)/\(name)")
        == "imported 1 trial and 5 presses from \"\(name)\"\n")
    let row = "SELECT correct || ' ' || pathLength || ' ' || (sessionNumber IS NULL) FROM Round"
    #expect(Database.value(row, path) == "1 7.236 0")
    #expect(chimp("export \(folder.path)/again.jsonl").hasPrefix("exported 1 trial and 5 presses"))
    #expect(
      String(decoding: folder.bytes("again.jsonl"), as: UTF8.self)
        == String(decoding: ExchangeText.lines([sample]), as: UTF8.self))
  }

  @Test func `A store of version 3 gets the later columns, and its rows stay the same`() throws {
    _ = chimp("start human-benchmark count=3 seed=fig", "1 1", "give-up", "wait 32", "give-up")
    try makeOlder(3)
    #expect(chimp("check-store full") == "checked 5 rows: no damage found\n")
    let row =
      "SELECT group_concat("
      + "ifnull(sessionNumber, '-') || ifnull(strikes, '-') || outcome) FROM Round"
    #expect(Database.value(row, path) == "--gave-up,--gave-up")
    _ = chimp("start human-benchmark", "give-up", "wait 32", "give-up", "wait 32", "give-up")
    #expect(
      Database.value(row, path) == "--gave-up,--gave-up,20gave-up,21gave-up,22gave-up")
    #expect(chimp("export \(folder.path)/data.csv").hasPrefix("exported 5 trials"))
    let lines = String(decoding: folder.bytes("data.csv"), as: UTF8.self).split(separator: "\r\n")
    let cells = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let column = cells[0].firstIndex(of: "session_number") ?? 0
    #expect(cells.dropFirst().map { $0[column] } == ["1", "1", "2", "2", "2"])
    #expect(
      chimp("import \(folder.path)/data.csv", store: "other").hasPrefix("imported 5 trials"))
  }

  @Test func `A rule of format 7 does not name presses, which ended the look`() throws {
    let round = chimp(
      "start 3x1:3,1;1,1;2,1 hold=650 press=ends-look", "wait 320", "3 1", "1 1 2 1", "round",
      "export \(folder.path)/data.jsonl")
    #expect(round.contains("hold: requested 650 ms, masked before"))
    var text = folder.text("data.jsonl").replacing("\"format\":8", with: "\"format\":7")
    let later = [
      "player", "agent", "look", "press_rule", "look_ended", "window", "second_digit", "export_id",
      "planned_interval", "measured_interval", "planned_fixation", "measured_fixation",
      "hold_tolerance", "answers",
      "turns", "first_turn", "tokens", "finished", "interrupted",
      "estimate_outside",
    ]
    for column in later {
      text = text.replacing(try Regex(",\"\(column)\":(\"[^\"]*\"|[^,}]*)"), with: "")
    }
    folder.write(Array(text.utf8), "data.jsonl")
    #expect(
      chimp("import \(folder.path)/data.jsonl", store: "other")
        == "imported 1 trial and 3 presses from \"data.jsonl\"\n")
    let replayed = chimp("round 1", "check-store full", store: "other")
    #expect(replayed.contains("round 1: passed, 3 of 3"))
    #expect(replayed.contains("hold: requested 650 ms, masked before"))
    #expect(replayed.contains("study time: 320 ms"))
    #expect(!replayed.contains("early"))
    #expect(replayed.hasSuffix("no damage found\n"))
    #expect(
      Database.value("SELECT lookEnded || correct || outcome FROM Round", folder.path + "/other")
        == "11passed")
  }

  @Test func `A column of format 3 is unknown in a line of format 2`() throws {
    var press = Sample(0).presses[0]
    press.format = 2
    var bytes: [UInt8] = []
    JSONLine.append(press, PressRow.columns, to: &bytes)
    #expect(
      try read(bytes) { JSONLinesReader<ExchangedRow>($0) }.fault
        == "1: there is no column \"second_digit\"")
  }
}

/// Tests of a test that continues after it was exported, and is exported again.
struct TestExchangeTests {
  private let folder = TemporaryFolder(isInMemory: true)

  @Test func `An import gets the end that a test had after an earlier export`() {
    let words = [
      "start span trials=2 seed=z", "1 1", "wait 32", "1 1", "export \(folder.path)/data.jsonl",
    ]
    _ = run(words.flatMap { ["-c", $0] })
    let text = folder.text("data.jsonl")
    func rows(_ state: String) -> String {
      let isComplete = state == "complete"
      return ["open", "complete"].reduce(text) {
        $0.replacing(
          "\"test_state\":\"\($1)\",\"test_complete\":\($1 == "open" ? 0 : 1)",
          with: "\"test_state\":\"\(state)\",\"test_complete\":\(isComplete ? 1 : 0)")
      }
    }
    func imported(_ state: String) -> String {
      folder.write(Array(rows(state).utf8), "data.jsonl")
      let result = run(
        ["--store", folder.path + "/store", "-c", "import \(folder.path)/data.jsonl"])
      return result.output.split(separator: folder.path + "/").joined()
    }
    #expect(imported("open") == "imported 2 trials and 2 presses from \"data.jsonl\"\n")
    #expect(imported("complete") == "imported 2 trials and 0 presses from \"data.jsonl\"\n")
    let known = "imported 0 trials and 0 presses from \"data.jsonl\"; 2 were already there\n"
    #expect(imported("complete") == known)
    #expect(imported("open") == known)
    let name = text.split(separator: "\"trial_id\":\"")[1].prefix(15)
    #expect(
      imported("stopped")
        == "error: data.jsonl:2: trial \"\(name)\" has a different \"test_state\" in the store\n")
  }
}
