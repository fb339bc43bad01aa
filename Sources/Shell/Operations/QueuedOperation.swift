import ChimpSystem

/// An operation with its state, its progress and the receiver of its result.
///
/// It is performed on the calling thread, or added to a queue and performed on another one.
///
///     let first = QueuedOperation(Count(limit: 10))
///     let second = QueuedOperation(Count(limit: 20), priority: 1) { result in print(result) }
///     second.predecessors = [first]
///     for operation in [first, second] { queue.enqueue(operation) }
public final class QueuedOperation {
  /// The priority; higher ones start first, and equal ones in the order of arrival.
  let priority: Int
  /// The operations that must finish before this one starts.
  public var predecessors: [QueuedOperation] = []

  /// The latest progress; `nil` before the first report.
  public private(set) var progress: OperationProgress?
  /// The outcome; `nil` until the operation has finished.
  public private(set) var end: OperationEnd?

  public var onProgress: ((OperationProgress) -> Void)?
  /// Called once when the operation has finished; the receiver must then call `deliver`.
  ///
  /// Without it, the result is delivered immediately.
  public var onFinish: ((QueuedOperation) -> Void)?

  var isExecuting = false
  private weak var queue: OperationQueue?
  /// The number of the operation in its queue; `nil` before it is added to one.
  private(set) var identifier: Int?
  /// The work as a closure for the executor; `nil` before the operation is added to a queue.
  private(set) var execution: (@Sendable () -> Void)?
  private var run: OperationRun?

  private let work: @Sendable (OperationRun) -> OperationEnd
  private var deliverResult: () -> Void
  private var listeners: [(OperationEnd) -> Void] = []

  /// Creates an operation for a queue; `handler` receives its result unless it is cancelled.
  public init<Work: Operation>(
    _ operation: Work, priority: Int = 0,
    then handler: @escaping (Result<Work.Success, any Error>) -> Void = { _ in }
  ) {
    self.priority = priority
    let result = Guarded<Result<Work.Success, any Error>?>(nil)
    work = { run in
      do {
        try run.checkCancelled()
        let success = try operation.perform(run)
        result.use { $0 = .success(success) }
        return .success
      } catch {
        let isInterruption = run.isCancelled && Work.isInterruption(error)
        if isInterruption || error is OperationCancellation { return .cancelled }
        result.use { $0 = .failure(error) }
        return .failure
      }
    }
    deliverResult = { if let result = result.use({ $0 }) { handler(result) } }
  }

  /// The current state; `nil` before the operation is added to a queue.
  public var state: OperationState? {
    if let end { return .finished(end) }
    guard identifier != nil else { return nil }
    if isExecuting { return .executing }
    return predecessors.allSatisfy { $0.end != nil } ? .ready : .pending
  }

  /// Adds a closure that is called with the outcome, before the result is delivered.
  ///
  /// Any number of controllers and models may listen to the same operation.
  public func addListener(_ listener: @escaping (OperationEnd) -> Void) {
    listeners.append(listener)
  }

  /// Calls the listeners and delivers the result; further calls do nothing.
  public func deliver() {
    let deliverResult = self.deliverResult
    let listeners = self.listeners
    self.deliverResult = {}
    self.listeners = []
    if let end { for listener in listeners { listener(end) } }
    deliverResult()
  }

  /// Performs the operation on the calling thread, in no queue; the caller must then call `deliver`.
  func perform(_ run: OperationRun) { end = work(run) }

  func isOf(_ queue: OperationQueue) -> Bool { self.queue === queue }

  /// Records the queue to which the operation was added; it can be in one queue only.
  func enter(_ queue: OperationQueue, _ mailbox: OperationMailbox, _ identifier: Int) {
    self.queue = queue
    self.identifier = identifier
    let run = OperationRun { progress in
      mailbox.post(progress, of: identifier)
      return true
    }
    self.run = run
    execution = { [work] in mailbox.post(work(run), of: identifier) }
  }

  func interrupt() { run?.cancel() }

  /// Stores the progress and reports it.
  func record(_ progress: OperationProgress) {
    self.progress = progress
    onProgress?(progress)
  }

  func setEnd(_ end: OperationEnd) {
    self.end = end
    predecessors = []
  }

  /// Calls `onFinish`, or delivers the result if it is not set.
  func conclude() {
    onProgress = nil
    guard let onFinish else { return deliver() }
    self.onFinish = nil
    onFinish(self)
  }
}
