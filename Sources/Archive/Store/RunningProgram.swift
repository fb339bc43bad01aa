import CChimpSystem
import ChimpSystem
import Glibc
import Records

/// A lock on a byte of a store's folder, which ends with this object or with the process, however
/// it ends.
///
/// Programs in other containers see it, too, in which the same process has another number.
///
///     let lock = FolderLock(store: "lab.sqlite")
///     FolderLock.isHeld(lock?.byte ?? 0, store: "lab.sqlite")  // true
public final class FolderLock {
  /// The position of the byte: a random number, by which others find the lock.
  public let byte: Int
  private let folder: Descriptor

  /// Locks a byte of the folder of a store's file; returns `nil` if that is impossible, as in a
  /// folder that can't be read.
  public init?(store path: String) {
    byte = Int.random(in: 1 ... .max - 1)
    guard let folder = Self.folder(ofStore: path),
      chimp_lock_byte(folder.number, Int64(byte)) != 0
    else { return nil }
    self.folder = folder
  }

  /// Returns whether a byte of the folder is locked; `nil` if that is unknown.
  static func isHeld(_ byte: Int, store path: String) -> Bool? {
    guard let folder = folder(ofStore: path) else { return nil }
    let state = chimp_has_byte_lock(folder.number, Int64(byte))
    return state < 0 ? nil : state > 0
  }

  private static func folder(ofStore path: String) -> Descriptor? {
    let folder = folderPath(of: linkedPath(path))
    return try? Descriptor(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }
}

/// A mark that a program is running, which a session is stored with, so that other programs can
/// tell whether its rounds were interrupted.
///
///     let program = RunningProgram(store: "lab.sqlite")
///     RunningProgram.isRunning(program.description, store: "lab.sqlite")  // true
public struct RunningProgram: CustomStringConvertible {
  /// The boot of the machine, the number and the start time of the process, and the locked byte.
  ///
  /// Without a lock, as earlier versions wrote it, the text has only the first three.
  public let description: String
  private let lock: FolderLock?

  /// Creates a mark beside the file of a store; `nil` stands for a store in memory.
  public init(store path: String?) {
    lock = path.flatMap { FolderLock(store: $0) }
    description =
      Self.process(Int(getpid())) + (lock.map { " \($0.byte)" } ?? "")
  }

  /// Returns whether the program of a text is running, which was created beside the same store.
  public static func isRunning(_ description: String, store path: String?) -> Bool {
    let words = description.split(separator: " ")
    guard words.count == 3 || words.count == 4, let number = Int(words[1]) else { return false }
    if words.count == 4, let byte = Int(words[3]), let path,
      let isHeld = FolderLock.isHeld(byte, store: path)
    {
      return isHeld
    }
    return process(number) == words.prefix(3).joined(separator: " ")
  }

  /// Returns the number of the process in a text; `nil` for an invalid text.
  static func processNumber(in description: String) -> Int? {
    let words = description.split(separator: " ")
    return words.count > 2 ? Int(words[1]) : nil
  }

  /// Returns the identification of a process: process numbers alone are reused.
  private static func process(_ number: Int) -> String {
    let boots = fileText("/proc/sys/kernel/random/boot_id").split(separator: "\n")
    return "\(boots.first ?? "-") \(number) \(start(of: number) ?? "-")"
  }

  /// Returns the start time of a process in clock ticks of the machine; `nil` if it isn't running.
  private static func start(of number: Int) -> Substring? {
    let facts = Int32(exactly: number).map(processFacts) ?? []
    guard facts.count > 19, facts[0] != "Z", facts[0] != "X" else { return nil }
    return facts[19]
  }
}
