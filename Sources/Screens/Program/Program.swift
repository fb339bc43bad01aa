import Archive
import ChimpSystem
import Events
import Game
import Glibc
import Records
import Shell
import Terminal
import Transcripts

/// Runs the program, from its arguments to its exit status.
///
/// It parses the arguments, runs a session or a tool, and returns the exit status: 0 for success, 1
/// if a line was refused, 2 if an input, an option or the output is unusable, 3 if the store has
/// failed.
///
///     let status = Program(environment).run()
///     exit(status)
package struct Program {
  /// The name of the program, with which messages on the standard error begin.
  package static let name = "chimp"

  /// The exit statuses of the program.
  enum ExitStatus {
    static let success: Int32 = 0
    static let refused: Int32 = 1
    static let unusable: Int32 = 2
    static let storeFailed: Int32 = 3
  }

  /// The arguments, descriptors, clock and terminal of the process.
  let environment: ProgramEnvironment
  /// Writes to the standard error.
  let diagnostics: OutputWriter
  /// The language of the standard error: that of the locale on a terminal, otherwise English.
  let language: Language

  /// Creates a run of the program in an environment.
  package init(_ environment: ProgramEnvironment) {
    self.environment = environment
    diagnostics = OutputWriter(
      sink: WrappingSink(environment.diagnostics) { [unowned environment] in
        environment.diagnosticsColumns()
      })
    language = environment.outputIsTerminal ? Language(environment.variable) : .english
  }

  /// Runs the program and returns the exit status.
  package func run() -> Int32 {
    if environment.arguments.first == "transcript" { return runTranscriptTool() }
    let options: ProgramOptions
    do { options = try ProgramOptions(environment.arguments) } catch {
      return fail(error.words(in: language))
    }
    if let page = options.page { return writePage(text(of: page, options)) }
    do { return try run(options) } catch { return fail(error.words(in: language)) }
  }

  /// Returns the text that an option such as `--help` prints instead of running a session.
  private func text(of page: ProgramOptions.Page, _ options: ProgramOptions) -> String {
    switch page {
    case .help: Manual(language: options.language ?? language).usage
    case .version: ProgramVersion.current + "\n"
    case .schema: MachineView.schema.line + "\n"
    case .manual: Manual(language: options.language ?? .english).text
    case .completion(let shell):
      CompletionScript(language: options.language ?? .english).text(for: shell)
    }
  }

  /// Runs an interactive session on a terminal, or else the inputs in order; returns the exit
  /// status.
  ///
  /// - Throws: A refusal of the variable `CHIMP_BOARD`.
  private func run(_ options: ProgramOptions) throws(Refusal) -> Int32 {
    if options.console.isRestricted { boundMemory() }
    let isPerson = options.inputs.isEmpty && environment.inputIsTerminal
    let terminal = isPerson && !options.console.isMachine ? environment.terminal : nil
    if options.closed != nil, terminal == nil {
      return fail(ProgramOption.closed.refusal(.noStage).words(in: language))
    }
    var options = options
    if !isPerson, let command = options.firstCommand {
      options.inputs.insert(.command(command), at: 0)
    }
    if isPerson, options.boardStyle == nil { options.boardStyle = try usualBoardStyle() }
    return ProgramSession(self, options, isPerson: isPerson, terminal).run()
  }

  /// The way in which a person's boards are shown unless an option says another one: the variable
  /// `CHIMP_BOARD`, such as `spoken`; `nil` without it.
  ///
  /// - Throws: A refusal for another word, because the person might see no board at all.
  private func usualBoardStyle() throws(Refusal) -> BoardStyle? {
    guard let text = environment.variable("CHIMP_BOARD"), !text.isEmpty else { return nil }
    guard let style = BoardStyle(rawValue: text) else {
      let known = BoardStyle.allCases.map(\.rawValue).joined(separator: ", ")
      throw Refusal(
        "no-board-style", "CHIMP_BOARD must be one of \(known), not \"\(text)\"",
        "CHIMP_BOARD は \(known) のどれかです: \(text)")
    }
    return style
  }

  /// Limits the memory of a restricted session, which ends the program where it needs more.
  private func boundMemory() {
    let words = language.pick(
      "a restricted session may take no more memory", "制限されたセッションでは、これ以上メモリを使えません")
    environment.boundMemory(line(words), ExitStatus.unusable)
  }

  /// Runs the transcript tool, `chimp transcript`, and returns its exit status.
  private func runTranscriptTool() -> Int32 {
    let output = OutputWriter(sink: environment.output)
    output.hasColor = hasColor(.auto)
    var tool = TranscriptEnvironment(
      programName: "\(Self.name) transcript", output: { output.write($0) },
      diagnostics: { bytes in
        diagnostics.write(bytes)
        diagnostics.flush()
      }, variable: environment.variable)
    tool.hasColor = output.hasColor
    tool.fence = Self.name
    tool.holes = HoleKinds(["cell": #"\d+[ ,]\d+"#])
    environment.configureTool(&tool)
    // The question must follow the output so far.
    tool.answer = { [answer = tool.answer] in
      output.flush()
      return answer()
    }
    let status = TranscriptTool(
      sessions: ScriptSessionMaker(isProgram: !tool.workerCommand.isEmpty), environment: tool
    )
    .run(arguments: Array(environment.arguments.dropFirst()))
    output.flush()
    return max(status, self.status(of: .end, output))
  }

  /// Returns the exit status for the end of a session.
  ///
  /// A broken pipe counts as success, because the reader wanted no more output.
  func status(of end: RunEnd, _ output: OutputWriter) -> Int32 {
    if let fault = output.fault {
      if fault == .brokenPipe { return ExitStatus.success }
      return fail(
        language.pick("can't write the output: ", "出力を書けません: ") + fault.words(in: language))
    }
    if case .inputFailed = end { return ExitStatus.unusable }
    return output.refusalCount > 0 ? ExitStatus.refused : ExitStatus.success
  }

  /// Writes a text such as the manual to the output; returns the exit status.
  private func writePage(_ text: String) -> Int32 {
    let output = OutputWriter(sink: environment.output)
    output.write(text: text)
    output.flush()
    return status(of: .end, output)
  }

  /// Writes an error to the standard error, and returns the exit status for it.
  private func fail(_ words: String) -> Int32 {
    report(words)
    return ExitStatus.unusable
  }

  /// Writes a line to the standard error immediately.
  func report(_ words: String) {
    diagnostics.write(text: line(words))
    diagnostics.flush()
  }

  /// Returns a line of the standard error: the program's name and the escaped text.
  func line(_ words: String) -> String { "\(Self.name): \(escaped(words))\n" }

  /// Returns whether replies have colours.
  ///
  /// For `auto`, the variables `NO_COLOR` and `TERM` decide.
  func hasColor(_ color: ProgramOptions.Color) -> Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto:
      environment.outputIsTerminal && (environment.variable("NO_COLOR") ?? "").isEmpty
        && environment.variable("TERM").map { !$0.isEmpty && $0 != "dumb" } ?? false
    }
  }

  /// Returns the folder that an XDG variable names, or else its default in `HOME`.
  ///
  /// Relative folders are ignored, as the XDG specification requires; an empty `HOME`, too.
  func folder(_ variable: String, _ usual: String) -> String? {
    if let folder = environment.variable(variable), folder.hasPrefix("/") { return folder }
    let home = environment.variable("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return home.map { $0 + usual }
  }
}
