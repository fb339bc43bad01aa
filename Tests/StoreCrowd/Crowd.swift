import Glibc
import TestSupport

/// Many programs that share one store, with a ledger of everything that they were told.
final class Crowd {
  /// The number of rounds in each imported file.
  static let importedRoundCount = 3

  let program: String
  let folder: TemporaryFolder
  let seed: UInt64
  let kills: Bool
  let ledger = Ledger()
  var store: String { folder.path + "/store" }
  private let writerCount: Int
  private let roundLimit: Int
  private let end: Int

  /// Creates a crowd that plays a number of rounds or, if it is given, for a number of seconds.
  init(program: String, folder: TemporaryFolder, _ options: CrowdOptions) {
    self.program = program
    self.folder = folder
    seed = options.seed
    kills = options.kills
    writerCount = options.writerCount
    roundLimit = options.seconds == nil ? options.roundCount : .max
    end = options.seconds.map { Self.now + $0 * 1000 } ?? .max
  }

  /// The milliseconds of a monotonic clock.
  var milliseconds: Int { Self.now }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  /// True if enough rounds were played, or the time is over.
  var isOver: Bool { ledger.number(of: "rounds") >= roundLimit || milliseconds >= end }

  /// Starts a program.
  func program(_ words: [String]) -> LiveProgram? {
    do {
      return try LiveProgram(words, program: program, diagnostics: folder.path + "/diagnostics")
    } catch {
      ledger.alarm("can't start '\(program)': \(error)")
      return nil
    }
  }

  /// Runs all writers and background jobs at the same time until the end.
  func run() {
    let writers = (1...writerCount).map { Writer($0, of: self) }
    let works = writers.map { writer in { writer.run() } } + jobs.map { job in { job.run() } }
    let threads = works.map { Worker($0) }
    for thread in threads { thread.join() }
  }

  /// The background jobs, each of which repeats one kind of command.
  private var jobs: [CrowdJob] {
    [
      CrowdJob(name: "imports", crowd: self) { [self] number in
        makeFile(number).map { [("import \($0)", "imported 3 trials")] }
      },
      CrowdJob(name: "backups", crowd: self) { [folder] _ in
        [("backup \(folder.path)/backup --force", "backed up")]
      },
      CrowdJob(name: "checks", crowd: self) { _ in [("check-store full", "checked")] },
      CrowdJob(name: "exports", crowd: self) { [folder] _ in
        [("export \(folder.path)/export.csv --force", "exported"), ("rounds", "")]
      },
    ]
  }

  /// Plays some rounds without a store and exports them; returns the path, or `nil` on failure.
  private func makeFile(_ number: Int) -> String? {
    let path = folder.path + "/import-\(number).csv"
    guard let program = program(["--machine", "--seed", "import-\(number)"]) else { return nil }
    for _ in 0..<Self.importedRoundCount {
      program.send("start 3 3 3")
      program.send("give-up")
    }
    program.send("export \(path)")
    return program.finish() == 0 ? path : nil
  }
}

/// The options of a crowd, from the command line.
struct CrowdOptions {
  var writerCount = 5
  var roundCount = 200
  var seconds: Int?
  var kills = true
  var seed: UInt64 = 1
}
