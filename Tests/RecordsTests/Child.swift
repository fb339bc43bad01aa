import Glibc

/// A process of its own that uses a store: the program `records-double`.
final class Child {
  let process: pid_t
  private let output: Int32
  private var rest: [UInt8] = []
  private var isOver = false

  /// Starts `records-double`, which is built beside the test runner, with arguments.
  init(_ words: String...) throws {
    var path = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &path, path.count - 1)
    let own = String(
      decoding: path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    var ends: [Int32] = [-1, -1]
    // A pipe could be inherited by a child of another test before it is marked close-on-exec.
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    socketpair(AF_UNIX, kind, 0, &ends)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    let arguments = ([folder + "/records-double"] + words).map { strdup($0) } + [nil]
    defer { for word in arguments { free(word) } }
    var identifier: pid_t = 0
    let program = folder + "/records-double"
    let result = posix_spawn(&identifier, program, &actions, nil, arguments, environ)
    close(ends[1])
    output = ends[0]
    process = identifier
    if result != 0 { throw Failure(number: result) }
  }

  struct Failure: Error {
    let number: Int32
  }

  deinit {
    close(output)
    if !isOver { end() }
  }

  /// Returns the next line of the process's output, or `nil` at its end.
  func line() -> String? {
    while true {
      if let newline = rest.firstIndex(of: 10) {
        defer { rest.removeFirst(newline + 1) }
        return String(decoding: rest[..<newline], as: UTF8.self)
      }
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = read(output, &piece, piece.count)
      if count <= 0 { return nil }
      rest += piece[..<count]
    }
  }

  /// Returns all further lines of the output, and waits until the process exits.
  func lines() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    end()
    return lines
  }

  /// Kills the process and waits until it has ended.
  func kill() {
    Glibc.kill(process, SIGKILL)
    end()
  }

  /// Waits until the process has ended.
  private func end() {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    isOver = true
  }
}
