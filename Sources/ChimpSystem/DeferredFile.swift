import Glibc

/// A new file that is created with its first bytes, so that there is none without any.
///
///     let file = try DeferredFile(path)
///     file.isCreated  // false
///     try file.append(bytes)
public final class DeferredFile {
  public let path: String
  /// The open file; `nil` until it is created.
  private var file: Descriptor?

  /// Prepares a file; throws if it can't be created, for example because it exists.
  public init(_ path: String) throws(SystemError) {
    self.path = path
    // Create the file now, to find out whether that is possible, and remove it again.
    let file = try create()
    _ = removeFile(path, of: file.number)
  }

  public var isCreated: Bool { file != nil }

  /// Creates the file; `O_EXCL` never follows a link and never replaces a file.
  private func create() throws(SystemError) -> Descriptor {
    try Descriptor(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644))
  }

  /// Appends bytes, and creates the file if these are the first ones.
  public func append(_ bytes: [UInt8]) throws(SystemError) {
    if file == nil { file = try create() }
    if let file { try writeAll(bytes.span, to: file.number) }
  }

  /// Flushes the bytes to the disk; does nothing if the file is not created, or can't be flushed.
  public func synchronize() throws(SystemError) {
    if let file { try flushToDisk(file.number) }
  }
}
