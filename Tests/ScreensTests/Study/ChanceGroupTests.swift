@testable import Archive
import Records
@testable import Screens
@testable import Shell
import Studies
import TestSupport
import Testing

/// Tests of enrolments in groups by chance.
struct ChanceGroupTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  private func study(_ groups: String = "groups x y assign=blocks", count: Int = 40) -> String {
    folder.file(
      "a.study",
      """
      @ chimp-study 1
      name chance
      participants \(count)
      \(groups)
      condition a inoue-210 trials=1
      """)
  }

  private func chimp(
    _ lines: String..., store: String = "store", machine: String? = nil
  ) -> String {
    run(["--store", folder.path + "/" + store] + lines.flatMap { ["-c", $0] }) {
      $0.configureStore = { $0.reserve = 0 }
      if let machine { $0.machine = { machine } }
    }.output
  }

  /// Returns the groups of enrolled participants in the order of their enrolment.
  private func groups(_ store: String = "store") -> String {
    Database.value(
      "SELECT group_concat(\"group\", '') FROM (SELECT * FROM Enrolment ORDER BY row)",
      folder.path + "/" + store) ?? ""
  }

  private func value(_ column: String, _ store: String = "store") -> String? {
    Database.value("SELECT \(column) FROM Study", folder.path + "/" + store)
  }

  /// Returns the groups that a store's own seed gives its first participants.
  private func sequence(_ count: Int, machine: String = "", _ store: String = "store") throws
    -> String
  {
    let plan = try StudyFile.read(TemporaryFolder.text(at: folder.path + "/a.study"))
    let seed = try #require(value("groupSeed", store))
    let groups = try #require(GroupSequence(plan, seed: "\(seed)/\(machine)"))
    return IteratorSequence(groups).prefix(count).joined()
  }

  @Test func `Enrolments follow the sequence of the store, which two programs share`() throws {
    let file = study()
    let first = ScriptedSession(path, process: "one")
    let other = ScriptedSession(path, process: "two")
    first.play("study check \(file)")
    #expect(value("ifnull(groupSeed, 'none')") == "none")
    for number in 1...12 {
      first.play("enrol A\(number)")
      other.play("enrol B\(number)")
    }
    #expect(groups() == (try sequence(24)))
    #expect(value("drawnGroupCount") == "24")
  }

  @Test func `Another program that enrols meanwhile gets the next place, not the same`() throws {
    ScriptedSession(path, process: "one").play("study check \(study())")
    let holder = try Holder(path)
    var others: [String] = []
    _ = run(["--store", path, "-c", "enrol P1", "-c", "enrol P2"]) {
      $0.configureStore = { [path] settings in
        settings.environment.sleep = { _ in
          holder.release()
          if others.isEmpty { others.append(run(["--store", path, "-c", "enrol P3"]).output) }
        }
      }
    }
    #expect(others.count == 1)
    let enrolled = Database.value("SELECT group_concat(code) FROM Enrolment", path)
    #expect(enrolled == "P3,P1,P2")
    #expect(value("drawnGroupCount") == "3")
  }

  @Test func `A group by hand leaves the sequence, and one who withdraws has used up a place`()
    throws
  {
    _ = chimp("study check \(study())", "enrol P1", "enrol P2 group=x", "enrol P3 group=x")
    _ = chimp("enrol P4", "withdraw P4 --force", "enrol P5", "enrol P6")
    let sequence = Array(try sequence(4))
    #expect(groups() == "\(sequence[0])xx\(sequence[2])\(sequence[3])")
    #expect(value("drawnGroupCount") == "4")
    #expect(
      chimp("enrol P7 group=z") == "error: the study has no group \"z\", only x, y, at column 10\n")
    #expect(value("drawnGroupCount") == "4")
  }

  @Test func `One who does not agree has used up a place`() throws {
    let file = study("groups x y assign=blocks\nconsent yes\n| Will you?")
    ScriptedSession(path, process: "one").play(
      "study check \(file)", "enrol P1", "next", "answer no", "enrol P2")
    #expect(groups() == String(try sequence(2).suffix(1)))
  }

  @Test func `Each store draws its own sequence, and neither merge nor status tells it`() throws {
    let file = study(count: 80)
    let enrolments = (1...20).map { "enrol P\($0)" }
    for store in ["a", "b"] {
      _ = run(
        (["--store", folder.path + "/" + store] + ["study check \(file)"] + enrolments)
          .enumerated().flatMap { $0.offset < 2 ? [$0.element] : ["-c", $0.element] })
    }
    #expect(groups("a") == (try sequence(20, "a")))
    #expect(value("groupSeed", "a") != value("groupSeed", "b"))
    let before = value("groupSeed", "a")
    _ = chimp("study check \(file)", "merge \(folder.path)/a", store: "c")
    #expect(value("ifnull(groupSeed, 'none')", "c") == "none")
    let seed = try #require(before)
    let shown = chimp(
      "study status", "status", "check-store", "export \(folder.path)/data.csv", store: "a")
    #expect(!shown.contains(seed))
    for name in ["data.csv", "data-participants.csv", "data-sessions.csv"] {
      #expect(!TemporaryFolder.text(at: folder.path + "/" + name).contains(seed), "\(name)")
    }
  }

  @Test func `A copy of a store has other groups on another machine`() throws {
    _ = chimp("study check \(study(count: 90))", "enrol P1", machine: "lab1")
    _ = chimp("backup \(folder.path)/copy")
    for number in 2...40 {
      _ = chimp("enrol P\(number)", machine: "lab1")
      _ = chimp("enrol P\(number)", store: "copy", machine: "lab2")
    }
    #expect(groups() == (try sequence(40, machine: "lab1")))
    #expect(groups("copy").dropFirst() != groups().dropFirst())
    #expect(value("groupSeed") == value("groupSeed", "copy"))
  }

  @Test func `Another text of the study begins another sequence`() throws {
    _ = chimp("study check \(study())", "enrol P1", "withdraw P1 --force")
    #expect(value("drawnGroupCount") == "1")
    _ = chimp("study check \(study("groups x y assign=2:1"))")
    #expect(value("ifnull(groupSeed, 'none') || ifnull(drawnGroupCount, 'none')") == "nonenone")
  }

  @Test func `Simulated participants have the shares of the weights, the same by the same seed`() {
    let file = study("groups x y assign=2:1", count: 10)
    for store in ["a", "b"] {
      _ = chimp("simulate 18 study=\(file) seed=fig", store: store)
    }
    #expect(groups("a") == groups("b"))
    #expect((11...13).contains(groups("a").filter { $0 == "x" }.count))
    #expect(value("ifnull(groupSeed, 'none')", "a") == "none")
  }

  @Test func `A study without the key fills the smallest group as before`() {
    _ = chimp("study check \(study("groups x y"))")
    for number in 1...9 { _ = chimp("enrol P\(number)") }
    let groups = groups()
    #expect(["xyxyxyxyx", "yxyxyxyxy"].contains(groups))
    #expect(value("ifnull(groupSeed, 'none')") == "none")
  }
}
