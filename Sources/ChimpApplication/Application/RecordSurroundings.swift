package import Records
package import Shell

/// What the records of an application are given from outside; a script's, unless it is changed.
// NB: an object, because every session holds it.
package final class RecordSurroundings {
  /// The file of the records; nil where they are kept in memory.
  package var path: String?
  /// Changes how the store of a file is opened.
  package var configure: (inout StoreSettings) -> Void = { _ in }
  /// Whether the session is a person's, whose settings last.
  package var isPerson = false
  /// Whether no command may touch a file.
  package var isRestricted = false
  /// Says what is wrong with the program itself.
  package var tell: (String) -> Void = { _ in }
  /// Asks the user whether something is to be done; nil where nobody can be asked.
  package var confirm: ((String) -> Bool)?
  /// Whether the user wants what is being done to end.
  package var isInterrupted: () -> Bool = { false }
  /// Makes what operations run on; the same script does the same every time.
  package var makeExecutor: () -> any OperationExecutor = { InlineExecutor() }

  /// Tells this process from all others that were ever running on the machine.
  package var ownProcess: () -> String = { RunningProcess.own.description }
  /// Whether a process is running.
  package var isRunning: (String) -> Bool = { RunningProcess.isRunning($0) }

  /// Makes the surroundings of a script that keeps nothing.
  package init(isRestricted: Bool = false) {
    self.isRestricted = isRestricted
  }
}
