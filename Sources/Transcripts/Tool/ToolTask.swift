import ChimpSystem

/// One call of the transcript tool: its options, environment and exit status.
final class ToolTask {
  let options: ToolOptions
  /// The functions of the program, for the thread that began the task only.
  let environment: TranscriptEnvironment
  /// The maker of sessions, which jobs use one at a time.
  let sessions: any TranscriptSessionMaker
  /// The program to test, or the general settings of programs that sessions start.
  let program: ProgramDescription
  private(set) var status: Int32 = 0
  /// The reports of a check or a bless.
  let report: Report
  /// The folder for files of sessions in this process; `nil` to allow all files.
  let folder: TranscriptFolder?
  /// All processes that the tool starts; `nil` if sessions run in this process.
  let descendants: Descendants?
  let temporaryFolder: String
  /// The arguments of the tool, which its workers get, too.
  let arguments: [String]
  let jobs = Guarded(FileJobs())

  /// Creates a task; throws if it has no sessions and drives no program.
  init(
    _ options: ToolOptions, _ environment: TranscriptEnvironment,
    _ sessions: (any TranscriptSessionMaker)?, _ arguments: [String], _ report: Report
  ) throws(TranscriptToolFault) {
    let isRunning = options.editReport == nil
    guard sessions != nil || options.program != nil || !isRunning else {
      throw TranscriptToolFault("--command has to name the program, as in --command 'bc -q'")
    }
    self.options = options
    self.environment = environment
    self.report = report
    self.arguments = arguments
    descendants = environment.workerCommand.isEmpty ? nil : Descendants()
    program = options.programSettings(environment, descendants)
    self.sessions = options.program == nil ? sessions ?? program : program
    temporaryFolder = environment.temporaryFolder
    folder = options.isTrusted ? nil : TranscriptFolder(in: temporaryFolder)
  }

  /// Performs `check`: runs the files and reports differences.
  func check() throws(TranscriptToolFault) {
    try completingReport { () throws(TranscriptToolFault) in
      let hasAnyRun = try runAll { run throws(TranscriptToolFault) in
        try report.add(run)
        raiseStatus(run.exitStatus)
      }
      if !hasAnyRun && status == 0 { fail(TranscriptToolFault("nothing ran")) }
    }
  }

  /// Calls `work` and finishes the report, or lets the report say why that has failed.
  func completingReport(
    _ work: () throws(TranscriptToolFault) -> Void
  ) throws(TranscriptToolFault) {
    do throws(TranscriptToolFault) { try work() } catch {
      throw report.abandon(error).first ?? error
    }
    try report.finish()
  }

  /// Runs the selected files and passes those with selected blocks to `handle`.
  ///
  /// Returns whether anything ran. Throws if nothing was selected.
  @discardableResult
  func runAll(
    _ handle: (TranscriptRun) throws(TranscriptToolFault) -> Void
  ) throws(TranscriptToolFault) -> Bool {
    var isAnySelected = false
    var hasAnyRun = false
    let files = try options.selectedFiles()
    run(files) { result in
      do throws(TranscriptToolFault) {
        let run = try result.get()
        guard run.isAnySelected else { return true }
        isAnySelected = true
        hasAnyRun = hasAnyRun || run.hasAnyRun
        try handle(run)
      } catch {
        isAnySelected = true
        report.addUnusable(error)
        fail(error)
      }
      // Every file is blessed; only its own commands stop.
      return !options.stopsAtFirstFailure || options.verb == .bless || status == 0
    }
    guard !files.isEmpty else {
      throw TranscriptToolFault("nothing is selected, a folder's transcripts are its files *.txt")
    }
    guard isAnySelected else { throw Self.nothingSelected }
    return hasAnyRun
  }

  static let nothingSelected = TranscriptToolFault("nothing is selected")
  static let oneFileOnly = TranscriptToolFault("one file has to be named")

  /// Writes a line to the output.
  func writeLine(_ words: String) { environment.output(Array("\(words)\n".utf8)) }

  /// Returns the only file of the arguments; throws if there is none, or more than one.
  func onlyJob() throws(TranscriptToolFault) -> FileJob {
    let entries = try options.selectedFiles()
    guard !options.paths.isEmpty, entries.count == 1, let entry = entries.first else {
      throw Self.oneFileOnly
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
  /// Returns the program to test, or the general settings of programs that sessions start.
  func programSettings(
    _ environment: TranscriptEnvironment, _ descendants: Descendants?
  ) -> ProgramDescription {
    var program = program ?? ProgramDescription()
    program.descendants = descendants
    program.variables = environment.variables()
    program.timeLimit = timeLimit
    return program
  }
}
