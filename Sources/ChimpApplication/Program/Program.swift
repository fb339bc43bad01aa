import Archive
import Characters
import Console
import Events
import Game
import Glibc
import Models
import Operations
import Records
import SystemCalls
import Transcripts
import Words

/// One run of the program, from its arguments to its exit status.
package struct Program {
  package static let name = "chimp"

  private enum ExitStatus {
    static let success: Int32 = 0
    static let refused: Int32 = 1
    static let unusable: Int32 = 2
    static let storeFailed: Int32 = 3
  }

  let environment: ProgramEnvironment
  private let diagnostics: OutputWriter
  private let language: Language

  /// Makes a run in an environment.
  package init(_ environment: ProgramEnvironment) {
    self.environment = environment
    diagnostics = OutputWriter(sink: environment.diagnostics)
    language = environment.outputIsTerminal ? Language(environment.variable) : .english
  }

  /// Runs to the end and answers the exit status.
  package func run() -> Int32 {
    if environment.arguments.first == "transcript" { return runTranscriptTool() }
    let options: ProgramOptions
    do throws(UsageFault) { options = try ProgramOptions(environment.arguments) } catch {
      return fail(language.words(for: error))
    }
    return options.page.map { writePage(text(of: $0, options)) } ?? run(options)
  }

  private func text(of page: ProgramOptions.Page, _ options: ProgramOptions) -> String {
    switch page {
    case .help: (options.language ?? language).usage
    case .version: ProgramVersion.current + "\n"
    case .manual: Manual(language: options.language ?? .english).text
    case .completion(let shell):
      CompletionScript(language: options.language ?? .english).text(for: shell)
    }
  }

  private func run(_ options: ProgramOptions) -> Int32 {
    if options.console.isRestricted {
      environment.boundMemory(line(language.memoryIsUsedUp), ExitStatus.unusable)
    }
    let isPerson = options.inputs.isEmpty && environment.inputIsTerminal
    let terminal = isPerson && !options.console.isMachine ? environment.terminal : nil
    let output = OutputWriter(sink: terminal?.makeSink() ?? environment.output)
    output.hasColor = !options.console.isMachine && hasColor(options.color)
    let given = applicationEnvironment(options, isPerson: isPerson, terminal, output)
    let application = Application(output: output, environment: given)
    let console = makeConsole(application, given, options, output)
    let beginning = SessionBeginning(
      application, console, givenSettings: isPerson ? options.givenSettings : nil)
    let end =
      terminal.map { runInteractively(console, application, beginning, $0, options) }
      ?? runInputs(console, application, beginning, options)
    if let fault = beginning.fault {
      output.flush()
      report(language.words(for: fault))
      return ExitStatus.storeFailed
    }
    // A framed session has no text outside the frame of a line.
    if !options.console.isMachine { application.game.writeResultAtEnd() }
    application.close()
    output.flush()
    if let flaw = console.recordingFlaw { report(flaw) }
    if !application.hasDelegate {
      environment.application = application
      environment.console = console
    }
    let status = status(of: end, output)
    return application.hasStoreFailed && status <= ExitStatus.refused
      ? ExitStatus.storeFailed : status
  }

  private func makeConsole(
    _ application: Application, _ given: ApplicationEnvironment, _ options: ProgramOptions,
    _ output: OutputWriter
  ) -> Console {
    let console = Console(
      table: Application.table(
        isMachine: options.console.isMachine, in: given.language,
        isRestricted: options.console.isRestricted),
      receiver: application,
      settings: application.settings, operations: application, output: output,
      diagnostics: diagnostics,
      options: options.console, programVersion: ProgramVersion.current,
      recordingFormat: TranscriptFormat(seed: application.recordingSeed, clock: given.clock))
    if let path = given.records.path { console.isInUse = { Store.isFile($0, ofStore: path) } }
    if let code = participant(options) {
      application.game.model.credits.participant = code
      console.firstSettings.append((SettingName.participant.rawValue, code))
    }
    console.words = given.language.consoleWords
    console.options.reportsProgress = environment.diagnosticsAreTerminal
    // Of all options a recording only needs these.
    if options.console.bails { console.firstSettings.append(("bail", "on")) }
    if application.game.usualBegin == .key { console.firstSettings.append(("begin", "key")) }
    if given.language != .english {
      console.firstSettings.append((SettingName.language.rawValue, given.language.rawValue))
    }
    application.console = console
    return console
  }

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
        options.language ?? (terminal == nil ? .english : Language(environment.variable))
    }
    if !isPerson, options.seed == nil, given.records.keepsForAll {
      given.makeStoreSeed = { [environment] in SessionSeed(number: environment.randomNumber()) }
    }
    given.supportsUnicode = terminal == nil || Language.supportsUnicode(environment.variable)
    given.surface = { terminal?.size }
    given.sleep = environment.sleep
    given.sleepInGlance = { [environment] in
      terminal?.sleepInGlance($0) ?? environment.sleep($0)
    }
    given.writeNow = { if let terminal { terminal.writeNow() } else { output.flush() } }
    // A person's terminal that can't be drawn on keeps whatever it has shown.
    given.canHide = !isPerson || terminal != nil
    given.lineOrigin = { terminal?.lineOrigin }
    given.measureTiming = { terminal?.measureTiming(holdCount: $0) }
    return given
  }

  private func runInteractively(
    _ console: Console, _ application: Application, _ beginning: SessionBeginning,
    _ terminal: any TerminalProvider, _ options: ProgramOptions
  ) -> Console.RunEnd {
    if options.readsConfiguration, !options.console.isRestricted,
      let path = folder("XDG_CONFIG_HOME", "/.config").map({ $0 + "/chimp/chimprc" }),
      let reader = try? ByteReader(path: path)
    {
      _ = beginning.prepare()
      guard beginning.fault == nil else { return .end }
      let end = try? console.run(sourced: reader, NamedFile(path))
      if let end, end != .end { return end }
    }
    if let style = options.boardStyle { application.boardStyle = style }
    console.output.write(text: application.speaker.language.greeting(ProgramVersion.current))
    console.output.endLine()
    let source = terminal.makeSource(
      for: console, attention: application, beginning: beginning, stage: application.makeStage())
    return console.run(AnnouncedLines(source, announce: application.reportFindings))
  }

  private func runInputs(
    _ console: Console, _ application: Application, _ beginning: SessionBeginning,
    _ options: ProgramOptions
  ) -> Console.RunEnd {
    guard beginning.prepare() else { return .end }
    if let style = options.boardStyle { application.boardStyle = style }
    for input in options.inputs.isEmpty ? [.standardInput] : options.inputs {
      let end: Console.RunEnd
      switch input {
      case .command(let text): end = console.run(TextLines(Array(text.utf8)))
      case .file(let path):
        guard !console.isInUse(path) else { return unusable(.inUse(path), .notPlain) }
        do throws(SystemError) {
          end = console.run(try ByteReader(path: path), name: path)
        } catch { return unusable(.cannotRead(path, error), error) }
        if case .inputFailed(let fault) = end { return unusable(.cannotRead(path, fault), fault) }
      case .standardInput:
        let name = environment.inputIsFile ? language.standardInput : nil
        end = console.run(
          ByteReader(
            descriptor: environment.input, flushing: console.output,
            attention: application.passesTime && !console.options.isMachine ? application : nil),
          name: name)
        if case .inputFailed(let fault) = end {
          return unusable(.cannotRead(language.standardInput, fault), fault)
        }
      }
      guard case .end = end else { return end }
    }
    return .end
  }

  private func runTranscriptTool() -> Int32 {
    let output = OutputWriter(sink: environment.output)
    output.hasColor = hasColor(.auto)
    var tool = TranscriptEnvironment(
      programName: "\(Self.name) transcript", output: { output.write(bytes: $0) },
      diagnostics: { bytes in
        diagnostics.write(bytes: bytes)
        diagnostics.flush()
      }, variable: environment.variable)
    tool.hasColor = output.hasColor
    tool.fence = Self.name
    environment.configureTool(&tool)
    // The question comes after the output so far.
    tool.answer = { [answer = tool.answer] in
      output.flush()
      return answer()
    }
    let status = TranscriptTool(sessions: ScriptSessionMaker(), environment: tool)
      .run(arguments: Array(environment.arguments.dropFirst()))
    output.flush()
    return max(status, self.status(of: .end, output))
  }

  /// Who plays, where that is said; a stranger to a store is nobody who has played there.
  private func participant(_ options: ProgramOptions) -> String? {
    guard options.participant == nil, options.console.isRestricted, options.storePath != nil else {
      return options.participant
    }
    let numbers = [environment.randomNumber(), environment.randomNumber()]
    return "guest-" + numbers.map { String($0, radix: 16) }.joined(separator: "-")
  }

  private func unusable(_ fault: ConsoleFault, _ cause: SystemError) -> Console.RunEnd {
    report(language.words(for: fault))
    return .inputFailed(cause)
  }

  private func status(of end: Console.RunEnd, _ output: OutputWriter) -> Int32 {
    if let fault = output.fault {
      if fault == .brokenPipe { return ExitStatus.success }
      return fail(language.cannotWriteOutput(fault))
    }
    if case .inputFailed = end { return ExitStatus.unusable }
    return output.refusalCount > 0 ? ExitStatus.refused : ExitStatus.success
  }

  private func writePage(_ text: String) -> Int32 {
    let output = OutputWriter(sink: environment.output)
    output.write(text: text)
    output.flush()
    return status(of: .end, output)
  }

  private func fail(_ words: String) -> Int32 {
    report(words)
    return ExitStatus.unusable
  }

  func report(_ words: String) {
    diagnostics.write(text: line(words))
    diagnostics.flush()
  }

  func line(_ words: String) -> String { "\(Self.name): \(escaped(words))\n" }

  private func hasColor(_ color: ProgramOptions.Color) -> Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto:
      environment.outputIsTerminal && (environment.variable("NO_COLOR") ?? "").isEmpty
        && environment.variable("TERM").map { !$0.isEmpty && $0 != "dumb" } ?? false
    }
  }

  private func folder(_ variable: String, _ usual: String) -> String? {
    if let folder = environment.variable(variable), folder.hasPrefix("/") { return folder }
    return environment.variable("HOME").map { $0 + usual }
  }

  func recordsEnvironment(
    _ options: ProgramOptions, isPerson: Bool, _ terminal: (any TerminalProvider)?,
    _ output: OutputWriter
  ) -> RecordsEnvironment {
    let isRestricted = options.console.isRestricted
    let path =
      options.storesInMemory
      ? nil : options.storePath ?? (isPerson && !isRestricted ? usualStorePath() : nil)
    let records = RecordsEnvironment(
      path: path, isRestricted: isRestricted, countLimit: isRestricted ? 1_000 : nil,
      configure: environment.configureStore)
    records.isPerson = isPerson
    records.report = report
    records.machine = path.flatMap { _ in environment.machine() }
    guard let terminal else { return records }
    records.report = { words in
      output.flush()
      if !terminal.report(line(words)) { report(words) }
    }
    records.confirm = terminal.confirm
    records.isInterrupted = { terminal.isInterrupted }
    records.makeExecutor = { ThreadExecutor() }
    records.timeText = { LocalTime($0).text(at: LocalTime($1)) }
    records.terminal = { [environment] in
      let size = terminal.size.map { " \($0.columns)x\($0.rows)" } ?? ""
      return (environment.variable("TERM") ?? "-") + size
    }
    return records
  }

  private func usualStorePath() -> String? {
    guard let data = folder("XDG_DATA_HOME", "/.local/share"), data.hasPrefix("/") else {
      return nil
    }
    let path = data + "/chimp/chimp.sqlite"
    makeFolders(of: path)
    return path
  }
}

/// Makes the folders of a file where they are missing; nobody else may look into them.
package func makeFolders(of path: String) {
  var end = path.startIndex
  while let slash = path[end...].dropFirst().firstIndex(of: "/") {
    mkdir(String(path[..<slash]), 0o700)
    end = slash
  }
}

/// The lines of another source, before each of which there may be something to tell.
final class AnnouncedLines: LineSource {
  private let source: any LineSource
  private let announce: () -> Void

  init(_ source: any LineSource, announce: @escaping () -> Void) {
    self.source = source
    self.announce = announce
  }

  func nextLine(into line: inout OwnedBuffer<UInt8>) -> LineEvent {
    announce()
    return source.nextLine(into: &line)
  }
}

/// What a person's session begins with: the store is opened, and what was left there taken up.
///
/// Most of it is done after the first prompt is shown and before the first key is read, so that
/// nobody waits for it.
package final class SessionBeginning {
  private let application: Application
  private let console: Console
  /// The settings that options have set; nil where nobody's settings last.
  private let givenSettings: [String]?
  private var isPrepared = false
  private var question: String?
  /// Why there is no store, if it can't be opened.
  private(set) var fault: StoreError?

  init(_ application: Application, _ console: Console, givenSettings: [String]?) {
    self.application = application
    self.console = console
    self.givenSettings = givenSettings
  }

  /// Opens the store and takes its settings; answers whether a line may be edited now.
  package func prepare() -> Bool {
    guard !isPrepared else { return fault == nil && question == nil }
    isPrepared = true
    fault = application.openNamedStore()
    guard fault == nil else { return false }
    guard let givenSettings else { return true }
    application.restoreSettings(of: console, except: givenSettings)
    question = application.resumptionQuestion()
    return question == nil
  }

  /// Asks what there is to ask; answers whether the session goes on.
  package func finish() -> Bool {
    guard fault == nil else { return false }
    if let question, application.records.confirm?(question) == true {
      application.receive(.action(RoundAction.resume))
    }
    question = nil
    return true
  }
}
