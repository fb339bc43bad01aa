import Glibc
import Shell
import TestSupport
import Testing

/// Yields the processor to other threads.
func yieldThread() {
  sched_yield()
}

/// Tests of operations on threads of their own, which are also run with the thread sanitizer.
struct ThreadTests {
  /// Adds an operation to a queue and returns it; it appends its result to the notes.
  private func add(
    _ queue: OperationQueue, _ name: String, priority: Int = 0,
    after others: [QueuedOperation] = [],
    _ body: @escaping @Sendable (OperationRun) throws -> Int
  ) throws -> QueuedOperation {
    let operation = QueuedOperation(Work(body), priority: priority)
    operation.predecessors = others
    queue.enqueue(operation)
    return operation
  }

  @Test func `Work runs on another thread and does not block the caller`() throws {
    let queue = OperationQueue(width: 2, executor: ThreadExecutor())
    let gate = Gate()
    let notes = Notes()
    let own = UInt(pthread_self())
    let waiting = try add(queue, "waiting") { _ in
      gate.wait()
      notes.add(UInt(pthread_self()) == own ? "ours" : "another")
      return 0
    }
    let opening = try add(queue, "opening") { _ in
      gate.open()
      return 0
    }
    queue.waitUntilIdle()
    #expect(notes.text == "another")
    #expect(waiting.end == .success && opening.end == .success)
  }

  @Test func `Work that does not check its cancellation can be interrupted from outside`() throws {
    let queue = OperationQueue(width: 2, executor: ThreadExecutor())
    let (begun, gate) = (Gate(), Gate())
    let waiting = try add(queue, "waiting") { run in
      run.interrupting(by: gate.open) {
        begun.open()
        gate.wait()
      }
      return 0
    }
    begun.wait()
    queue.cancel(waiting)
    queue.waitUntilIdle()
    #expect(waiting.end == .success)
  }

  @Test func `Work that was cancelled before it can be interrupted is interrupted at once`() throws
  {
    let queue = OperationQueue(width: 1, executor: InlineExecutor())
    let notes = Notes()
    let operation = QueuedOperation(
      Work { run in
        run.interrupting(by: { notes.add("too early") }) {}
        run.report(completed: 1, of: 2)
        run.interrupting(by: { notes.add("ended") }) { notes.add("works") }
        return 0
      })
    operation.onProgress = { _ in queue.cancel(operation) }
    queue.enqueue(operation)
    #expect(notes.text == "ended, works")
  }

  @Test func `The descriptor can be read while there is something to collect`() throws {
    let queue = OperationQueue(width: 1, executor: ThreadExecutor())
    let gate = Gate()
    func isReadable(_ milliseconds: Int32) -> Bool {
      var waiting = pollfd(fd: queue.wakeDescriptor, events: Int16(POLLIN), revents: 0)
      return poll(&waiting, 1, milliseconds) == 1
    }
    _ = try add(queue, "waiting") { _ in
      gate.wait()
      return 0
    }
    #expect(!isReadable(0))
    gate.open()
    #expect(isReadable(10_000))
    queue.collect()
    #expect(!isReadable(0) && !queue.isBusy)
  }

  @Test func `The descriptor is readable for results from before it was requested`() throws {
    let executor = DeferredExecutor()
    let queue = OperationQueue(width: 1, executor: executor)
    _ = try add(queue, "early") { _ in 0 }
    executor.performNext()
    var waiting = pollfd(fd: queue.wakeDescriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&waiting, 1, 0) == 1)
  }

  @Test func `An operation that waits for others begins after them, on whatever thread`() throws {
    let queue = OperationQueue(width: 8, executor: ThreadExecutor())
    let notes = Notes()
    var last: [QueuedOperation] = []
    for number in 0..<50 {
      last = [
        try add(queue, "\(number)", after: last) { _ in
          notes.add("\(number)")
          return 0
        }
      ]
    }
    queue.waitUntilIdle()
    #expect(notes.text == (0..<50).map(String.init).joined(separator: ", "))
  }

  @Test func `Many operations report, enqueue and are cancelled, and each finishes once`() throws {
    let queue = OperationQueue(width: 6, executor: ThreadExecutor())
    var ends: [String: Int] = [:]
    var operations: [QueuedOperation] = []
    for number in 0..<300 {
      let others = number.isMultiple(of: 3) ? operations.suffix(2) : []
      let operation = QueuedOperation(
        Work { run in
          for step in 0..<50 {
            run.report(completed: step, of: 50, "step \(step)")
            try run.checkCancelled()
          }
          if number % 7 == 0 { throw TestFault.broken }
          return number
        },
        priority: number % 4)
      operation.onFinish = { _ in ends["\(number)", default: 0] += 1 }
      operation.predecessors = Array(others)
      queue.enqueue(operation)
      operations.append(operation)
      if number % 11 == 0 { queue.cancel(operations[number / 2]) }
      if number % 13 == 0 { queue.collect() }
    }
    queue.waitUntilIdle()
    #expect(ends.count == 300 && ends.values.allSatisfy { $0 == 1 })
    #expect(operations.allSatisfy { $0.end != nil })
  }

  @Test func `At most so many run at once`() throws {
    let queue = OperationQueue(width: 3, executor: ThreadExecutor())
    let count = Counter()
    for number in 0..<60 {
      _ = try add(queue, "\(number)") { _ in
        count.enter()
        for _ in 0..<20 { yieldThread() }
        count.leave()
        return 0
      }
    }
    queue.waitUntilIdle()
    #expect(count.highest <= 3 && count.highest > 0)
  }

  @Test func `A queue that is freed cancels its operations`() throws {
    let begun = Gate()
    let ended = Gate()
    let notes = Notes()
    do {
      let queue = OperationQueue(width: 1, executor: ThreadExecutor())
      _ = try add(queue, "left") { run in
        notes.add(run.isCancelled ? "told before" : "running")
        begun.open()
        while !run.isCancelled { yieldThread() }
        notes.add("told")
        ended.open()
        return 0
      }
      begun.wait()
      notes.add("the queue goes")
    }
    ended.wait()
    #expect(notes.text == "running, the queue goes, told")
  }

  @Test func `Threads of operations block the signals of the terminal`() throws {
    let queue = OperationQueue(width: 1, executor: ThreadExecutor())
    let notes = Notes()
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    _ = try add(queue, "masked") { _ in
      let blocked = Self.blockedSignals
      for number in [SIGINT, SIGWINCH, SIGTERM, SIGSEGV] {
        notes.add(blocked.contains(number) ? "blocked" : "open")
      }
      return 0
    }
    #expect(Self.blockedSignals == [])
    queue.waitUntilIdle()
    #expect(notes.text == "blocked, blocked, blocked, open")
  }

  @Test(arguments: [false, true]) func `Only work in the background has a lower priority`(
    isBackground: Bool
  ) throws {
    let queue = OperationQueue(width: 1, executor: ThreadExecutor(isBackground: isBackground))
    let notes = Notes()
    let own = Self.priority
    _ = try add(queue, "checking") { _ in
      notes.add("\(Self.priority)")
      return 0
    }
    queue.waitUntilIdle()
    // A high value is a low priority; the highest is 19.
    #expect(notes.text == "\(isBackground ? min(own + 10, 19) : own)")
    #expect(Self.priority == own)
  }

  /// The priority of this thread.
  private static var priority: Int32 { getpriority(Int32(PRIO_PROCESS.rawValue), 0) }

  private static var blockedSignals: [Int32] {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    return (1..<32).filter { sigismember(&mask, $0) == 1 }
  }
}
