/// A process that holds a lock on a store; it may be this one.
///
///     for holder in LockHolder.otherProcesses(at: "notes.db") {
///       print(holder.program, holder.process)
///     }
public struct LockHolder: Hashable, Sendable {
  /// The process identifier.
  public let process: Int
  /// The name of its program.
  public let program: String

  /// Creates the value.
  public init(process: Int, program: String) {
    self.process = process
    self.program = program
  }
}

extension LockHolder: CustomStringConvertible {
  /// The process as a part of a sentence.
  public var description: String {
    isThisProcess ? "a job of this session" : "\(shown(program)) (process \(process))"
  }
}
