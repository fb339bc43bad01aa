import CSystem
import Glibc
package import SystemCalls

/// A new file that gets its final name only when it is complete.
///
/// On systems with unnamed files it has no name until then, so a killed process leaves nothing
/// behind. Otherwise, and for a database, it has a temporary name and is locked: a temporary file
/// without a lock was left by a killed process (see `Leftover`).
///
///     let file = try CandidateFile(for: path)
///     … write to file.descriptor …
///     try file.publish(replacing: true)
package final class CandidateFile {
  package let descriptor: Int32
  private let target: String
  /// The current path; `nil` while the file has no name.
  private(set) var path: String?

  /// Creates a temporary database file, whose name contains the number unless that is in use.
  init(
    databaseFor target: String, number: UInt64 = .random(in: 0 ... .max)
  ) throws(SystemError) {
    self.target = target
    (descriptor, path) = try Self.createNamed(target, number)
  }

  /// Creates a file, unnamed if the system supports that.
  package init(for target: String, isNameless: Bool = true) throws(SystemError) {
    self.target = target
    let descriptor = isNameless ? chimp_open_nameless(SystemFile.folder(of: target)) : -1
    if descriptor >= 0 {
      self.descriptor = descriptor
      _ = flock(descriptor, LOCK_EX | LOCK_NB)
    } else {
      (self.descriptor, path) = try Self.createNamed(target)
    }
  }

  deinit { close(descriptor) }

  /// Creates and locks a file with an unused temporary name.
  private static func createNamed(
    _ target: String, _ number: UInt64 = .random(in: 0 ... .max)
  ) throws(SystemError) -> (descriptor: Int32, path: String) {
    while true {
      let path = Leftover.freePath(.unfinished, of: target, number)
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      if descriptor >= 0 {
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        return (descriptor, path)
      }
      guard errno == EEXIST else { throw SystemError(number: errno) }
    }
  }

  /// Gives the complete file its final name.
  ///
  /// If that fails, the file is removed. The name is on the disk after `synchronizeFolder`.
  package func publish(replacing: Bool) throws(SystemError) {
    do throws(SystemError) { try name(replacing: replacing) } catch {
      remove()
      throw error
    }
    path = target
  }

  /// Flushes the folder of the file to the disk, and with it the new name.
  package func synchronizeFolder() { SystemFile.synchronize(SystemFile.folder(of: target)) }

  /// Gives the file its final name.
  private func name(replacing: Bool) throws(SystemError) {
    if path == nil {
      if chimp_name_file(descriptor, target) == 0 { return }
      guard replacing, errno == EEXIST else { throw SystemError(number: errno) }
      // Only a file with a name can replace another one.
      let free = Leftover.freePath(.unfinished, of: target)
      guard chimp_name_file(descriptor, free) == 0 else { throw SystemError(number: errno) }
      path = free
    }
    guard let path else { throw SystemError(number: ENOENT) }
    let result = replacing ? rename(path, target) : chimp_rename_to_new(path, target)
    guard result == 0 else { throw SystemError(number: errno) }
  }

  /// Removes the file, and SQLite's files beside it.
  ///
  /// Does nothing if the name belongs to another file by now.
  package func remove() {
    guard let path, SystemFile.remove(path, of: descriptor) else { return }
    if path != target {
      for ending in Leftover.databaseEndings { SystemFile.remove(path + ending) }
    }
    self.path = nil
  }
}

/// A temporary file or folder that a killed process left beside its target.
///
/// Its name is the target's with a word and sixteen digits, so that no file of the user's is
/// mistaken for one.
///
///     let path = Leftover.freePath(.unfinished, of: "data.csv", 1)
///     path  // data.csv.unfinished-0000000000000001
///     for leftover in Leftover.all(beside: "data.csv") { print(leftover.kind, leftover.path) }
package struct Leftover: Hashable, Sendable {
  /// The word in the temporary name, which tells its purpose.
  ///
  ///     let drafts = Leftover.all(beside: "data.csv").filter { $0.kind == .unfinished }
  package enum Kind: String, CaseIterable, Sendable {
    /// A new file or folder that did not get its final name.
    case unfinished
    /// The former file, kept while it was being replaced.
    case replaced
    /// The words of earlier versions for these two; `part` was used for a dataset folder.
    case new, old, part

    package var isOfEarlierVersion: Bool { self == .new || self == .old || self == .part }
  }

  /// The name endings of SQLite's files beside a database; `-pages` is that of `RebuiltSchema`.
  static let databaseEndings = [
    "-journal", "-shm", "-wal", "-pages", "-pages-journal", "-pages-shm", "-pages-wal",
  ]

  package let kind: Kind
  package let path: String

  /// Returns an unused temporary path beside a target.
  ///
  /// It contains the number unless that is in use.
  package static func freePath(
    _ kind: Kind, of target: String, _ number: UInt64 = .random(in: 0 ... .max)
  ) -> String {
    var number = number
    while true {
      let digits = String(number, radix: 16)
      number = .random(in: 0 ... .max)
      let zeros = String(repeating: "0", count: 16 - digits.utf8.count)
      let path = "\(target).\(kind.rawValue)-\(zeros)\(digits)"
      if ([""] + databaseEndings).allSatisfy({ !SystemFile.exists(path + $0) }) { return path }
    }
  }

  /// Returns the temporary files beside a target that no running process has locked, sorted by
  /// name.
  package static func all(beside target: String) -> [Leftover] {
    let folder = SystemFile.folder(of: target)
    let start = String(SystemFile.name(of: target)) + "."
    let found = names(in: opendir(folder)).filter { $0.utf8.starts(with: start.utf8) }.sorted()
    return found.compactMap { name in
      let rest = name.dropFirst(start.count)
      guard let (kind, length) = parse(rest) else { return nil }
      let stem = "\(folder)/\(start)\(rest.prefix(length))"
      return isLocked(stem) ? nil : Leftover(kind: kind, path: "\(folder)/\(name)")
    }
  }

  /// Parses the end of a temporary name; returns its purpose and its length without a database's
  /// ending.
  private static func parse(_ end: Substring) -> (kind: Kind, length: Int)? {
    for kind in Kind.allCases where end.hasPrefix(kind.rawValue + "-") {
      let digits = end.dropFirst(kind.rawValue.count + 1).prefix { hexadecimalDigits.contains($0) }
      let ending = String(end[digits.endIndex...])
      let isNumber = kind.isOfEarlierVersion ? isEarlierNumber(digits) : digits.count == 16
      guard isNumber, ending.isEmpty || databaseEndings.contains(ending) else { continue }
      return (kind, end.distance(from: end.startIndex, to: digits.endIndex))
    }
    return nil
  }

  private static let hexadecimalDigits = "0123456789abcdef"

  /// Returns `true` if the digits could be those of earlier versions: 64 random bits without
  /// leading zeros.
  ///
  /// One in 200 of those has fewer digits and is not recognized, so that a date or a short checksum
  /// in the user's file name is no false positive.
  private static func isEarlierNumber(_ digits: Substring) -> Bool {
    digits.first != "0" && (15...16).contains(digits.count)
      && digits.contains { $0.isNumber } && digits.contains { $0.isLetter }
  }
}
