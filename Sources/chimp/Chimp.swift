import Archive
import CEditLine
import ChimpSystem
import Glibc
import Screens
import Shell
import Terminal
import Transcripts

/// The executable, which connects the program to the descriptors, the environment and the terminal.
@main
struct Chimp {
  /// Runs the program and exits with its status.
  ///
  /// `exit` is called before anything is freed, because freeing would only take time (row "start and
  /// end").
  static func main() {
    // Ignored, so that a failed write reports its error.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    let terminal = TerminalSession()
    let environment = environment(terminal)
    withExtendedLifetime(environment) {
      let status = Program(environment).run()
      terminal?.finish()
      exit(status)
    }
  }

  /// Configures the transcript tool, which runs files in child processes.
  private static func configureTool(_ tool: inout TranscriptEnvironment) {
    tool.useProcess(workerCommand: ["/proc/self/exe", "transcript"])
  }

  /// Returns the command-line arguments from an index on.
  private static func words(from first: Int) -> [String] {
    var words: [String] = []
    while let word = chimp_argument(Int32(first + words.count)) {
      words.append(String(cString: word))
    }
    return words
  }

  /// Creates the environment of the program from the state of the process.
  private static func environment(_ terminal: TerminalSession?) -> ProgramEnvironment {
    let environment = ProgramEnvironment(
      arguments: words(from: 1), variable: environmentText,
      input: STDIN_FILENO, output: DescriptorSink(descriptor: STDOUT_FILENO),
      diagnostics: DescriptorSink(descriptor: STDERR_FILENO),
      randomNumber: { UInt32.random(in: .min ... .max) })
    environment.terminal = terminal
    environment.milliseconds = {
      let now = monotonicMilliseconds()
      return terminal?.milliseconds(now: now) ?? now
    }
    environment.waiting.sleep = { milliseconds in
      guard let terminal else {
        return chimp_wait(-1, -1, Int32(clamping: milliseconds)) == CHIMP_WAIT_TIME
      }
      terminal.letTimePass()
      return poll(nil, 0, Int32(clamping: milliseconds)) >= 0
    }
    environment.eraseHistory = { HistoryFile.erase($0) }
    environment.machine = { RecordsEnvironment.machineName }
    environment.boundMemory = { words, status in
      boundMemory(byteCount: 256 << 20, words: words, status: status)
      for number in [SIGABRT, SIGILL, SIGTRAP, SIGSEGV] { chimp_signals_save(number) }
    }
    environment.waiting.watchInterrupts = { chimp_interrupts_watch($0 ? 1 : 0) }
    environment.waiting.consumeInterrupt = { chimp_signal_consume(SIGINT) != 0 }
    environment.waiting.isInterrupted = { chimp_signal_is_pending(SIGINT) != 0 }
    environment.configureTool = configureTool
    environment.inputIsTerminal = isatty(STDIN_FILENO) == 1
    environment.outputIsTerminal = isatty(STDOUT_FILENO) == 1
    environment.diagnosticsAreTerminal = isatty(STDERR_FILENO) == 1
    environment.outputColumns = { Terminal.size(of: STDOUT_FILENO)?.columns }
    environment.diagnosticsColumns = { Terminal.size(of: STDERR_FILENO)?.columns }
    environment.inputIsFile = FileFacts(descriptor: STDIN_FILENO)?.isPlain ?? false
    return environment
  }
}
