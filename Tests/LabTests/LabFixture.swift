#if Lab
  import Glibc
  import TestSupport
  import Testing

  /// A PostgreSQL server prepared for a lab, its stations with their stores, and `chimp-lab`.
  final class LabFixture {
    let server: PostgreSQL
    let folder = TemporaryFolder()
    var variables: [String: String] = [:]

    /// Creates a server with a prepared database and stations; if `isReady` is false, with an empty
    /// database.
    convenience init(
      stations: [String] = ["room1-01"], settings: [String] = [], isReady: Bool = true
    ) throws {
      try self.init(
        try #require(PostgreSQL(settings: settings)), stations: stations, isReady: isReady)
    }

    /// Prepares the database of an existing server and enrols the stations.
    init(
      _ server: PostgreSQL, stations: [String] = ["room1-01"], isReady: Bool = true
    ) throws {
      self.server = server
      guard isReady else { return }
      try #require(lab("init", owner).status == 0)
      for name in stations { try #require(lab("enrol", owner, name).status == 0) }
    }

    var owner: String { server.address("postgres") }
    var station: String { server.address("room1-01") }

    /// Returns the path of a file in the folder.
    func path(_ name: String) -> String { folder.path + "/" + name }

    /// The path of `chimp-lab`, which is built beside the test runner.
    static var program: String { programPath + "-lab" }

    /// Runs `chimp-lab` with arguments; after ten seconds it is terminated with status 124.
    @discardableResult
    func lab(_ words: String...) -> FinishedRun {
      FinishedRun(["timeout", "10", Self.program] + words, variables: variables)
    }

    /// Runs lines of `chimp` on a store.
    @discardableResult
    func play(_ lines: [String], into store: String = "store") -> FinishedRun {
      let script = folder.file("script", lines.joined(separator: "\n") + "\n")
      return FinishedRun([programPath, "--store", path(store), script])
    }

    /// Plays a number of rounds of three presses on a store.
    func playRounds(_ count: Int, into store: String = "store", by participant: String? = nil) {
      var lines = participant.map { ["set participant \($0)"] } ?? []
      for _ in 0..<count { lines += ["start 4x4:1,1;2,2;3,3", "press 1 1 2 2 3 3"] }
      play(lines, into: store)
    }

    /// Deletes a file of the folder.
    func remove(_ name: String) { unlink(path(name)) }

    /// Returns the first value of a query in a store, or `nothing`.
    func stored(_ text: String, _ store: String = "store") -> String {
      Database.value(text, path(store)) ?? "nothing"
    }

    /// Asks until a condition holds; returns `false` if it does not within ten seconds.
    ///
    /// The condition asks the server by a program, whose end is waited for.
    func waitUntil(_ condition: () -> Bool) -> Bool {
      let end = ContinuousClock.now + .seconds(10)
      repeat { if condition() { return true } } while ContinuousClock.now < end
      return false
    }
  }
#endif
