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
    diagnostics: @escaping ([UInt8]) -> Void,
    variable: @escaping (String) -> String? = { _ in nil }
  ) {
    (self.programName, self.output, self.diagnostics) = (programName, output, diagnostics)
    self.variable = variable
  }
}
