/// An operation with what becomes of it: where it is, how far, and who gets its result.
///
/// It belongs to the thread of its queue; only the operation's work is done elsewhere.
package final class QueuedOperation {
  /// The higher ones go first; among equals it is first come, first served.
  let priority: Int
  package var predecessors: [QueuedOperation] = []
  /// How far the operation is, as far as the queue has collected it.
  package private(set) var progress: OperationProgress?
  package private(set) var end: OperationEnd?
  package var whenProgressed: ((OperationProgress) -> Void)?
  /// Called once, instead of handing the result over, when the operation has finished.
  package var whenFinished: ((QueuedOperation) -> Void)?

  var isExecuting = false
  private weak var queue: OperationQueue?
  private var link: OperationLink?
  private let work: @Sendable (OperationLink) -> OperationEnd
  private var handOver: () -> Void
  private var listeners: [(OperationEnd) -> Void] = []

  /// Makes an operation for a queue; `handler` gets what comes of it, unless it is cancelled.
  package init<Work: Operation>(
    _ operation: Work, priority: Int = 0,
    then handler: @escaping (Result<Work.Success, Work.Failure>) -> Void = { _ in }
  ) {
    self.priority = priority
    let result = Guarded<Result<Work.Success, Work.Failure>?>(nil)
    work = { link in
      do throws(OperationStop<Work.Failure>) {
        let run = OperationRun<Work.Failure>(link)
        try run.checkCancelled()
        let success = try operation.perform(run)
        result.use { $0 = .success(success) }
        return .success
      } catch {
        guard case .failed(let failure) = error else { return .cancelled }
        result.use { $0 = .failure(failure) }
        return .failure
      }
    }
    handOver = { if let result = result.use({ $0 }) { handler(result) } }
  }

  /// Where the operation is on its way; nil where it was put into no queue yet.
  package var state: OperationState? {
    if let end { return .finished(end) }
    guard link != nil else { return nil }
    if isExecuting { return .executing }
    return predecessors.allSatisfy { $0.end != nil } ? .ready : .pending
  }

  /// Adds a listener that is told how the operation ended, right before its result is handed over.
  ///
  /// Every controller and model that the work concerns may listen.
  package func addListener(_ listener: @escaping (OperationEnd) -> Void) {
    listeners.append(listener)
  }

  /// Tells the listeners, and hands the result over, if there is one; once.
  package func deliver() {
    let (handOver, listeners) = (handOver, listeners)
    (self.handOver, self.listeners) = ({}, [])
    if let end { for listener in listeners { listener(end) } }
    handOver()
  }

  func isOf(_ queue: OperationQueue) -> Bool { self.queue === queue }

  var identifier: Int? { link?.identifier }

  func enter(_ queue: OperationQueue, _ link: OperationLink) {
    (self.queue, self.link) = (queue, link)
  }

  /// The work, ready for a thread of its own.
  var execution: (@Sendable () -> Void)? {
    guard let link else { return nil }
    return { [work] in link.end(work(link)) }
  }

  func interrupt() { link?.cancel() }

  func take(_ progress: OperationProgress) {
    self.progress = progress
    whenProgressed?(progress)
  }

  func settle(_ end: OperationEnd) { (self.end, predecessors) = (end, []) }

  func conclude() {
    whenProgressed = nil
    guard let whenFinished else { return deliver() }
    self.whenFinished = nil
    whenFinished(self)
  }
}
