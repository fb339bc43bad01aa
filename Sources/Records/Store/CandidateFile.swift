import CSystem
import Glibc

/// A file that is written beside its place, and locked by the process that writes it: what nobody
/// locks was left behind.
package final class CandidateFile {
  /// What belongs to a file that is a database, and goes with it.
  private static var endings: [String] { ["-pages", "-wal", "-shm", "-journal", ""] }

  package let path: String
  /// Open, and so locked, as long as the object lives.
  package let descriptor: Int32

  /// Begins a file for a place; the number is part of its name, unless it is taken.
  ///
  /// The error is the system's number of it.
  package init(for place: String, number: UInt64 = .random(in: 0 ... .max)) throws(SystemNumber) {
    var number = number
    while true {
      let path = place + ".new-" + String(number, radix: 16)
      number = .random(in: 0 ... .max)
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else {
        if errno == EEXIST { continue }
        throw SystemNumber(number: errno)
      }
      // Before it was locked, another process may have taken it for left behind and removed it.
      var facts = stat()
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0 || fstat(descriptor, &facts) != 0
        || facts.st_nlink > 0
      {
        (self.path, self.descriptor) = (path, descriptor)
        return
      }
      close(descriptor)
    }
  }

  deinit { close(descriptor) }

  /// Gives the finished file its name; answers the number of what was wrong, and then it is gone.
  func publish(as name: String, replacing: Bool) -> Int32 {
    let isNamed = (replacing ? rename(path, name) : chimp_rename_to_new(path, name)) == 0
    let number = isNamed ? 0 : errno
    if !isNamed { unlink(path) }
    withExtendedLifetime(self) {}
    SystemFile.synchronize(SystemFile.folder(of: name))
    return number
  }

  /// Removes the file and what belongs to it.
  package func remove() { Self.remove(path) }

  /// Removes what killed processes have left beside a place.
  package static func tidy(beside place: String) {
    let folder = SystemFile.folder(of: place)
    let name = String(SystemFile.name(of: place))
    for entry in names(in: folder) {
      if isName(entry, name + ".new-") {
        removeIfLeft(folder + "/" + entry)
      } else if isName(entry, name + ".old-"), FileFacts(place) != nil {
        // If there is no file in its place, the old one is all that is left.
        removeIfLeft(folder + "/" + entry)
      }
    }
  }

  private static func isName(_ name: String, _ beginning: String) -> Bool {
    let digits = name.utf8.dropFirst(beginning.utf8.count)
    return name.utf8.starts(with: beginning.utf8) && (1...16).contains(digits.count)
      && digits.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) { names.append(String(cString: chimp_entry_name(entry))) }
    return names
  }

  private static func removeIfLeft(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(path) }
    close(descriptor)
  }

  private static func remove(_ path: String) {
    for ending in endings { SystemFile.remove(path + ending) }
  }
}

/// The number by which the system calls a fault.
package struct SystemNumber: Error, Equatable { package let number: Int32 }
