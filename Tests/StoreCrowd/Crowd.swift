import Glibc
import TestSupport

/// A crowd of programs that share one store, and the ledger of their replies.
final class Crowd {
  /// The number of rounds in each file that is imported.
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

  /// Creates a crowd that plays until a number of rounds is reached or, if the options have one,
  /// for a number of seconds.
  init(program: String, folder: TemporaryFolder, _ options: CrowdOptions) {
    self.program = program
    self.folder = folder
    seed = options.seed
    kills = options.kills
    writerCount = options.writerCount
    roundLimit = options.seconds == nil ? options.roundCount : .max
    end = options.seconds.map { Self.now + $0 * 1000 } ?? .max
  }

  /// The time of a monotonic clock, in milliseconds.
  var milliseconds: Int { Self.now }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  /// `true` if enough rounds were played, or the time is over.
  var isOver: Bool { ledger.number(of: "rounds") >= roundLimit || milliseconds >= end }

  /// Starts a program with arguments; returns `nil`, and records an alarm, if it can't be started.
  func program(_ words: [String]) -> LiveProgram? {
    do {
      return try LiveProgram(words, program: program, diagnostics: folder.path + "/diagnostics")
    } catch {
      ledger.alarm("can't start '\(program)': \(error)")
      return nil
    }
  }

  /// Runs all writers and background jobs, each on a thread of its own, and waits for them.
  func run() {
    let writers = (1...writerCount).map { Writer($0, of: self) }
    let works = writers.map { writer in { writer.run() } } + jobs.map { job in { job.run() } }
    let threads = works.map { Worker($0) }
    for thread in threads { thread.join() }
  }

  /// The background jobs: imports, backups, checks and exports.
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

  /// Creates a file for an import by playing rounds without a store; returns its path, or `nil` if
  /// that fails.
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

/// The command line options of a run.
struct CrowdOptions {
  var writerCount = 5
  var roundCount = 200
  var seconds: Int?
  var kills = true
  var seed: UInt64 = 1
}
