@testable import Archive
import Records
@testable import Screens
import TestSupport
import Testing

/// Studies with equal names of conditions, and texts of one study: their trials are never counted
/// together.
struct SeveralStudiesTests {
  private let folder = TemporaryFolder(isInMemory: true)

  /// Runs commands on a store of the folder and returns the status and the lines.
  private func chimp(
    _ store: String, _ commands: String...
  ) -> (status: Int32, lines: [String]) {
    let path = folder.path + "/" + store
    let result = run(commands, on: path)
    return (result.status, result.output.split(separator: "\n").map(String.init))
  }

  /// Writes a study of two conditions and returns the path.
  private func study(_ name: String, hold: Int, file: String) -> String {
    folder.file(
      file + ".study",
      """
      @ chimp-study 1
      name \(name)
      participants 9
      groups a b
      condition short hold=\(hold) count=5 size=8x5 trials=4
      condition long hold=5000 count=5 size=8x5 trials=4
      exclude trial press above 60000
      """)
  }

  /// Returns the names of the rows of a summary, which come before the means.
  private func names(_ lines: [String]) -> [String] {
    lines.filter { $0.contains(": mean of") && !$0.hasPrefix(" ") }.map {
      String($0.prefix { $0 != ":" })
    }
  }

  @Test func `Two texts of a study have rows of their own, and are named`() throws {
    let first = study("memory", hold: 200, file: "first")
    let second = study("memory", hold: 3000, file: "second")
    _ = chimp("own", "simulate 2 study=\(first) seed=a", "simulate 2 study=\(second) seed=b")
    let hashes = Database.value(
      "SELECT group_concat(DISTINCT studyHash) FROM Round ORDER BY row", folder.path + "/own")
    let texts = try #require(hashes).split(separator: ",").map(String.init)
    let present = try #require(
      Database.value("SELECT hash FROM Study", folder.path + "/own"))
    let other = try #require(texts.first { $0 != present })
    let summary = chimp("own", "summary include=simulated exclusions=no").lines
    #expect(
      Set(names(summary))
        == Set(
          [other, present].flatMap { ["memory@\($0)/long (plain)", "memory@\($0)/short (plain)"] }))
    #expect(summary.contains("SIMULATED: 32 trials of 4 participants in these figures"))
    #expect(
      summary.contains(
        "16 trials of another text of memory (\(other)): counted apart, without its rules"))
    #expect(
      Set(names(chimp("own", "summary by=hold include=simulated exclusions=no").lines))
        == Set([other, present].map { "memory@\($0)" }))
    let words = [other, present].sorted().map { "study=\($0)" }.joined(separator: " or ")
    let refused = chimp("own", "compare short long by=condition include=simulated exclusions=no")
    #expect(refused.lines == ["error: the trials are not of one study: choose with \(words)"])
    #expect(refused.status == 1)
    let one = chimp(
      "own", "compare short long by=condition include=simulated exclusions=no study=\(other)")
    #expect(one.status == 0)
    #expect(one.lines.first?.hasPrefix("short: mean of 2 participants") == true)
    // Groups are those of the present text.
    #expect(
      names(chimp("own", "summary group=a include=simulated exclusions=no").lines)
        .allSatisfy { !$0.contains(other) })
  }

  @Test func `A merge takes the trials of both texts, and calls none damaged`() {
    let first = study("memory", hold: 200, file: "first")
    let second = study("memory", hold: 3000, file: "second")
    _ = chimp("own", "simulate 2 study=\(first) seed=a", "simulate 2 study=\(second) seed=b")
    let merged = chimp("other", "merge \(folder.path)/own", "check-store full")
    #expect(merged.status == 0)
    #expect(
      merged.lines.first == "2 participants and 32 trials added, 0 were already there")
    #expect(merged.lines.last?.hasSuffix(": no damage found") == true)
    let summary = "summary include=simulated exclusions=no"
    #expect(chimp("other", summary).lines == chimp("own", summary).lines)
  }

  @Test func `Equal conditions and groups of two studies are told apart`() {
    let first = study("memory", hold: 200, file: "first")
    let second = study("haste", hold: 3000, file: "second")
    _ = chimp(
      "own", "simulate 2 study=\(first) seed=a", "simulate 2 study=\(second) seed=a",
      "simulate 1 inoue-650 trials=2 seed=a")
    let rows = [
      "inoue-650", "haste/long (plain)", "haste/short (plain)", "memory/long (plain)",
      "memory/short (plain)",
    ]
    func summary(_ keys: String) -> [String] {
      chimp("own", "summary include=simulated exclusions=no \(keys)").lines
    }
    func names(_ lines: [String]) -> [String] {
      lines.filter { $0.contains(": mean of") || $0.contains(" passed, ") }
        .filter { !$0.hasPrefix("by guessing") }.map { String($0.prefix { $0 != ":" }) }
    }
    #expect(names(summary("")) == rows)
    #expect(
      Set(names(summary("by=hold"))) == ["outside studies", "haste", "memory"])
    let learning = chimp("own", "learning include=simulated exclusions=no").lines
    #expect(learning.filter { $0.hasSuffix(":") } == rows.map { $0 + ":" })
    for (line, words) in [
      ("short long by=condition", "study=haste or study=memory"),
      ("a b by=group", "study=haste or study=memory"),
      ("5 4", "study=haste or study=memory or study=no"),
    ] {
      let reply = chimp("own", "compare \(line) include=simulated exclusions=no")
      #expect(reply.lines == ["error: the trials are not of one study: choose with \(words)"])
    }
    #expect(
      chimp("own", "compare short long by=condition study=haste include=simulated").status == 0)
    #expect(
      names(summary("study=no")) == ["inoue-650"])
  }

  @Test func `A damaged study or enrolment is reported in figures, exports and the status`() throws
  {
    let file = study("memory", hold: 200, file: "first")
    for (store, change) in [
      ("study", "UPDATE Study SET name = 'other'"),
      ("enrolment", "UPDATE Enrolment SET \"order\" = 3 WHERE row = 1"),
    ] {
      let path = folder.path + "/" + store
      _ = chimp(store, "simulate 4 study=\(file) seed=a")
      let table = store == "study" ? "Study" : "Enrolment"
      let id = try #require(Database.value("SELECT objectId FROM \(table) WHERE row = 1", path))
      try Database.run(change, path)
      let note =
        "groups, answers and rules of a study may be missing: "
        + "not what was written: \(table) '\(id)'"
      for command in [
        "summary include=simulated", "compare a b by=group include=simulated",
        "results include=simulated", "learning include=simulated",
      ] {
        let reply = chimp(store, command)
        #expect(reply.lines.last == note)
        #expect(reply.status == 3)
      }
      let json = chimp(store, "summary include=simulated format=json")
      #expect(
        json.lines[0].hasSuffix("\"unreadable_rows\":[{\"table\":\"\(table)\",\"id\":\"\(id)\"}]}}")
      )
      let export = chimp(store, "export \(path).csv")
      #expect(
        export.lines.last
          == "participants and marks of a study may be missing: "
          + "not what was written: \(table) '\(id)'")
      #expect(export.status == 3)
      let text = String(decoding: folder.bytes(store + ".csv"), as: UTF8.self)
      let marks = text.split(separator: "unknown: damaged study or enrolment").count - 1
      #expect(marks == (store == "study" ? 32 : 0))
    }
  }
}
