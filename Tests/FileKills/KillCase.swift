import Glibc
import TestSupport

/// The kind of file that the program writes when it is killed.
enum Target: CaseIterable {
  case csv, jsonl, bids, psychDS, backup, report, recovery

  /// Returns the command that writes a file of this kind.
  func command(_ path: String, isForced: Bool) -> String {
    let force = isForced ? " --force" : ""
    return switch self {
    case .csv: "export \(path) format=csv" + force
    case .jsonl: "export \(path) format=jsonl" + force
    case .bids: "export \(path) format=bids"
    case .psychDS: "export \(path) format=psych-ds"
    case .backup: "backup \(path)" + force
    case .report: "report \(path)" + force
    case .recovery: "recover \(path)"
    }
  }

  /// `true` if the command can replace an existing file.
  var canReplace: Bool { ![.bids, .psychDS, .recovery].contains(self) }

  var isDatabase: Bool { self == .backup || self == .recovery }
}

/// The kills of one command: the files that it writes for two stores, and its duration.
final class KillCase {
  /// The names of user files that resemble those of temporary files; they must survive.
  private static let userNames = [
    "copy.old-2024", "copy.new-2", "copy.new-1-wal", "copy.part-1a", "copy.unfinished-1",
    "copy.replaced-0123456789abcdef", "copy.unfinished-0123456789abcdef",
  ]

  private let target: Target
  private let stores: String
  private let program: String
  private let old: [String: [UInt8]]
  private let new: [String: [UInt8]]
  /// The duration of the complete command, in microseconds.
  private var duration = 0

  init(_ target: Target, _ stores: String, _ program: String) throws {
    self.target = target
    self.stores = stores
    self.program = program
    func files(of store: String) throws -> [String: [UInt8]] {
      let folder = TemporaryFolder()
      let path = stores + "/" + store
      let writer = try LiveProgram(["--machine", "--store", path], program: program)
      writer.send(target.command(folder.path + "/copy", isForced: false))
      _ = writer.answer()
      _ = writer.finish()
      return folder.contents()
    }
    old = try files(of: "old")
    new = try files(of: "new")
    duration = try measure()
  }

  /// Runs the command to its end and returns its duration in microseconds.
  private func measure() throws -> Int {
    let folder = TemporaryFolder()
    let writer = try LiveProgram(["--machine", "--store", stores + "/new"], program: program)
    writer.send("status")
    _ = writer.answer()
    let begin = Self.now
    writer.send(target.command(folder.path + "/copy", isForced: false))
    _ = writer.answer()
    return Self.now - begin
  }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
  }

  /// Kills a program at a random moment of the command, and adds the result of the checks to the
  /// tally.
  func kill(_ generator: inout RandomNumbers, _ tally: inout KillTally) throws {
    let folder = TemporaryFolder()
    for name in Self.userNames { folder.write(Array(name.utf8), name) }
    let replaces = target.canReplace && generator.below(2) == 0
    if replaces { for (name, bytes) in old { folder.write(bytes, name) } }
    let command = target.command(folder.path + "/copy", isForced: replaces)
    let writer = try LiveProgram(["--machine", "--store", stores + "/new"], program: program)
    writer.send("status")
    _ = writer.answer()
    writer.send(command)
    let end = Self.now + generator.below(duration * 5 / 4)
    while Self.now < end {}
    writer.kill()
    tally.count("kills")
    check(folder, replaces, &tally)
    try checkNames(folder, replaces, &tally)
  }

  /// Checks that user files are unchanged, and that each written file is the complete old or new
  /// one, and counts the result.
  private func check(_ folder: TemporaryFolder, _ replaces: Bool, _ tally: inout KillTally) {
    let found = folder.contents()
    for name in Self.userNames where found[name] != Array(name.utf8) {
      tally.failures.append("\(target): the user's file '\(name)' is gone")
    }
    var oldCount = 0
    var newCount = 0
    var missingCount = 0
    for name in Set(new.keys).union(replaces ? old.keys : [:].keys) {
      if replaces && old[name] == new[name] && found[name] == new[name] { continue }
      if isComplete(found[name], new[name], folder.path + "/" + name) {
        newCount += 1
      } else if replaces && found[name] == old[name] {
        oldCount += 1
      } else if !replaces && found[name] == nil {
        missingCount += 1
      } else {
        tally.failures.append("\(target): '\(name)' is neither the old file nor the new one")
      }
    }
    let kinds = [oldCount, newCount, missingCount].count { $0 > 0 }
    let isMixed = kinds > 1
    tally.count(isMixed ? "mixed" : resultName(oldCount: oldCount, newCount: newCount))
    let mayMix = target == .csv || target == .jsonl
    if isMixed && !mayMix { tally.failures.append("\(target): only a part has its name") }
  }

  /// Returns the name of the result in the tally: `whole` for new files, `before` for old ones,
  /// `absent` for none.
  private func resultName(oldCount: Int, newCount: Int) -> String {
    if newCount > 0 { return "whole" }
    return oldCount > 0 ? "before" : "absent"
  }

  /// Returns `true` if a file has all bytes that are expected.
  private func isComplete(_ found: [UInt8]?, _ expected: [UInt8]?, _ path: String) -> Bool {
    guard let found, let expected else { return false }
    guard target.isDatabase else { return found == expected }
    // The old database is small, and a database may contain the time of its creation.
    guard found.count == expected.count else { return false }
    return Database.value("PRAGMA integrity_check", path) == "ok"
      && Database.value("SELECT count(*) FROM Round", path) == "400"
  }

  /// Runs the command once more and checks that its reply names each temporary file that was left
  /// behind.
  private func checkNames(_ folder: TemporaryFolder, _ replaces: Bool, _ tally: inout KillTally)
    throws
  {
    let known = Set(new.keys).union(old.keys).union(Self.userNames)
    let leftovers = folder.files.filter { name in
      !known.contains(name) && !new.keys.contains { $0.hasPrefix(name + "/") }
    }
    for _ in leftovers { tally.count("leftovers") }
    let isIncomplete =
      !replaces && new.keys.contains { folder.files.contains($0) }
      && !folder.files.contains("copy")
    let writer = try LiveProgram(["--machine", "--store", stores + "/new"], program: program)
    writer.send(target.command(folder.path + "/copy", isForced: replaces))
    let answer = (writer.answer() ?? []).joined(separator: "\n")
    _ = writer.finish()
    for name in leftovers where !answer.contains("/\(name)\" was left by a run that was killed") {
      tally.failures.append("\(target): the leftover '\(name)' is not named: \(answer)")
    }
    if isIncomplete && !answer.contains("is missing beside ") {
      tally.failures.append("\(target): the rest of an export is not named: \(answer)")
    }
    let removed = leftovers.filter { !folder.files.contains($0) }
    if !removed.isEmpty { tally.failures.append("\(target): swept \(removed)") }
  }
}
