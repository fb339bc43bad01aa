package import Records
package import Shell

/// What the records of an application are given from outside; a script's, unless it is said.
// NB: an object, because every session holds it; nobody changes it.
package final class RecordSurroundings {
  /// The file of the records; nil where they are kept in memory.
  package let path: String?
  /// Changes how the store of a file is opened.
  package let configure: (inout StoreSettings) -> Void
  /// Whether the session is a person's, whose settings last.
  package let isPerson: Bool
  /// Whether no command may touch a file.
  package let isRestricted: Bool
  /// How many rows or news a session may have; nil where nobody minds.
  package let countLimit: Int?
  /// Says what is wrong with the program itself.
  package let tell: (String) -> Void
  /// Asks the user whether something is to be done; nil where nobody can be asked.
  package let confirm: ((String) -> Bool)?
  /// Whether the user wants what is being done to end.
  package let isInterrupted: () -> Bool
  /// Makes what operations run on; the same script does the same every time.
  package let makeExecutor: () -> any OperationExecutor

  /// Tells this process from all others that were ever running on the machine.
  package let ownProcess: () -> String
  /// Whether a process is running.
  package let isRunning: (String) -> Bool

  /// Makes the surroundings of a script that keeps nothing, but for what is said.
  package init(
    path: String? = nil, configure: @escaping (inout StoreSettings) -> Void = { _ in },
    isPerson: Bool = false, isRestricted: Bool = false, countLimit: Int? = nil,
    tell: @escaping (String) -> Void = { _ in }, confirm: ((String) -> Bool)? = nil,
    isInterrupted: @escaping () -> Bool = { false },
    makeExecutor: @escaping () -> any OperationExecutor = { InlineExecutor() },
    ownProcess: @escaping () -> String = { RunningProcess.own.description },
    isRunning: @escaping (String) -> Bool = { RunningProcess.isRunning($0) }
  ) {
    self.path = path
    self.configure = configure
    self.isPerson = isPerson
    self.isRestricted = isRestricted
    self.countLimit = countLimit
    self.tell = tell
    self.confirm = confirm
    self.isInterrupted = isInterrupted
    self.makeExecutor = makeExecutor
    self.ownProcess = ownProcess
    self.isRunning = isRunning
  }
}
