import TranscriptSyntax

/// Everything that the tool gets from the program that contains it.
///
///     var environment = TranscriptEnvironment(
///       programName: "counter transcript", output: { write($0, to: STDOUT_FILENO) },
///       diagnostics: { write($0, to: STDERR_FILENO) })
///     environment.workerCommand = ["/proc/self/exe", "transcript"]
public struct TranscriptEnvironment {
  /// The name at the beginning of diagnostics, as in `chimp transcript`.
  public var programName: String
  /// Writes to the output.
  public var output: ([UInt8]) -> Void
  /// Writes diagnostics.
  public var diagnostics: ([UInt8]) -> Void
  /// Returns the value of an environment variable.
  public var variable: (String) -> String?
  /// `true` if reports are coloured.
  public var hasColor = false
  /// Reads a line of the input, or returns `nil` at its end.
  public var answer: () -> String? = { nil }
  /// The name of the fenced blocks of Markdown files that hold transcripts.
  public var fence = "transcript"
  /// The environment of programs that are driven, as in `NAME=VALUE`.
  public var variables: () -> [String] = { [] }
  /// The words that start this program as the tool, as in `["/proc/self/exe", "transcript"]`.
  ///
  /// With them, files run in child processes, so that a crash or an endless loop ends one command
  /// only. The process must belong to the tool alone: all processes that driven programs leave
  /// behind become its children, and end with their session or with the tool. Without these words,
  /// sessions run in this process and can end it.
  public var workerCommand: [String] = []
  /// The default number of workers.
  public var processorCount = 1
  package var fileOperations = FileOperations()

  /// Creates an environment.
  public init(
    programName: String, output: @escaping ([UInt8]) -> Void,
    diagnostics: @escaping ([UInt8]) -> Void, variable: @escaping (String) -> String? = { _ in nil }
  ) {
    self.programName = programName
    self.output = output
    self.diagnostics = diagnostics
    self.variable = variable
  }
}

extension TranscriptEnvironment {
  /// The folder in which the folders of sessions are created.
  var temporaryFolder: String {
    variable("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
  }

  /// Writes a fault to the diagnostics.
  func report(_ fault: TranscriptToolFault) {
    diagnostics(Array("\(programName): \(escapedForDisplay("\(fault)"))\n".utf8))
  }
}
