import CSystem

/// A unit of business logic that can be run, and tested, alone.
///
/// Its input is what the conforming value holds. Its work runs wherever the executor of a queue
/// puts it, so it shares nothing with anybody but what is safe to share.
package protocol Operation: Sendable {
  associatedtype Success: Sendable
  associatedtype Failure: Error

  func perform(_ run: OperationRun<Failure>) throws(OperationStop<Failure>) -> Success
}

/// Why an operation comes to no result.
package enum OperationStop<Failure: Error>: Error {
  case cancelled
  case failed(Failure)
}

/// What an operation may ask, and may tell, while it runs.
package struct OperationRun<Failure: Error>: Sendable {
  /// On how many threads work is spread.
  package var threadCount = Int(chimp_thread_count())
  private let link: OperationLink

  init(_ link: OperationLink) { self.link = link }

  package var isCancelled: Bool { link.isCancelled }

  /// Throws if the operation was cancelled.
  package func checkCancelled() throws(OperationStop<Failure>) {
    if isCancelled { throw .cancelled }
  }

  /// Does work that asks nobody whether it should end: `interrupt` ends it, from another thread.
  package func interrupting<Result, Fault: Error>(
    by interrupt: @escaping @Sendable () -> Void, _ work: () throws(Fault) -> Result
  ) throws(Fault) -> Result {
    link.setInterrupt(interrupt)
    defer { link.setInterrupt(nil) }
    return try work()
  }

  /// Tells how far the operation is; a total of 0 means that nobody knows.
  package func report(completed: Int, of total: Int, _ text: String = "") {
    link.report(OperationProgress(completed: completed, total: total, text: text))
  }
}

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

/// How an operation ended.
package enum OperationEnd: Equatable, Sendable {
  case success, failure
  /// Somebody wanted it to end.
  case cancelled
}

/// How far an operation has come.
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
    return total.dividingFullWidth(part.multipliedFullWidth(by: 100)).quotient
  }
}
