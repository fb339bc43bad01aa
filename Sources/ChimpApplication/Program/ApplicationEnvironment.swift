package import Analysis
package import Archive
package import Characters
package import Console
package import Events
package import Game
import Glibc
package import Records
package import Terminal
package import Transcripts

/// What an application is given from outside.
package struct ApplicationEnvironment {
  /// What the boards are drawn from.
  package var sessionSeed: SessionSeed
  /// Makes the seed of a store that has none yet; nil where the boards are not drawn from that.
  package var makeStoreSeed: (() -> SessionSeed)?
  package var clock: SessionClock
  /// How large a board may be, where it can't be shown in any size.
  package var surface: () -> TerminalSize? = { nil }
  /// Sleeps for so many milliseconds; false where the user wants no more of it.
  package var sleep: (Int) -> Bool = { _ in false }
  /// Sleeps in the same way while the glance is open, and drops whatever is typed.
  package var sleepInGlance: (Int) -> Bool = { _ in false }
  /// Writes what has been shown so far.
  package var writeNow: () -> Void = {}
  /// Whether what has been shown can be hidden again.
  package var canHide = true
  /// How the line at hand came about; nil where lines are not a person's.
  package var lineOrigin: () -> LineOrigin? = { nil }
  /// Measures how well the terminal keeps time, if there is one.
  package var measureTiming: (_ holdCount: Int) -> TimingSample? = { _ in nil }
  package let records: RecordsEnvironment
  /// The language at first.
  package var language = Language.english
  var supportsUnicode = true

  /// Makes the environment of a script, where time is virtual.
  package init(
    sessionSeed: SessionSeed, clock: SessionClock = .virtual(),
    records: RecordsEnvironment = RecordsEnvironment()
  ) { (self.sessionSeed, self.clock, self.records) = (sessionSeed, clock, records) }
}

/// Everything that a run of the program is given from outside.
package final class ProgramEnvironment {
  package var arguments: [String]
  /// An environment variable, if it is set.
  package var variable: (String) -> String?
  /// The descriptor that commands are read from where nothing else is named.
  package var input: Int32
  package var inputIsTerminal = false
  /// Whether the input is a file on a disk, whose lines have numbers.
  package var inputIsFile = false
  package var outputIsTerminal = false
  /// Whether somebody sees the diagnostics come: how far an operation is belongs in no file.
  package var diagnosticsAreTerminal = false
  package var output: any OutputSink
  package var diagnostics: any OutputSink
  /// A number that nobody can guess.
  package var randomNumber: () -> UInt32
  /// The machine's time in milliseconds, which never descends.
  package var milliseconds: () -> Int = { 0 }
  /// What the machine is called, if that is to be kept.
  package var machine: () -> String? = { nil }
  /// Sleeps for so many milliseconds; false where the user wants no more of it.
  package var sleep: (Int) -> Bool = { _ in false }
  /// Changes how the store of a file is opened.
  package var configureStore: (inout StoreSettings) -> Void = { _ in }
  /// Ends the process with words where it needs more memory than a stranger may have.
  package var boundMemory: (_ words: String, _ status: Int32) -> Void = { _, _ in }
  /// What the golden-file tool has to know of the processes of this machine.
  package var configureTool: (inout TranscriptEnvironment) -> Void = { _ in }
  /// What makes a session with line editing, where there is a terminal for it.
  package var terminal: (any TerminalProvider)?

  /// What a run without records has made; the end of the process frees it faster than we could.
  var application: Application?
  var console: Console?

  /// Makes an environment without a terminal.
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

/// What the terminal gives to a session of a person.
package protocol TerminalProvider: AnyObject {
  func makeSink() -> any OutputSink
  /// Where the lines come from; `attention` is told what happens while somebody may type;
  /// `stage` is shown above the prompt where the terminal can do that.
  func makeSource(
    for console: Console, attention: any PromptAttention, beginning: SessionBeginning,
    stage: any Stage
  ) -> any LineSource
  /// Shows a line that is no reply, if diagnostics appear on this terminal. Otherwise makes room
  /// for it and answers false.
  func report(_ line: String) -> Bool
  /// Asks the user whether something is to be done.
  func confirm(_ question: String) -> Bool
  /// Writes all that has been shown so far.
  func writeNow()
  /// Sleeps for so many milliseconds while the glance is open, and drops whatever is typed; returns
  /// false if the user wants no more of it.
  func sleepInGlance(_ milliseconds: Int) -> Bool
  /// How the line at hand came about.
  var lineOrigin: LineOrigin { get }
  /// Measures round trips and holds; fewer where the user wants it to end.
  func measureTiming(holdCount: Int) -> TimingSample
  /// Whether the user wants what is being done to end.
  var isInterrupted: Bool { get }
  var size: TerminalSize? { get }
}
