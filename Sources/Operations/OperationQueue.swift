import Glibc

/// Runs operations: those of higher priority first, each after those that it waits for.
///
/// - An operation starts when all that it waits for has finished, in whatever way, and at most
///   `width` run at once.
/// - Every operation that was put in finishes exactly once, whatever happens to it.
///
/// The queue belongs to one thread. What operations tell from theirs waits until that thread calls
/// `collect`; where they run inline it does not wait.
package final class OperationQueue {
  private let width: Int
  private let executor: any OperationExecutor
  private let mailbox = OperationMailbox()
  /// Those that have yet to finish, in the order in which they came.
  private var operations: [QueuedOperation] = []
  private var lastIdentifier = 0

  /// Makes a queue that lets so many operations run at once; one, at least.
  package init(width: Int, executor: any OperationExecutor) {
    self.width = max(1, width)
    self.executor = executor
    if executor.isInline { mailbox.didReceive = { [unowned self] in collect() } }
  }

  deinit { for operation in operations { operation.interrupt() } }

  package var isBusy: Bool { !operations.isEmpty }

  /// A descriptor that can be read while there is something to collect; -1 where there is none.
  package var wakeDescriptor: Int32 { mailbox.descriptor }

  /// The milliseconds between two looks if there is no descriptor.
  package static var deafWait: Int { 50 }

  /// Puts an operation into its first queue; it starts once its predecessors have finished, which
  /// are in this queue or were.
  package func enqueue(_ operation: QueuedOperation) {
    precondition(operation.state == nil && operation.predecessors.allSatisfy { $0.isOf(self) })
    lastIdentifier += 1
    operation.enter(self, OperationLink(identifier: lastIdentifier, mailbox: mailbox))
    operations.append(operation)
    start(takeReady())
  }

  /// Cancels an operation: at once if it has not begun, otherwise as soon as it asks.
  package func cancel(_ operation: QueuedOperation) {
    guard operations.contains(where: { $0 === operation }) else { return }
    guard operation.isExecuting else { return finish([operation], .cancelled) }
    operation.interrupt()
  }

  /// Cancels every operation that has not finished; none begins any more.
  package func cancelAll() {
    let executing = operations.filter(\.isExecuting)
    finish(operations.filter { !$0.isExecuting }, .cancelled)
    for operation in executing { operation.interrupt() }
  }

  /// Takes over what the operations have told, and starts those whose turn it is now.
  package func collect() {
    while case let letters = mailbox.take(), !letters.isEmpty {
      for (identifier, progress) in letters.progress { operation(identifier)?.take(progress) }
      for (identifier, end) in letters.ends {
        if let operation = operation(identifier) { finish([operation], end) }
      }
    }
  }

  /// Waits until something is to be told of an operation.
  package func wait() {
    let descriptor = wakeDescriptor
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&waiting, 1, descriptor < 0 ? Int32(Self.deafWait) : -1)
  }

  /// Waits until no operation is left.
  package func waitUntilIdle() {
    collect()
    while isBusy {
      wait()
      collect()
    }
  }

  private func operation(_ identifier: Int) -> QueuedOperation? {
    operations.first { $0.identifier == identifier }
  }

  private func finish(_ finished: [QueuedOperation], _ end: OperationEnd) {
    // A listener may ask for, or wait for, another of the operations that have finished.
    for operation in finished { operation.settle(end) }
    operations.removeAll { $0.end != nil }
    let ready = takeReady()
    for operation in finished { operation.conclude() }
    start(ready)
  }

  /// Has as many operations execute as there is room for, those first whose turn it is.
  private func takeReady() -> [QueuedOperation] {
    var taken: [QueuedOperation] = []
    while operations.count(where: \.isExecuting) < width {
      let ready = operations.filter { $0.state == .ready }
      guard let next = ready.min(by: { $0.priority > $1.priority }) else { break }
      next.isExecuting = true
      taken.append(next)
    }
    return taken
  }

  private func start(_ taken: [QueuedOperation]) {
    for operation in taken { if let work = operation.execution { executor.execute(work) } }
  }
}
