import ChimpSystem

/// A transcript of a folder, the argument of a test.
///
///     @Test(arguments: Transcripts.files(in: "Tests/Stories"))
///     func story(_ file: TranscriptFile) throws {
///       let result = try TranscriptTool(sessions: Counters()).result(of: file)
///       #expect(result.passes, "\(result)")
///     }
public struct TranscriptFile: Hashable, Sendable, CustomStringConvertible {
  /// The path, which begins as the folder does.
  public let path: String
  /// The reason why the file can't be read; `nil` for none.
  let fault: TranscriptToolFault?

  /// Creates the file at a path.
  public init(_ path: String) { self.init(path, nil) }

  init(_ path: String, _ fault: TranscriptToolFault?) {
    self.path = path
    self.fault = fault
  }

  /// The path.
  public var description: String { path }
}

/// Returns the transcripts in a folder and in the folders inside it, in the order of their names.
///
/// The folder is that of the process, which is the package's in `swift test`. An empty or missing
/// folder is a file that can't be used, so that no test passes because there is none.
public func files(in folder: String) -> [TranscriptFile] {
  var entries: [FileEntry] = []
  ToolOptions.addTranscripts(in: folder, to: &entries)
  if entries.isEmpty { entries = [.failure(TranscriptToolFault(folder, "no transcript, *.txt"))] }
  return entries.map { entry in
    switch entry {
    case .success(let job): TranscriptFile(job.path)
    case .failure(let fault): TranscriptFile(folder, fault)
    }
  }
}

/// The outcomes of the commands of a transcript.
public struct TranscriptResult: Sendable, CustomStringConvertible {
  /// A command with its outcome.
  public struct Command: Sendable {
    /// The number of its line, from 1.
    public let line: Int
    /// The command itself.
    public let text: String
    /// The outcome, with the words of a report: `pass`, `FAIL`, `xfail`, `XPASS`, `SKIP`,
    /// `NOTRUN`, `CRASH` or `TIMEOUT`.
    public let outcome: String
    /// `true` for an outcome that is as expected.
    public let passes: Bool
    /// The lines that stood and those that came; empty if the command passes.
    public let difference: [String]
    /// The screens that differ side by side, as an SVG; `nil` for none.
    public let picture: String?
  }

  /// The transcript.
  public let file: TranscriptFile
  /// The commands in their order; those of included files come first.
  public let commands: [Command]
  /// The difference between the file and the one that a bless would write, as `diff -u` tells it;
  /// empty if there is none.
  public let patch: String
  /// The text that the tool writes for users about the commands that do not pass.
  public let description: String

  /// `true` if all commands pass.
  public var passes: Bool { commands.allSatisfy(\.passes) }

  init(_ run: TranscriptRun, of file: TranscriptFile) {
    self.file = file
    let blocks = run.reportedBlocks
    commands = blocks.map { block in
      let passes = block.outcome.exitStatus == 0
      return Command(
        line: block.line, text: block.command, outcome: block.outcome.rawValue, passes: passes,
        difference: passes ? [] : block.details.map(\.text), picture: block.picture())
    }
    let edits = TranscriptEdits(of: run.blessing { _ in .accept }.map(\.edits))
    patch =
      edits.isEmpty
      ? ""
      : String(decoding: run.transcript.unifiedDifference(run.path, edits), as: UTF8.self)
    let format = HumanFormat(hasColor: false)
    description = blocks.map { format.text(of: $0, number: 1) }.joined()
  }
}

extension TranscriptTool {
  /// Runs a transcript and returns the outcomes; writes nothing.
  ///
  /// The options are those of the verb `check`, as in `["--command", "bc -q", "--prompt", "> "]`.
  /// Throws if the file or an option can't be used, or if nothing in the file could fail.
  public func result(
    of file: TranscriptFile, options arguments: [String] = []
  ) throws(TranscriptToolFault) -> TranscriptResult {
    if let fault = file.fault { throw fault }
    let arguments = ["check"] + arguments
    let options = ToolOptions(arguments, fence: environment.fence, kinds: environment.holes)
    if let fault = options.fault { throw fault }
    let task = try ToolTask(options, environment, sessions, arguments, Report([], environment))
    return TranscriptResult(try task.run(FileJob(path: file.path)), of: file)
  }
}
