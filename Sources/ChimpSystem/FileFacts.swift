import Glibc

/// The identity and the properties of a file.
///
///     FileFacts("/tmp")?.isDirectory  // true
public struct FileFacts: Sendable {
  public let size: Int
  public let isDirectory: Bool
  public let isPlain: Bool
  /// `false` if the open file was removed.
  public let hasName: Bool
  public let hasOtherNames: Bool
  public let device: UInt
  public let node: UInt

  /// Reads the properties of a path; returns `nil` if it does not exist or is not accessible.
  public init?(_ path: String, followsLinks: Bool = true) {
    var status = stat()
    guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    self.init(status)
  }

  /// Reads the properties of an open file; returns `nil` if it is not open.
  public init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    let kind = status.st_mode & S_IFMT
    size = Int(status.st_size)
    isDirectory = kind == S_IFDIR
    isPlain = kind == S_IFREG
    hasName = status.st_nlink > 0
    hasOtherNames = status.st_nlink > 1
    device = UInt(status.st_dev)
    node = UInt(status.st_ino)
  }

  /// Returns `true` if both are the same file, under whatever path.
  public func isSame(as other: Self) -> Bool { device == other.device && node == other.node }
}
