import CChimpSystem
import ChimpSystem

/// A unit of business logic that can be run, and tested, on its own.
///
/// The conforming value holds the input. `perform` may run on another thread, depending on the
/// queue's executor, so the value is `Sendable` and shares no mutable state.
///
///     struct Count: Operation {
///       let limit: Int
///
///       func perform(_ run: OperationRun) throws -> Int {
///         guard limit < 1000 else { throw CountError.tooMany(limit) }
///         for number in 0..<limit {
///           try run.checkCancelled()
///           run.report(completed: number, of: limit)
///         }
///         return limit
///       }
///     }
public protocol Operation: Sendable {
  associatedtype Success: Sendable

  /// Does the work and returns its result.
  ///
  /// It may throw the errors of every area that it uses, and the one of `checkCancelled`.
  func perform(_ run: OperationRun) throws -> Success

  /// Returns `true` for an error that an interrupted call throws once the operation is cancelled;
  /// by default `false`.
  static func isInterruption(_ error: any Error) -> Bool
}

extension Operation {
  public static func isInterruption(_ error: any Error) -> Bool { false }
}

/// The error of an operation that stops because it was cancelled.
///
/// The queue reports `OperationEnd.cancelled` for it, and delivers no result.
///
///     func copied(_ count: Int, _ run: OperationRun) throws -> Int {
///       if run.isCancelled { throw OperationCancellation() }
///       return count
///     }
public struct OperationCancellation: Error {
  public init() {}
}

/// The context of a running operation: checks for cancellation, reports progress, and uses further
/// threads.
///
///     func sum(_ parts: [Int], _ run: OperationRun) throws -> Int {
///       let sums = try run.spread(parts.count) { parts[$0] * parts[$0] } onStart: { _ in }
///       try run.checkCancelled()
///       run.report(completed: parts.count, of: parts.count)
///       return sums.reduce(0, +)
///     }
///
/// It is `Sendable`, because only the operation's own thread reports progress.
public struct OperationRun: @unchecked Sendable {
  private struct Cancellation {
    var isCancelled = false
    /// Interrupts the current work; `nil` if it checks for cancellation itself.
    var interrupt: (@Sendable () -> Void)?
  }

  /// The number of threads to use for work that can be divided.
  public var threadCount = Int(chimp_thread_count())
  private let cancellation = Guarded(Cancellation())
  private let didReport: (OperationProgress) -> Bool

  /// Creates a run for an operation, which may be called directly.
  ///
  /// `didReport` gets each progress, and returns `false` to cancel the operation.
  public init(_ didReport: @escaping (OperationProgress) -> Bool = { _ in true }) {
    self.didReport = didReport
  }

  public var isCancelled: Bool { cancellation.use { $0.isCancelled } }

  /// Throws `OperationCancellation` if the operation was cancelled; otherwise does nothing.
  public func checkCancelled() throws(OperationCancellation) {
    if isCancelled { throw OperationCancellation() }
  }

  /// Marks the operation as cancelled and interrupts it; further calls do nothing.
  func cancel() {
    cancellation.use { cancellation in
      guard !cancellation.isCancelled else { return }
      cancellation.isCancelled = true
      // Called with the lock held, so that the object to interrupt still exists.
      cancellation.interrupt?()
    }
  }

  /// Runs a closure that can't check for cancellation itself.
  ///
  /// If the operation is cancelled, `interrupt` is called: at once, or meanwhile on another thread.
  /// Returns or throws what the closure does.
  public func interrupting<Result, Failed: Error>(
    by interrupt: @escaping @Sendable () -> Void, _ work: () throws(Failed) -> Result
  ) throws(Failed) -> Result {
    cancellation.use { cancellation in
      cancellation.interrupt = interrupt
      if cancellation.isCancelled { interrupt() }
    }
    defer { cancellation.use { $0.interrupt = nil } }
    return try work()
  }

  /// Reports the progress; a total of 0 means that it is unknown.
  public func report(completed: Int, of total: Int, _ text: String = "") {
    let progress = OperationProgress(completed: completed, total: total, text: text)
    if !didReport(progress) { cancel() }
  }
}

/// The state of a queued operation.
///
///     OperationState.finished(.cancelled).isFinished  // true
///     OperationState.pending.isFinished  // false
public enum OperationState: Equatable, Sendable {
  /// Waiting for the operations on which it depends.
  case pending
  /// Waiting until fewer operations are running.
  case ready
  case executing
  case finished(OperationEnd)

  public var isFinished: Bool { if case .finished = self { true } else { false } }
}

/// The outcome of an operation, without its result.
///
///     operation.addListener { end in if end == .cancelled { print("cancelled") } }
public enum OperationEnd: Equatable, Sendable {
  case success
  case failure
  /// Cancelled by the user or the program, before or during its execution.
  case cancelled
}

/// The progress of a running operation.
///
///     let progress = OperationProgress(completed: 3, total: 4, text: "rounds")
///     progress.percent  // Optional(75)
public struct OperationProgress: Equatable, Sendable {
  public let completed: Int
  /// The total amount of work, or 0 if it is unknown.
  public let total: Int
  public let text: String

  public init(completed: Int, total: Int, text: String = "") {
    self.completed = completed
    self.total = total
    self.text = text
  }

  /// The percentage from 0 to 100, rounded down; `nil` if the total is unknown.
  public var percent: Int? {
    guard total > 0 else { return nil }
    let part = min(max(0, completed), total)
    return total.dividingFullWidth(part.multipliedFullWidth(by: 100)).quotient
  }
}
