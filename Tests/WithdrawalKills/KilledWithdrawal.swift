import ChimpSystem
import Glibc
import TestSupport

/// The files in which participants are withdrawn while the program is killed: a store with two
/// participants, a file rescued from it, and a history of lines.
///
/// Each kill uses a copy of these files.
final class KilledWithdrawal {
  static let withdrawn = "QWERTYUIOPAS"
  static let other = "ZXCVBNMLKJHG"
  /// A text that the withdrawing participant answered; it must be in no file afterwards.
  static let answer = "left-handed-since-birth"

  private let program: String
  private let folder = TemporaryFolder()
  private var files: [String: [UInt8]] = [:]
  /// The duration of the complete command, in microseconds.
  private var duration = 0
  /// The number of enrolments and presses of each participant before the withdrawal.
  private var originalCounts: (withdrawn: String, other: String) = ("", "")

  init(_ program: String) throws {
    self.program = program
    let study = folder.file(
      "lab.study",
      """
      @ chimp-study 1
      name lab
      participants 9
      question remarks text "Anything?" optional
      condition short hold=50 count=2 size=2x1 numerals=1..2 trials=40
      """)
    let path = folder.path + "/store"
    let maker = try LiveProgram(["--machine", "--store", path], program: program)
    maker.send("study check \(study)")
    for (code, answer) in [(Self.withdrawn, Self.answer), (Self.other, "nothing")] {
      for line in ["enrol \(code)", "next", "answer \(answer)", "next \(code)"] { maker.send(line) }
      for _ in 0..<40 {
        for line in ["wait 50", "wait 200", "press 1 1 2 1", "wait 32"] { maker.send(line) }
      }
    }
    maker.send("backup \(path)-rescued")
    _ = maker.finish()
    // A killed program leaves its rows in the log.
    let killed = try LiveProgram(["--machine", "--store", path], program: program)
    killed.send("set participant \(Self.withdrawn)")
    killed.send("start 2x1:1,1;2,1")
    killed.send("press 1 1 2 1")
    for _ in 0..<3 { _ = killed.answer() }
    killed.kill()
    for name in ["store", "store-wal", "store-shm", "store-rescued"] {
      files[name] = folder.bytes(name)
    }
    files["history"] = Array(
      "enrol \(Self.withdrawn)\nanswer \(Self.answer)\nsummary\nnext \(Self.other)\n".utf8)
    let counted = copy()
    originalCounts = (
      Self.count(of: Self.withdrawn, in: counted), Self.count(of: Self.other, in: counted)
    )
    guard originalCounts.withdrawn.hasPrefix("1 "), originalCounts.other.hasPrefix("1 ") else {
      throw SystemError(number: EINVAL)
    }
    duration = try measure()
  }

  /// Returns the numbers of a participant's enrolments and presses in a copy.
  private static func count(of code: String, in copy: KilledCopy) -> String {
    Database.value(
      "SELECT (SELECT count(*) FROM Enrolment WHERE code = '\(code)') || ' ' || "
        + "(SELECT count(*) FROM Press, Round, Session, Participant "
        + "WHERE \"round\" = Round.\"row\" AND \"session\" = Session.\"row\" "
        + "AND \"participant\" = Participant.\"row\" "
        + "AND code = '\(code)')", copy.path + "/store") ?? ""
  }

  /// Returns a new copy of the files.
  private func copy() -> KilledCopy { KilledCopy(files) }

  /// Withdraws a participant completely, and returns the duration in microseconds.
  private func measure() throws -> Int {
    let copy = copy()
    let writer = try start(copy)
    let begin = Self.now
    writer.send("withdraw \(Self.withdrawn) --force")
    _ = writer.answer()
    return Self.now - begin
  }

  /// Starts the program on a copy of the files.
  private func start(_ copy: KilledCopy) throws -> LiveProgram {
    let writer = try LiveProgram(
      ["--machine", "--store", copy.path + "/store"], program: program, home: copy.home)
    writer.send("status")
    _ = writer.answer()
    return writer
  }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
  }

  /// Kills a program at a random moment of a withdrawal, and checks that the next program finds it
  /// complete or not begun.
  func kill(
    _ number: Int, _ generator: inout RandomNumbers, _ tally: inout WithdrawalTally
  ) throws {
    let copy = copy()
    let writer = try start(copy)
    writer.send("withdraw \(Self.withdrawn) --force")
    let end = Self.now + generator.below(duration * 6 / 5)
    while Self.now < end {}
    writer.kill()
    let hadBytes = !copy.filesContaining(Self.withdrawn).isEmpty
    // The next program that opens the store completes a withdrawal that was begun.
    let next = try start(copy)
    next.send("check-store full")
    let answer = (next.answer() ?? []).joined()
    if !answer.contains("no damage found") { tally.failures.append("kill \(number): \(answer)") }
    _ = next.finish()
    check(copy, number, hadBytes: hadBytes, &tally)
  }

  /// Checks that the withdrawn participant is unchanged or erased, and that the other one is
  /// unchanged.
  private func check(
    _ copy: KilledCopy, _ number: Int, hadBytes: Bool, _ tally: inout WithdrawalTally
  ) {
    let other = Self.count(of: Self.other, in: copy)
    if other != originalCounts.other {
      tally.failures.append("kill \(number): the other has \(other)")
    }
    let own = Self.count(of: Self.withdrawn, in: copy)
    if own == originalCounts.withdrawn {
      tally.beforeCount += 1
      return
    }
    if hadBytes { tally.duringCount += 1 } else { tally.afterCount += 1 }
    if own != "0 0" { tally.failures.append("kill \(number): half of it is there, \(own)") }
    for text in [Self.withdrawn, Self.answer] {
      for file in copy.filesContaining(text) {
        tally.failures.append("kill \(number): '\(file)' has \(text)")
      }
    }
  }
}

/// A copy of the files in a temporary folder.
final class KilledCopy {
  private let folder = TemporaryFolder(isInMemory: true)
  var path: String { folder.path }
  /// The home folder of the program, which contains its history.
  var home: String { folder.path + "/home" }
  private var state: String { home + "/.local/state/chimp" }

  init(_ files: [String: [UInt8]]) {
    for (name, bytes) in files where name != "history" { folder.write(bytes, name) }
    for part in ["", "/.local", "/.local/state", "/.local/state/chimp"] {
      mkdir(home + part, 0o700)
    }
    folder.write(files["history"] ?? [], "home/.local/state/chimp/history")
  }

  deinit {
    for name in TemporaryFolder.names(in: state) ?? [] { unlink(state + "/" + name) }
    for part in ["/.local/state/chimp", "/.local/state", "/.local", ""] { rmdir(home + part) }
  }

  /// Returns the names of the files that contain a text.
  func filesContaining(_ text: String) -> [String] {
    let own = (TemporaryFolder.names(in: path) ?? []).filter { $0 != "home" }
    let history = (TemporaryFolder.names(in: state) ?? []).map { "home/.local/state/chimp/" + $0 }
    let bytes = Array(text.utf8)
    return (own + history).filter { name in
      let found = folder.bytes(name)
      guard found.count >= bytes.count else { return false }
      return found.indices.dropLast(bytes.count - 1).contains { index in
        found[index] == bytes[0] && found[index..<index + bytes.count].elementsEqual(bytes)
      }
    }
  }
}
