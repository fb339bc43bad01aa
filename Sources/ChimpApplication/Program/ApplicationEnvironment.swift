package import Analysis
package import Archive
package import Characters
package import Console
import Controllers
package import Events
package import Game
import Glibc
package import Records
package import Terminal
package import Transcripts

/// The outside world of one application: seed, clock, terminal and store.
///
/// The defaults are those of a script: virtual time, no terminal, no store.
///
///     var environment = ApplicationEnvironment(sessionSeed: .script)
///     environment.language = .japanese
package struct ApplicationEnvironment {
  /// The seed from which boards are drawn.
  package var sessionSeed: SessionSeed
  /// Creates the seed of a store that has none yet; `nil` if boards are not drawn from the store's
  /// seed.
  package var makeStoreSeed: (() -> SessionSeed)?
  /// The clock of the session, real or virtual.
  package var clock: SessionClock
  /// Returns the size available for a board; `nil` if any size can be shown.
  package var surface: () -> TerminalSize? = { nil }
  /// Sleeps for a number of milliseconds; returns `false` if the user interrupts it.
  package var sleep: (Int) -> Bool = { _ in false }
  /// Sleeps in the same way during the glance, and drops all typed keys.
  package var sleepInGlance: (Int) -> Bool = { _ in false }
  /// Writes all output so far.
  package var writeNow: () -> Void = {}
  /// `true` if the terminal shows a stage above the prompt.
  package var hasStage: () -> Bool = { false }
  /// `true` if the output can be hidden again once it was shown.
  package var canHide = true
  /// Returns the input device of the current line; `nil` in a session without a person.
  package var lineOrigin: () -> LineOrigin? = { nil }
  /// Measures the timing of the terminal; returns `nil` without a terminal.
  package var measureTiming: (_ holdCount: Int) -> TimingSample? = { _ in nil }
  /// The part that is about the store.
  package let records: RecordsEnvironment
  /// The language at the start.
  package var language = Language.english
  /// `true` if the terminal accepts UTF-8.
  var supportsUnicode = true

  /// Creates the environment of a script.
  package init(
    sessionSeed: SessionSeed, clock: SessionClock = .virtual(),
    records: RecordsEnvironment = RecordsEnvironment()
  ) {
    self.sessionSeed = sessionSeed
    self.clock = clock
    self.records = records
  }
}

/// The outside world of the process: arguments, variables, descriptors, clock and terminal.
///
/// `Chimp.swift` creates the real one. A test creates one in memory, and so can run the whole
/// program in its own process, with any clock and without files:
///
///     let environment = ProgramEnvironment(
///       arguments: ["-c", "start 1 1 1"], variable: { _ in nil }, input: -1,
///       output: sink, diagnostics: sink, randomNumber: { 1 })
///     let status = Program(environment).run()
package final class ProgramEnvironment {
  /// The arguments after the program's name.
  package var arguments: [String]
  /// Returns the value of an environment variable; `nil` if it isn't set.
  package var variable: (String) -> String?
  /// The descriptor of the standard input.
  package var input: Int32
  /// `true` if the standard input is a terminal.
  package var inputIsTerminal = false
  /// `true` if the standard input is a file on a disk, so that refusals can name its lines.
  package var inputIsFile = false
  /// `true` if the standard output is a terminal.
  package var outputIsTerminal = false
  /// `true` if the diagnostics are a terminal; progress is only reported there.
  package var diagnosticsAreTerminal = false
  /// The standard output.
  package var output: any OutputSink
  /// The standard error.
  package var diagnostics: any OutputSink
  /// Returns an unpredictable number.
  package var randomNumber: () -> UInt32
  /// Returns the machine's monotonic time.
  package var milliseconds: () -> Int = { 0 }
  /// Returns the name of the machine; `nil` if it isn't to be stored.
  package var machine: () -> String? = { nil }
  /// Removes lines from the user's history; returns `false` if the file can't be changed.
  package var eraseHistory: ((String) -> Bool) -> Bool = { _ in true }
  /// Sleeps for a number of milliseconds; returns `false` if the user interrupts it.
  package var sleep: (Int) -> Bool = { _ in false }
  /// Changes the settings of the store before it is opened, for tests with faulty files.
  package var configureStore: (inout StoreSettings) -> Void = { _ in }

  /// Limits the memory of a restricted session; the process exits with these words and this status
  /// if it needs more.
  package var boundMemory: (_ words: String, _ status: Int32) -> Void = { _, _ in }

  /// Adds this process's properties to the environment of the golden-file tool: its descriptors,
  /// its workers and its folders.
  package var configureTool: (inout TranscriptEnvironment) -> Void = { _ in }

  /// The terminal with line editing; `nil` if there is none.
  package var terminal: (any TerminalProvider)?

  /// The application of a run without a store, kept alive until the process ends.
  ///
  /// Freeing it would take longer than exiting.
  var application: Application?

  /// The console of such a run, kept alive for the same reason.
  var console: Console?

  /// Creates an environment without a terminal.
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

/// The services of a terminal for an interactive session.
///
/// `chimp` implements them with libedit, tests with a simulated terminal.
///
///     let output = OutputWriter(sink: provider.makeSink())
///     if provider.confirm("leave the test?") { output.write("left\n") }
package protocol TerminalProvider: AnyObject {
  /// Returns the sink that draws on the terminal, and interprets marks.
  func makeSink() -> any OutputSink

  /// Returns the source of edited lines.
  ///
  /// `attention` is notified while the user may type, and `stage` is drawn above the prompt if the
  /// terminal can do that.
  func makeSource(
    for console: Console, attention: any PromptAttention, beginning: SessionBeginning,
    stage: any Stage
  ) -> any LineSource

  /// Shows a line of the diagnostics, if they appear on this terminal.
  ///
  /// - Returns: `false` if they go elsewhere; then the line editor was only moved out of the way.
  func report(_ line: String) -> Bool

  /// Asks a yes-or-no question and returns the answer.
  func confirm(_ question: String) -> Bool
  /// Writes all output so far.
  func writeNow()

  /// Sleeps during the glance, and drops all typed keys; returns `false` if the user interrupts it.
  func sleepInGlance(_ milliseconds: Int) -> Bool

  /// The input device of the current line: keys, the mouse, or the line editor.
  var lineOrigin: LineOrigin { get }
  /// Measures round trips and holds; fewer than requested if the user interrupts it.
  func measureTiming(holdCount: Int) -> TimingSample
  /// `true` if the user has interrupted the current work with Ctrl-C.
  var isInterrupted: Bool { get }
  /// The size of the screen; `nil` if it is unknown.
  var size: TerminalSize? { get }
  /// `true` if there is a stage above the prompt.
  var hasStage: Bool { get }
}
