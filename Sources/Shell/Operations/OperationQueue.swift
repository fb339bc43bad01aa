import Glibc

/// A queue that runs operations by priority and in the order of their dependencies.
///
/// - An operation starts when all its predecessors have finished, with any outcome, and at most
///   `width` operations run at once.
/// - Every enqueued operation finishes exactly once.
///
/// The queue belongs to one thread. Progress and results wait until that thread calls `collect`;
/// with an inline executor they are delivered immediately.
///
///     let queue = OperationQueue(width: 2, executor: ThreadExecutor())
///     queue.enqueue(QueuedOperation(Count(limit: 10)) { result in print(result) })
///     queue.waitUntilIdle()
public final class OperationQueue {
  private let width: Int
  private let executor: any OperationExecutor
  /// `true` if operations run on the thread of the queue.
  public let isInline: Bool
  private let mailbox = OperationMailbox()

  /// The unfinished operations, in the order in which they were added.
  private var operations: [QueuedOperation] = []
  private var lastIdentifier = 0

  /// Creates a queue that runs up to `width` operations at once, but at least one.
  public init(width: Int, executor: any OperationExecutor) {
    self.width = max(1, width)
    self.executor = executor
    isInline = executor.isInline
    if isInline { mailbox.didReceive = { [unowned self] in collect() } }
  }

  deinit { for operation in operations { operation.interrupt() } }

  /// `true` if any operation is unfinished.
  public var isBusy: Bool { !operations.isEmpty }

  /// A descriptor that is readable when `collect` must be called; -1 if there is none.
  public var wakeDescriptor: Int32 { mailbox.descriptor }

  /// The milliseconds between calls of `collect` if there is no descriptor.
  static var pollInterval: Int { 50 }

  /// Adds an operation and starts it as soon as possible.
  ///
  /// It must not be in a queue yet, and its predecessors must have been added before.
  public func enqueue(_ operation: QueuedOperation) {
    precondition(operation.state == nil && operation.predecessors.allSatisfy { $0.isOf(self) })
    lastIdentifier += 1
    operation.enter(self, mailbox, lastIdentifier)
    operations.append(operation)
    start(reserveReady())
  }

  /// Cancels an operation, immediately if it has not started; otherwise at its next check.
  ///
  /// Does nothing if the operation has finished or is in another queue.
  public func cancel(_ operation: QueuedOperation) {
    guard operations.contains(where: { $0 === operation }) else { return }
    guard operation.isExecuting else { return finish([operation], .cancelled) }
    operation.interrupt()
  }

  /// Cancels all unfinished operations.
  public func cancelAll() {
    let executing = operations.filter(\.isExecuting)
    finish(operations.filter { !$0.isExecuting }, .cancelled)
    for operation in executing { operation.interrupt() }
  }

  /// Processes the messages of operations: updates progress, delivers results, and starts waiting
  /// operations.
  public func collect() {
    while case let messages = mailbox.removeAll(), !messages.isEmpty {
      for (identifier, progress) in messages.progress { operation(identifier)?.record(progress) }
      for (identifier, end) in messages.ends {
        if let operation = operation(identifier) { finish([operation], end) }
      }
    }
  }

  /// Blocks until `collect` must be called; if `isBrief`, at most for the poll interval.
  public func wait(isBrief: Bool = false) {
    let descriptor = wakeDescriptor
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&waiting, 1, isBrief || descriptor < 0 ? Int32(Self.pollInterval) : -1)
  }

  /// Blocks until all operations have finished, and delivers their results.
  public func waitUntilIdle() {
    collect()
    while isBusy {
      wait()
      collect()
    }
  }

  private func operation(_ identifier: Int) -> QueuedOperation? {
    operations.first { $0.identifier == identifier }
  }

  /// Sets the outcome of operations, delivers their results, and starts those that waited for them.
  private func finish(_ finished: [QueuedOperation], _ end: OperationEnd) {
    // All outcomes are set first, because a listener may query another of the finished operations.
    for operation in finished { operation.setEnd(end) }
    operations.removeAll { $0.end != nil }
    let ready = reserveReady()
    for operation in finished { operation.conclude() }
    start(ready)
  }

  /// Marks the next operations as executing, by priority, and returns them.
  private func reserveReady() -> [QueuedOperation] {
    var reserved: [QueuedOperation] = []
    while operations.count(where: \.isExecuting) < width {
      let ready = operations.filter { $0.state == .ready }
      guard let next = ready.min(by: { $0.priority > $1.priority }) else { break }
      next.isExecuting = true
      reserved.append(next)
    }
    return reserved
  }

  private func start(_ reserved: [QueuedOperation]) {
    for operation in reserved { if let work = operation.execution { executor.execute(work) } }
  }
}
