import Archive
import ChimpSystem
import Glibc
import Records
package import Shell

/// A new folder that appears under its name only when all of its files are complete.
///
/// ```swift
/// let draft = try FolderDraft(folder)
/// try draft.write(bytes, to: "figure-01.svg")
/// try draft.publish()
/// ```
package final class FolderDraft {
  private let folder: NamedFile
  /// The path of the folder until it is published.
  let draft: String
  /// The open folder, which is locked until it is published.
  private let lock: Descriptor?
  /// The names of the files and folders in it, in the order in which they were created.
  private var made: [(name: String, isFolder: Bool)] = []
  private var isPublished = false

  /// Creates the unpublished folder; throws if the name exists.
  package init(_ folder: NamedFile) throws {
    self.folder = folder
    draft = Leftover.freePath(.unfinished, of: folder.path)
    guard access(folder.path, F_OK) != 0 else { throw Self.stop(folder, .fileExists) }
    guard mkdir(draft, 0o777) == 0 else { throw Self.stop(folder, .last) }
    lock = try? Descriptor(open(draft, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    if let lock { _ = flock(lock.number, LOCK_EX | LOCK_NB) }
  }

  deinit { if !isPublished { remove(draft) } }

  /// Removes the folder at a path with everything that was written into it.
  private func remove(_ path: String) {
    for (name, isFolder) in made.reversed() {
      _ = isFolder ? rmdir("\(path)/\(name)") : unlink("\(path)/\(name)")
    }
    _ = rmdir(path)
  }

  package var fileCount: Int { made.count { !$0.isFolder } }

  /// Returns `true` if the folder contains a file or a folder with the name.
  package func has(_ name: String) -> Bool { made.contains { $0.name == name } }

  /// Creates a folder in the folder; does nothing if it exists.
  func makeFolder(_ name: String) throws {
    guard !has(name) else { return }
    guard mkdir("\(draft)/\(name)", 0o777) == 0 else { throw Self.stop(folder, .last) }
    made.append((name, true))
  }

  /// Adds a file that another object writes into the folder; without it, the file would stay
  /// behind.
  func adopt(_ name: String) { made.append((name, false)) }

  /// Writes a complete file into the folder, and flushes it to the disk.
  package func write(_ bytes: [UInt8], to name: String) throws {
    guard !has(name) else { throw Self.stop(folder, .fileExists) }
    try append(bytes, to: name, isLast: true)
  }

  /// Appends bytes to a file in the folder, which is created if it doesn't exist.
  ///
  /// The last bytes are flushed to the disk.
  package func append(
    _ bytes: [UInt8], to name: String, isLast: Bool = false
  ) throws {
    let isNew = !has(name)
    let flags = O_WRONLY | O_APPEND | O_CLOEXEC | (isNew ? O_CREAT | O_EXCL : 0)
    do throws(SystemError) {
      let file = try Descriptor(open("\(draft)/\(name)", flags, 0o666))
      if isNew { made.append((name, false)) }
      try writeAll(bytes.span, to: file.number)
      if isLast, fsync(file.number) != 0 { throw .last }
    } catch { throw Self.stop(folder, error) }
  }

  /// Gives the folder its final name; throws if the name exists by now.
  package func publish() throws {
    do { try renameFolder(draft, toNew: folder.path) } catch {
      throw Self.stop(folder, error)
    }
    isPublished = true
  }

  /// Undoes `publish`: removes the folder and its files.
  ///
  /// Does nothing before `publish`.
  package func retract() { if isPublished { remove(folder.path) } }

  /// Returns the error for a fault of the system, which names the folder.
  private static func stop(_ folder: NamedFile, _ error: SystemError) -> Refusal {
    .cannotWrite(folder.name, error)
  }
}
