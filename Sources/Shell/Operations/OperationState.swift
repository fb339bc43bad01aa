/// Where an operation is on its way.
package enum OperationState: Equatable, Sendable {
  /// It waits for other operations.
  case pending
  /// It waits for room to run in.
  case ready
  case executing
  case finished(OperationEnd)

  package var isFinished: Bool { if case .finished = self { true } else { false } }
}

package enum OperationEnd: Equatable, Sendable {
  case success, failure
  /// Somebody wanted it to end.
  case cancelled
}

package struct OperationProgress: Equatable, Sendable {
  package let completed: Int
  /// How much there is to do; 0 where nobody knows.
  package let total: Int
  package let text: String

  package init(completed: Int, total: Int, text: String = "") {
    (self.completed, self.total, self.text) = (completed, total, text)
  }

  /// Full percents from 0 to 100; nil where the total is not known.
  package var percent: Int? {
    guard total > 0 else { return nil }
    let part = min(max(0, completed), total)
    let product = part.multipliedFullWidth(by: 100)
    return total.dividingFullWidth(product).quotient
  }
}
