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

/// How far an operation is.
package struct OperationProgress: Equatable, Sendable {
  package let completed: Int
  /// How much there is to do; 0 where nobody knows.
  package let total: Int
  package let text: String

  /// Makes a progress.
  package init(completed: Int, total: Int, text: String = "") {
    self.completed = completed
    self.total = total
    self.text = text
  }

  /// Full percents from 0 to 100; nil where the total is not known.
  package var percent: Int? {
    guard total > 0 else { return nil }
    let part = min(max(0, completed), total)
    let product = part.multipliedFullWidth(by: 100)
    return total.dividingFullWidth(product).quotient
  }
}

/// Why a queue refuses something; nothing has changed then.
package enum OperationFault: Error, Equatable {
  case enqueuedAlready(String)
  /// The operation is in no queue, or in another one.
  case notEnqueued(String)
  case begunAlready(String)
  /// Each of these operations would wait for the next one; the last is the first again.
  case cycle([String])
}

extension OperationFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .enqueuedAlready(let name): "\"\(name)\" is in a queue already"
    case .notEnqueued(let name): "\"\(name)\" is not in this queue"
    case .begunAlready(let name): "\"\(name)\" has begun already"
    case .cycle(let names):
      "these would wait for each other: "
        + names.map { "\"\($0)\"" }.joined(separator: ", which waits for ")
    }
  }
}
