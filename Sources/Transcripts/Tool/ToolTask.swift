import TranscriptSyntax

/// One call of the transcript tool: its options, environment and exit status.
final class ToolTask {
  let options: ToolOptions
  let environment: TranscriptEnvironment
  let sessions: any TranscriptSessionMaker
  /// The folder for files of sessions in this process; `nil` to allow all files.
  let folder: TranscriptFolder?
  private(set) var status: Int32 = 0
  private let runner: TranscriptRunner
  /// The worker processes that run files; `nil` to run them in this process.
  private var pool: WorkerPool?

  init(
    _ options: ToolOptions, _ environment: TranscriptEnvironment,
    _ sessions: any TranscriptSessionMaker, _ arguments: [String]
  ) {
    self.options = options
    self.environment = environment
    let descendants = environment.workerCommand.isEmpty ? nil : Descendants()
    self.sessions = options.sessions(sessions, environment, descendants)
    folder = options.isTrusted ? nil : TranscriptFolder(in: environment.temporaryFolder)
    runner = TranscriptRunner(
      sessions: self.sessions, folder: folder, stopsAtFirstFailure: options.stopsAtFirstFailure,
      keepsAnswers: options.keepsAnswers)
    pool = descendants.map { WorkerPool(runner, options, arguments, environment, $0) }
  }

  /// Runs files and passes each result to `handle` in order, until that returns `false`.
  ///
  /// The result is an error if the file can't be used, if nothing in it could fail, or if it
  /// changed during the run.
  func run(_ entries: [FileEntry], _ handle: (FileResult) -> Bool) {
    if let pool { return pool.run(entries) { handle(Self.checked($0)) } }
    for entry in entries {
      let result = FileResult { () throws(TranscriptToolFault) in
        try runner.run(try TranscriptPlan(try entry.get()))
      }
      guard handle(Self.checked(result)) else { return }
    }
  }

  /// Returns the result, or an error if nothing in the file could fail, or if it changed during the
  /// run.
  private static func checked(_ result: FileResult) -> FileResult {
    FileResult { () throws(TranscriptToolFault) in
      let run = try result.get()
      try run.checkIsAnythingChecked()
      guard run.exitStatus != 0, run.plan.isOfFile else { return run }
      guard (try? FileReader.read(run.plan.path)) == run.plan.transcript.bytes else {
        throw .changedWhileRunning(run.plan.path)
      }
      return run
    }
  }

  /// Performs `check`: runs the files and reports differences.
  func check() throws(TranscriptToolFault) {
    try report { report throws(TranscriptToolFault) in
      let hasAnyRun = try runAll(report) { run in
        report.add(run)
        raiseStatus(run.exitStatus)
      }
      if !hasAnyRun && status == 0 { fail(.nothingRan) }
    }
  }

  /// Runs a closure with a report and completes the report; an error is reported, too.
  func report(_ work: (Report) throws(TranscriptToolFault) -> Void) throws(TranscriptToolFault) {
    let report: Report
    do throws(TranscriptToolFault) { report = try Report(options.reports, environment) } catch {
      Report.abandon(options.reports, environment, error)
      throw error
    }
    do throws(TranscriptToolFault) { try work(report) } catch {
      try report.abandon(error)
      throw error
    }
    try report.finish()
  }

  /// Runs the selected files and passes those with selected blocks to `handle`.
  ///
  /// Returns whether anything ran. Throws if nothing was selected.
  @discardableResult
  func runAll(
    _ report: Report? = nil, canStop: Bool = true,
    _ handle: (TranscriptRun) throws(TranscriptToolFault) -> Void
  ) throws(TranscriptToolFault) -> Bool {
    var isAnySelected = false
    var hasAnyRun = false
    run(try options.selectedFiles(fence: environment.fence)) { result in
      do throws(TranscriptToolFault) {
        let run = try result.get()
        guard run.isAnySelected else { return true }
        isAnySelected = true
        hasAnyRun = hasAnyRun || run.hasAnyRun
        try handle(run)
      } catch {
        isAnySelected = true
        report?.addUnusable(error)
        fail(error)
      }
      return !(canStop && options.stopsAtFirstFailure && status != 0)
    }
    guard isAnySelected else { throw .nothingSelected }
    return hasAnyRun
  }

  /// Writes a line to the output.
  func writeLine(_ words: String) { environment.output(Array("\(words)\n".utf8)) }

  /// Returns the only file of the arguments; throws if there is none, or more than one.
  func onlyJob() throws(TranscriptToolFault) -> FileJob {
    let entries = try options.selectedFiles(fence: environment.fence)
    guard options.arePathsGiven, entries.count == 1, let entry = entries.first else {
      throw .oneFileOnly
    }
    return try entry.get()
  }

  /// Reports an error and continues.
  func fail(_ fault: TranscriptToolFault) {
    environment.report(fault)
    raiseStatus(2)
  }

  /// Sets the exit status if it is higher than the current one.
  func raiseStatus(_ status: Int32) { self.status = max(self.status, status) }
}

extension ToolOptions {
  /// Returns the sessions of the program to test, or else the tool's own.
  func sessions(
    _ own: any TranscriptSessionMaker, _ environment: TranscriptEnvironment,
    _ descendants: Descendants?
  ) -> any TranscriptSessionMaker {
    guard var program else { return own }
    program.descendants = descendants
    program.variables = environment.variables()
    program.timeLimit = timeLimit
    return program
  }
}
