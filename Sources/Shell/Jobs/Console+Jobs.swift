/// Foreground operations, for which the session waits, and background jobs, which run beside it.
extension Console {
  /// Runs the operation of a line, in the foreground or as a background job.
  func run(_ operation: QueuedOperation, of invocation: Invocation) {
    guard let queue = program.operationQueue else { return }
    let isJob = invocation.isJob
    let command = invocation.command
    if !isJob, queue.isInline { return perform(operation, command: command) }
    let jobs = jobs ?? JobList(queue: queue)
    self.jobs = jobs
    if isJob {
      let job = jobs.add(operation, command: command)
      speaker.say(line: "[\(job.number)]")
      jobs.queue.enqueue(operation)
    } else {
      operation.onFinish = { _ in }
      show(operation, command: command, jobs) { jobs.queue.enqueue(operation) }
    }
  }

  /// Writes a line for each background job that has finished since the last call.
  ///
  /// The operations deliver their results here, on the thread of the session.
  ///
  /// Does nothing while no job has been started.
  public func reportFinishedJobs() {
    guard let jobs else { return }
    jobs.queue.collect()
    while let job = jobs.removeFirstFinished() {
      speaker.say(line: job.line(in: speaker.language))
      job.operation.deliver()
    }
  }

  /// Processes what background jobs have reported and starts waiting ones, without writing
  /// anything.
  public func collectJobs() { jobs?.queue.collect() }

  /// The file descriptor that becomes readable when a background job has something to report; -1
  /// without jobs.
  public var jobDescriptor: Int32 { jobs?.queue.wakeDescriptor ?? -1 }

  /// Called after each line: reports finished jobs and lets the warning of `quit` expire.
  func endLine() {
    guard let jobs else { return }
    reportFinishedJobs()
    jobs.endLine()
  }

  /// Performs the command `status`: writes the state of the store and the background jobs.
  ///
  /// A recording accepts any reply to it, because the state depends on the machine.
  func showStatus() {
    dependsOnUnrecorded = true
    for line in program.status { speaker.say(line: line) }
    showJobs()
  }

  /// Performs the command `jobs`: writes a line for each running job.
  func showJobs() {
    jobs?.queue.collect()
    guard let jobs, !jobs.running.isEmpty else {
      return speaker.say("no jobs are running", "動いているジョブはありません")
    }
    for job in jobs.running { speaker.say(line: job.line(in: speaker.language)) }
  }

  /// Cancels the background job with this number.
  ///
  /// The job runs until its operation checks for cancellation, and is then reported as cancelled.
  ///
  /// - Throws: `Refusal` with the numbers of the jobs that run.
  func cancelJob(_ number: Int) throws(Refusal) {
    let (job, jobs) = try runningJob(number)
    speaker.say("cancelling [\(number)]: \(job.command)", "中止します [\(number)]: \(job.command)")
    jobs.queue.cancel(job.operation)
  }

  /// Waits for a background job as if it had been started in the foreground.
  ///
  /// - Throws: `Refusal` with the numbers of the jobs that run.
  func foregroundJob(_ number: Int) throws(Refusal) {
    let (job, jobs) = try runningJob(number)
    show(job.operation, command: job.command, jobs) {}
    jobs.forget(job)
  }

  /// Performs the command `quit`: ends the session, or first warns that running jobs would be
  /// cancelled, unless it is confirmed.
  func quit(isConfirmed: Bool) { isQuitting = isConfirmed || mayEnd() && program.mayQuit() }

  /// Returns whether the session may end; if not, warns that running jobs would be cancelled.
  ///
  /// A script gets no warning, because it waits for its jobs.
  func mayEnd() -> Bool {
    guard let jobs, jobTerminal != nil else { return true }
    reportFinishedJobs()
    guard jobs.asksBeforeEnd() else { return true }
    let count = jobs.running.count
    speaker.say(
      "\(count) \(count == 1 ? "job is" : "jobs are") running, "
        + "quit again to cancel \(count == 1 ? "it" : "them"):",
      "\(count)個のジョブが動いています。続けてもう一度 quit と書くと中止します:")
    showJobs()
    return false
  }

  /// Cancels the background jobs or waits for them at the end of a session.
  ///
  /// Interactive sessions cancel their jobs; scripts wait for them, unless they failed.
  func endJobs(_ end: RunEnd) {
    guard let jobs, !isSourcing else { return }
    let isOver = end == .end || end == .quit
    if !isOver || jobTerminal != nil { jobs.queue.cancelAll() }
    jobs.queue.waitUntilIdle()
    reportFinishedJobs()
  }

  /// Returns the running job with this number; throws `Refusal` if there is none.
  private func runningJob(_ number: Int) throws(Refusal) -> (Job, JobList) {
    jobs?.queue.collect()
    guard let jobs, let job = jobs.running.first(where: { $0.number == number }) else {
      throw noJob(number, running: jobs?.running.map { "\($0.number)" } ?? [])
    }
    return (job, jobs)
  }

  /// Returns the refusal for a number that no running job has.
  private func noJob(_ number: Int, running: [String]) -> Refusal {
    running.isEmpty
      ? Refusal(
        "no-job", "no job \(number), no jobs are running",
        "ジョブ\(number)はありません。動いているジョブはありません")
      : Refusal(
        "no-job", "no job \(number) (running: \(running.joined(separator: ", ")))",
        "ジョブ\(number)はありません（動いているのは \(running.joined(separator: "、"))）")
  }

  /// Performs a foreground operation on this thread, shows its progress, and reports its result.
  private func perform(_ operation: QueuedOperation, command: String) {
    let display = progressDisplay(of: command)
    operation.perform(
      OperationRun { [unowned self] progress in
        display?.update(progress)
        return !program.isInterrupted
      })
    display?.end()
    report(operation, command: command)
  }

  /// Waits for a foreground operation on another thread, shows its progress, and reports its
  /// result.
  ///
  /// Output is flushed in each turn, because an operation may run for minutes.
  private func show(
    _ operation: QueuedOperation, command: String, _ jobs: JobList, begin: () -> Void
  ) {
    let display = progressDisplay(of: command)
    operation.onProgress = { display?.update($0) }
    if let progress = operation.progress { display?.update(progress) }
    begin()
    while let state = operation.state, !state.isFinished {
      output.flush()
      if waits(jobs, display?.delay) { jobs.queue.cancel(operation) }
      jobs.queue.collect()
      display?.draw()
    }
    display?.end()
    report(operation, command: command)
  }

  /// Returns the display of a foreground operation's progress: on the terminal, or as lines beside
  /// the replies; `nil` if nobody is shown it.
  private func progressDisplay(of command: String) -> ProgressDisplay? {
    guard jobTerminal != nil || options.reportsProgress, !program.isSpoken else { return nil }
    return ProgressDisplay(command: command, terminal: jobTerminal) { [unowned self] line in
      output.flush()
      diagnostics.write(text: escaped(line) + "\n")
      diagnostics.flush()
    }
  }

  /// Writes the result of a foreground operation, or that it was cancelled.
  private func report(_ operation: QueuedOperation, command: String) {
    if operation.end == .cancelled { speaker.say("cancelled: \(command)", "中止: \(command)") }
    operation.deliver()
  }

  /// Waits until an operation reports something or the time is over; returns whether the user wants
  /// to cancel.
  ///
  /// Without a descriptor to wait for, the queue is polled.
  private func waits(_ jobs: JobList, _ milliseconds: Int?) -> Bool {
    guard let jobTerminal else {
      // A user without line editing may press Ctrl-C just before the wait.
      jobs.queue.wait(isBrief: readsTypedLines)
      return program.isInterrupted
    }
    let descriptor = jobs.queue.wakeDescriptor
    let longest = descriptor < 0 ? OperationQueue.pollInterval : milliseconds
    return jobTerminal.waits(for: descriptor, milliseconds: longest)
  }
}

extension Invocation {
  /// Removes the last word `&`, which asks for a background job.
  ///
  /// A quoted `"&"`, or one that is the only word, is an argument.
  mutating func removeJobSign() {
    guard words.count > 1, case let word = words[words.count - 1], !word.isQuoted,
      word.text.elementsEqual("&".utf8)
    else { return }
    words.removeLast()
    isJob = true
  }

  /// Removes the last word `--yes`, with which a command doesn't ask the user.
  mutating func removeConfirmation() {
    guard words.count > 1, case let word = words[words.count - 1], !word.isQuoted,
      word.text.elementsEqual("--yes".utf8)
    else { return }
    words.removeLast()
    isConfirmed = true
  }

  /// Returns the line as it was typed, without a final `&` and surrounding blanks.
  fileprivate var command: String {
    var bytes = line[...].withoutBlanksAtEnd
    if isJob { bytes = bytes.dropLast().withoutBlanksAtEnd }
    return String(decoding: bytes.drop(while: \.isBlank), as: UTF8.self)
  }
}
