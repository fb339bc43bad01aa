import CSystem
import Glibc

/// A folder of a session's own, which is where the files are that its lines name.
///
/// It is made, empty, when it is asked for first, and removed behind the session with all that is
/// in it.
public final class TranscriptFolder {
  private let parent: String
  private let isKept: Bool
  private var made: String?
  private var keeper: FolderKeeper?

  /// Makes a folder within another one, once it is asked for.
  public convenience init(in parent: String = "/tmp") { self.init(in: parent, isKept: false) }

  /// Makes a folder that is removed, too, when this process ends before; it has one thread only.
  init(in parent: String, isKept: Bool) {
    self.parent = parent
    self.isKept = isKept
  }

  deinit { remove() }

  /// Where the folder is, which is there from then on.
  public func path() throws(TranscriptSessionFault) -> String {
    if let made { return made }
    while true {
      let number = UInt64.random(in: .min ... .max)
      let path = "\(parent)/transcript-\(String(number, radix: 16))"
      // The keeper starts before there is anything to remove.
      let keeper = isKept ? FolderKeeper(path) : nil
      if mkdir(path, 0o700) == 0 {
        self.keeper = keeper
        made = path
        return path
      }
      let fault = FileFault(number: errno)
      keeper?.dismiss()
      guard fault.number == EEXIST else {
        throw TranscriptSessionFault("can't make a folder in \"\(parent)\": \(fault)")
      }
    }
  }

  /// Removes the folder, if it was made.
  func remove() {
    guard let path = made.take() else { return }
    FolderRemoval.remove(path)
    keeper.take()?.dismiss()
  }
}

/// Makes one folder after the other, for one session after the other.
struct TranscriptFolders {
  let parent: String
  /// Whether a folder does not outlive this process, however that ends.
  let areKept: Bool

  /// The folder of another session.
  func next() -> TranscriptFolder { TranscriptFolder(in: parent, isKept: areKept) }
}

/// A process that removes a folder when the one that made it ends before it has done so.
///
/// A process that is killed can't remove anything itself.
private struct FolderKeeper {
  private let socket: Int32
  private let process: pid_t

  /// Starts the process; nil where there can be none.
  init?(_ path: String) {
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { return nil }
    process = chimp_fork()
    if process == 0 {
      close(pair[0])
      Self.keep(path, pair[1])
    }
    close(pair[1])
    guard process > 0 else {
      close(pair[0])
      return nil
    }
    socket = SharedMemory.raised(pair[0])
    // Until the process has a group of its own, it would be killed with this one.
    _ = Self.receive(socket)
  }

  /// Ends the process, which has nothing to remove any more.
  func dismiss() {
    Self.send(socket)
    close(socket)
    while waitpid(process, nil, 0) < 0 && errno == EINTR {}
  }

  /// Waits for the dismissal, or for the end of the other process.
  private static func keep(_ path: String, _ socket: Int32) -> Never {
    setsid()
    var signals = sigset_t()
    sigfillset(&signals)
    sigprocmask(SIG_BLOCK, &signals, nil)
    send(socket)
    if !receive(socket) { FolderRemoval.remove(path) }
    _exit(0)
  }

  private static func send(_ socket: Int32) {
    var byte: UInt8 = 0
    _ = Glibc.send(socket, &byte, 1, Int32(MSG_NOSIGNAL))
  }

  /// Answers whether the other side has sent something before its end.
  private static func receive(_ socket: Int32) -> Bool {
    var byte: UInt8 = 0
    while true {
      let count = read(socket, &byte, 1)
      guard count < 0 && errno == EINTR else { return count > 0 }
    }
  }
}

/// Removes folders with all that is in them; no link is followed.
enum FolderRemoval {
  /// Removes a folder, or what else there is.
  static func remove(_ path: String) { remove(path, in: AT_FDCWD) }

  private static func remove(_ name: String, in folder: Int32) {
    guard unlinkat(folder, name, 0) != 0, errno != ENOENT else { return }
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let descriptor = openat(folder, name, flags)
    guard descriptor >= 0 else { return }
    for inner in names(in: descriptor) { remove(inner, in: descriptor) }
    close(descriptor)
    unlinkat(folder, name, Int32(AT_REMOVEDIR))
  }

  private static func names(in descriptor: Int32) -> [String] {
    guard let directory = fdopendir(dup(descriptor)) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = String(cString: chimp_entry_name(entry))
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }
}
