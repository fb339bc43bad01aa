import Glibc
package import Records
package import Shell
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
  /// How the line at hand came about; nil where lines are not a person's.
  package var lineOrigin: () -> LineOrigin? = { nil }
  /// Measures how well the terminal keeps time, if there is one.
  package var measureTiming: (_ holdCount: Int) -> TimingSample? = { _ in nil }
  package let records: RecordsEnvironment
  /// The language at first.
  package var language = Language.english
  var takesUnicode = true

  /// Makes the environment of a script, where time is virtual.
  package init(
    sessionSeed: SessionSeed, clock: SessionClock = .virtual(),
    records: RecordsEnvironment = RecordsEnvironment()
  ) { (self.sessionSeed, self.clock, self.records) = (sessionSeed, clock, records) }
}

/// What the records of an application are given from outside; by default what a script gets.
package final class RecordsEnvironment {
  /// The file of the records; nil where they are kept in memory.
  package let path: String?
  /// Changes how the store of a file is opened.
  package let configure: (inout StoreSettings) -> Void
  /// Whether no command may touch a file.
  package let isRestricted: Bool
  /// How many rows or news a session may have; nil for no limit.
  package let countLimit: Int?
  /// Whether the session is a person's, whose settings last.
  package var isPerson = false
  /// Says what is wrong with the program itself.
  package var tell: (String) -> Void = { _ in }
  /// Asks the user whether something is to be done; nil where nobody can be asked.
  package var confirm: ((String) -> Bool)?
  /// Whether the user wants what is being done to end.
  package var isInterrupted: () -> Bool = { false }
  /// Makes what operations run on; by default they run inline, so that a script is deterministic.
  package var makeExecutor: () -> any OperationExecutor = { InlineExecutor() }
  /// Names this process apart from all others that ever ran on the machine.
  package var ownProcess: () -> String = { RunningProcess.own.description }
  /// Whether a process is running.
  package var isRunning: (String) -> Bool = { RunningProcess.isRunning($0) }
  /// What the machine is called; nil where that is not kept.
  package var machine: String?
  /// What the terminal is called, and how large it is, if there is one.
  package var terminal: () -> String? = { nil }

  /// Makes the environment of a script that keeps nothing, except for the arguments.
  package init(
    path: String? = nil, isRestricted: Bool = false, countLimit: Int? = nil,
    configure: @escaping (inout StoreSettings) -> Void = { _ in }
  ) {
    (self.path, self.configure) = (path, configure)
    (self.isRestricted, self.countLimit) = (isRestricted, countLimit)
  }

  /// How many rounds and lines of presses a session may keep; nil for no limit.
  var keptLimit: Int? { isRestricted ? countLimit.map { 10 * $0 } : nil }

  /// Whether what is kept is found by all others who use the store.
  var keepsForAll: Bool { path != nil && !isRestricted }

  /// What this machine is called.
  package static var machineName: String? {
    SystemFile.text(of: "/proc/sys/kernel/hostname").split(separator: "\n").first.map(String.init)
  }
}

/// A process of this machine, told from all that ever had its number: `BOOT NUMBER START`.
struct RunningProcess: CustomStringConvertible {
  let description: String

  static var own: RunningProcess { RunningProcess(number: Int(getpid())) }

  /// Whether a process with this description is running.
  static func isRunning(_ description: String) -> Bool {
    let words = description.split(separator: " ")
    guard words.count == 3, let number = Int(words[1]) else { return false }
    return RunningProcess(number: number).description == description
  }

  private init(number: Int) {
    let boots = SystemFile.text(of: "/proc/sys/kernel/random/boot_id").split(separator: "\n")
    description = "\(boots.first ?? "-") \(number) \(Self.start(of: number) ?? "-")"
  }

  /// When a process was started, in the machine's own count; nil where it is none, or has ended.
  private static func start(of number: Int) -> Substring? {
    let facts = SystemFile.text(of: "/proc/\(number)/stat")
    // The name of a program may hold anything; it ends with the last parenthesis.
    guard let end = facts.lastIndex(of: ")") else { return nil }
    let words = facts[end...].dropFirst().split(separator: " ")
    guard words.count > 19, words[0] != "Z", words[0] != "X" else { return nil }
    return words[19]
  }
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
    (self.arguments, self.variable, self.input) = (arguments, variable, input)
    (self.output, self.diagnostics, self.randomNumber) = (output, diagnostics, randomNumber)
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
  func tell(_ line: String) -> Bool
  /// Asks the user whether something is to be done.
  func confirm(_ question: String) -> Bool
  /// How the line at hand came about.
  var lineOrigin: LineOrigin { get }
  /// Measures round trips and holds; fewer where the user wants it to end.
  func measureTiming(holdCount: Int) -> TimingSample
  /// Whether the user wants what is being done to end.
  var isInterrupted: Bool { get }
  var size: TerminalSize? { get }
}
