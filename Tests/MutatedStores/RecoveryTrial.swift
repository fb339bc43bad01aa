import Glibc
import TestSupport

/// Recoveries of a store while another program plays on it, and the checks of their copies.
final class RecoveryTrial {
  private(set) var failures: [String] = []
  private let program: String
  private let folder: TemporaryFolder
  private var count = 0
  private var rounds: [Int] = []

  init(program: String, folder: TemporaryFolder) {
    self.program = program
    self.folder = folder
  }

  var summary: String {
    "recoveries: \(count) beside a writer, rounds from \(rounds.min() ?? 0) to "
      + "\(rounds.max() ?? 0), faults \(failures.count)"
  }

  /// Runs a number of recoveries, ten on each of several stores.
  func run(_ wanted: Int) {
    // A new store for every ten recoveries, because larger stores only make it slower.
    for first in stride(from: 0, to: wanted, by: 10) {
      recover(first..<min(first + 10, wanted), of: folder.path + "/played-\(first)")
    }
  }

  /// Recovers a store repeatedly while another program plays on it.
  private func recover(_ numbers: Range<Int>, of store: String) {
    _ = ProgramEnd(program, folder, store: store, ["start 2x1:1,1;2,1", "give-up"])
    let isOver = Flag()
    let writer = Worker { [program] in
      guard let player = try? LiveProgram(["--machine", "--store", store], program: program) else {
        return
      }
      while !isOver.isSet {
        player.send("start 3x1:1,1;2,1;3,1")
        for column in 1...3 { player.send("press \(column) 1") }
        for _ in 0..<4 { _ = player.answer() }
      }
      _ = player.finish()
    }
    for number in numbers { recover(store, number) }
    isOver.set()
    writer.join()
    for ending in ["", "-wal", "-shm", "-reserve"] { unlink(store + ending) }
  }

  /// Recovers a store once, and records a failure if the copy is not valid.
  private func recover(_ store: String, _ number: Int) {
    let copy = folder.path + "/copy"
    for ending in ["", "-wal", "-shm", "-reserve"] { unlink(copy + ending) }
    let end = ProgramEnd(program, folder, store: store, ["recover \(copy)"])
    let check = ProgramEnd(program, folder, store: copy, ["check-store full"])
    count += 1
    if end.status != 0 || end.signal != 0 || check.status != 0 || check.signal != 0
      || !check.output.hasSuffix("no damage found\n")
    {
      failures.append("recovery \(number): \(end.text)\(check.text)")
    }
    if let found = Database.value("SELECT count(*) FROM Round", copy).flatMap({ Int($0) }) {
      rounds.append(found)
    }
  }
}

/// A Boolean value that threads share.
private final class Flag: @unchecked Sendable {
  private var lock = pthread_mutex_t()
  private var value = false

  init() { pthread_mutex_init(&lock, nil) }

  var isSet: Bool {
    pthread_mutex_lock(&lock)
    defer { pthread_mutex_unlock(&lock) }
    return value
  }

  /// Sets the value to `true`.
  func set() {
    pthread_mutex_lock(&lock)
    value = true
    pthread_mutex_unlock(&lock)
  }
}
