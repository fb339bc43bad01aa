package import Archive
import Events
package import Exchange
import Game
import Records
package import Shell

/// An action on the whole store, such as an export.
///
///     let action = StoreAction.backup(to: NamedFile("copy.db"), replaces: false)
///     if let operation = store.operation(for: action) { queue.enqueue(operation) }
package enum StoreAction: Action, Equatable {
  case check(isQuick: Bool)
  case backup(to: NamedFile, replaces: Bool)
  case export(to: NamedFile, ExchangeFormat?, replaces: Bool, ExportOptions)
  case exportBIDS(to: NamedFile, ExportOptions)
  case `import`(from: NamedFile, ExchangeFormat?)
  case recover(to: NamedFile)
  case merge(NamedFile)
  case withdraw(String, isConfirmed: Bool)
  case send(to: String, follows: Bool)
  case exportNews(to: NamedFile, ExchangeFormat?, replaces: Bool)
  case importNews(from: NamedFile, ExchangeFormat?)
}

/// Creates the operations of the store commands, and writes their results.
///
/// An operation uses the store's file or a copy in memory, never the records of the session, so it
/// can run while the session continues.
///
///     if let operation = store.operation(for: .check(isQuick: true)) {
///       queue.enqueue(operation)
///     }
package final class StoreController {
  /// The owner of the store.
  private let delegate: ApplicationDelegate
  /// Writes sentences to the output.
  private let speaker: Speaker
  /// Returns the model of the news, which is updated after an import.
  private let news: () -> NewsModel

  /// The import that was queued last; later operations wait for it.
  ///
  /// They must see the imported trials.
  private weak var lastImport: QueuedOperation?

  /// The store of the session.
  private let store: SessionStore
  /// Returns whether a test is in progress.
  private let isTestOn: () -> Bool
  /// Returns whether a round is in progress in this program.
  private let isRoundOpen: () -> Bool
  /// Returns whether the test in progress gives no feedback.
  private let isTestSilent: () -> Bool
  /// Called with the code of a participant whose data was erased.
  private let didErase: (_ code: String) -> Void

  /// Creates the controller.
  package init(
    _ delegate: ApplicationDelegate, _ speaker: Speaker, news: @escaping () -> NewsModel,
    store: SessionStore, isTestOn: @escaping () -> Bool,
    isRoundOpen: @escaping () -> Bool, isTestSilent: @escaping () -> Bool,
    didErase: @escaping (_ code: String) -> Void = { _ in }
  ) {
    self.didErase = didErase
    self.delegate = delegate
    self.speaker = speaker
    self.news = news
    self.store = store
    self.isTestOn = isTestOn
    self.isRoundOpen = isRoundOpen
    self.isTestSilent = isTestSilent
  }

  /// Returns the operation of an action; `nil` if an error was written.
  package func operation(for action: StoreAction) -> QueuedOperation? {
    unlessRefused { () throws(ArchiveError) in
      switch action {
      case .check(let isQuick): try check(isQuick: isQuick)
      case .backup(let file, let replaces): try backup(to: file, replaces: replaces)
      case .export(let file, let format, let replaces, let options):
        try export(to: file, format, replaces: replaces, options)
      case .exportBIDS(let folder, let options): try exportBIDS(to: folder, options)
      case .import(let file, let format): try importTrials(from: file, format)
      case .recover(let file): try recover(to: file)
      case .merge(let file):
        queuedMerge(MergeStudies(source: try source("merge"), file: file)) { $0.merged($1) }
      case .withdraw(let code, let isConfirmed): try withdraw(code, isConfirmed: isConfirmed)
      case .send(let address, let follows): try send(to: address, follows: follows)
      case .exportNews(let file, let format, let replaces):
        try exportNews(to: file, format, replaces: replaces)
      case .importNews(let file, let format): try importNews(from: file, format)
      }
    }
  }

  private func check(isQuick: Bool) throws(ArchiveError) -> QueuedOperation {
    queued(CheckStore(source: try source(), isQuick: isQuick)) { [delegate] in
      delegate.record($1.findings)
      if !$1.refusedRows.isEmpty { delegate.noteDamagedRows() }
      return $0.lines(of: $1)
    }
  }

  private func backup(
    to file: NamedFile, replaces: Bool
  ) throws(ArchiveError) -> QueuedOperation {
    let source = try source("backup")
    return queued(Backup(source: source, file: file, replaces: replaces)) {
      [$0.backup(byteCount: $1, file.name, lostCount: source.forgottenCount)]
    }
  }

  private func recover(to file: NamedFile) throws(ArchiveError) -> QueuedOperation {
    queued(Recover(source: try source("recover", inFile: true), file: file)) {
      $0.lines(of: $1, file.name)
    }
  }

  private func export(
    to file: NamedFile, _ format: ExchangeFormat?, replaces: Bool, _ options: ExportOptions
  ) throws(ArchiveError) -> QueuedOperation {
    let (source, played) = try exported()
    let export = Export(
      source: source, file: file, format: try self.format(format, file), replaces: replaces,
      played: played, options: options)
    return queued(export) {
      [$0.export($1, lostCount: source.forgottenCount)] + $0.exported($1.simulated)
        + $0.marked($1.excluded)
        + $0.lacking($1.unreadable)
    }
  }

  private func exportBIDS(
    to folder: NamedFile, _ options: ExportOptions
  ) throws(ArchiveError) -> QueuedOperation {
    let (source, played) = try exported()
    let export = BIDSExport(source: source, folder: folder, played: played, options: options)
    return queued(export) {
      [$0.export($1, folder.name, lostCount: source.forgottenCount)] + $0.exported($1.simulated)
        + $0.marked($1.excluded)
        + $0.lacking($1.unreadable)
    }
  }

  /// Returns the operation that imports a file; all trials of another store are merged instead.
  private func importTrials(
    from file: NamedFile, _ format: ExchangeFormat?
  ) throws(ArchiveError) -> QueuedOperation {
    if format == nil, isStore(file) {
      let merge = MergeStudies(source: try source("import"), file: file, importsAllTrials: true)
      return queuedMerge(merge) {
        $0.imported($1.imported, file.name) + $0.skipped($1.skippedRounds)
      }
    }
    let operation = Import(
      source: try source("import"), file: file, format: try self.format(format, file))
    return queuedImport(operation) { [$0.imported($1, file.name)] }
  }

  private func exportNews(
    to file: NamedFile, _ format: ExchangeFormat?, replaces: Bool
  ) throws(ArchiveError) -> QueuedOperation {
    let export = ExportNews(
      source: try newsSource("news export"), file: file, format: try self.format(format, file),
      replaces: replaces)
    return queued(export) { [$0.export($1, file.name)] }
  }

  private func importNews(
    from file: NamedFile, _ format: ExchangeFormat?
  ) throws(ArchiveError) -> QueuedOperation {
    let operation = ImportNews(
      source: try newsSource("news import"), file: file, format: try self.format(format, file))
    let queued = queuedImport(operation) { [$0.imported($1, file.name)] }
    queued.addListener { [news] end in news().refresh(after: end) }
    return queued
  }

  /// Returns whether a file is a store rather than an exported file.
  private func isStore(_ file: NamedFile) -> Bool {
    ExchangeFormat(endingOf: file.name) == nil && !file.name.isEmpty
      && Store.isDatabase(
        file.path, like: StoreLayout.settings(.file(file.path, mustExist: true)))
  }

  /// Returns the operation of a merge; rows that it rejected are written after its reply.
  private func queuedMerge(
    _ merge: MergeStudies, _ words: @escaping (Language, MergeStudies.Report) -> String
  ) -> QueuedOperation {
    queuedImport(merge) { [speaker] _, report in
      speaker.say { words($0, report) }
      if !report.withdrawnElsewhere.isEmpty {
        speaker.refuse { $0.withdrawnElsewhere(report.withdrawnElsewhere) }
      }
      for name in report.otherStudies {
        speaker.refuse { $0.words(for: .otherStudy(report.file, name)) }
      }
      if !report.refused.isEmpty { speaker.refuse { $0.refusedByMerge(report) } }
      for row in report.skippedRounds.refusedRows {
        speaker.refuse { $0.words(for: .badRow(report.file, row)) }
      }
      return []
    }
  }

  /// Returns the operation that erases a participant's data, after the user has confirmed it.
  private func withdraw(
    _ code: String, isConfirmed: Bool
  ) throws(ArchiveError) -> QueuedOperation {
    let source = try source("withdraw")
    guard !isTestOn(), !isRoundOpen() else { throw .withdrawal(.isPlaying(code)) }
    guard ParticipantCode.isValid(code) else { throw .enrolment(.noCode) }
    guard code != CreditModel.firstParticipant else { throw .withdrawal(.isGuest(code)) }
    guard try knows(code) else { throw .withdrawal(.isUnknown(code)) }
    let question = speaker.language.withdrawalQuestion(code)
    guard isConfirmed || delegate.environment.confirm?(question) == true else {
      throw .withdrawal(.notConfirmed(code))
    }
    return queued(Withdraw(source: source, code: code, delegate.environment)) {
      [delegate, didErase] in
      didErase($1.code)
      return $0.lines(of: $1, server: delegate.serverAddress?.description)
    }
  }

  /// Returns whether the store has trials or an enrolment of a participant.
  private func knows(_ code: String) throws(ArchiveError) -> Bool {
    try delegate.perform { context throws(RecordError) in
      try Withdrawals.knows(code, in: context)
    }
  }

  /// Returns the operation that sends the store to a server with the program `chimp-lab`.
  ///
  /// - Throws: `noLab` if that program isn't installed.
  private func send(to address: String, follows: Bool) throws(ArchiveError) -> QueuedOperation {
    let source = try source("send store", inFile: true)
    guard let program = delegate.environment.serverProgram() else { throw .noLab }
    if let server = try? ServerAddress(address) { delegate.noteServer(server) }
    let words = [program, "send", source.path, address] + (follows ? ["--follow"] : [])
    return queued(SendStore(source: source, words: words)) { $1 }
  }

  /// Returns an operation on all finished trials; `nil` if an error was written.
  ///
  /// During a test it is refused, unless it only reports counts of finished trials and the test
  /// gives feedback.
  func operation<Work: StoreOperation>(
    _ name: String, isAllowedWhenRestricted: Bool = false, isAllowedDuringTest: Bool = false,
    _ make: (StoreSource) -> Work,
    then words: @escaping (Language, Work.Success) -> [String]
  ) -> QueuedOperation? {
    unlessRefused { () throws(ArchiveError) in
      if !isAllowedWhenRestricted { try refuseIfRestricted(name) }
      if isTestOn() {
        guard isAllowedDuringTest else { throw .round(.testGoesOn) }
        guard !isTestSilent() else { throw .round(.testIsSilent) }
      }
      return queued(make(try source()), words)
    }
  }

  /// Returns the operation that a closure creates; writes the error message and returns `nil` if it
  /// throws.
  private func unlessRefused(
    _ make: () throws(ArchiveError) -> QueuedOperation?
  ) -> QueuedOperation? {
    do throws(ArchiveError) { return try make() } catch {
      speaker.refuse { $0.words(for: error) }
      return nil
    }
  }

  /// Returns an operation whose result is written with `words`, and whose error is recorded and
  /// written.
  private func queued<Work: StoreOperation>(
    _ operation: Work, priority: Int = 0,
    _ words: @escaping (Language, Work.Success) -> [String]
  ) -> QueuedOperation {
    let queued = QueuedOperation(operation, priority: priority) { [delegate, speaker] result in
      do throws(ArchiveError) {
        let success = try result.get()
        if operation.skippedDamagedRows(success) { delegate.noteDamagedRows() }
        for line in words(speaker.language, success) { speaker.say { _ in line } }
      } catch {
        // If a file of the user can't be written, the store has not failed.
        if case .record(let fault) = error, fault.path == operation.source.path {
          delegate.note(fault)
        }
        speaker.refuse { $0.words(for: error) }
      }
      for target in operation.targets {
        for leftover in target.leftovers { speaker.say { $0.words(for: leftover) } }
      }
    }
    if let lastImport, lastImport.state?.isFinished == false { queued.predecessors = [lastImport] }
    return queued
  }

  /// Returns an import operation, which runs before other waiting operations.
  private func queuedImport<Work: StoreOperation>(
    _ operation: Work, _ words: @escaping (Language, Work.Success) -> [String]
  ) -> QueuedOperation {
    let queued = queued(operation, priority: 1, words)
    lastImport = queued
    return queued
  }

  /// Returns the given format, or else that of the file's extension.
  private func format(
    _ format: ExchangeFormat?, _ file: NamedFile
  ) throws(ArchiveError) -> ExchangeFormat {
    guard let format = format ?? ExchangeFormat(endingOf: file.name) else {
      throw .noFormat(file.name)
    }
    return format
  }

  /// Returns the store, and the numbers of the rounds in progress, which an export must skip.
  private func exported() throws(ArchiveError) -> (StoreSource, played: Set<Int>) {
    try refuseIfRestricted("export")
    // The export has the seeds, which would reveal the next boards.
    guard !isTestOn() else { throw .round(.testGoesOn) }
    let source = try source()
    return (source, try store.findPlayed())
  }

  /// Returns the store with all rounds saved, for an operation.
  ///
  /// - Throws: `ArchiveError` in a restricted session, or if the files of the store were
  ///   replaced.
  private func source(
    _ command: String? = nil, inFile: Bool = false
  ) throws(ArchiveError) -> StoreSource {
    if let command { try refuseIfRestricted(command) }
    if inFile && delegate.environment.path == nil { throw .notInFile }
    // A second connection would treat this store's log as that of another file.
    try delegate.checkFiles()
    var source = storeSource
    source.forgottenCount = try store.adoptRounds()
    return source
  }

  /// Returns the store, for an operation on the news.
  private func newsSource(_ command: String) throws(ArchiveError) -> StoreSource {
    try refuseIfRestricted(command)
    return storeSource
  }

  /// The store as operations use it, with the texts of their progress.
  private var storeSource: StoreSource {
    delegate.storeSource { [language = speaker.language] in language.words(for: $0) }
  }

  /// Throws in a restricted session; does nothing otherwise.
  private func refuseIfRestricted(_ command: String) throws(ArchiveError) {
    if delegate.environment.isRestricted { throw .restricted(command) }
  }
}

extension StoreController {
  /// Returns the commands about the store.
  package static func commands(in language: Language) -> [Command] {
    copying(language) + exchanging(language)
  }

  /// Returns the commands `check-store` and `backup`.
  private static func copying(_ language: Language) -> [Command] {
    [
      Command(
        "check-store", language.help(.checkStore), in: .store,
        CommandForm([Parameter("quick|full", .flag(["quick", "full"]), .optional)]) {
          .operation(StoreAction.check(isQuick: $0.textIfGiven(0) == "quick"))
        }, examples: ["check-store", "check-store quick"]),
      Command(
        "backup", language.help(.backup), in: .store,
        CommandForm([Parameter("FILE", .file), force]) { invocation throws(ConsoleError) in
          .operation(
            StoreAction.backup(
              to: try file(invocation, language), replaces: invocation.argumentCount > 1))
        }, examples: ["backup copy.sqlite", "backup copy.sqlite --force", "backup copy.sqlite &"]),
    ]
  }

  /// Returns the commands `export`, `import` and `recover`.
  private static func exchanging(_ language: Language) -> [Command] {
    [
      Command(
        "export", language.help(.export), in: .store, isEssential: true,
        CommandForm([Parameter("FILE", .file), force], keys: exportKeys) {
          invocation throws(ConsoleError) in
          let options = ExportOptions(
            includesHost: invocation.text(key: "host") == "yes",
            appliesRules: invocation.text(key: "exclusions") == nil)
          if invocation.text(key: "format") == "bids" {
            return .operation(StoreAction.exportBIDS(to: try file(invocation, language), options))
          }
          return .operation(
            StoreAction.export(
              to: try file(invocation, language), invocation.format,
              replaces: invocation.textIfGiven(1) != nil, options))
        },
        examples: [
          "export data.csv", "export data.jsonl --force", "export data format=csv &",
          "export dataset format=bids", "export data.csv host=yes exclusions=no",
        ]),
      Command(
        "import", language.help(.importing), in: .store,
        CommandForm([Parameter("FILE", .file)], keys: [format]) { invocation in
          .operation(StoreAction.import(from: invocation.file(0), invocation.format))
        }, examples: ["import data.csv", "import data.jsonl"]),
      Command(
        "recover", language.help(.recover), in: .store,
        CommandForm([Parameter("FILE", .file)]) { invocation in
          .operation(StoreAction.recover(to: invocation.file(0)))
        }, examples: ["recover rest.sqlite"]),
    ]
  }

  private static var exportKeys: [Parameter] {
    [
      .key("format", .choice(ExchangeFormat.allCases.map(\.rawValue) + ["bids"])),
      .key("host", .choice(["yes", "no"])), .key("exclusions", .choice(["no"])),
    ]
  }

  /// The key `format=` of exports and imports.
  static var format: Parameter { .key("format", .choice(ExchangeFormat.allCases.map(\.rawValue))) }

  /// Returns the file to write; throws if the user wrote `--force` instead of it.
  static func file(
    _ invocation: Invocation, at index: Int = 0, _ language: Language
  ) throws(ConsoleError) -> NamedFile {
    let file = invocation.file(index)
    guard file.name != "--force" else {
      throw .invalid(language.fileIsMissing, column: invocation.column(index))
    }
    return file
  }

  /// The flag `--force`, which allows to replace an existing file.
  static var force: Parameter { Parameter("--force", .flag(["--force"]), .optional) }
}

extension Invocation {
  /// The format given by `format=`; `nil` if the file's extension determines it.
  var format: ExchangeFormat? { text(key: "format").flatMap { ExchangeFormat(rawValue: $0) } }
}
