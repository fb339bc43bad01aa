import Events
import Operations

/// Commands that are operations: waited for, or beside the session as jobs.
extension Console {
  /// Runs the operation that a command asks for: in the foreground, unless it is to be a job.
  func run(_ action: any Action, of invocation: borrowing Invocation, asJob isJob: Bool) {
    guard let provider = operations, let operation = provider.operation(for: action) else { return }
    let command = invocation.command(isJob: isJob)
    let jobs = jobs ?? JobList(queue: provider.operationQueue)
    self.jobs = jobs
    if isJob {
      let job = jobs.add(operation, command: command)
      writeLine("[\(job.number)]")
      jobs.queue.enqueue(operation)
    } else {
      operation.onFinish = { _ in }
      show(operation, command: command, jobs) { jobs.queue.enqueue(operation) }
    }
  }

  /// Says which jobs have finished since it was said last.
  package func tellJobs() {
    guard let jobs else { return }
    jobs.queue.collect()
    while let job = jobs.takeFinished() {
      say(job.exitReply)
      job.operation.deliver()
    }
  }

  /// Takes over what jobs have to say, and lets others begin; nothing is written.
  package func collectJobs() { jobs?.queue.collect() }

  /// A descriptor that can be read while jobs have something to say; -1 where there is none.
  package var jobDescriptor: Int32 { jobs?.queue.wakeDescriptor ?? -1 }

  func endLine() {
    guard let jobs else { return }
    tellJobs()
    jobs.endLine()
  }

  func showStatus() {
    tellsMoreThanRecordings = true
    operations?.status.forEach(writeLine)
    showJobs()
  }

  func showJobs() {
    jobs?.queue.collect()
    guard let jobs, !jobs.running.isEmpty else { return say(.noJobs) }
    for job in jobs.running { say(job.status) }
  }

  func cancelJob(_ number: Int) throws(ConsoleFault) {
    let (job, jobs) = try runningJob(number)
    say(.cancelling(number, command: job.command))
    jobs.queue.cancel(job.operation)
  }

  func foregroundJob(_ number: Int) throws(ConsoleFault) {
    let (job, jobs) = try runningJob(number)
    show(job.operation, command: job.command, jobs) {}
    jobs.forget(job)
  }

  /// Ends the session, unless there are jobs of which the user should know.
  func quit() { isQuitting = mayEnd() }

  /// Whether the session may end; if not, the user has been told why, and how it may.
  func mayEnd() -> Bool {
    guard let jobs, jobTerminal != nil else { return true }
    tellJobs()
    guard jobs.asksBeforeEnd() else { return true }
    say(.jobsRunning(jobs.running.count))
    showJobs()
    return false
  }

  /// Waits for the jobs at the end of a session; nobody waits for those that may be cancelled.
  func endJobs(_ end: RunEnd) {
    guard let jobs, sourcedPaths.isEmpty else { return }
    let isOver = end == .end || end == .quit
    if !isOver || jobTerminal != nil { jobs.queue.cancelAll() }
    jobs.queue.waitUntilIdle()
    tellJobs()
  }

  private func runningJob(_ number: Int) throws(ConsoleFault) -> (Job, JobList) {
    jobs?.queue.collect()
    guard let jobs, let job = jobs.running.first(where: { $0.number == number }) else {
      throw .noSuchJob(number, running: jobs?.running.map(\.number) ?? [])
    }
    return (job, jobs)
  }

  /// Waits for an operation with its progress to be seen, and tells what came of it.
  private func show(
    _ operation: QueuedOperation, command: String, _ jobs: JobList, begin: () -> Void
  ) {
    let display = ProgressDisplay(command: command, terminal: jobTerminal) { [unowned self] line in
      guard options.tellsProgress else { return }
      output.flush()
      diagnostics.write(text: escaped(line) + "\n")
      diagnostics.flush()
    }
    operation.onProgress = display.take
    if let progress = operation.progress { display.take(progress) }
    begin()
    while let state = operation.state, !state.isFinished {
      output.flush()
      if waits(jobs, display.delay) { jobs.queue.cancel(operation) }
      jobs.queue.collect()
      display.draw()
    }
    display.end()
    if operation.end == .cancelled { say(.cancelled(command)) } else { operation.deliver() }
  }

  private func waits(_ jobs: JobList, _ milliseconds: Int?) -> Bool {
    guard let jobTerminal else {
      jobs.queue.wait()
      return false
    }
    let descriptor = jobs.queue.wakeDescriptor
    let longest = descriptor < 0 ? OperationQueue.pollInterval : milliseconds
    return jobTerminal.waits(for: descriptor, milliseconds: longest)
  }
}

extension Invocation {
  /// Removes the sign of a job, a `&` of its own behind a command; returns whether it was there.
  mutating func removeJobSign() -> Bool {
    guard words.count > 1, case let word = words[words.count - 1], !word.isQuoted,
      word.end == word.start + 1, line[word.start] == UInt8(ascii: "&")
    else { return false }
    words.removeLast(1)
    return true
  }

  /// The line as it was written, without the sign of a job and the blanks around.
  fileprivate func command(isJob: Bool) -> String {
    var bytes = line.elements.withoutBlanksAtEnd
    if isJob { bytes = UnsafeBufferPointer(rebasing: bytes.dropLast()).withoutBlanksAtEnd }
    return String(decoding: bytes.drop { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
  }
}
