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
/// It parses the arguments, creates the application and the console, runs the inputs in order, and
/// returns the exit status: 0 for success, 1 if a line was refused, 2 if an input, an option or the
/// output is unusable, 3 if the store has failed.
///
///     let status = Program(environment).run()
///     exit(status)
package struct Program {
  /// The name of the program, with which messages on the standard error begin.
  package static let name = "chimp"

  /// The exit statuses of the program.
  private enum ExitStatus {
    static let success: Int32 = 0
    static let refused: Int32 = 1
    static let unusable: Int32 = 2
    static let storeFailed: Int32 = 3
  }

  /// The arguments, descriptors, clock and terminal of the process.
  let environment: ProgramEnvironment
  /// Writes to the standard error.
  private let diagnostics: OutputWriter
  /// The language of the standard error: that of the locale on a terminal, otherwise English.
  private let language: Language

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
    do throws(Refusal) { options = try ProgramOptions(environment.arguments) } catch {
      return fail(error.words(in: language))
    }
    return options.page.map { writePage(text(of: $0, options)) } ?? run(options)
  }

  /// Returns the text that an option such as `--help` prints instead of running a session.
  private func text(of page: ProgramOptions.Page, _ options: ProgramOptions) -> String {
    switch page {
    case .help: Manual(language: options.language ?? language).usage
    case .version: ProgramVersion.current + "\n"
    case .manual: Manual(language: options.language ?? .english).text
    case .completion(let shell):
      CompletionScript(language: options.language ?? .english).text(for: shell)
    }
  }

  /// Runs an interactive session on a terminal, or else the inputs in order; returns the exit
  /// status.
  private func run(_ options: ProgramOptions) -> Int32 {
    if options.console.isRestricted { boundMemory() }
    let isPerson = options.inputs.isEmpty && environment.inputIsTerminal
    let terminal = isPerson && !options.console.isMachine ? environment.terminal : nil
    if options.closed != nil, terminal == nil {
      let refusal = ProgramOption.closed.refusal(.noStage)
      return fail(refusal.words(in: language))
    }
    let promptSink =
      isPerson && terminal == nil && environment.outputIsTerminal && !options.console.isMachine
      ? PromptSink(environment.output, prompt: Self.prompt) : nil
    let output = OutputWriter(
      sink: terminal?.makeSink() ?? plainSink(promptSink ?? environment.output, options))
    output.hasColor = !options.console.isMachine && hasColor(options.color)
    let given = applicationEnvironment(options, isPerson: isPerson, terminal, output)
    let application = Application(output: output, environment: given)
    let console = makeConsole(application, given, options, isPerson: isPerson)
    let beginning = SessionBeginning(
      application, console, givenSettings: isPerson ? options.givenSettings : nil)
    let end =
      terminal.map { runInteractively(console, application, beginning, given, $0, options) }
      ?? runInputs(console, application, beginning, given, options, promptSink)
    // The stage may still be shown, and what is written beside it vanishes with it.
    let report = given.records.report
    if let error = beginning.error {
      output.flush()
      report(Refusal(error).words(in: terminal == nil ? language : given.language))
      return ExitStatus.storeFailed
    }
    close(application, given, options, output, isPerson: isPerson)
    if let flaw = console.recordingFlaw { report(flaw) }
    if !application.hasProgramStore {
      environment.application = application
      environment.console = console
    }
    let status = status(of: end, output)
    return application.hasStoreFailed && status <= ExitStatus.refused
      ? ExitStatus.storeFailed : status
  }

  /// Limits the memory of a restricted session, which ends the program where it needs more.
  private func boundMemory() {
    let words = language.pick(
      "a restricted session may take no more memory", "制限されたセッションでは、これ以上メモリを使えません")
    environment.boundMemory(line(words), ExitStatus.unusable)
  }

  /// Returns a sink for output without a line editor, which wraps lines on a terminal.
  ///
  /// The frames of machine mode are never wrapped.
  private func plainSink(_ sink: any OutputSink, _ options: ProgramOptions) -> any OutputSink {
    options.console.isMachine
      ? sink : WrappingSink(sink) { [unowned environment] in environment.outputColumns() }
  }

  /// Writes the last result, stores the end of the session, and gives advice.
  private func close(
    _ application: Application, _ given: ApplicationEnvironment, _ options: ProgramOptions,
    _ output: OutputWriter, isPerson: Bool
  ) {
    // A framed session must not write text outside of frames.
    if !options.console.isMachine {
      application.game.writeResultAtEnd()
      if isPerson, given.terminal?.endsBySignal != true {
        application.game.writeTestLeftAtEnd(isStored: given.records.path != nil)
      }
    }
    application.close()
    output.flush()
    remindOfStore(application, options)
    if !isPerson, options.hasCommandsOnly, environment.inputIsTerminal,
      let series = application.game.series
    {
      let name = series.preset.name
      report(
        language.pick(
          "the program ends here; to play the test, run chimp and type start \(name)",
          "ここでプログラムは終わります。テストをするには、chimp を実行して start \(name) と入力してください"))
    }
  }

  /// Creates the console of the application.
  ///
  /// It gets the settings that a recording of the session must begin with.
  private func makeConsole(
    _ application: Application, _ given: ApplicationEnvironment, _ options: ProgramOptions,
    isPerson: Bool
  ) -> Console<Application> {
    let console = Console(
      application,
      table: Application.table(
        isMachine: options.console.isMachine, in: given.language,
        isRestricted: options.console.isRestricted),
      settings: application.settings, speaker: application.speaker,
      diagnostics: diagnostics,
      options: options.console, programVersion: ProgramVersion.current,
      recordingFormat: TranscriptFormat(seed: application.recordingSeed, clock: given.clock))
    console.readsTypedLines = isPerson && !options.console.isMachine
    if let code = participant(options) {
      application.game.model.credits.participant = code
      console.firstSettings.append((SettingName.participant.rawValue, code))
    }
    console.options.reportsProgress = environment.diagnosticsAreTerminal
    // A recording needs only these options.
    if options.console.bails { console.firstSettings.append(("bail", "on")) }
    if application.game.usualBegin == .key { console.firstSettings.append(("begin", "key")) }
    if given.language != .english {
      console.firstSettings.append((SettingName.language.rawValue, given.language.rawValue))
    }
    application.console = console
    return console
  }

  /// Returns the clock, the seed, the language and the terminal for the application.
  ///
  /// By default a script gets virtual time and a fixed seed, so that its output is always the same.
  /// A user at a terminal gets real time and new boards.
  private func applicationEnvironment(
    _ options: ProgramOptions, isPerson: Bool, _ terminal: (any TerminalProvider)?,
    _ output: OutputWriter
  ) -> ApplicationEnvironment {
    // A script gives the same bytes wherever it runs; a person gets new boards.
    let isNew = isPerson || options.console.isRestricted && options.storePath != nil
    var given = ApplicationEnvironment(
      sessionSeed: options.seed
        ?? (isNew ? SessionSeed(number: environment.randomNumber()) : .script),
      clock: options.clock ?? (isPerson ? .real : .virtual) == .real
        ? .real(environment.milliseconds) : .virtual(),
      records: recordsEnvironment(options, isPerson: isPerson, terminal, output))
    if !options.console.isMachine {
      given.language =
        options.language
        ?? (isPerson && environment.outputIsTerminal ? Language(environment.variable) : .english)
    }
    if !isPerson, options.seed == nil, given.records.keepsForAll {
      given.makeStoreSeed = { [environment] in SessionSeed(number: environment.randomNumber()) }
    }
    given.supportsUnicode = terminal == nil || Language.supportsUnicode(environment.variable)
    given.terminal = terminal
    given.surface = { terminal?.size }
    given.sleep = environment.sleep
    // Without cursor movements, a terminal can't hide its output.
    given.canHide = !isPerson || terminal != nil
    given.watchInterrupts = environment.watchInterrupts
    given.consumeInterrupt = environment.consumeInterrupt
    given.measureTiming = { terminal?.measureTiming(holdCount: $0) }
    return given
  }

  /// Runs an interactive session with line editing, after the commands of the configuration file.
  private func runInteractively(
    _ console: Console<Application>, _ application: Application, _ beginning: SessionBeginning,
    _ given: ApplicationEnvironment, _ terminal: any TerminalProvider, _ options: ProgramOptions
  ) -> RunEnd {
    if options.readsConfiguration, !options.console.isRestricted,
      let path = folder("XDG_CONFIG_HOME", "/.config").map({ $0 + "/chimp/chimprc" }),
      let reader = configuration(at: path, console.output)
    {
      _ = beginning.prepare()
      guard beginning.error == nil else { return .end }
      let end = try? console.run(sourced: reader, NamedFile(path))
      if let end, end != .end { return end }
    }
    if let style = options.boardStyle { application.boardStyle = style }
    greet(application)
    let stage = application.makeStage()
    if options.closed == nil { application.game.explainMissingMenu() }
    let source = terminal.makeSource(
      for: console, beginning: beginning, stage: stage)
    warnWithoutStore(given, options)
    if let code = options.closed {
      guard beginning.begin(), application.close(code) else { return .end }
    }
    return console.run(AnnouncedLines(source, announce: application.reportFindings))
  }

  /// The maximum size of the configuration file in bytes.
  private static let largestConfiguration = 1 << 20

  /// Opens the configuration file; returns `nil` if there is none.
  ///
  /// A pipe or a device, which may never end, and a file that is too large are reported, and count
  /// as a refused line.
  private func configuration(at path: String, _ output: OutputWriter) -> ByteReader? {
    do throws(SystemError) {
      let reader = try ByteReader(plain: path)
      guard FileFacts(path)?.size ?? 0 <= Self.largestConfiguration else {
        throw SystemError(number: EFBIG)
      }
      return reader
    } catch {
      // A missing file is usual.
      guard error.number != ENOENT, error.number != ENOTDIR else { return nil }
      let fault = error == .notPlain ? ConsoleError.notPlain(path) : .cannotRead(path, error)
      report(fault.words(in: language))
      output.noteRefusal()
      return nil
    }
  }

  /// The prompt on a terminal without cursor movement.
  private static let prompt = "chimp> "

  /// Writes the greeting of an interactive session.
  private func greet(_ application: Application) {
    let version = ProgramVersion.current
    application.speaker.say(
      "\(version): menu for tests, help for commands, quit to leave",
      "\(version): menu でテスト、help でコマンドを表示、quit で終わります")
  }

  /// The name of the standard input in error messages.
  private var standardInput: String { language.pick("standard input", "標準入力") }

  /// Runs the inputs that the command line names, until one ends the session or can't be read.
  private func runInputs(
    _ console: Console<Application>, _ application: Application, _ beginning: SessionBeginning,
    _ given: ApplicationEnvironment, _ options: ProgramOptions, _ promptSink: PromptSink?
  ) -> RunEnd {
    guard beginning.prepare() else { return .end }
    if let style = options.boardStyle { application.boardStyle = style }
    if promptSink != nil { greet(application) }
    warnWithoutStore(given, options)
    for input in options.inputs.isEmpty ? [.standardInput] : options.inputs {
      let end: RunEnd
      switch input {
      case .command(let text): end = console.run(TextLines(Array(text.utf8)))
      case .file(let path):
        guard !application.isInUse(path) else { return unusable(.inUse(path), .notPlain) }
        do throws(SystemError) {
          end = console.run(try ByteReader(path: path), name: path)
        } catch {
          let hint = commandHint(path, options.inputs, console)
          return unusable(.cannotRead(path, error), error, hint: hint)
        }
        if case .inputFailed(let fault) = end { return unusable(.cannotRead(path, fault), fault) }
      case .standardInput:
        let name = environment.inputIsFile ? standardInput : nil
        let attention = application.passesTime && !console.options.isMachine ? application : nil
        let lines = ByteReader(
          descriptor: environment.input, flushing: console.output, attention: attention)
        application.hasTypedLines = promptSink != nil
        end = console.run(
          promptSink.map {
            PromptedLines(
              TypedLines(lines), output: console.output, sink: $0, attention: attention)
          } ?? lines,
          name: name)
        if case .inputFailed(let fault) = end {
          return unusable(.cannotRead(standardInput, fault), fault)
        }
      }
      guard case .end = end else { return end }
    }
    return .end
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
    environment.configureTool(&tool)
    // The question must follow the output so far.
    tool.answer = { [answer = tool.answer] in
      output.flush()
      return answer()
    }
    let status = TranscriptTool(sessions: ScriptSessionMaker(), environment: tool)
      .run(arguments: Array(environment.arguments.dropFirst()))
    output.flush()
    return max(status, self.status(of: .end, output))
  }

  /// Returns the participant code from the options; `nil` for the default.
  ///
  /// A restricted session with a store gets a new code that can't be guessed, so that users can't
  /// see each other's rounds.
  private func participant(_ options: ProgramOptions) -> String? {
    guard options.participant == nil, options.console.isRestricted, options.storePath != nil else {
      return options.participant
    }
    let numbers = [environment.randomNumber(), environment.randomNumber()]
    return "guest-" + numbers.map { String($0, radix: 16) }.joined(separator: "-")
  }

  /// Writes that an input can't be read, and returns the end of the session.
  private func unusable(
    _ error: ConsoleError, _ cause: SystemError, hint: String = ""
  ) -> RunEnd {
    report(error.words(in: language) + hint)
    return .inputFailed(cause)
  }

  /// Returns the suggestion of `-c` if the name of a missing file is that of a command; otherwise
  /// an empty text.
  private func commandHint(
    _ path: String, _ inputs: [ProgramOptions.Input], _ console: Console<Application>
  ) -> String {
    guard console.table.command(named: path) != nil else { return "" }
    let words = inputs.compactMap { input in
      if case .file(let word) = input { word } else { nil }
    }
    let line = words.joined(separator: " ")
    return language.pick(", did you mean chimp -c \"\(line)\"?", "（chimp -c \"\(line)\" のことですか?）")
  }

  /// Returns the exit status for the end of a session.
  ///
  /// A broken pipe counts as success, because the reader wanted no more output.
  private func status(of end: RunEnd, _ output: OutputWriter) -> Int32 {
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
  private func hasColor(_ color: ProgramOptions.Color) -> Bool {
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
  private func folder(_ variable: String, _ usual: String) -> String? {
    if let folder = environment.variable(variable), folder.hasPrefix("/") { return folder }
    let home = environment.variable("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return home.map { $0 + usual }
  }

  /// Reports that nothing of an interactive session is kept, if its user has no home folder and has
  /// not asked for it.
  private func warnWithoutStore(_ given: ApplicationEnvironment, _ options: ProgramOptions) {
    guard given.records.isPerson, given.records.path == nil, !options.storesInMemory,
      !options.console.isRestricted, !options.console.isMachine
    else { return }
    given.records.report(
      given.language.pick(
        "nothing of this session is kept, because HOME names no folder; --store PATH keeps it",
        "HOME にフォルダーがないため、このセッションは記録されません。残すには --store PATH を使います"))
  }

  /// Returns the environment of the store.
  ///
  /// An interactive session has a store in the user's data folder by default, and so have commands
  /// that are passed as options on a terminal. Scripts and restricted sessions only have a store if
  /// an option names it.
  func recordsEnvironment(
    _ options: ProgramOptions, isPerson: Bool, _ terminal: (any TerminalProvider)?,
    _ output: OutputWriter
  ) -> RecordsEnvironment {
    let isRestricted = options.console.isRestricted
    let isOfPerson = isPerson || environment.inputIsTerminal && options.hasCommandsOnly
    let path =
      options.storesInMemory
      ? nil : options.storePath ?? (isOfPerson && !isRestricted ? makeUsualStorePath() : nil)
    let records = RecordsEnvironment(
      path: path, isRestricted: isRestricted, countLimit: isRestricted ? 1_000 : nil,
      configure: environment.configureStore)
    records.isPerson = isPerson
    records.player =
      options.player ?? (isPerson && !options.console.isMachine ? .person : .script)
    records.report = report
    records.eraseHistory = environment.eraseHistory
    records.machine = path.flatMap { _ in environment.machine() }
    if isPerson {
      records.isInterrupted = environment.isInterrupted
      records.makeExecutor = { ThreadExecutor() }
    }
    guard let terminal else { return records }
    records.report = { words in
      output.flush()
      if !terminal.report(line(words)) { report(words) }
    }
    records.confirm = { terminal.confirm($0, isStrict: false) }
    records.ask = { terminal.confirm($0, isStrict: true) }
    records.isInterrupted = { terminal.isInterrupted }
    records.timeText = { LocalTime($0).text(at: LocalTime($1)) }
    records.terminal = { [environment] in
      let size = terminal.size.map { " \($0.columns)x\($0.rows)" } ?? ""
      return (environment.variable("TERM") ?? "-") + size
    }
    return records
  }

  /// Returns the default path of the user's store, and creates its folders; `nil` without a home
  /// folder.
  private func makeUsualStorePath() -> String? {
    let path = usualStorePath
    if let path { makeFolders(of: path) }
    return path
  }

  /// The default path of the user's store; `nil` without a home folder.
  private var usualStorePath: String? {
    folder("XDG_DATA_HOME", "/.local/share").map { $0 + "/chimp/chimp.sqlite" }
  }

  /// Reports where the user's records are, if a session in memory looked for some and had none.
  ///
  /// A script keeps nothing by default, so that it can be repeated. Does nothing without a store of
  /// the user, or if the options chose the store.
  private func remindOfStore(_ application: Application, _ options: ProgramOptions) {
    guard options.storePath == nil, !options.storesInMemory, !options.console.isRestricted,
      !options.console.isMachine, application.hasFoundNothing, let path = usualStorePath,
      access(path, F_OK) == 0
    else { return }
    report(
      language.pick(
        "without a terminal the records of a session are kept in memory; yours: --store \(path)",
        "端末のないセッションの記録はメモリにだけあります。いつもの記録は --store \(path) で読めます"))
  }
}
