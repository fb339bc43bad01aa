import Glibc

/// A folder of a session's own, which is where the files are that its lines name.
///
/// It is made, empty, when it is asked for first, and removed behind the session with all that is
/// in it.
public final class TranscriptFolder {
  private let parent: String
  private let keeper: FolderKeeper?
  private var made: String?

  /// Makes a folder within another one, once it is asked for.
  public convenience init(in parent: String = "/tmp") {
    self.init(in: parent, keeper: nil)
  }

  init(in parent: String, keeper: FolderKeeper?) {
    self.parent = parent
    self.keeper = keeper
  }

  deinit { remove() }

  /// Where the folder is, which is there from then on.
  public func path() throws(TranscriptSessionFault) -> String {
    if let made { return made }
    while true {
      let number = UInt64.random(in: .min ... .max)
      let path = "\(parent)/transcript-\(String(number, radix: 16))"
      keeper?.keep(path)
      if mkdir(path, 0o700) == 0 {
        made = path
        return path
      }
      guard errno == EEXIST else {
        let fault = FileFault(number: errno)
        throw TranscriptSessionFault("can't make a folder in \"\(parent)\": \(fault)")
      }
    }
  }

  /// Removes the folder, if it was made.
  func remove() {
    guard let path = made.take() else { return }
    FolderRemoval.remove(path)
  }
}

/// Makes one folder after the other, for one session after the other.
struct TranscriptFolders {
  let parent: String
  /// Who removes the folder of a session that ends this process.
  let keeper: FolderKeeper?

  /// The folder of another session.
  func next() -> TranscriptFolder { TranscriptFolder(in: parent, keeper: keeper) }
}

/// Removes a folder that this process has not removed itself by its end, however that comes about.
///
/// A process of its own waits for it: one that is killed can remove nothing.
// NB: lives as long as the process; the descriptor may be none of the process that ends it.
final class FolderKeeper {
  private var socket: Int32 = -1

  /// Names the folder that is to be removed, instead of the one before; there is only one thread.
  func keep(_ path: String) {
    if socket < 0 { start() }
    let bytes = Array(path.utf8) + [0]
    _ = bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  private func start() {
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { return }
    let process = forkProcess()
    if process == 0 {
      close(pair[0])
      Self.wait(pair[1])
    }
    close(pair[1])
    guard process > 0 else {
      close(pair[0])
      return
    }
    socket = SharedMemory.raised(pair[0])
    // NB: until it has a group of its own, it ends with this one.
    var byte: UInt8 = 0
    while read(socket, &byte, 1) < 0 && errno == EINTR {}
  }

  /// Waits for the end of the other process, in the one that nothing else is to end.
  private static func wait(_ socket: Int32) -> Never {
    setsid()
    var signals = sigset_t()
    sigfillset(&signals)
    sigprocmask(SIG_BLOCK, &signals, nil)
    var path = ""
    var ready: UInt8 = 0
    send(socket, &ready, 1, Int32(MSG_NOSIGNAL))
    var piece = [UInt8](repeating: 0, count: Int(PATH_MAX) * 2)
    while true {
      let count = read(socket, &piece, piece.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      path = String(decoding: piece.prefix(count).prefix { $0 != 0 }, as: UTF8.self)
    }
    if !path.isEmpty { FolderRemoval.remove(path) }
    _exit(0)
  }
}

/// Removes folders with all that is in them; no link is followed.
enum FolderRemoval {
  /// Removes a folder, or what else there is.
  static func remove(_ path: String) {
    remove(path, in: AT_FDCWD)
  }

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
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }
}
