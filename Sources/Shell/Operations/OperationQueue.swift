import Glibc

/// Runs operations: those of higher priority first, each after those that it waits for.
///
/// The queue belongs to one thread. What operations tell from theirs waits until that thread calls
/// `collect`; where they run inline it does not wait.
package final class OperationQueue {
  private var machine: OperationMachine
  private var operations: [Int: QueuedOperation] = [:]
  private let executor: any OperationExecutor
  private let mailbox = OperationMailbox()

  /// Makes a queue that lets so many operations run at once.
  package init(width: Int, executor: any OperationExecutor) {
    machine = OperationMachine(width: width)
    self.executor = executor
    if executor.isInline {
      mailbox.didReceive = { [unowned self] in collect() }
    }
  }

  deinit {
    for operation in operations.values { operation.interrupt() }
  }

  /// Whether operations have yet to finish.
  package var isBusy: Bool { !operations.isEmpty }

  /// A descriptor that can be read while there is something to collect; -1 where there is none.
  package var wakeDescriptor: Int32 { mailbox.descriptor }

  /// The milliseconds between two looks if there is no descriptor.
  static var deafWait: Int { 50 }

  /// Puts an operation into the queue; it starts once the others have finished.
  package func enqueue(
    _ operation: QueuedOperation, after others: [QueuedOperation] = []
  ) throws(OperationFault) {
    guard !operation.isEnqueued else { throw .enqueuedAlready(operation.terms.name) }
    for other in others where !other.isIn(self) { throw .notEnqueued(other.terms.name) }
    let (identifier, actions) = machine.add(
      priority: operation.terms.priority, after: others.map(\.identifier))
    operation.enter(self, as: identifier, mailbox)
    operations[identifier] = operation
    perform(actions)
  }

  /// Cancels an operation: at once if it has not begun, otherwise as soon as it looks whether it is
  /// cancelled.
  package func cancel(_ operation: QueuedOperation) {
    guard operation.isIn(self) else { return }
    perform(machine.cancel(operation.identifier))
  }

  /// Cancels every operation that has not finished; none begins any more.
  package func cancelAll() { perform(machine.cancelAll()) }

  /// Takes over what the operations have told, and starts those whose turn it is now.
  package func collect() {
    while case let letters = mailbox.take(), !letters.isEmpty {
      for (identifier, progress) in letters.progress { operations[identifier]?.take(progress) }
      for (identifier, end) in letters.ends { perform(machine.end(identifier, end)) }
    }
  }

  /// Waits until there is something to collect.
  package func wait() {
    let descriptor = wakeDescriptor
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&waiting, 1, descriptor < 0 ? Int32(Self.deafWait) : -1)
  }

  /// Runs until no operation is left.
  package func waitUntilIdle() {
    collect()
    while isBusy {
      wait()
      collect()
    }
  }

  func state(of identifier: Int) -> OperationState? { machine.state(of: identifier) }

  private func perform(_ actions: [OperationMachine.Action]) {
    // A listener may ask for, or wait for, another of the operations that have finished.
    for case .finish(let identifier, let end) in actions { operations[identifier]?.settle(end) }
    for action in actions {
      switch action {
      case .start(let identifier):
        if let work = operations[identifier]?.execution { executor.execute(work) }
      case .interrupt(let identifier): operations[identifier]?.interrupt()
      case .finish(let identifier, _):
        operations.removeValue(forKey: identifier)?.conclude()
      }
    }
  }
}
