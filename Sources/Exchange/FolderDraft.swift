package import Archive
package import Console
import Glibc
import Operations
import Records
import SystemCalls

/// A new folder that appears under its name only when all of its files are complete.
///
/// ```swift
/// let draft = try FolderDraft(folder)
/// try draft.write(bytes, to: "figure-01.svg")
/// try draft.publish()
/// ```
package final class FolderDraft {
  private let folder: NamedFile
  private let draft: String
  /// The descriptor of the folder, which is locked until the folder is published.
  private var descriptor: Int32 = -1
  private var names: [String] = []
  private var isPublished = false

  /// Creates the unpublished folder; throws if the name exists.
  package init(_ folder: NamedFile) throws(ArchiveError) {
    self.folder = folder
    draft = Leftover.freePath(.unfinished, of: folder.path)
    guard access(folder.path, F_OK) != 0 else { throw stop(.fileExists) }
    guard mkdir(draft, 0o777) == 0 else { throw stop(.last) }
    descriptor = open(draft, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor >= 0 { _ = flock(descriptor, LOCK_EX | LOCK_NB) }
  }

  deinit {
    if descriptor >= 0 { _ = close(descriptor) }
    guard !isPublished else { return }
    for name in names { _ = unlink("\(draft)/\(name)") }
    _ = rmdir(draft)
  }

  /// Writes a complete file into the folder.
  package func write(_ bytes: [UInt8], to name: String) throws(ArchiveError) {
    let file = open("\(draft)/\(name)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw stop(.last) }
    names.append(name)
    defer { close(file) }
    do throws(SystemError) { try writeAll(bytes.span, to: file) } catch { throw stop(error) }
    guard fsync(file) == 0 else { throw stop(.last) }
  }

  /// Gives the folder its final name; throws if the name exists by now.
  package func publish() throws(ArchiveError) {
    do throws(SystemError) { try renameFolder(draft, toNew: folder.path) } catch {
      throw stop(error)
    }
    isPublished = true
  }

  /// Undoes `publish`: removes the folder and its files.
  ///
  /// Does nothing before `publish`.
  package func retract() {
    guard isPublished else { return }
    for name in names { _ = unlink("\(folder.path)/\(name)") }
    _ = rmdir(folder.path)
  }

  private func stop(_ error: SystemError) -> ArchiveError {
    .cannotWrite(folder.name, error)
  }
}
