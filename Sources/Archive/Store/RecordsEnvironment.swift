import Glibc
package import Operations
package import Records

/// The external facts that an application's records depend on.
///
/// The defaults are those of a script.
///
///     let environment = RecordsEnvironment(path: "rounds.db")
///     environment.isPerson = true
///     environment.keepsForAll  // true: there is a file, and the session is not restricted
package final class RecordsEnvironment {
  /// The file of the records; `nil` if they are in memory.
  package let path: String?
  /// Changes the settings with which the store of a file is opened.
  package let configure: (inout StoreSettings) -> Void
  /// True if no command may access a file.
  package let isRestricted: Bool
  /// The limit of rows or news of a session; `nil` for no limit.
  package let countLimit: Int?
  /// True for an interactive session, whose settings are stored.
  package var isPerson = false
  /// Reports a problem of the program itself.
  package var report: (String) -> Void = { _ in }
  /// Asks the user to confirm an action; `nil` in a session without a terminal.
  package var confirm: ((String) -> Bool)?
  /// Returns whether the user has interrupted the current work.
  package var isInterrupted: () -> Bool = { false }

  /// Creates the executor of operations.
  ///
  /// By default they run inline, so that a script is deterministic.
  package var makeExecutor: () -> any OperationExecutor = { InlineExecutor() }

  /// Returns the description of this process, which is unique among all that ever ran on the
  /// machine.
  package var ownProcess: () -> String = { RunningProcess.own.description }

  /// Returns whether a process is running.
  package var isRunning: (String) -> Bool = { RunningProcess.isRunning($0) }
  /// Returns the path of `chimp-lab`; `nil` if it is not installed.
  package var serverProgram: () -> String? = { ProgramRun.path(of: "chimp-lab") }
  /// Removes the lines of the user's history for which the argument returns `true`; returns `false`
  /// if the file can't be changed.
  package var eraseHistory: ((String) -> Bool) -> Bool = { _ in true }
  /// Returns the text of a date for a reader at another date, both in milliseconds since 1970.
  package var timeText: (_ date: Int, _ now: Int) -> String = { date, _ in
    InstantText(milliseconds: date).description
  }
  /// The name of the machine; `nil` if it is not stored.
  package var machine: String?
  /// Returns the name and the size of the terminal if there is one.
  package var terminal: () -> String? = { nil }

  /// Creates the environment of a script without a store, except for the arguments.
  package init(
    path: String? = nil, isRestricted: Bool = false, countLimit: Int? = nil,
    configure: @escaping (inout StoreSettings) -> Void = { _ in }
  ) {
    self.path = path
    self.configure = configure
    self.isRestricted = isRestricted
    self.countLimit = countLimit
  }

  /// The limit of rounds and lines of presses in a session; `nil` for no limit.
  var keptLimit: Int? { isRestricted ? countLimit.map { 10 * $0 } : nil }

  /// True if the records are in a file, where other users of the store find them.
  package var keepsForAll: Bool { path != nil && !isRestricted }

  /// The name of this machine.
  package static var machineName: String? {
    SystemFile.text(of: "/proc/sys/kernel/hostname").split(separator: "\n").first.map(String.init)
  }
}

/// A process of this machine, described uniquely as `BOOT NUMBER START`, because process numbers
/// are reused.
///
/// A session is stored with the text of its process, so that another program can tell whether its
/// rounds were interrupted.
///
///     if !RunningProcess.isRunning(process) { print("its rounds were interrupted") }
package struct RunningProcess: CustomStringConvertible {
  package let description: String

  /// This process.
  static var own: RunningProcess { RunningProcess(number: Int(getpid())) }

  /// Returns whether a process with this description is running.
  package static func isRunning(_ description: String) -> Bool {
    let words = description.split(separator: " ")
    guard words.count == 3, let number = Int(words[1]) else { return false }
    return RunningProcess(number: number).description == description
  }

  /// Describes a process by its number, its start, and the boot of the machine.
  private init(number: Int) {
    let boots = SystemFile.text(of: "/proc/sys/kernel/random/boot_id").split(separator: "\n")
    description = "\(boots.first ?? "-") \(number) \(Self.start(of: number) ?? "-")"
  }

  /// Returns the start of a process in the machine's own unit; `nil` if there is none, or it has
  /// ended.
  private static func start(of number: Int) -> Substring? {
    let facts = SystemFile.text(of: "/proc/\(number)/stat")
    // A program's name may contain any character; it ends at the last parenthesis.
    guard let end = facts.lastIndex(of: ")") else { return nil }
    let words = facts[end...].dropFirst().split(separator: " ")
    guard words.count > 19, words[0] != "Z", words[0] != "X" else { return nil }
    return words[19]
  }
}
