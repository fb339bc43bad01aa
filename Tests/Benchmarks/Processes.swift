import ChimpSystem
import Glibc

/// Returns the peak resident memory of a program in KiB, after it has read all of its input and
/// waits for more.
func peakMemory(of child: ChildProgram) -> Double {
  var quietTurns = 0
  while quietTurns < 20 {
    var unread: Int32 = 0
    _ = ioctl(child.input, UInt(FIONREAD), &unread)
    let isAsleep = text(of: "/proc/\(child.processIdentifier)/stat").contains(") S ")
    quietTurns = unread == 0 && isAsleep ? quietTurns + 1 : 0
    usleep(2_000)
  }
  return peakMemory(of: child.processIdentifier)
}

/// Returns the sum of the peak resident memory of a process and all of its descendants, in KiB.
func residentMemory(ofTree process: pid_t) -> Double {
  let children = text(of: "/proc/\(process)/task/\(process)/children")
  let others = children.split(separator: " ").compactMap { pid_t($0) }
  return peakMemory(of: process) + others.reduce(0) { $0 + residentMemory(ofTree: $1) }
}

/// Returns the peak resident memory of a process, in KiB.
private func peakMemory(of process: pid_t) -> Double {
  memory("VmHWM:", of: process)
}

/// Returns the current resident memory of a process, in KiB.
func currentMemory(of process: pid_t) -> Double {
  memory("VmRSS:", of: process)
}

/// Returns the value of an entry such as `VmHWM:` in `/proc/PID/status`, in KiB; 0 if there is
/// none.
private func memory(_ name: String, of process: pid_t) -> Double {
  for line in text(of: "/proc/\(process)/status").split(separator: "\n")
  where line.hasPrefix(name) {
    return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).compactMap { Double($0) }.first
      ?? 0
  }
  return 0
}

/// Returns the time in microseconds from the start of a program on a new terminal to its prompt;
/// `nil` on failure.
func timeToPrompt(_ arguments: [String], prompt: String, home: String) -> Double? {
  let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
  var isLocked: Int32 = 0
  var number: UInt32 = 0
  guard terminal >= 0, ioctl(terminal, 0x4004_5431, &isLocked) == 0,
    ioctl(terminal, 0x8004_5430, &number) == 0
  else { return nil }
  defer { close(terminal) }
  var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
  _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  let start = now()
  let path = getenv("PATH").map { String(cString: $0) } ?? ""
  var program = ProgramStart(arguments)
  program.variables = ["PATH=\(path)", "HOME=\(home)", "TERM=xterm-256color", "LANG=C.UTF-8"]
  program.group = .terminal
  program.streams = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].map {
    ($0, .file("/dev/pts/\(number)", flags: O_RDWR))
  }
  guard let identifier = try? program.begin() else { return nil }
  let expected = Array(prompt.utf8)
  var seen: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 4096)
  while !ends(seen, with: expected) {
    let count = read(terminal, &piece, piece.count)
    guard count > 0 else { break }
    seen += piece[..<count]
  }
  let took = now() - start
  kill(identifier, SIGKILL)
  var status: Int32 = 0
  waitpid(identifier, &status, 0)
  return took
}

/// Returns `true` if the output contains the prompt, even if escape sequences follow it.
private func ends(_ seen: [UInt8], with expected: [UInt8]) -> Bool {
  guard seen.count >= expected.count else { return false }
  return (0...(seen.count - expected.count)).contains { start in
    seen[start..<start + expected.count].elementsEqual(expected)
  }
}

/// Returns the text of a file, at most 8 KiB; empty if it can't be read.
private func text(of path: String) -> String {
  guard let file = fopen(path, "r") else { return "" }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 8192)
  let count = fread(&bytes, 1, bytes.count, file)
  return String(decoding: bytes[..<count], as: UTF8.self)
}
