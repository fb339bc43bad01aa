import Archive
package import ChimpSystem
import Glibc
import Records
package import Shell

/// A new file that appears under its name only when it is complete (an atomic replacement).
///
///     let draft = try FileDraft(file)
///     try draft.write { $0 += bytes }
///     try draft.finish()
///     try draft.publish(replacing: false)
///     draft.commit()
///
/// At every moment the name belongs to the old file or to the complete new one. An unpublished file
/// is removed with this object; `leftovers` finds those of killed programs. An existing file is
/// only replaced, never removed.
package final class FileDraft {
  /// The size of the write buffer in bytes.
  private static var pieceSize: Int { 1 << 17 }

  let file: NamedFile
  /// The path of the file to create, with symbolic links resolved.
  let target: String
  private let newFile: NewFile
  private var bytes: [UInt8] = []
  /// The sizes of the pieces that are in the file; each ends where a call of `write` ended.
  private var pieceSizes: [Int] = []
  /// The temporary name of the replaced file, kept until `commit`; `nil` if there is none.
  private var old: String?
  // Open, and therefore locked, as long as it may have to be restored.
  private var oldDescriptor: Int32 = -1

  /// Creates the unpublished file.
  ///
  /// Throws if no file can be created in the folder.
  package init(
    _ file: NamedFile, _ operations: FileOperations = FileOperations()
  ) throws {
    self.file = file
    // A link stays a link: the file behind it is replaced.
    target = resolvedPath(file.path) ?? file.path
    do { newFile = try NewFile(for: target, operations) } catch {
      throw Refusal.cannotWrite(file.name, error)
    }
    // Without the privilege to change the owner, the new file belongs to the user.
    try? newFile.copyAccess(of: target)
    bytes.reserveCapacity(Self.pieceSize * 2)
  }

  deinit { if oldDescriptor >= 0 { _ = close(oldDescriptor) } }

  /// Runs a closure that appends bytes to the write buffer.
  package func write(_ body: (inout [UInt8]) -> Void) throws {
    body(&bytes)
    if bytes.count >= Self.pieceSize { try flush() }
  }

  /// Replaces a text by another one of the same length wherever it is the end of a CSV line.
  ///
  /// Each call of `write` must have appended whole lines.
  func replace(atLineEnds text: String, with other: String) throws {
    try flush()
    let pattern = Array((text + "\r\n").utf8)
    var start = 0
    for size in pieceSizes {
      do {
        try newFile.rewrite(start..<start + size) { piece in
          var isChanged = false
          for end in Self.lineEnds(in: piece.span) where end + 1 >= pattern.count {
            let begin = end + 1 - pattern.count
            guard piece[begin...end].elementsEqual(pattern) else { continue }
            for (offset, byte) in other.utf8.enumerated() { piece[begin + offset] = byte }
            isChanged = true
          }
          return isChanged
        }
      } catch { throw stop(error) }
      start += size
    }
  }

  /// Returns the positions of all line feeds.
  private static func lineEnds(in bytes: Span<UInt8>) -> [Int] {
    var ends: [Int] = []
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") { ends.append(index) }
    return ends
  }

  /// Writes the buffer and flushes the file to the disk.
  package func finish() throws {
    try flush()
    do { try newFile.synchronize() } catch { throw stop(error) }
  }

  /// Gives the file its final name.
  ///
  /// With `keepingOld` a replaced file is kept until `commit`, so that `retract` can restore it.
  package func publish(replacing: Bool, keepingOld: Bool = false) throws {
    if replacing && keepingOld { try keepOld() }
    do { try newFile.publish(replacing: replacing) } catch {
      putBack()
      throw stop(error)
    }
  }

  /// Undoes `publish`: removes the file and restores the one that it replaced.
  func retract() {
    if old == nil { newFile.remove() }
    putBack()
    newFile.synchronizeFolder()
  }

  /// Restores the replaced file; does nothing if none was kept.
  private func putBack() {
    guard let old else { return }
    _ = rename(old, target)
    // NB: `rename` does nothing where both names are of one file.
    removeOld()
  }

  /// Makes `publish` final: flushes the folder to the disk and removes the replaced file.
  package func commit() {
    newFile.synchronizeFolder()
    removeOld()
  }

  /// Removes the replaced file, unless another program has reused its temporary name.
  private func removeOld() {
    guard let old else { return }
    // A file that can't be opened can't be compared.
    if oldDescriptor < 0 {
      _ = unlink(old)
    } else {
      _ = removeFile(old, of: oldDescriptor)
    }
    self.old = nil
  }

  /// Gives the file that will be replaced a second, temporary name.
  private func keepOld() throws {
    let backup = Leftover.freePath(.replaced, of: target)
    oldDescriptor = open(target, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    if oldDescriptor >= 0 { _ = flock(oldDescriptor, LOCK_SH | LOCK_NB) }
    if link(target, backup) == 0 {
      old = backup
    } else if errno != ENOENT {
      // Not every file system has links; without them the name is missing for a moment.
      guard rename(target, backup) == 0 else { throw stop(SystemError(number: errno)) }
      old = backup
    }
  }

  /// Writes the buffered bytes to the file.
  private func flush() throws {
    defer { bytes.removeAll(keepingCapacity: true) }
    if !bytes.isEmpty { pieceSizes.append(bytes.count) }
    do { try newFile.write(bytes) } catch { throw stop(error) }
  }

  /// Returns the error message for a system error on this file.
  private func stop(_ fault: SystemError) -> Refusal {
    fault == .fileExists ? .exists(file.name) : .cannotWrite(file.name, fault)
  }
}

extension FileDraft {
  /// Creates the unpublished file with all of its bytes.
  fileprivate convenience init(_ file: NamedFile, _ bytes: [UInt8]) throws {
    try self.init(file)
    try write { $0 += bytes }
    try finish()
  }

  /// Writes a complete file in one call.
  package static func write(
    _ bytes: [UInt8], to file: NamedFile, replacing: Bool
  ) throws {
    let draft = try FileDraft(file, bytes)
    try draft.publish(replacing: replacing)
    draft.commit()
  }

  /// Writes several complete new files: all of them, or none.
  package static func write(new files: [(file: NamedFile, bytes: [UInt8])]) throws {
    let drafts = try files.map { try FileDraft($0.file, $0.bytes) }
    var published: [FileDraft] = []
    for draft in drafts {
      do { try draft.publish(replacing: false) } catch {
        for other in published { other.retract() }
        throw error
      }
      published.append(draft)
    }
    for draft in drafts { draft.commit() }
  }
}

extension OperationRun {
  /// Writes a complete file in one call; creates nothing if the operation was cancelled meanwhile.
  package func write(_ bytes: [UInt8], to file: NamedFile, replacing: Bool) throws {
    let draft = try FileDraft(file, bytes)
    try checkCancelled()
    try draft.publish(replacing: replacing)
    draft.commit()
  }
}

/// Reads a file sequentially through a buffer of limited size.
final class FileBytes {
  /// The initial size of the buffer in bytes, which grows for longer lines.
  private static var pieceSize: Int { 1 << 16 }

  let file: NamedFile
  let size: Int
  /// `true` for a regular file, whose size is known in advance.
  let isPlain: Bool
  /// The offset in the file of the next byte.
  private(set) var position = 0
  /// The error that ended reading; `nil` if there was none.
  private(set) var error: Refusal?
  private let descriptor: Int32
  /// The buffer, whose unread bytes are those from `start` to `end`.
  private var window = [UInt8](repeating: 0, count: pieceSize)
  private var start = 0
  private var end = 0

  /// Opens a file and skips a byte order mark; doesn't wait for a pipe's writer.
  ///
  /// - Throws: `cannotRead` with the error of the system, `EISDIR` for a folder.
  init(_ file: NamedFile) throws {
    self.file = file
    descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    let facts = descriptor >= 0 ? FileFacts(descriptor: descriptor) : nil
    size = facts?.size ?? 0
    isPlain = facts?.isPlain ?? false
    guard let facts else { throw Refusal.cannotRead(file.name, .last) }
    guard !facts.isDirectory else {
      throw Refusal.cannotRead(file.name, SystemError(number: EISDIR))
    }
    skipMark()
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Returns the byte at an offset from the read position; `nil` beyond the end of the file.
  func byte(at offset: Int) -> UInt8? {
    start &+ offset < end || fill() ? window[start &+ offset] : nil
  }

  /// Calls a closure with the unread bytes in the buffer.
  func withNext<Result, Stop: Error>(
    _ body: (borrowing Span<UInt8>) throws(Stop) -> Result
  ) throws(Stop) -> Result {
    let window = window
    return try body(window.span.extracting(start..<end))
  }

  /// Advances the read position by a number of bytes.
  func consume(_ count: Int) {
    start += count
    position += count
  }

  /// Skips a UTF-8 byte order mark.
  private func skipMark() {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    guard isPlain, mark.indices.allSatisfy({ byte(at: $0) == mark[$0] }) else { return }
    consume(mark.count)
  }

  /// The number of unread bytes in the buffer.
  var count: Int { end - start }

  /// Reads more bytes into the buffer; returns `false` at the end of the file.
  func fill() -> Bool {
    window.removeSubrange(..<start)
    end = end - start
    start = 0
    let missing = max(Self.pieceSize, end * 2) - window.count
    window += [UInt8](repeating: 0, count: max(0, missing))
    guard error == nil else { return false }
    do {
      let count = try window.read(descriptor, from: end)
      end += count
      return count > 0
    } catch {
      self.error = .cannotRead(file.name, error)
      return false
    }
  }
}
