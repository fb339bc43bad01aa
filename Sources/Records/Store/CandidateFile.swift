import CSystem
import Glibc

/// A new file on the way to its target: it is written first, and gets the target's name when it is
/// whole.
///
/// Where the system has files without a name, it has none until then, and a killed process leaves
/// nothing behind. Elsewhere, and where the file is a database, it has the name of a `Leftover`. It
/// is locked as long as the object lives: what nobody locks was left behind.
package final class CandidateFile {
  package let descriptor: Int32
  private let target: String
  /// The present name; nil while the file has none.
  private(set) var path: String?

  /// Creates a file that SQLite opens by its name, in which the number stands unless it is taken.
  ///
  /// Throws the system's number of the error.
  init(
    databaseFor target: String, number: UInt64 = .random(in: 0 ... .max)
  ) throws(SystemNumber) {
    self.target = target
    (descriptor, path) = try Self.createNamed(target, number)
  }

  /// Creates a file, without a name where the system has such files.
  ///
  /// Throws the system's number of the error.
  package init(for target: String, isNameless: Bool = true) throws(SystemNumber) {
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

  private static func createNamed(
    _ target: String, _ number: UInt64 = .random(in: 0 ... .max)
  ) throws(SystemNumber) -> (descriptor: Int32, path: String) {
    while true {
      let path = Leftover.freePath(.unfinished, of: target, number)
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      if descriptor >= 0 {
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        return (descriptor, path)
      }
      guard errno == EEXIST else { throw SystemNumber(number: errno) }
    }
  }

  /// Gives the finished file the target's name; returns the number of the error, or 0.
  ///
  /// A file that could not be named is removed. The name is on the disk after `synchronizeFolder`.
  package func publish(replacing: Bool) -> Int32 {
    let number = name(replacing: replacing)
    if number == 0 { path = target } else { remove() }
    return number
  }

  /// Brings the names in the target's folder to the disk.
  package func synchronizeFolder() { SystemFile.synchronize(SystemFile.folder(of: target)) }

  private func name(replacing: Bool) -> Int32 {
    if path == nil {
      if chimp_name_file(descriptor, target) == 0 { return 0 }
      guard replacing, errno == EEXIST else { return errno }
      // Only a file with a name can replace another one.
      let free = Leftover.freePath(.unfinished, of: target)
      guard chimp_name_file(descriptor, free) == 0 else { return errno }
      path = free
    }
    guard let path else { return ENOENT }
    let result = replacing ? rename(path, target) : chimp_rename_to_new(path, target)
    return result == 0 ? 0 : errno
  }

  /// Removes the file, if it has a name, and what SQLite has made beside it.
  ///
  /// Nothing happens where the name is that of another file by now.
  package func remove() {
    guard let path, SystemFile.remove(path, of: descriptor) else { return }
    if path != target {
      for ending in Leftover.databaseEndings { SystemFile.remove(path + ending) }
    }
    self.path = nil
  }
}

/// A file or a folder that a killed process has left beside its target.
package struct Leftover: Hashable, Sendable {
  /// What stands between the name of the target and the digits.
  package enum Kind: String, CaseIterable, Sendable {
    /// A new file or folder that did not get its name.
    case unfinished
    /// What the target was before it was replaced.
    case replaced
    /// What earlier versions called these two, and the folder of a dataset.
    case new, old, part

    package var isOfEarlierVersion: Bool { self == .new || self == .old || self == .part }
  }

  /// What SQLite calls the files beside a database; `-pages` is that of `RebuiltSchema`.
  static let databaseEndings = [
    "-journal", "-shm", "-wal", "-pages", "-pages-journal", "-pages-shm", "-pages-wal",
  ]

  package let kind: Kind
  package let path: String

  /// A path beside a target at which there is nothing yet, with the number unless it is taken.
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

  /// Everything beside a target that no living process writes, in the order of the names.
  package static func all(beside target: String) -> [Leftover] {
    let folder = SystemFile.folder(of: target)
    let beginning = String(SystemFile.name(of: target)) + "."
    let found = names(in: folder).filter { $0.utf8.starts(with: beginning.utf8) }.sorted()
    return found.compactMap { name in
      let rest = name.dropFirst(beginning.count)
      guard let (kind, length) = parse(rest) else { return nil }
      let stem = "\(folder)/\(beginning)\(rest.prefix(length))"
      return isLocked(stem) ? nil : Leftover(kind: kind, path: "\(folder)/\(name)")
    }
  }

  /// The kind that the end of a name tells, and how long that is without a database's ending.
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

  /// Whether digits look like those of earlier versions: 64 random bits without leading zeros.
  ///
  /// One in 200 of those had fewer digits and is not recognized, so that a date or the usual short
  /// beginning of a checksum in a user's file name is no false alarm.
  private static func isEarlierNumber(_ digits: Substring) -> Bool {
    digits.first != "0" && (15...16).contains(digits.count)
      && digits.contains { $0.isNumber } && digits.contains { $0.isLetter }
  }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) { names.append(String(cString: chimp_entry_name(entry))) }
    return names
  }

  private static func isLocked(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}

/// The number by which the system calls a fault.
package struct SystemNumber: Error, Equatable { package let number: Int32 }
