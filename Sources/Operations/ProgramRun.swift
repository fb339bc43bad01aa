import CSystem
import Glibc
package import SystemCalls

/// Another program that an operation runs, and ends where the operation is to end.
package struct ProgramRun {
  /// How a program ended.
  package struct End: Equatable, Sendable {
    package let status: Int32
    package let lines: [String]
  }

  /// How often is looked whether the operation is to end, in milliseconds.
  private static var slice: Int32 { 50 }

  private let words: [String]

  /// Makes a run of a program with its arguments; the first word is its path.
  package init(_ words: [String]) { self.words = words }

  /// Where a program is: beside this one, or in a folder of the path.
  package static func path(of name: String) -> String? {
    var own = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &own, own.count)
    let text = String(decoding: own.prefix(max(0, count)).map(UInt8.init), as: UTF8.self)
    let folder = text.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let path = variables.first { $0.hasPrefix("PATH=") }?.dropFirst("PATH=".utf8.count) ?? ""
    let places = [folder] + path.split(separator: ":").map { String($0) }
    return places.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Runs the program to its end; `tell` is given each line as it comes.
  package func run(while goesOn: () -> Bool, _ tell: (String) -> Void) throws(SystemFault) -> End {
    var ends: [Int32] = [-1, -1]
    // A pipe could be inherited by another child before it is marked.
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemFault(number: errno) }
    defer { close(ends[0]) }
    let (process, fault) = start(output: ends[1])
    close(ends[1])
    guard fault == 0 else { throw SystemFault(number: fault) }
    let lines = lines(of: ends[0], process, goesOn, tell)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return End(status: status & 0x7f == 0 ? (status >> 8) & 0xff : 128, lines: lines)
  }

  private func start(output: Int32) -> (pid_t, Int32) {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    var process: pid_t = 0
    let variables = Self.variables
    let fault = chimp_spawn(
      &process, words[0], 0, &actions, &attributes, words.joined(separator: "\0"), words.count,
      variables.joined(separator: "\0"), variables.count)
    return (process, fault)
  }

  /// The variables of this process, as it was started with them.
  private static var variables: [String] {
    let file = open("/proc/self/environ", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while case let count = read(file, &piece, piece.count), count > 0 { bytes += piece[..<count] }
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  private func lines(
    of output: Int32, _ process: pid_t, _ goesOn: () -> Bool, _ tell: (String) -> Void
  ) -> [String] {
    var (lines, rest, isEnding) = ([String](), [UInt8](), false)
    while true {
      if !isEnding, !goesOn() {
        isEnding = true
        kill(process, SIGINT)
      }
      var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Self.slice) > 0 else { continue }
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = read(output, &piece, piece.count)
      guard count > 0 else { return lines }
      rest += piece[..<count]
      while let end = rest.firstIndex(of: 10) {
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest.removeFirst(end + 1)
        lines.append(line)
        tell(line)
      }
    }
  }
}
