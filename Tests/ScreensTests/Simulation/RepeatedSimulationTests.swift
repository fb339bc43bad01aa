@testable import Archive
import Records
@testable import Screens
import TestSupport
import Testing

/// Simulations that are repeated: in parts, after a kill, after a withdrawal, and by programs that
/// gave the rows other identifiers.
struct RepeatedSimulationTests {
  private let folder = TemporaryFolder(isInMemory: true)

  /// Runs commands on a store of the folder and returns the output.
  ///
  /// What they store has the given date, if there is one, in milliseconds.
  private func chimp(_ store: String, on date: Int? = nil, _ commands: String...) -> String {
    run(commands, on: path(store)) { settings in
      if let date { settings.environment.now = { date } }
    }.output.replacing(folder.path + "/", with: "")
  }

  private func path(_ store: String) -> String { folder.path + "/" + store }

  /// A study of two groups and two orders.
  private var study: String {
    folder.file(
      "a.study",
      """
      @ chimp-study 1
      name memory
      participants 99
      order latin
      groups a b
      condition 210 inoue-210 trials=2
      condition 650 inoue-650 trials=2
      """)
  }

  /// Returns the numbers of enrolled participants by group and order.
  private func places(_ store: String) -> String? {
    Database.value(
      "SELECT group_concat(place, ' ') FROM (SELECT \"group\" || \"order\" || ':' || count(*) "
        + "AS place FROM Enrolment GROUP BY \"group\", \"order\")", path(store))
  }

  /// Returns all rounds with their presses and participants, in the order of their identifiers.
  private func rounds(_ store: String) -> String? {
    Database.value(
      "SELECT group_concat(text, '|') FROM (SELECT Round.objectId || board || moves || "
        + "Participant.code || Session.seed || Participant.objectId AS text FROM Round "
        + "JOIN Session ON session = Session.row JOIN Participant "
        + "ON participant = Participant.row ORDER BY Round.objectId)", path(store))
  }

  @Test func `Simulations one by one are as balanced as one of all`() {
    let file = study
    for seed in ["a", "b", "c", "d", "e", "f", "g", "h"] {
      _ = chimp("parts", "simulate 1 study=\(file) seed=\(seed)")
    }
    _ = chimp("whole", "simulate 8 study=\(file) seed=a")
    #expect(places("parts") == "a1:2 a2:2 b1:2 b2:2")
    #expect(places("whole") == "a1:2 a2:2 b1:2 b2:2")
  }

  @Test func `Simulations of two stations are balanced after their merge`() {
    let file = study
    for (store, seed) in [("one", "a"), ("two", "b")] {
      _ = chimp(store, "simulate 3 study=\(file) seed=\(seed)")
    }
    #expect(
      chimp("one", "merge \(path("two"))")
        == "3 participants and 12 trials added, 0 were already there\n")
    _ = chimp("one", "simulate 10 study=\(file) seed=c")
    #expect(places("one") == "a1:4 a2:4 b1:4 b2:4")
  }

  @Test func `The same line completes a simulation, and the sum is that of one run`() {
    let file = study
    func line(_ count: Int, _ what: String) -> String { "simulate \(count) \(what) seed=z" }
    for what in ["inoue-210 trials=3", "study=\(file)"] {
      let name = what.hasPrefix("study") ? "study" : "test"
      _ = chimp("whole-" + name, line(7, what))
      let first = chimp("parts-" + name, line(3, what))
      #expect(first.hasPrefix("simulated 3 participants like students, SIM-"))
      #expect(
        chimp("parts-" + name, line(3, what))
          == "error: the participants of seed z are already in the store: choose another seed=\n")
      let rest = chimp("parts-" + name, line(7, what))
      #expect(rest.hasPrefix("simulated 4 participants like students, SIM-"))
      #expect(rest.hasSuffix(", seed z; 3 were already there\n"))
      #expect(rounds("parts-" + name) == rounds("whole-" + name))
    }
    #expect(places("parts-study") == places("whole-study"))
  }

  @Test func `A simulated participant who was withdrawn is not simulated again`() throws {
    _ = chimp("own", "simulate 3 inoue-210 trials=1 seed=z")
    let text = Database.value("SELECT group_concat(code) FROM Participant", path("own"))
    let codes = try #require(text).split(separator: ",")
    #expect(codes.count == 3)
    _ = chimp("own", "withdraw \(codes[1]) --force")
    let more = chimp("own", "simulate 4 inoue-210 trials=1 seed=z")
    #expect(more.hasPrefix("simulated 1 participant like students, SIM-"))
    #expect(more.hasSuffix(", seed z; 2 were already there; left out 1 who was withdrawn\n"))
    #expect(
      Database.value("SELECT count(*) FROM Participant WHERE code = '\(codes[1])'", path("own"))
        == "0")
    for code in [codes[0], codes[2]] { _ = chimp("own", "withdraw \(code) --force") }
    #expect(
      chimp("own", "simulate 3 inoue-210 trials=1 seed=z")
        == "error: the participants of seed z were withdrawn: choose another seed=\n")
  }

  @Test func `The same participants with other identifiers are added once`() throws {
    _ = chimp("own", "simulate 2 inoue-210 trials=2 seed=z", "export \(path("data.jsonl"))")
    let id = try #require(
      Database.value("SELECT substr(objectId, 1, 6) FROM Participant LIMIT 1", path("own")))
    // As of a program of another version, which drew other identifiers.
    let text = String(decoding: folder.bytes("data.jsonl"), as: UTF8.self)
    _ = folder.file("other.jsonl", text.replacing("\"\(id)", with: "\"0other"))
    let note =
      "; left out 4 trials of simulated participants who are here already, "
      + "with the same code and seed\n"
    #expect(
      chimp("own", "import \(path("other.jsonl"))")
        == "imported 0 trials and 0 presses from \"other.jsonl\"" + note)
    #expect(chimp("other", "import \(path("other.jsonl"))").hasPrefix("imported 4 trials"))
    #expect(
      chimp("own", "import \(path("other"))")
        == "imported 0 trials and 0 presses from \"other\"" + note)
    let more = chimp("other", "simulate 3 inoue-210 trials=2 seed=z")
    #expect(more.hasPrefix("simulated 1 participant like students, SIM-"))
    #expect(more.hasSuffix(", seed z; 2 were already there\n"))
    #expect(Database.value("SELECT count(DISTINCT code) FROM Participant", path("other")) == "3")
  }

  @Test func `Simulations of two stations with one seed are merged once, beside their people`() {
    for (index, store) in ["one", "two"].enumerated() {
      _ = chimp(
        store, on: 1_000 * (index + 1), "study check \(study)", "simulate 1 study=memory seed=z",
        "enrol P\(index)", "next P\(index)", "stop")
    }
    let doubled =
      "; left out 4 trials of simulated participants who are here already, "
      + "with the same code and seed\n"
    #expect(
      chimp("one", "merge \(path("two"))")
        == "1 participant and 1 trial added, 0 were already there" + doubled)
    #expect(rounds("one")?.split(separator: "|").count == 6)
    #expect(
      chimp("one", "merge \(path("two"))") == "0 trials added, 1 was already there" + doubled)
    #expect(
      chimp("one", "import \(path("two"))")
        == "imported 0 trials and 0 presses from \"two\"; 1 was already there" + doubled)
  }

  @Test func `Simulated participants with other orders at two stations are merged once`() {
    let file = study
    for (index, (store, seeds)) in [("one", ["z", "y"]), ("two", ["y", "z"])].enumerated() {
      _ = chimp(store, on: 1_000 * (index + 1), "study check \(file)")
      for seed in seeds {
        _ = chimp(store, on: 1_000 * (index + 1), "simulate 3 study=memory seed=\(seed)")
      }
    }
    #expect(
      chimp("one", "merge \(path("two"))")
        == "0 trials added, 0 were already there; left out 24 trials of simulated participants who "
        + "are here already, with the same code and seed\n")
    #expect(rounds("one")?.split(separator: "|").count == 24)
  }
}
