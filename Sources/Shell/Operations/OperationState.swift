/// Where an operation is on its way.
package enum OperationState: Equatable, Sendable {
  /// It waits for other operations.
  case pending
  /// It waits for room to run in.
  case ready
  case executing
  case finished(OperationEnd)

  package var isFinished: Bool {
    if case .finished = self { true } else { false }
  }
}

/// How an operation finished.
package enum OperationEnd: Equatable, Sendable {
  /// Why an operation did not come to its own end.
  package enum Cause: Equatable, Sendable {
    case request
    /// The operation of this identifier, which it waited for, did not succeed.
    case dependency(Int)
  }

  case success
  case failure
  case cancelled(Cause)
}

/// What is agreed on an operation when it is put into a queue.
package struct OperationTerms: Equatable, Sendable {
  /// What faults call the operation.
  package var name: String
  /// The higher ones go first; among equals it is first come, first served.
  package var priority: Int
  /// Whether it runs even though an operation that it waited for did not succeed.
  package var runsAfterFailure: Bool

  /// Makes terms.
  package init(_ name: String, priority: Int = 0, runsAfterFailure: Bool = false) {
    self.name = name
    self.priority = priority
    self.runsAfterFailure = runsAfterFailure
  }
}
