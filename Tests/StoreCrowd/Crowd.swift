import Glibc
import TestSupport

/// Many programs that share one store, and what each of them was told.
final class Crowd {
  /// How many rounds each file has that is imported.
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

  /// Makes a crowd that plays so many rounds, or for so many seconds where some are given.
  init(program: String, folder: TemporaryFolder, _ options: CrowdOptions) {
    self.program = program
    self.folder = folder
    seed = options.seed
    kills = options.kills
    writerCount = options.writerCount
    roundLimit = options.seconds == nil ? options.roundCount : .max
    end = options.seconds.map { Self.now + $0 * 1000 } ?? .max
  }

  /// Milliseconds since some moment.
  var milliseconds: Int { Self.now }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  /// Whether enough was played.
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

  /// Lets everybody work at once until enough was played.
  func run() {
    let writers = (1...writerCount).map { Writer($0, of: self) }
    let works = writers.map { writer in { writer.run() } } + neighbours.map { one in { one.run() } }
    let threads = works.map { Worker($0) }
    for thread in threads { thread.join() }
  }

  private var neighbours: [Neighbour] {
    [
      Neighbour(name: "imports", crowd: self) { [self] number in
        makeFile(number).map { [("import \($0)", "imported 3 trials")] }
      },
      Neighbour(name: "backups", crowd: self) { [folder] _ in
        [("backup \(folder.path)/backup --force", "backed up")]
      },
      Neighbour(name: "checks", crowd: self) { _ in [("check-store full", "checked")] },
      Neighbour(name: "exports", crowd: self) { [folder] _ in
        [("export \(folder.path)/export.csv --force", "exported"), ("rounds", "")]
      },
    ]
  }

  /// Plays some rounds without a store and exports them; answers the file.
  private func makeFile(_ number: Int) -> String? {
    let path = folder.path + "/import-\(number).csv"
    guard let program = program(["--machine", "--seed", "import-\(number)"]) else { return nil }
    for _ in 0..<Self.importedRoundCount {
      program.tell("start 3 3 3")
      program.tell("give-up")
    }
    program.tell("export \(path)")
    return program.finish() == 0 ? path : nil
  }
}

/// What a crowd is asked to do.
struct CrowdOptions {
  var writerCount = 5
  var roundCount = 200
  var seconds: Int?
  var kills = true
  var seed: UInt64 = 1
}
