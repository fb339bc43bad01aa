import Archive
import ChimpSystem
import Events
import Game
import Glibc
import Records
import Shell
import Terminal

/// A session of the program: what its options ask for, from the first input to the exit status.
///
///     let status = ProgramSession(program, options, isPerson: false, nil).run()
final class ProgramSession {
  private let program: Program
  private let options: ProgramOptions
  /// `true` if a person at a terminal types the lines.
  private let isPerson: Bool
  /// The terminal with line editing; `nil` if there is none.
  private let terminal: (any TerminalProvider)?
  /// The output of a terminal without cursor movement; `nil` for any other output.
  private let promptSink: PromptSink?
  private let output: OutputWriter
  /// The clock, the seed, the language and the terminal of the application.
  private lazy var given = applicationEnvironment()
  private lazy var application = Application(output: output, environment: given)
  private lazy var console = makeConsole()
  /// Reports facts and the state in JSON mode; `nil` in any other.
  private var machineView: MachineView?
  private lazy var beginning = SessionBeginning(
    application, console, givenSettings: isPerson ? options.givenSettings : nil)

  /// Creates a session, which opens nothing yet.
  init(
    _ program: Program, _ options: ProgramOptions, isPerson: Bool,
    _ terminal: (any TerminalProvider)?
  ) {
    self.program = program
    self.options = options
    self.isPerson = isPerson
    self.terminal = terminal
    let environment = program.environment
    let isMachine = options.console.isMachine
    promptSink =
      isPerson && terminal == nil && environment.outputIsTerminal && !isMachine
      ? PromptSink(environment.output, prompt: Self.prompt) : nil
    let plain = promptSink ?? environment.output
    // Without a line editor, lines are wrapped on a terminal; the frames of machine mode never are.
    let isWrapped = environment.outputIsTerminal && !isMachine
    let sink: any OutputSink =
      isWrapped
      ? WrappingSink(plain) { [unowned environment] in environment.outputColumns() } : plain
    output = OutputWriter(sink: terminal?.makeSink() ?? sink)
    output.hasColor = !isMachine && program.hasColor(options.color)
  }

  /// Runs an interactive session on a terminal, or else the inputs in order; returns the exit
  /// status.
  func run() -> Int32 {
    let console = console
    let end = terminal.map { runInteractively($0) } ?? runInputs()
    // The stage may still be shown, and what is written beside it vanishes with it.
    let report = given.records.report
    if let error = beginning.error {
      output.flush()
      report(Refusal(error).words(in: terminal == nil ? program.language : given.language))
      return Program.ExitStatus.storeFailed
    }
    close()
    if let flaw = console.recordingFlaw { report(flaw) }
    if application.existingStore == nil {
      program.environment.application = application
      program.environment.console = console
    }
    let status = program.status(of: end, output)
    return application.hasStoreFailed && status <= Program.ExitStatus.refused
      ? Program.ExitStatus.storeFailed : status
  }

  /// Writes the last result, stores the end of the session, and gives advice.
  private func close() {
    // A framed session must not write text outside of frames.
    if !options.console.isMachine {
      application.game.writeResultAtEnd()
      if isPerson, given.terminal?.endsBySignal != true {
        application.game.writeTestLeftAtEnd(isStored: given.records.path != nil)
      }
    }
    application.close()
    output.flush()
    remindOfStore()
    if !isPerson, options.hasCommandsOnly, program.environment.inputIsTerminal,
      let series = application.game.series
    {
      let command = series.command
      program.report(
        program.language.pick(
          "the program ends here; to play the test, run chimp and type \(command)",
          "ここでプログラムは終わります。テストをするには、chimp を実行して \(command) と入力してください"))
    }
  }

  /// Runs an interactive session with line editing, after the commands of the configuration file.
  private func runInteractively(_ terminal: any TerminalProvider) -> RunEnd {
    if options.readsConfiguration, !options.console.isRestricted,
      let path = program.folder("XDG_CONFIG_HOME", "/.config").map({ $0 + "/chimp/chimprc" }),
      let reader = configuration(at: path)
    {
      guard beginning.open() else { return .end }
      let end = try? console.run(sourced: reader, NamedFile(path))
      if let end, end != .end { return end }
    }
    if let style = options.boardStyle { application.boardStyle = style }
    greet()
    if !application.boardStyle.isInPlace {
      guard beginning.open() else { return .end }
      application.introduceLines()
    }
    let stage = application.makeStage()
    if options.closed == nil { application.game.explainMissingMenu() }
    let source = terminal.makeSource(for: console, beginning: beginning, stage: stage)
    warnWithoutStore()
    if let code = options.closed {
      guard beginning.begin(), application.startClosedSession(for: code) else { return .end }
    }
    if let command = options.firstCommand {
      guard beginning.open() else { return .end }
      if case .quit = console.run(TextLines(Array(command.utf8))) { return .quit }
    }
    return console.run(
      separated(AnnouncedLines(source, announce: application.reportFindings)))
  }

  /// Returns a source of lines of a person, in which `;` separates commands.
  private func separated(_ source: any LineSource) -> SeparateCommands {
    SeparateCommands(source, commandTakingLine: console.table.nameTakingLine, of: application)
  }

  /// The maximum size of the configuration file in bytes.
  private static let largestConfiguration = 1 << 20

  /// Opens the configuration file; returns `nil` if there is none.
  ///
  /// A pipe or a device, which may never end, and a file that is too large are reported, and count
  /// as a refused line.
  private func configuration(at path: String) -> ByteReader? {
    do throws(SystemError) {
      let reader = try ByteReader(plain: path)
      guard FileFacts(path)?.size ?? 0 <= Self.largestConfiguration else {
        throw SystemError(number: EFBIG)
      }
      return reader
    } catch {
      // A missing file is usual.
      guard error.number != ENOENT, error.number != ENOTDIR else { return nil }
      let refusal = error == .notPlain ? Refusal.notPlain(path) : .cannotRead(path, error)
      program.report(refusal.words(in: program.language))
      output.noteRefusal()
      return nil
    }
  }

  /// The prompt on a terminal without cursor movement.
  private static let prompt = "chimp> "

  /// Writes the greeting of an interactive session.
  private func greet() {
    let version = ProgramVersion.current
    application.speaker.say(
      "\(version): menu for tests, help for commands, quit to leave",
      "\(version): menu でテスト、help でコマンドを表示、quit で終わります")
  }

  /// The name of the standard input in error messages.
  private var standardInput: String { program.language.pick("standard input", "標準入力") }

  /// Runs the inputs that the command line names, until one ends the session or can't be read.
  private func runInputs() -> RunEnd {
    guard beginning.prepare() else { return .end }
    if let style = options.boardStyle { application.boardStyle = style }
    if promptSink != nil {
      greet()
      application.introduceLines()
    }
    warnWithoutStore()
    if isPerson, let command = options.firstCommand {
      _ = console.run(TextLines(Array(command.utf8)))
    }
    for input in options.inputs.isEmpty ? [.standardInput] : options.inputs {
      let end: RunEnd
      switch input {
      case .command(let text): end = console.run(separated(TextLines(Array(text.utf8))))
      case .file(let path): end = run(file: path)
      case .standardInput: end = runStandardInput()
      }
      guard case .end = end else { return end }
    }
    return .end
  }

  /// Runs the lines of a file that the command line names.
  private func run(file path: String) -> RunEnd {
    guard !application.isInUse(path) else { return unusable(.inUse(path), .notPlain) }
    do {
      let end = console.run(try ByteReader(path: path), name: path)
      guard case .inputFailed(let fault) = end else { return end }
      return unusable(.cannotRead(path, fault), fault)
    } catch {
      return unusable(.cannotRead(path, error), error, hint: commandHint(path))
    }
  }

  /// Runs the lines of the standard input: those of a script, of a driving program, or of a person
  /// on a terminal without line editing.
  private func runStandardInput() -> RunEnd {
    let name = program.environment.inputIsFile ? standardInput : nil
    let attention = application.passesTime ? application.glance : nil
    let lines = ByteReader(
      descriptor: program.environment.input, flushing: console.output, attention: attention)
    application.glance.hasPromptWithoutCursor = promptSink != nil
    let end = console.run(
      promptSink.map {
        separated(
          PromptedLines(TypedLines(lines), output: console.output, sink: $0, attention: attention))
      } ?? lines,
      name: name)
    guard case .inputFailed(let fault) = end else { return end }
    return unusable(.cannotRead(standardInput, fault), fault)
  }

  /// The participant code from the options; `nil` for the default.
  ///
  /// A restricted session with a store gets a new code that can't be guessed, so that users can't
  /// see each other's rounds.
  private var participant: String? {
    guard options.participant == nil, options.console.isRestricted, options.storePath != nil else {
      return options.participant
    }
    let numbers = [program.environment.randomNumber(), program.environment.randomNumber()]
    return "guest-" + numbers.map { String($0, radix: 16) }.joined(separator: "-")
  }

  /// Writes that an input can't be read, and returns the end of the session.
  private func unusable(
    _ refusal: Refusal, _ cause: SystemError, hint: String = ""
  ) -> RunEnd {
    program.report(refusal.words(in: program.language) + hint)
    return .inputFailed(cause)
  }

  /// Returns the suggestion of `-c` if the name of a missing file is that of a command; otherwise
  /// an empty text.
  private func commandHint(_ path: String) -> String {
    guard console.table.command(named: path) != nil else { return "" }
    let words = options.inputs.compactMap { input in
      if case .file(let word) = input { word } else { nil }
    }
    let line = words.joined(separator: " ")
    return program.language.pick(
      ", did you mean chimp -c \"\(line)\"?", "（chimp -c \"\(line)\" のことですか?）")
  }

  /// Reports that nothing of an interactive session is kept, if its user has no home folder and has
  /// not asked for it.
  private func warnWithoutStore() {
    guard given.records.isPerson, given.records.path == nil, !options.storesInMemory,
      !options.console.isRestricted, !options.console.isMachine
    else { return }
    given.records.report(
      given.language.pick(
        "nothing of this session is kept, because HOME names no folder; --store PATH keeps it",
        "HOME にフォルダーがないため、このセッションは記録されません。残すには --store PATH を使います"))
  }

  /// Reports where the user's records are, if a session in memory looked for some and had none.
  ///
  /// A script keeps nothing by default, so that it can be repeated. Does nothing without a store of
  /// the user, or if the options chose the store.
  private func remindOfStore() {
    guard options.storePath == nil, !options.storesInMemory, !options.console.isRestricted,
      !options.console.isMachine, application.hasFoundNothing, let path = usualStorePath,
      access(path, F_OK) == 0
    else { return }
    program.report(
      program.language.pick(
        "without a terminal the records of a session are kept in memory; yours: --store \(path)",
        "端末のないセッションの記録はメモリにだけあります。いつもの記録は --store \(path) で読めます"))
  }
}

// MARK: - What a session is made of

extension ProgramSession {
  /// Creates the console of the application.
  ///
  /// It gets the settings that a recording of the session must begin with.
  private func makeConsole() -> Console<Application> {
    // The console keeps the closure that makes the format.
    let (application, options, given) = (application, options, given)
    let console = Console(
      application,
      table: Application.table(
        isMachine: options.console.isMachine, isRestricted: options.console.isRestricted),
      speaker: application.speaker,
      diagnostics: program.diagnostics,
      options: options.console, programVersion: ProgramVersion.current,
      recordingFormat: TranscriptFormat(seed: application.recordingSeed, clock: given.clock))
    console.readsTypedLines = isPerson && !options.console.isMachine
    if let code = participant {
      application.model.credits.participant = code
      console.firstSettings.append(("participant", code))
    }
    console.options.reportsProgress = program.environment.diagnosticsAreTerminal
    // A recording needs only these options.
    if options.console.bails { console.firstSettings.append(("bail", "on")) }
    if application.game.usualBegin == .key { console.firstSettings.append(("begin", "key")) }
    if given.language != .english {
      console.firstSettings.append(("language", given.language.rawValue))
    }
    application.console = console
    if options.console.machineFormat == .json { machineView = MachineView(application, console) }
    return console
  }

  /// Returns the clock, the seed, the language and the terminal for the application.
  ///
  /// By default a script gets virtual time and a fixed seed, so that its output is always the same.
  /// A user at a terminal gets real time and new boards.
  private func applicationEnvironment() -> ApplicationEnvironment {
    // A script gives the same bytes wherever it runs; a person gets new boards.
    let isNew = isPerson || options.console.isRestricted && options.storePath != nil
    var given = ApplicationEnvironment(
      sessionSeed: options.seed
        ?? (isNew ? SessionSeed(number: program.environment.randomNumber()) : .script),
      clock: options.clock ?? (isPerson ? .real : .virtual) == .real
        ? .real(program.environment.milliseconds) : .virtual(),
      records: recordsEnvironment())
    if !options.console.isMachine {
      given.language =
        options.language
        ?? (isPerson && program.environment.outputIsTerminal
          ? Language(program.environment.variable) : .english)
    }
    if !isPerson, options.seed == nil, given.records.keepsForAll {
      given.makeStoreSeed = { [environment = program.environment] in
        SessionSeed(number: environment.randomNumber())
      }
    }
    given.supportsUnicode =
      terminal == nil || Language.supportsUnicode(program.environment.variable)
    given.terminal = terminal
    given.waiting = program.environment.waiting
    return given
  }

  /// Returns the environment of the store.
  ///
  /// An interactive session has a store in the user's data folder by default, and so have commands
  /// that are passed as options on a terminal. Scripts and restricted sessions only have a store if
  /// an option names it.
  private func recordsEnvironment() -> RecordsEnvironment {
    let isRestricted = options.console.isRestricted
    let isOfPerson = isPerson || program.environment.inputIsTerminal && options.hasCommandsOnly
    let path =
      options.storesInMemory
      ? nil : options.storePath ?? (isOfPerson && !isRestricted ? makeUsualStorePath() : nil)
    let records = RecordsEnvironment(
      path: path, isRestricted: isRestricted, countLimit: isRestricted ? 1_000 : nil,
      configure: program.environment.configureStore)
    records.isPerson = isPerson
    records.declared =
      options.agent
      ?? DeclaredPlayer(
        options.player ?? (isPerson && !options.console.isMachine ? .person : .script))
    records.report = program.report
    records.eraseHistory = program.environment.eraseHistory
    records.machine = path.flatMap { _ in program.environment.machine() }
    if isPerson {
      records.isInterrupted = program.environment.waiting.isInterrupted
      records.makeExecutor = { ThreadExecutor() }
    }
    guard let terminal else { return records }
    records.report = { [program, output] words in
      output.flush()
      if !terminal.report(program.line(words)) { program.report(words) }
    }
    records.confirm = { terminal.confirm($0) }
    records.isInterrupted = { terminal.isInterrupted }
    records.timeText = { LocalTime($0).text(at: LocalTime($1)) }
    records.terminal = { [environment = program.environment] in
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
    program.folder("XDG_DATA_HOME", "/.local/share").map { $0 + "/chimp/chimp.sqlite" }
  }
}
