import CSystem

/// A unit of business logic that can be run, and tested, on its own.
///
/// The conforming value holds the input. `perform` may run on another thread, depending on the
/// queue's executor, so the value is `Sendable` and shares no mutable state.
///
///     struct Count: Operation {
///       let limit: Int
///
///       func perform(_ run: OperationRun<Never>) throws(OperationError<Never>) -> Int {
///         for number in 0..<limit {
///           try run.checkCancelled()
///           run.report(completed: number, of: limit)
///         }
///         return limit
///       }
///     }
package protocol Operation: Sendable {
  associatedtype Success: Sendable
  associatedtype Failure: Error

  /// Does the work and returns its result; throws the operation's own error or `cancelled`.
  func perform(_ run: OperationRun<Failure>) throws(OperationError<Failure>) -> Success
}

/// The reason why an operation has no result: it was cancelled, or it failed with an error of its
/// own.
///
///     func copied(_ count: Int) throws(OperationError<CopyFault>) -> Int {
///       guard count < 100 else { throw .failed(.full) }
///       return count
///     }
package enum OperationError<Failure: Error>: Error {
  case cancelled
  case failed(Failure)
}

/// The context of a running operation: checks for cancellation, reports progress, and uses further
/// threads.
///
///     func sum(_ parts: [Int], _ run: OperationRun<Never>) throws(OperationError<Never>) -> Int {
///       let sums = try run.spread(parts.count) { parts[$0] * parts[$0] } onStart: { _ in }
///       try run.checkCancelled()
///       run.report(completed: parts.count, of: parts.count)
///       return sums.reduce(0, +)
///     }
package struct OperationRun<Failure: Error>: Sendable {
  /// The number of threads to use for work that can be divided.
  package var threadCount = Int(chimp_thread_count())
  private let link: OperationLink

  init(_ link: OperationLink) { self.link = link }

  package var isCancelled: Bool { link.isCancelled }

  /// Throws `cancelled` if the operation was cancelled; otherwise does nothing.
  package func checkCancelled() throws(OperationError<Failure>) {
    if isCancelled { throw .cancelled }
  }

  /// Evaluates an expression; throws its error as the failure of the operation.
  package func rethrowing<Result>(
    _ work: @autoclosure () throws(Failure) -> Result
  ) throws(OperationError<Failure>) -> Result {
    do throws(Failure) { return try work() } catch { throw .failed(error) }
  }

  /// Runs a closure that can't check for cancellation itself.
  ///
  /// If the operation is cancelled meanwhile, `interrupt` is called on another thread. Returns or
  /// throws what the closure does.
  package func interrupting<Result, Failed: Error>(
    by interrupt: @escaping @Sendable () -> Void, _ work: () throws(Failed) -> Result
  ) throws(Failed) -> Result {
    link.setInterrupt(interrupt)
    defer { link.setInterrupt(nil) }
    return try work()
  }

  /// Reports the progress; a total of 0 means that it is unknown.
  package func report(completed: Int, of total: Int, _ text: String = "") {
    link.report(OperationProgress(completed: completed, total: total, text: text))
  }
}

/// The state of a queued operation.
///
///     OperationState.finished(.cancelled).isFinished  // true
///     OperationState.pending.isFinished  // false
package enum OperationState: Equatable, Sendable {
  /// Waiting for the operations on which it depends.
  case pending
  /// Waiting until fewer operations are running.
  case ready
  case executing
  case finished(OperationEnd)

  package var isFinished: Bool { if case .finished = self { true } else { false } }
}

/// The outcome of an operation, without its result.
///
///     operation.addListener { end in if end == .cancelled { print("cancelled") } }
package enum OperationEnd: Equatable, Sendable {
  case success
  case failure
  /// Cancelled by the user or the program, before or during its execution.
  case cancelled
}

/// The progress of a running operation.
///
///     let progress = OperationProgress(completed: 3, total: 4, text: "rounds")
///     progress.percent  // Optional(75)
package struct OperationProgress: Equatable, Sendable {
  package let completed: Int
  /// The total amount of work, or 0 if it is unknown.
  package let total: Int
  package let text: String

  package init(completed: Int, total: Int, text: String = "") {
    self.completed = completed
    self.total = total
    self.text = text
  }

  /// The percentage from 0 to 100, rounded down; `nil` if the total is unknown.
  package var percent: Int? {
    guard total > 0 else { return nil }
    let part = min(max(0, completed), total)
    return total.dividingFullWidth(part.multipliedFullWidth(by: 100)).quotient
  }
}
