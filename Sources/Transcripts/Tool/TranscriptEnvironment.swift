package import ChimpSystem
import Glibc

/// Everything that the transcript tool gets from the program that contains it.
///
///     var environment = TranscriptEnvironment(
///       programName: "counter transcript", output: { write($0, to: STDOUT_FILENO) },
///       diagnostics: { write($0, to: STDERR_FILENO) })
///     environment.holes = HoleKinds(["square": #"\d \d"#])
///
/// A program that is nothing but the tool gets all from ``TranscriptTool/main(named:sessions:)``.
public struct TranscriptEnvironment {
  /// The name at the beginning of diagnostics, as in `chimp transcript`.
  public var programName: String
  /// Writes to the standard output.
  public var output: ([UInt8]) -> Void
  /// Writes to the standard error.
  public var diagnostics: ([UInt8]) -> Void
  /// Returns the value of an environment variable.
  public var variable: (String) -> String?
  /// `true` if reports are coloured.
  public var hasColor = false
  /// Reads a line of the standard input; returns `nil` at its end.
  public var answer: () -> String? = { nil }
  /// The name of the code blocks with transcripts in Markdown files.
  public var fence = "transcript"
  /// The kinds of holes of the program besides the general ones.
  public var holes = HoleKinds()
  /// Returns the environment variables for tested programs, as `NAME=VALUE`; by default, those of
  /// this process.
  public var variables: () -> [String] = environmentVariables
  /// The words that start this program as the tool, as in `["/proc/self/exe", "transcript"]`.
  ///
  /// With them, files run in child processes, so that a crash or an endless loop ends one command
  /// only. This process then inherits and kills all processes that tested programs leave behind, so
  /// it must only run the tool. If the list is empty, sessions run in this process.
  public var workerCommand: [String] = []
  /// The default number of worker processes.
  public var processorCount = 1
  package var fileOperations = FileOperations()

  /// Creates an environment; by default one that writes nothing and asks nobody, for tests.
  public init(
    programName: String = "transcripts", output: @escaping ([UInt8]) -> Void = { _ in },
    diagnostics: @escaping ([UInt8]) -> Void = { _ in },
    variable: @escaping (String) -> String? = { _ in nil }
  ) {
    self.programName = programName
    self.output = output
    self.diagnostics = diagnostics
    self.variable = variable
  }
}

extension TranscriptEnvironment {
  /// Uses the input and the processors of this process, which these words start again as a worker.
  package mutating func useProcess(workerCommand words: [String]) {
    // Otherwise the next opened file would get the number of a closed standard stream.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    workerCommand = words
    processorCount = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    answer = { readLine() }
  }

  /// The folder in which sessions create their private folders.
  var temporaryFolder: String {
    variable("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
  }

  /// Writes an error to the standard error.
  func report(_ fault: TranscriptToolFault) {
    diagnostics(Array("\(programName): \(escapedForDisplay("\(fault)"))\n".utf8))
  }
}
