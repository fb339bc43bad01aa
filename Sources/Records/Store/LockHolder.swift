/// A process that holds a lock on a store; it may be this one.
///
///     for holder in LockHolder.otherProcesses(at: "notes.db") {
///       print(holder.program, holder.process)
///     }
package struct LockHolder: Hashable, Sendable {
  /// The process identifier.
  package let process: Int
  /// The name of its program.
  package let program: String

  /// Creates the value.
  package init(process: Int, program: String) {
    self.process = process
    self.program = program
  }
}

extension LockHolder: CustomStringConvertible {
  /// The process as a part of a sentence.
  package var description: String {
    isThisProcess ? "a job of this session" : "\(shown(program)) (process \(process))"
  }
}
