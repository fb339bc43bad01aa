/// The golden-file tool: `transcript VERB [OPTIONS] [FILE[:LINE] or FOLDER ...]`.
public final class TranscriptTool {
  /// What it can do, by the words that ask for it.
  package static var verbs: [(name: String, summary: String)] {
    TranscriptVerb.allCases.map { ($0.rawValue, $0.summary) }
  }

  private let sessions: any TranscriptSessionMaker
  private let environment: TranscriptEnvironment

  /// Makes a tool that drives these sessions.
  public init(sessions: any TranscriptSessionMaker, environment: TranscriptEnvironment) {
    (self.sessions, self.environment) = (sessions, environment)
  }

  /// Does what the arguments ask for, verb first, and answers the exit status: 0 as expected, 1 a
  /// mismatch, 2 something that can't be used, 3 a crash or a timeout.
  public func run(arguments: [String]) -> Int32 {
    let options = ToolOptions(arguments)
    if options.asksForHelp || arguments.first == "help" {
      environment.output(Array(toolHelp(programName: environment.programName).utf8))
      return 0
    }
    if let fault = options.fault {
      Report.abandon(options.reports, environment, fault)
      environment.tell(fault)
      return 2
    }
    if environment.endsDescendants, options.program != nil { DescendantKeeper.begin() }
    do throws(ToolFault) {
      let task = ToolTask(options, environment, sessions)
      switch options.verb {
      case .check: try task.check()
      case .diff: try task.showDifferences()
      case .bless: try task.bless()
      case .record: try task.record()
      case .replay: try task.replay()
      case .audit: try task.audit()
      case .shrink: try task.shrink()
      case .cover: try task.cover()
      }
      return task.status
    } catch {
      environment.tell(error)
      return 2
    }
  }
}

final class ToolTask {
  let options: ToolOptions
  let environment: TranscriptEnvironment
  let sessions: any TranscriptSessionMaker
  let executor: any FileExecutor
  private(set) var status: Int32 = 0

  init(
    _ options: ToolOptions, _ environment: TranscriptEnvironment,
    _ sessions: any TranscriptSessionMaker
  ) {
    (self.options, self.environment) = (options, environment)
    self.sessions = options.sessions(sessions, environment)
    let runner = TranscriptRunner(
      sessions: self.sessions, makeFolder: options.folderMaker(environment),
      stopsAtFirstFailure: options.stopsAtFirstFailure, keepsAnswers: options.keepsAnswers)
    guard environment.workers == .copies else {
      executor = LocalExecutor(runner)
      return
    }
    let pool = WorkerPool(
      runner,
      workerCount: { [options, environment] in options.jobs ?? environment.processorCount() },
      timeLimit: options.timeLimit)
    let words = environment.words
    let place = words.count - options.argumentCount + 1
    executor =
      place > 1 && options.canStartOver
      ? LoneFileExecutor(runner, options, words: words, place: place, otherwise: pool) : pool
  }

  func check() throws(ToolFault) {
    try report { report throws(ToolFault) in
      let hasAnyRun = try runAll(report) { fileRun throws(ToolFault) in
        try report.add(fileRun)
        raiseStatus(fileRun.run.exitStatus)
      }
      if !hasAnyRun && status == 0 { fail(.nothingRan) }
    }
  }

  /// Does something that is reported; a report that can't be one tells why.
  func report(_ work: (Report) throws(ToolFault) -> Void) throws(ToolFault) {
    let report: Report
    do throws(ToolFault) { report = try Report(options.reports, environment) } catch {
      Report.abandon(options.reports, environment, error)
      throw error
    }
    do throws(ToolFault) { try work(report) } catch {
      try report.abandon(error)
      throw error
    }
    try report.finish()
  }

  /// Runs what the options ask for and hands on what was selected; answers whether anything ran.
  @discardableResult
  func runAll(
    _ report: Report? = nil, _ take: (FileRun) throws(ToolFault) -> Void
  ) throws(ToolFault) -> Bool {
    var (isAnySelected, hasAnyRun) = (false, false)
    executor.execute(try selection().next) { result in
      do throws(ToolFault) {
        let fileRun = try result.get()
        guard fileRun.run.isAnySelected else { return true }
        isAnySelected = true
        hasAnyRun = hasAnyRun || fileRun.run.hasAnyRun
        try take(fileRun)
      } catch {
        isAnySelected = true
        report?.addUnusable(error)
        fail(error)
      }
      return !(options.stopsAtFirstFailure && status != 0)
    }
    guard isAnySelected else { throw .nothingSelected }
    return hasAnyRun
  }

  /// Writes a line of the result, in which nothing can drive a terminal.
  func say(_ words: String) { environment.output(Array("\(words)\n".utf8)) }

  func selection() throws(ToolFault) -> FileSelection {
    try FileSelection(options, fence: environment.fence)
  }

  func onlyJob() throws(ToolFault) -> FileJob {
    let entries = try selection().next(2)
    guard options.arePathsGiven, entries.count == 1, let entry = entries.first else {
      throw .oneFileOnly
    }
    return try entry.get()
  }

  func fail(_ fault: ToolFault) {
    environment.tell(fault)
    raiseStatus(2)
  }

  func raiseStatus(_ status: Int32) { self.status = max(self.status, status) }
}

extension ToolOptions {
  func folderMaker(_ environment: TranscriptEnvironment) -> (() -> TranscriptFolder)? {
    guard !isTrusted else { return nil }
    let parent = environment.variable("TMPDIR").flatMap { $0.utf8.first == 0x2f ? $0 : nil }
    // Only a process of the tool's own may be copied.
    let isKept = environment.workers == .copies
    return { TranscriptFolder(in: parent ?? "/tmp", isKept: isKept) }
  }

  fileprivate func sessions(
    _ own: any TranscriptSessionMaker, _ environment: TranscriptEnvironment
  ) -> any TranscriptSessionMaker {
    guard var program else { return own }
    program.isInterrupted = verb == .record || verb == .replay
    return ProgramSessionMaker(
      description: program, variables: environment.variables(), timeLimit: timeLimit)
  }
}

extension TranscriptEnvironment {
  func tell(_ fault: ToolFault) {
    diagnostics(Array("\(programName): \(escapedForDisplay("\(fault)"))\n".utf8))
  }
}

func escapedForDisplay(_ text: String) -> String { escapedForDisplay(Array(text.utf8)[...]) }

func escapedForDisplay(_ bytes: ArraySlice<UInt8>) -> String {
  guard OutputEncoding.hasControls(bytes) else { return String(decoding: bytes, as: UTF8.self) }
  return String(decoding: OutputEncoding.escaped(OutputLine(text: bytes)), as: UTF8.self)
}

/// How the tool gets the processes that sessions run in.
public enum TranscriptWorkers: Sendable {
  /// Sessions run in this process, and nothing keeps them from ending it.
  case none
  /// This process is copied, which must have no other thread.
  case copies
}

/// What the tool needs of the world around it.
public struct TranscriptEnvironment {
  /// What diagnostics say first, as in `chimp transcript`.
  public var programName: String
  /// Takes what the tool reports.
  public var output: ([UInt8]) -> Void
  /// Takes what is wrong with the arguments or the files.
  public var diagnostics: ([UInt8]) -> Void
  /// Answers an environment variable.
  public var variable: (String) -> String?
  /// Whether reports are coloured.
  public var hasColor = false
  /// Reads a line that answers a question; nil where nobody answers any more.
  public var answer: () -> String? = { nil }
  /// What fenced blocks of Markdown files are called that hold transcripts.
  public var fence = "transcript"
  /// The environment of programs that are driven, as in `NAME=VALUE`.
  public var variables: () -> [String] = { [] }
  /// The processes that sessions run in.
  public var workers = TranscriptWorkers.none
  /// How many workers run where nothing is said.
  public var processorCount: () -> Int = { 1 }
  /// The words that the process was started with, its name first and the tool's arguments last;
  /// with them it can be started over.
  public var words: [String] = []
  /// Whether whatever driven programs leave behind ends with the run, and with the tool.
  ///
  /// Such processes become children of this one, which is the tool's alone and has one thread: it
  /// waits for a copy of itself that does the work. Otherwise what has left the group of a program
  /// ends with its session, or goes on where the tool or its worker is ended before.
  public var endsDescendants = false
  package var fileOperations = FileOperations()

  /// Makes an environment.
  public init(
    programName: String, output: @escaping ([UInt8]) -> Void,
    diagnostics: @escaping ([UInt8]) -> Void, variable: @escaping (String) -> String? = { _ in nil }
  ) {
    (self.programName, self.output, self.diagnostics) = (programName, output, diagnostics)
    self.variable = variable
  }
}
