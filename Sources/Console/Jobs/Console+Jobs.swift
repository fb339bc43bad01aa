import Events
import Operations

/// Operations of the session: either a foreground command, for which the session waits, or a job,
/// which runs beside it.
extension Console {
  /// Runs the operation of an action, in the foreground or as a job.
  ///
  /// Does nothing if the provider returns no operation; it has then written the refusal itself.
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

  /// Reports the jobs that have finished since the last call, and lets their operations deliver
  /// their results.
  ///
  /// Does nothing while no job has been started.
  package func reportFinishedJobs() {
    guard let jobs else { return }
    jobs.queue.collect()
    while let job = jobs.removeFirstFinished() {
      say(job.exitReply)
      job.operation.deliver()
    }
  }

  /// Collects the jobs' messages and starts waiting jobs; writes nothing.
  package func collectJobs() { jobs?.queue.collect() }

  /// The descriptor that becomes readable as soon as jobs have something to report; -1 if there is
  /// none.
  package var jobDescriptor: Int32 { jobs?.queue.wakeDescriptor ?? -1 }

  /// Reports finished jobs after a line, and lets the warning of `quit` expire.
  func endLine() {
    guard let jobs else { return }
    reportFinishedJobs()
    jobs.endLine()
  }

  /// Shows the provider's status and the jobs.
  ///
  /// A recording leaves the reply open, because it depends on the machine.
  func showStatus() {
    dependsOnUnrecorded = true
    operations?.status.forEach(writeLine)
    showJobs()
  }

  /// Shows a line for each running job.
  func showJobs() {
    jobs?.queue.collect()
    guard let jobs, !jobs.running.isEmpty else { return say(.noJobs) }
    for job in jobs.running { say(job.status) }
  }

  /// Cancels a job.
  ///
  /// The job runs until its operation checks for cancellation, and is then reported as cancelled.
  ///
  /// - Throws: `noSuchJob` with the numbers of the jobs that run.
  func cancelJob(_ number: Int) throws(ConsoleFault) {
    let (job, jobs) = try runningJob(number)
    say(.cancelling(number, command: job.command))
    jobs.queue.cancel(job.operation)
  }

  /// Waits for a job as if its command had been entered without `&`.
  ///
  /// - Throws: `noSuchJob` with the numbers of the jobs that run.
  func foregroundJob(_ number: Int) throws(ConsoleFault) {
    let (job, jobs) = try runningJob(number)
    show(job.operation, command: job.command, jobs) {}
    jobs.forget(job)
  }

  /// Ends the session, unless the user must first be warned about running jobs.
  func quit() { isQuitting = mayEnd() }

  /// Returns whether the session may end.
  ///
  /// If not, the user has been warned about the jobs that would be cancelled.
  ///
  /// A script gets no warning: it waits for its jobs.
  func mayEnd() -> Bool {
    guard let jobs, jobTerminal != nil else { return true }
    reportFinishedJobs()
    guard jobs.asksBeforeEnd() else { return true }
    say(.jobsRunning(jobs.running.count))
    showJobs()
    return false
  }

  /// Ends the jobs at the end of a session.
  ///
  /// Interactive sessions cancel their jobs; scripts wait for them, unless they failed.
  func endJobs(_ end: RunEnd) {
    guard let jobs, sourcedPaths.isEmpty else { return }
    let isOver = end == .end || end == .quit
    if !isOver || jobTerminal != nil { jobs.queue.cancelAll() }
    jobs.queue.waitUntilIdle()
    reportFinishedJobs()
  }

  /// Returns a running job by its number.
  private func runningJob(_ number: Int) throws(ConsoleFault) -> (Job, JobList) {
    jobs?.queue.collect()
    guard let jobs, let job = jobs.running.first(where: { $0.number == number }) else {
      throw .noSuchJob(number, running: jobs?.running.map(\.number) ?? [])
    }
    return (job, jobs)
  }

  /// Waits for an operation, shows its progress meanwhile, and reports its result.
  ///
  /// Output is flushed in each turn, because an operation may run for minutes.
  private func show(
    _ operation: QueuedOperation, command: String, _ jobs: JobList, begin: () -> Void
  ) {
    let display = ProgressDisplay(command: command, terminal: jobTerminal) { [unowned self] line in
      guard options.reportsProgress else { return }
      output.flush()
      diagnostics.write(text: escaped(line) + "\n")
      diagnostics.flush()
    }
    operation.onProgress = display.update
    if let progress = operation.progress { display.update(progress) }
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

  /// Waits until an operation has something to report or the time is over; returns whether the user
  /// wants to cancel.
  ///
  /// Without a descriptor to wait for, the queue is polled.
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
  /// Removes the `&` after a command and returns whether it was there.
  ///
  /// A quoted `"&"`, or one that is the only word, is an argument.
  mutating func removeJobSign() -> Bool {
    guard words.count > 1, case let word = words[words.count - 1], !word.isQuoted,
      word.end == word.start + 1, line[word.start] == UInt8(ascii: "&")
    else { return false }
    words.removeLast(1)
    return true
  }

  /// Returns the line as it was written, without the `&` of a job and the blanks around it.
  fileprivate func command(isJob: Bool) -> String {
    var bytes = line.elements.withoutBlanksAtEnd
    if isJob { bytes = UnsafeBufferPointer(rebasing: bytes.dropLast()).withoutBlanksAtEnd }
    return String(decoding: bytes.drop { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
  }
}
