import Glibc

/// An open descriptor, which is closed with the last reference to it.
///
///     let file = try Descriptor(open(path, O_RDONLY | O_CLOEXEC))
public final class Descriptor {
  public let number: Int32

  /// Moves a descriptor to a number that no child process uses for another purpose.
  ///
  /// Throws if that fails, or the error of the system call that has returned a negative number.
  public init(_ opened: Int32) throws(SystemError) {
    guard opened >= 0 else { throw .last }
    number = fcntl(opened, F_DUPFD_CLOEXEC, 10)
    let error = SystemError.last
    close(opened)
    guard number >= 0 else { throw error }
  }

  deinit { if number >= 0 { close(number) } }

  /// Returns a pair of connected sockets, one for this process and one for a program.
  ///
  /// Another program that is started at the same time inherits neither.
  public static func sockets() throws(SystemError) -> (own: Descriptor, other: Descriptor) {
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw .last }
    // Both are closed even if one of them can't be moved.
    let ends = pair.map { end in Result { () throws(SystemError) in try Descriptor(end) } }
    return (try ends[0].get(), try ends[1].get())
  }
}
