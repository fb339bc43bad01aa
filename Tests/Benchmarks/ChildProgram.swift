import ChimpSystem
import Glibc
import TestSupport

/// A child process whose output is discarded.
struct ChildProgram {
  let process: pid_t

  /// Starts a program; returns `nil` if it can't be started.
  init?(_ words: [String], input: ProgramStart.Stream) {
    var start = ProgramStart(words)
    start.streams = [(STDIN_FILENO, input), (STDOUT_FILENO, .nothing), (STDERR_FILENO, .nothing)]
    guard let process = try? start.begin() else { return nil }
    self.process = process
  }

  /// Waits until the program has ended; returns its wait status, and the time in microseconds that
  /// the processor has worked for it and for its children.
  func end() -> (status: Int32, work: Double) {
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 && errno == EINTR {}
    let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    let microseconds = Int(usage.ru_utime.tv_usec) + Int(usage.ru_stime.tv_usec)
    return (status, Double(seconds) * 1e6 + Double(microseconds))
  }
}

/// Returns the time in microseconds that the processor has worked for the threads of a process.
func workTime(of process: pid_t) -> Double {
  let threads = "/proc/\(process)/task"
  return (TemporaryFolder.names(in: threads) ?? []).reduce(0) { sum, thread in
    let words = TemporaryFolder.text(at: "\(threads)/\(thread)/schedstat").split(separator: " ")
    return sum + (words.first.flatMap { Double($0) } ?? 0) / 1000
  }
}

/// Returns the peak resident memory in MiB of a program that reads a text a number of times and
/// waits for more; `nil` if it fails.
func peakMemory(_ words: [String], reading text: String, times: Int) -> Double? {
  var ends: [Int32] = [-1, -1]
  pipe(&ends)
  guard let reading = try? Descriptor(ends[0]), let writing = try? Descriptor(ends[1]),
    let child = ChildProgram(words, input: .descriptor(reading))
  else { return nil }
  for _ in 0..<times { try? writeAll(Array(text.utf8).span, to: writing.number) }
  var quietTurns = 0
  while quietTurns < 20 {
    var unread: Int32 = 0
    _ = ioctl(writing.number, UInt(FIONREAD), &unread)
    let state = TemporaryFolder.text(at: "/proc/\(child.process)/stat")
    quietTurns = unread == 0 && state.contains(") S ") ? quietTurns + 1 : 0
    usleep(2_000)
  }
  let status = TemporaryFolder.text(at: "/proc/\(child.process)/status")
  kill(child.process, SIGKILL)
  _ = child.end()
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  return line.flatMap { Double($0.filter(\.isNumber)) }.map { $0 / 1024 }
}
