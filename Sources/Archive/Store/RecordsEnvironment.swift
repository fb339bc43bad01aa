import ChimpSystem
public import Records
public import Shell

/// Everything external that the store depends on: its path, the process, the terminal and the user.
///
/// The defaults are those of a script.
///
///     let environment = RecordsEnvironment(path: "rounds.db")
///     environment.isPerson = true
///     environment.keepsForAll  // true: there is a file, and the session is not restricted
public final class RecordsEnvironment {
  /// The path of the store's file; `nil` for a store in memory.
  public let path: String?
  /// Changes the settings with which the store's file is opened; used by tests.
  public let configure: (inout StoreSettings) -> Void
  /// `true` in a restricted session, in which no command may use a file.
  public let isRestricted: Bool
  /// The maximum number of list rows or news items; `nil` for no limit.
  public let countLimit: Int?
  /// `true` in an interactive session, whose settings are stored.
  public var isPerson = false
  /// The player of the session, as it was declared.
  public var declared = DeclaredPlayer(.script)
  /// Writes an error message about the program itself.
  public var report: (String) -> Void = { _ in }
  /// Asks the user to confirm an action; `nil` without a terminal.
  public var confirm: ((String) -> Bool)?
  /// Returns whether the user has interrupted the current work.
  public var isInterrupted: () -> Bool = { false }

  /// Creates the executor that runs operations.
  ///
  /// By default operations run on the calling thread, so that a script is deterministic.
  public var makeExecutor: () -> any OperationExecutor = { InlineExecutor() }

  /// Returns a text that identifies this process among all that ever ran on the machine.
  public var ownProcess: () -> String

  /// Returns whether the process that a text identifies is running.
  public var isRunning: (String) -> Bool
  /// Returns the path of the program `chimp-lab`; `nil` if it is not installed.
  public var serverProgram: () -> String? = { ProgramRun.path(of: "chimp-lab") }
  /// Removes matching lines from the user's history file; returns `false` if that fails.
  public var eraseHistory: ((String) -> Bool) -> Bool = { _ in true }
  /// Returns a date as text, relative to the current date; both in milliseconds since 1970.
  public var timeText: (_ date: Int, _ now: Int) -> String = { date, _ in
    InstantText(milliseconds: date).description
  }
  /// The name of the machine; `nil` if it must not be stored.
  public var machine: String?
  /// Returns the name and the size of the terminal; `nil` without one.
  public var terminal: () -> String? = { nil }

  /// Creates the environment of a script without a store, except for the arguments.
  public init(
    path: String? = nil, isRestricted: Bool = false, countLimit: Int? = nil,
    configure: @escaping (inout StoreSettings) -> Void = { _ in }
  ) {
    self.path = path
    self.configure = configure
    self.isRestricted = isRestricted
    self.countLimit = countLimit
    let program = Guarded<RunningProgram?>(nil)
    ownProcess = {
      program.use { program in
        let own = program ?? RunningProgram(store: path)
        program = own
        return own.description
      }
    }
    isRunning = { RunningProgram.isRunning($0, store: path) }
  }

  /// The maximum number of stored rounds and of lines with presses in a session; `nil` for no
  /// limit.
  var keptLimit: Int? { isRestricted ? countLimit.map { 10 * $0 } : nil }

  /// `true` if the store is a file that other users and later sessions read, too.
  public var keepsForAll: Bool { path != nil && !isRestricted }

  /// The host name of this machine.
  public static var machineName: String? {
    fileText("/proc/sys/kernel/hostname").split(separator: "\n").first.map(String.init)
  }
}
