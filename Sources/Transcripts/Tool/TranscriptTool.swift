import ChimpSystem

/// The transcript tool: `transcript VERB [OPTIONS] [FILE[:LINE] or FOLDER ...]`.
///
/// A program that contains the tool has all verbs, with its own sessions:
///
///     let tool = TranscriptTool(sessions: Counters(), environment: environment)
///     exit(tool.run(arguments: Array(CommandLine.arguments.dropFirst())))
public final class TranscriptTool {
  /// The verbs with their explanations, in the order of the help.
  package static var verbs: [(name: String, summary: String)] {
    TranscriptVerb.allCases.map { ($0.rawValue, $0.summary) }
  }

  /// The maker of sessions; `nil` for a tool that only drives other programs.
  let sessions: (any TranscriptSessionMaker)?
  let environment: TranscriptEnvironment

  /// Creates a tool that runs transcripts in these sessions, or in those of a program that
  /// `--command` names.
  public init(
    sessions: (any TranscriptSessionMaker)? = nil,
    environment: TranscriptEnvironment = TranscriptEnvironment()
  ) {
    self.sessions = sessions
    self.environment = environment
  }

  /// Performs the verb of the arguments and returns the exit status.
  ///
  /// The status is 0 for success, 1 for a difference, 2 for an invalid argument or file, 3 for a
  /// crash or a timeout.
  public func run(arguments: [String]) -> Int32 {
    if arguments.first == Worker.verb, arguments.count > 1 {
      runWorker(folder: arguments[1], arguments: Array(arguments[2...]))
    }
    let options = ToolOptions(arguments, fence: environment.fence, kinds: environment.holes)
    if options.asksForHelp || arguments.first == "help" {
      environment.output(Array(toolHelp(programName: environment.programName).utf8))
      return 0
    }
    let report = Report(options.reports, pictures: options.pictureFolder, environment)
    if let fault = options.fault ?? report.fault {
      for other in report.abandon(fault) where other != fault { environment.report(other) }
      environment.report(fault)
      return 2
    }
    do throws(TranscriptToolFault) {
      let task = try ToolTask(options, environment, sessions, arguments, report)
      switch options.verb {
      case .check: try task.check()
      case .diff: try task.showDifferences()
      case .bless:
        if let path = options.editReport { try task.applyEdits(of: path) } else { try task.bless() }
      case .record: try task.record()
      case .replay: try task.replay()
      case .audit: try task.audit()
      case .shrink: try task.shrink()
      case .cover: try task.cover()
      }
      return task.status
    } catch {
      environment.report(error)
      return 2
    }
  }

  /// Runs a worker process, which runs the sessions of the main process.
  private func runWorker(folder: String, arguments: [String]) -> Never {
    let options = ToolOptions(arguments, kinds: environment.holes)
    let descendants = Descendants()
    let program = options.programSettings(environment, descendants)
    let sessions = options.program == nil ? self.sessions ?? program : program
    let files = options.isTrusted ? nil : TranscriptFolder(location: folder)
    var loop = WorkerLoop(LocalSession(sessions, files, program), descendants)
    loop.run(folder)
  }
}
