import ChimpSystem
import Glibc

extension TranscriptTool {
  /// Is the whole program: performs the verb of its arguments, and exits.
  ///
  /// This is the `main.swift` of a program that tests its own sessions:
  ///
  ///     import Transcripts
  ///
  ///     TranscriptTool.main(named: "counter", sessions: Counters())
  public static func main(
    named name: String, sessions: (any TranscriptSessionMaker)? = nil
  ) -> Never {
    // Ignored, so that a failed write reports its error.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var environment = TranscriptEnvironment(
      programName: name, output: { try? writeAll($0.span, to: STDOUT_FILENO) },
      diagnostics: { try? writeAll($0.span, to: STDERR_FILENO) },
      variable: { name in getenv(name).map { String(cString: $0) } })
    environment.useProcess(workerCommand: ["/proc/self/exe"])
    environment.hasColor = isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil
    let tool = TranscriptTool(sessions: sessions, environment: environment)
    exit(tool.run(arguments: Array(CommandLine.arguments.dropFirst())))
  }
}
