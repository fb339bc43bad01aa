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
  case success
  case failure
  /// Somebody wanted it to end.
  case cancelled
}

/// What is agreed on an operation when it is put into a queue.
package struct OperationTerms: Equatable, Sendable {
  /// What faults call the operation.
  package var name: String
  /// The higher ones go first; among equals it is first come, first served.
  package var priority: Int

  /// Makes terms.
  package init(_ name: String, priority: Int = 0) {
    self.name = name
    self.priority = priority
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
}

extension OperationFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .enqueuedAlready(let name): "\"\(name)\" is in a queue already"
    case .notEnqueued(let name): "\"\(name)\" is not in this queue"
    }
  }
}
