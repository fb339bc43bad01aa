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
    var predecessors: [OperationMachine.Predecessor] = []
    for other in others { predecessors.append(try predecessor(other)) }
    let (identifier, actions) = machine.add(
      priority: operation.terms.priority, runsAfterFailure: operation.terms.runsAfterFailure,
      after: predecessors)
    operation.enter(self, as: identifier, mailbox)
    operations[identifier] = operation
    perform(actions)
  }

  /// Lets an operation that has not begun wait for another one.
  package func addDependency(
    of operation: QueuedOperation, on other: QueuedOperation
  ) throws(OperationFault) {
    guard operation.isIn(self) else { throw .notEnqueued(operation.terms.name) }
    let predecessor = try predecessor(other)
    do throws(OperationMachine.Refusal) {
      perform(try machine.addDependency(of: operation.identifier, on: predecessor))
    } catch {
      switch error {
      case .begunAlready: throw .begunAlready(operation.terms.name)
      case .cycle(let path): throw .cycle(path.compactMap { operations[$0]?.terms.name })
      }
    }
  }

  /// Lets an operation wait for another one no more; it starts if that was the last.
  package func removeDependency(of operation: QueuedOperation, on other: QueuedOperation) {
    guard operation.isIn(self), other.isIn(self) else { return }
    perform(machine.removeDependency(of: operation.identifier, on: other.identifier))
  }

  /// Cancels an operation: at once if it has not begun, otherwise as soon as it looks whether it is cancelled.
  package func cancel(_ operation: QueuedOperation) {
    guard operation.isIn(self) else { return }
    perform(machine.cancel(operation.identifier))
  }

  /// Cancels every operation that has not finished; none begins any more.
  package func cancelAll() {
    perform(machine.cancelAll())
  }

  /// Takes over what the operations have told, and starts those whose turn it is now.
  package func collect() {
    while case let letters = mailbox.take(), !letters.isEmpty {
      for (identifier, progress) in letters.progress { operations[identifier]?.take(progress) }
      for event in letters.events {
        switch event {
        case .ended(let identifier, let end): perform(machine.end(identifier, end))
        case .enqueue(let make): try? enqueue(make())
        }
      }
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

  func state(of identifier: Int) -> OperationState? {
    machine.state(of: identifier)
  }

  private func predecessor(
    _ other: QueuedOperation
  ) throws(OperationFault) -> OperationMachine.Predecessor {
    guard other.isIn(self) else { throw .notEnqueued(other.terms.name) }
    return OperationMachine.Predecessor(other.identifier, end: other.end)
  }

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
