import Shell
import TestSupport
import Testing

/// Tests of the calls that a queue makes to its executor and its owner: their order, time and
/// thread.
struct OperationQueueTests {
  private final class Log {
    var lines: [String] = []
    var text: String { lines.joined(separator: ", ") }
  }

  private let log = Log()

  /// Returns an operation that appends its states and its result to the log.
  private func operation(
    _ name: String, priority: Int = 0,
    _ body: @escaping @Sendable (OperationRun) throws -> Int = { _ in 0 }
  ) -> QueuedOperation {
    QueuedOperation(Work(body), priority: priority) { [log] result in
      switch result {
      case .success(let value): log.lines.append("\(name) \(value)")
      case .failure(let fault): log.lines.append("\(name) \(fault)")
      }
    }
  }

  @Test func `Inline an operation has finished when it has been enqueued`() throws {
    let queue = OperationQueue(width: 1, executor: InlineExecutor())
    let first = operation("first") { _ in 1 }
    let second = operation("second") { _ in throw TestFault.broken }
    let third = operation("third")
    let fourth = operation("fourth") { _ in 4 }
    queue.enqueue(first)
    queue.enqueue(second)
    third.predecessors = [first, second]
    queue.enqueue(third)
    fourth.predecessors = [third]
    queue.enqueue(fourth)
    #expect(log.text == "first 1, second broken, third 0, fourth 4")
    #expect(first.state == .finished(.success))
    #expect(second.state == .finished(.failure))
    #expect(third.state == .finished(.success))
    #expect(fourth.state == .finished(.success))
    #expect(!queue.isBusy)
  }

  @Test func `A listener gets the end of an operation once, before its result`() throws {
    let queue = OperationQueue(width: 1, executor: InlineExecutor())
    let good = operation("good") { _ in 1 }
    let bad = operation("bad") { _ in throw TestFault.broken }
    for (number, operation) in [good, bad].enumerated() {
      for name in ["model", "view"] {
        operation.addListener { [log] in log.lines.append("\(name) \(number) \($0)") }
      }
      queue.enqueue(operation)
      operation.deliver()
    }
    #expect(
      log.text
        == "model 0 success, view 0 success, good 1, model 1 failure, view 1 failure, bad broken")
  }

  @Test func `Inline progress is told while the operation runs`() throws {
    let queue = OperationQueue(width: 1, executor: InlineExecutor())
    let steps = operation("steps") { run in
      run.report(completed: 1, of: 2, "half")
      run.report(completed: 2, of: 2, "whole")
      return 0
    }
    steps.onProgress = { [log] in log.lines.append("\($0.percent ?? -1) \($0.text)") }
    queue.enqueue(steps)
    #expect(log.text == "50 half, 100 whole, steps 0")
    #expect(steps.progress == OperationProgress(completed: 2, total: 2, text: "whole"))
  }

  @Test func `A handler may cancel the operation that reports to it`() throws {
    let queue = OperationQueue(width: 1, executor: InlineExecutor())
    let endless = operation("endless") { run in
      var count = 0
      while true {
        count += 1
        run.report(completed: count, of: 0)
        try run.checkCancelled()
      }
    }
    endless.onProgress = { [unowned endless, log] progress in
      log.lines.append("\(progress.completed)")
      if progress.completed == 3 { queue.cancel(endless) }
    }
    endless.onFinish = { [log] in log.lines.append("\($0.end.map { "\($0)" } ?? "-")") }
    queue.enqueue(endless)
    #expect(log.lines.dropLast() == ["1", "2", "3"])
    #expect(endless.end == .cancelled)
  }

  @Test(arguments: [TestFault.interrupted, .broken])
  func `Of a cancelled operation, only what an interrupted call throws is no failure`(
    _ fault: TestFault
  ) {
    let queue = OperationQueue(width: 1, executor: InlineExecutor())
    let read = operation("read") { run in
      run.report(completed: 1, of: 2)
      throw fault
    }
    read.onProgress = { [unowned read] _ in queue.cancel(read) }
    queue.enqueue(read)
    #expect(read.end == (fault == .interrupted ? .cancelled : .failure))
    #expect(log.text == (fault == .interrupted ? "" : "read broken"))
  }

  @Test func `An interrupted call of an operation that goes on is a failure`() {
    let queue = OperationQueue(width: 1, executor: InlineExecutor())
    let read = operation("read") { _ in throw TestFault.interrupted }
    queue.enqueue(read)
    #expect(read.end == .failure)
    #expect(log.text == "read interrupted")
  }

  @Test func `Only its own queue cancels an operation`() {
    let queue = OperationQueue(width: 1, executor: DeferredExecutor())
    let other = OperationQueue(width: 1, executor: DeferredExecutor())
    let (copy, stranger) = (operation("copy"), operation("stranger"))
    other.enqueue(stranger)
    #expect(copy.state == nil)
    queue.cancel(copy)
    queue.cancel(stranger)
    #expect(copy.state == nil)
    #expect(stranger.state == .executing)
  }

  @Test func `An operation that is cancelled before its thread begins does no work`() throws {
    let executor = DeferredExecutor()
    let queue = OperationQueue(width: 1, executor: executor)
    let notes = Notes()
    let copy = operation("copy") { _ in
      notes.add("worked")
      return 0
    }
    queue.enqueue(copy)
    queue.cancel(copy)
    #expect(copy.state == .executing)
    executor.performNext()
    queue.collect()
    #expect(copy.state == .finished(.cancelled))
    #expect(notes.text == "" && log.text == "")
  }

  @Test func `An operation that does not check its cancellation succeeds`() throws {
    let executor = DeferredExecutor()
    let queue = OperationQueue(width: 1, executor: executor)
    let copy = operation("copy") { run in run.isCancelled ? 1 : 0 }
    let stubborn = operation("stubborn") { run in
      run.report(completed: 1, of: 1)
      return 2
    }
    stubborn.onProgress = { _ in queue.cancel(stubborn) }
    queue.enqueue(stubborn)
    copy.predecessors = [stubborn]
    queue.enqueue(copy)
    executor.performNext()
    queue.collect()
    executor.performNext()
    queue.collect()
    #expect(log.text == "stubborn 2, copy 0")
  }

  @Test func `Cancelling all lets nothing begin`() throws {
    let executor = DeferredExecutor()
    let queue = OperationQueue(width: 1, executor: executor)
    let copy = operation("copy") { run in
      try run.checkCancelled()
      return 0
    }
    let check = operation("check")
    queue.enqueue(copy)
    check.predecessors = [copy]
    queue.enqueue(check)
    queue.enqueue(operation("report", priority: 1))
    queue.cancelAll()
    executor.performNext()
    queue.waitUntilIdle()
    #expect(executor.count == 0 && log.text == "")
    #expect(check.end == .cancelled)
  }

  @Test func `A listener of an end may wait for what ends with it`() throws {
    let executor = DeferredExecutor()
    let queue = OperationQueue(width: 1, executor: executor)
    let copy = operation("copy") { _ in throw TestFault.broken }
    let check = operation("check")
    let report = operation("report") { _ in 3 }
    report.predecessors = [check]
    copy.onFinish = { _ in queue.enqueue(report) }
    queue.enqueue(copy)
    check.predecessors = [copy]
    queue.enqueue(check)
    while executor.count > 0 {
      executor.performNext()
      queue.collect()
    }
    #expect(log.text == "check 0, report 3")
    #expect(!queue.isBusy)
  }

  @Test func `A result is delivered once, when it is collected`() throws {
    let queue = OperationQueue(width: 1, executor: InlineExecutor())
    let copy = operation("copy") { _ in 7 }
    copy.onFinish = { [log] _ in log.lines.append("finished") }
    queue.enqueue(copy)
    #expect(log.text == "finished")
    copy.deliver()
    copy.deliver()
    #expect(log.text == "finished, copy 7")
  }

  @Test(
    arguments: [
      (0, 0, nil), (5, 0, nil), (1, -1, nil), (0, 3, 0), (1, 3, 33), (2, 3, 66), (3, 3, 100),
      (9, 3, 100), (-1, 3, 0), (Int.max, Int.max, 100), (Int.max - 1, Int.max, 99),
      (Int.min, Int.max, 0), (199, 200, 99),
    ] as [(Int, Int, Int?)])
  func `A percentage is rounded down, from 0 to 100`(completed: Int, total: Int, expected: Int?) {
    #expect(OperationProgress(completed: completed, total: total).percent == expected)
  }
}
