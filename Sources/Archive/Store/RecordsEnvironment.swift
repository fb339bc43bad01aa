import Glibc
package import Operations
package import Records

/// What the records of an application are given from outside; by default what a script gets.
package final class RecordsEnvironment {
  /// The file of the records; nil where they are kept in memory.
  package let path: String?
  /// Changes how the store of a file is opened.
  package let configure: (inout StoreSettings) -> Void
  /// Whether no command may touch a file.
  package let isRestricted: Bool
  /// How many rows or news a session may have; nil for no limit.
  package let countLimit: Int?
  /// Whether the session is a person's, whose settings last.
  package var isPerson = false
  /// Says what is wrong with the program itself.
  package var tell: (String) -> Void = { _ in }
  /// Asks the user whether something is to be done; nil where nobody can be asked.
  package var confirm: ((String) -> Bool)?
  /// Whether the user wants what is being done to end.
  package var isInterrupted: () -> Bool = { false }
  /// Makes what operations run on; by default they run inline, so that a script is deterministic.
  package var makeExecutor: () -> any OperationExecutor = { InlineExecutor() }
  /// Names this process apart from all others that ever ran on the machine.
  package var ownProcess: () -> String = { RunningProcess.own.description }
  /// Whether a process is running.
  package var isRunning: (String) -> Bool = { RunningProcess.isRunning($0) }
  /// The path of `chimp-lab`; nil where it is not installed.
  package var serverProgram: () -> String? = { ProgramRun.path(of: "chimp-lab") }
  /// The text of a date, for a reader at another date, both in milliseconds since 1970.
  package var timeText: (_ date: Int, _ now: Int) -> String = { date, _ in
    InstantText(milliseconds: date).description
  }
  /// What the machine is called; nil where that is not kept.
  package var machine: String?
  /// What the terminal is called, and how large it is, if there is one.
  package var terminal: () -> String? = { nil }

  /// Makes the environment of a script that keeps nothing, except for the arguments.
  package init(
    path: String? = nil, isRestricted: Bool = false, countLimit: Int? = nil,
    configure: @escaping (inout StoreSettings) -> Void = { _ in }
  ) {
    (self.path, self.configure) = (path, configure)
    (self.isRestricted, self.countLimit) = (isRestricted, countLimit)
  }

  /// How many rounds and lines of presses a session may keep; nil for no limit.
  var keptLimit: Int? { isRestricted ? countLimit.map { 10 * $0 } : nil }

  /// Whether what is kept is found by all others who use the store.
  package var keepsForAll: Bool { path != nil && !isRestricted }

  /// What this machine is called.
  package static var machineName: String? {
    SystemFile.text(of: "/proc/sys/kernel/hostname").split(separator: "\n").first.map(String.init)
  }
}

/// A process of this machine, told from all that ever had its number: `BOOT NUMBER START`.
package struct RunningProcess: CustomStringConvertible {
  package let description: String

  static var own: RunningProcess { RunningProcess(number: Int(getpid())) }

  /// Whether a process with this description is running.
  package static func isRunning(_ description: String) -> Bool {
    let words = description.split(separator: " ")
    guard words.count == 3, let number = Int(words[1]) else { return false }
    return RunningProcess(number: number).description == description
  }

  private init(number: Int) {
    let boots = SystemFile.text(of: "/proc/sys/kernel/random/boot_id").split(separator: "\n")
    description = "\(boots.first ?? "-") \(number) \(Self.start(of: number) ?? "-")"
  }

  /// When a process was started, in the machine's own count; nil where it is none, or has ended.
  private static func start(of number: Int) -> Substring? {
    let facts = SystemFile.text(of: "/proc/\(number)/stat")
    // The name of a program may hold anything; it ends with the last parenthesis.
    guard let end = facts.lastIndex(of: ")") else { return nil }
    let words = facts[end...].dropFirst().split(separator: " ")
    guard words.count > 19, words[0] != "Z", words[0] != "X" else { return nil }
    return words[19]
  }
}
