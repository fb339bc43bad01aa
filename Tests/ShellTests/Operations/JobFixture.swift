import Shell
import TestSupport

/// A console whose commands are operations; their arguments say how the operations behave.
final class JobFixture: CommandReceiver {
  let operationQueue: OperationQueue?
  let output: OutputWriter
  private let sink = MemorySink()
  private let diagnosticsSink = MemorySink()
  private let options: ConsoleOptions
  private let terminal: (any JobTerminal)?
  private(set) var end: RunEnd?
  var isInterrupted = false

  init(
    executor: any OperationExecutor, width: Int = 2, terminal: (any JobTerminal)? = nil,
    configure: (inout ConsoleOptions) -> Void = { _ in }
  ) {
    operationQueue = OperationQueue(width: width, executor: executor)
    output = OutputWriter(sink: sink)
    var options = ConsoleOptions()
    options.reportsProgress = true
    configure(&options)
    self.terminal = terminal
    self.options = options
  }

  private(set) lazy var console = makeConsole()

  /// Returns a new console with the commands and outputs of the fixture.
  private func makeConsole() -> Console<JobFixture> {
    let console = Console(
      self, table: CommandTable(Self.commands + Command.consoleCommands), speaker: Speaker(output),
      diagnostics: OutputWriter(sink: diagnosticsSink),
      options: options, programVersion: "test 1", recordingFormat: PlainFormat())
    console.jobTerminal = terminal
    return console
  }

  private static let commands: [Command<JobFixture>] = [
    Command(
      "work", Text("succeed, fail or be refused, with steps", ""), in: .shell,
      .operation([
        Parameter("HOW", .choice(["well", "badly", "endlessly", "never"])),
        Parameter("TEXT", .text, .optional),
      ]) { fixture, line in
        try fixture.work(line.text(0), text: line.textIfGiven(1) ?? "")
      }, examples: []),
    Command(
      "touch", Text("no operation", ""), in: .shell,
      CommandForm { fixture, _ in fixture.output.write(text: "received\n") }, examples: []),
  ]

  private func work(_ kind: String, text: String) throws -> QueuedOperation {
    if kind == "never" { throw Refusal("never", "never", "never") }
    let fails = kind == "badly"
    let isEndless = kind == "endlessly"
    let work = Work { run in
      while isEndless {
        yieldThread()
        try run.checkCancelled()
      }
      for step in 0...10 {
        run.report(completed: step, of: 10, text)
        try run.checkCancelled()
      }
      if fails { throw TestFault.broken }
      return 42
    }
    return QueuedOperation(work) { [output] result in
      switch result {
      case .success(let value): output.write(text: "worked: \(value)\n")
      case .failure(let fault): output.refuse("\(fault)", named: "fault")
      }
    }
  }

  /// Runs the lines of a text as the input of the console, and returns the output.
  func run(_ text: String) -> String {
    end = console.run(TextLines(Array(text.utf8)))
    return written
  }

  /// Performs one line as if it was typed at a prompt, and returns the output.
  func line(_ text: String) -> String {
    console.perform(line: Array(text.utf8))
    return written
  }

  /// The output since the property was last read.
  var written: String {
    output.flush()
    return String(decoding: sink.consume(), as: UTF8.self)
  }

  var diagnostics: String { String(decoding: diagnosticsSink.consume(), as: UTF8.self) }
}
