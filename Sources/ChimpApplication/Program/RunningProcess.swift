import Glibc

/// A process of this machine, told from all that ever had its number: `BOOT NUMBER START`.
struct RunningProcess: CustomStringConvertible {
  let description: String

  /// The process that asks.
  static var own: RunningProcess { RunningProcess(number: Int(getpid())) }

  /// Whether a process with this description is running.
  static func isRunning(_ description: String) -> Bool {
    let words = description.split(separator: " ")
    guard words.count == 3, let number = Int(words[1]) else { return false }
    return RunningProcess(number: number).description == description
  }

  private init(number: Int) {
    let boot = Self.text(of: "/proc/sys/kernel/random/boot_id").split(separator: "\n").first ?? "-"
    description = "\(boot) \(number) \(Self.start(of: number) ?? "-")"
  }

  /// When a process was started, in the machine's own count; nil where it is none, or has ended.
  private static func start(of number: Int) -> Substring? {
    let facts = text(of: "/proc/\(number)/stat")
    // NB: the name of a program, which may hold anything, ends with the last parenthesis.
    guard let end = facts.lastIndex(of: ")") else { return nil }
    let words = facts[end...].dropFirst().split(separator: " ")
    guard words.count > 19, words[0] != "Z", words[0] != "X" else { return nil }
    return words[19]
  }

  private static func text(of path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
