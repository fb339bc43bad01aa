import CSystem
import Glibc

/// A folder of a session's own, which is where the files are that its lines name.
///
/// It is made, empty, when it is first asked for, and removed with all in it behind the session.
public final class TranscriptFolder {
  private let parent: String
  private let isKept: Bool
  private var made: String?
  private var keeper: FolderKeeper?

  /// Makes a folder within another one, once it is asked for.
  public convenience init(in parent: String = "/tmp") { self.init(in: parent, isKept: false) }

  /// Makes a folder that is removed, too, when this process ends before; it has one thread only.
  init(in parent: String, isKept: Bool) { (self.parent, self.isKept) = (parent, isKept) }

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

  func remove() {
    guard let path = made.take() else { return }
    FolderRemoval.remove(path)
    keeper.take()?.dismiss()
  }
}

/// A process that removes a folder when the one that made it ends before it has done so.
///
/// A process that is killed can't remove anything itself.
private struct FolderKeeper {
  private let process: pid_t

  init?(_ path: String) {
    let parent = getpid()
    var signals = sigset_t()
    var earlierMask = sigset_t()
    sigfillset(&signals)
    sigprocmask(SIG_BLOCK, &signals, &earlierMask)
    process = chimp_fork()
    if process == 0 { Self.keep(path, parent) }
    sigprocmask(SIG_SETMASK, &earlierMask, nil)
    guard process > 0 else { return nil }
    // In this process's group it would be killed with it.
    setpgid(process, process)
  }

  func dismiss() {
    kill(process, SIGKILL)
    while waitpid(process, nil, 0) < 0 && errno == EINTR {}
  }

  /// Waits for the end of the parent, with every signal blocked.
  private static func keep(_ path: String, _ parent: pid_t) -> Never {
    chimp_terminate_with_parent(SIGTERM)
    var end = sigset_t()
    sigaddset(&end, SIGTERM)
    while getppid() == parent {
      var number: Int32 = 0
      sigwait(&end, &number)
    }
    FolderRemoval.remove(path)
    _exit(0)
  }
}

enum FolderRemoval {
  static func remove(_ path: String) { remove(path, in: AT_FDCWD) }

  private static func remove(_ name: String, in folder: Int32) {
    guard unlinkat(folder, name, 0) != 0, errno != ENOENT else { return }
    let descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    for inner in names(in: fdopendir(dup(descriptor))) { remove(inner, in: descriptor) }
    close(descriptor)
    unlinkat(folder, name, Int32(AT_REMOVEDIR))
  }
}

/// The names in a folder that is open, and is closed by that.
func names(in directory: OpaquePointer?) -> [String] {
  guard let directory else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) { names.append(String(cString: chimp_entry_name(entry))) }
  return names.filter { $0 != "." && $0 != ".." }
}
