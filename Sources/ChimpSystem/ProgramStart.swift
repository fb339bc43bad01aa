import CChimpSystem
import Glibc

/// The start of a program in a child process.
///
///     var start = ProgramStart(["/bin/echo", "hello"])
///     start.streams = [(STDOUT_FILENO, .descriptor(output))]
///     let process = try start.begin()
public struct ProgramStart {
  /// The file behind a descriptor of the program.
  public enum Stream {
    case descriptor(Descriptor)
    /// The file at a path, opened by the program with these flags.
    case file(String, flags: Int32)

    /// Nothing: an empty input, and an output that is discarded.
    public static var nothing: Stream { .file("/dev/null", flags: O_RDWR) }
  }

  /// The processes to which a program belongs: those of this process, a group of its own, or a
  /// session of its own with a terminal.
  ///
  /// A program that is not in the group of this process has no signal blocked, and the usual effect
  /// of those that a write can cause.
  public enum Group: Sendable { case shared, own, terminal }

  /// The program, which is searched in PATH unless it has a slash, and its arguments.
  public let words: [String]
  /// The environment variables as `NAME=VALUE`; `nil` for those of this process.
  public var variables: [String]?
  /// The descriptors that the program gets, in the order in which they are made.
  public var streams: [(number: Int32, stream: Stream)] = []
  /// The processes to which the program belongs.
  public var group = Group.shared
  /// The working folder; `nil` for that of this process.
  public var folder: String?

  /// Describes a program with its arguments.
  public init(_ words: [String]) { self.words = words }

  /// Starts the program, and returns its process.
  public func begin() throws(SystemError) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (number, stream) in streams {
      switch stream {
      case .descriptor(let other): posix_spawn_file_actions_adddup2(&actions, other.number, number)
      case .file(let path, let flags):
        posix_spawn_file_actions_addopen(&actions, number, path, flags, 0)
      }
    }
    if let folder { chimp_spawn_in(&actions, folder) }
    setGroup(&attributes)
    var process: pid_t = 0
    let error = chimp_spawn(
      &process, words.first ?? "", &actions, &attributes, Self.texts(words), words.count,
      variables.map(Self.texts), variables?.count ?? 0)
    guard error == 0 else { throw SystemError(number: error) }
    return process
  }

  /// Returns consecutive texts, each with a NUL at its end.
  private static func texts(_ words: [String]) -> [CChar] {
    words.flatMap { $0.utf8CString }
  }

  /// Sets the group and the signals of the program.
  private func setGroup(_ attributes: inout posix_spawnattr_t) {
    guard group != .shared else { return }
    var defaults = sigset_t()
    for number in [SIGPIPE, SIGXFSZ] { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var mask = sigset_t()
    posix_spawnattr_setsigmask(&attributes, &mask)
    // Constants from a header that Swift can't import: a new session or a new group, default
    // signals and a signal mask.
    let flags: Int16 = (group == .terminal ? 0x80 : 0x02) | 0x04 | 0x08
    posix_spawnattr_setflags(&attributes, flags)
  }
}

/// Returns the environment variables of this process, as `NAME=text`.
public func environmentVariables() -> [String] {
  var variables: [String] = []
  while let variable = chimp_variable(Int32(variables.count)) {
    variables.append(String(cString: variable))
  }
  return variables
}
