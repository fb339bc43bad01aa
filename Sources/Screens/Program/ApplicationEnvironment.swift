import Archive
package import ChimpSystem
import Events
package import Game
import Glibc
import Records
package import Shell
package import Statistics
package import Transcripts

/// Everything external to an application: its seed, clock, terminal and store.
///
/// The defaults are those of a script: virtual time, no terminal, no store.
///
///     var environment = ApplicationEnvironment(sessionSeed: .script)
///     environment.language = .japanese
struct ApplicationEnvironment {
  /// The seed of the session, from which boards are generated.
  var sessionSeed: SessionSeed
  /// Creates the seed of a new store; `nil` if boards don't depend on the store's seed.
  var makeStoreSeed: (() -> SessionSeed)?
  /// The clock of the session, real or virtual.
  var clock: SessionClock
  /// How the process waits.
  var waiting = Waiting()
  /// The terminal of an interactive session; `nil` if there is none.
  var terminal: (any TerminalProvider)?
  /// `true` if numerals can be hidden after they were written: without cursor movements, a terminal
  /// can't.
  var canHide: Bool { !records.isPerson || terminal != nil }
  /// The environment of the store.
  let records: RecordsEnvironment
  /// The language at the start of the session.
  var language = Language.english
  /// `true` if the terminal can show characters outside of ASCII.
  var supportsUnicode = true

  /// Creates the environment of a script: virtual time, no terminal, no store.
  init(
    sessionSeed: SessionSeed, clock: SessionClock = .virtual(),
    records: RecordsEnvironment = RecordsEnvironment()
  ) {
    self.sessionSeed = sessionSeed
    self.clock = clock
    self.records = records
  }
}

/// Everything external to the process: arguments, variables, descriptors, clock and terminal.
///
/// `Chimp.swift` creates the real one. A test creates one in memory, to run the whole program in
/// its own process without files:
///
///     let environment = ProgramEnvironment(
///       arguments: ["-c", "start 1 1 1"], variable: { _ in nil }, input: -1,
///       output: sink, diagnostics: sink, randomNumber: { 1 })
///     let status = Program(environment).run()
package final class ProgramEnvironment {
  /// The command-line arguments without the program's name.
  package var arguments: [String]
  /// Returns the value of an environment variable; `nil` if it isn't set.
  package var variable: (String) -> String?
  /// The file descriptor of the standard input.
  package var input: Int32
  /// `true` if the standard input is a terminal.
  package var inputIsTerminal = false
  /// `true` if the standard input is a regular file, so that error messages name its lines.
  package var inputIsFile = false
  /// `true` if the standard output is a terminal.
  package var outputIsTerminal = false
  /// `true` if the standard error is a terminal, which is where progress is shown.
  package var diagnosticsAreTerminal = false
  /// Returns the width of the terminal at the standard output; `nil` if there is none.
  package var outputColumns: () -> Int? = { nil }
  /// Returns the width of the terminal at the standard error; `nil` if there is none.
  package var diagnosticsColumns: () -> Int? = { nil }
  /// The sink of the standard output.
  package var output: any OutputSink
  /// The sink of the standard error.
  package var diagnostics: any OutputSink
  /// Returns a random number, for new seeds.
  package var randomNumber: () -> UInt32
  /// Returns the machine's monotonic time in milliseconds.
  package var milliseconds: () -> Int = { 0 }
  /// Returns the name of the machine; `nil` if it must not be stored.
  package var machine: () -> String? = { nil }
  /// Removes matching lines from the user's history file; returns `false` if that fails.
  package var eraseHistory: ((String) -> Bool) -> Bool = { _ in true }
  /// How the process waits.
  package var waiting = Waiting()
  /// Changes the settings of the store before it is opened; tests inject faulty files here.
  var configureStore: (inout StoreSettings) -> Void = { _ in }

  /// Limits the memory of a restricted session; beyond it, writes `words` and exits with `status`.
  package var boundMemory: (_ words: String, _ status: Int32) -> Void = { _, _ in }

  /// Sets the descriptors, workers and folders of the transcript tool.
  package var configureTool: (inout TranscriptEnvironment) -> Void = { _ in }

  /// The terminal with line editing; `nil` if there is none.
  package var terminal: (any TerminalProvider)?

  /// Keeps the application of a run without a store alive, because freeing it takes longer than
  /// exiting.
  var application: Application?

  /// Keeps the console of a run without a store alive, for the same reason.
  var console: Console<Application>?

  /// Creates the environment of a process without a terminal.
  package init(
    arguments: [String], variable: @escaping (String) -> String?, input: Int32,
    output: any OutputSink, diagnostics: any OutputSink, randomNumber: @escaping () -> UInt32
  ) {
    self.arguments = arguments
    self.variable = variable
    self.input = input
    self.output = output
    self.diagnostics = diagnostics
    self.randomNumber = randomNumber
  }
}

/// How the process waits, and what Ctrl-C does meanwhile on a terminal without line editing.
///
///     waiting.watchInterrupts(true)
///     if !waiting.sleep(1_000), waiting.consumeInterrupt() { print("interrupted") }
package struct Waiting {
  /// Sleeps for a number of milliseconds; returns `false` if the user interrupted the sleep.
  package var sleep: (Int) -> Bool = { _ in false }
  /// Makes Ctrl-C set a flag instead of ending the program, or the reverse.
  package var watchInterrupts: (Bool) -> Void = { _ in }
  /// Returns whether Ctrl-C was pressed while it was watched, and clears the flag.
  package var consumeInterrupt: () -> Bool = { false }
  /// Returns whether Ctrl-C was pressed while it was watched, and leaves the flag.
  package var isInterrupted: () -> Bool = { false }
}

/// A terminal that can be used for an interactive session.
///
/// `chimp` implements them with libedit.
///
///     let output = OutputWriter(sink: provider.makeSink())
///     if provider.confirm("leave the test?") { output.write(text: "left\n") }
package protocol TerminalProvider: AnyObject {
  /// Returns the sink that writes to the terminal, and handles marks on the output.
  func makeSink() -> any OutputSink

  /// Returns the source of the lines that the user edits.
  ///
  /// The console's program is called while the user may type. `stage` is drawn above the prompt if
  /// the terminal can do that.
  func makeSource(
    for console: Console<Application>, beginning: SessionBeginning,
    stage: LiveStage
  ) -> any LineSource

  /// Writes a line of the standard error above the prompt, if both are this terminal.
  ///
  /// - Returns: `false` if the caller must write the line, because the standard error is not this
  ///   terminal.
  func report(_ line: String) -> Bool

  /// Asks the user a yes-or-no question and returns the answer.
  func confirm(_ question: String) -> Bool
  /// Removes lines from the history that the user can call back.
  func forgetLines(where isForgotten: (String) -> Bool)
  /// Copies a text to the clipboard; does nothing on a terminal without one.
  func copy(_ text: String)
  /// `true` if a signal ends the session, for example because the window was closed.
  var endsBySignal: Bool { get }
  /// Flushes the output to the terminal.
  func writeNow()

  /// Sleeps and drops the keys that are typed meanwhile; returns `false` if the user interrupted
  /// the sleep.
  func sleepInGlance(_ milliseconds: Int) -> Bool

  /// The input device of the current line: keys, the mouse, or the line editor.
  var lineDevice: PressInput { get }
  /// The milliseconds between the two digits of the current press; `nil` for any other line.
  var digitDelay: Int? { get }
  /// Measures the terminal's delay and the accuracy of masks.
  ///
  /// There are fewer measurements than requested if the user interrupts them.
  func measureTiming(holdCount: Int) -> TimingSample
  /// `true` if the user has pressed Ctrl-C during the current work.
  var isInterrupted: Bool { get }
  /// The size of the screen; `nil` if it is unknown.
  var size: TerminalSize? { get }
  /// `true` if the terminal shows a live picture above the prompt.
  var hasStage: Bool { get }
}
