import Records
package import Shell

/// What the commands about the store as a whole ask for.
package enum StoreAction: Action, Equatable {
  case check(isQuick: Bool)
  case backup(to: FilePlace, replaces: Bool)
  case export(to: FilePlace, ExchangeFormat?, replaces: Bool)
  case exportBIDS(to: FilePlace)
  case `import`(from: FilePlace, ExchangeFormat?)
  case recover(to: FilePlace)
  case merge(FilePlace)
  case send(to: String, follows: Bool)
  case exportNews(to: FilePlace, ExchangeFormat?, replaces: Bool)
  case importNews(from: FilePlace, ExchangeFormat?)
}

/// Makes the operations that the commands ask for, and has the view tell what comes of them.
package final class StoreController {
  private let delegate: ApplicationDelegate
  private let view: StoreView
  private let news: () -> NewsModel
  /// The import that was asked for last.
  ///
  /// Later operations wait for it, so that they find what it brings.
  private weak var lastImport: QueuedOperation?
  /// Brings all rounds into the store, and answers how many older ones nobody knows any more.
  private let gather: () throws(RecordError) -> Int
  /// Whether a test goes on.
  private let isTestOn: () -> Bool
  /// Finds the numbers of the rounds that are played now.
  private let findPlayed: () throws(RecordError) -> Set<Int>

  /// Makes a controller of the delegate's store.
  init(
    _ delegate: ApplicationDelegate, view: StoreView, news: @escaping () -> NewsModel,
    gather: @escaping () throws(RecordError) -> Int, isTestOn: @escaping () -> Bool,
    findPlayed: @escaping () throws(RecordError) -> Set<Int>
  ) {
    self.delegate = delegate
    self.view = view
    self.news = news
    self.gather = gather
    self.isTestOn = isTestOn
    self.findPlayed = findPlayed
  }

  /// The operation that a command asks for; nil where it was refused.
  package func operation(for action: StoreAction) -> QueuedOperation? {
    do throws(StoreWorkFault) {
      return switch action {
      case .check(let isQuick): try check(isQuick: isQuick)
      case .backup(let file, let replaces): try backup(to: file, replaces: replaces)
      case .export(let file, let format, let replaces):
        try export(to: file, format, replaces: replaces)
      case .exportBIDS(let folder): try exportBIDS(to: folder)
      case .import(let file, let format): try importing(file, format)
      case .recover(let file): try recover(to: file)
      case .merge(let file): try merge(file)
      case .send(let address, let follows): try send(to: address, follows: follows)
      case .exportNews(let file, let format, let replaces):
        try exportNews(to: file, format, replaces: replaces)
      case .importNews(let file, let format): try importNews(from: file, format)
      }
    } catch {
      view.refuse(error)
      return nil
    }
  }

  /// A survey of all trials; nil where it was refused.
  func survey<Tally>(
    _ tally: Tally, _ filter: TrialFilter, _ name: String,
    then show: @escaping (Survey<Tally>.Report) -> Void
  ) -> QueuedOperation? {
    do throws(StoreWorkFault) {
      guard !isTestOn() else { throw .testGoesOn }
      let (source, lost) = try source()
      return queued(Survey(source, tally, filter), name) { [delegate] report in
        var report = report
        if report.leftOut[.damaged] > 0 { delegate.noteDamagedRows() }
        if lost > 0 { report.leftOut.add([.forgotten], count: lost) }
        show(report)
      }
    } catch {
      view.refuse(error)
      return nil
    }
  }

  private func check(isQuick: Bool) throws(StoreWorkFault) -> QueuedOperation {
    let source = try source().source
    return queued(CheckStore(source, isQuick: isQuick), "check-store") {
      [delegate, view] report in
      delegate.take(report.findings)
      view.show(report)
    }
  }

  private func backup(
    to file: FilePlace, replaces: Bool
  ) throws(StoreWorkFault) -> QueuedOperation {
    try refuseIfRestricted("backup")
    let (source, lost) = try source()
    return queued(Backup(source, to: file, replaces: replaces), "backup") { [view] count in
      view.showBackup(byteCount: count, file.name, lostCount: lost)
    }
  }

  private func export(
    to file: FilePlace, _ format: ExchangeFormat?, replaces: Bool
  ) throws(StoreWorkFault) -> QueuedOperation {
    let format = try self.format(format, file)
    let (source, lost, played) = try exported()
    let operation = Export(source, to: file, format, replaces: replaces, except: played)
    return queued(operation, "export") { [delegate, view] report in
      if !report.damagedRounds.isEmpty { delegate.noteDamagedRows() }
      view.show(report, lostCount: lost)
    }
  }

  private func exportBIDS(to folder: FilePlace) throws(StoreWorkFault) -> QueuedOperation {
    let (source, lost, played) = try exported()
    return queued(BIDSExport(source, to: folder, except: played), "export") {
      [delegate, view] report in
      if !report.damagedRounds.isEmpty { delegate.noteDamagedRows() }
      view.show(report, folder.name, lostCount: lost)
    }
  }

  /// What may be exported now: not the rounds that are played.
  private func exported() throws(StoreWorkFault) -> (StoreSource, lostCount: Int, Set<Int>) {
    try refuseIfRestricted("export")
    // What is exported tells what the next boards are drawn from.
    guard !isTestOn() else { throw .testGoesOn }
    let (source, lost) = try source()
    do throws(RecordError) { return (source, lost, try findPlayed()) } catch {
      throw .record(error)
    }
  }

  private func importing(
    _ file: FilePlace, _ format: ExchangeFormat?
  ) throws(StoreWorkFault) -> QueuedOperation {
    try refuseIfRestricted("import")
    let format = try self.format(format, file)
    let operation = Import(try source().source, from: file, format)
    return queuedImport(operation, "import") { [view] report in view.show(report, file.name) }
  }

  private func merge(_ file: FilePlace) throws(StoreWorkFault) -> QueuedOperation {
    try refuseIfRestricted("merge")
    let operation = MergeStudies(try source().source, from: file)
    return queuedImport(operation, "merge") { [view] report in view.show(report, file.name) }
  }

  private func exportNews(
    to file: FilePlace, _ format: ExchangeFormat?, replaces: Bool
  ) throws(StoreWorkFault) -> QueuedOperation {
    try refuseIfRestricted("news export")
    let format = try self.format(format, file)
    let operation = ExportNews(delegate.storeSource, to: file, format, replaces: replaces)
    return queued(operation, "news export") { [delegate, view] report in
      if report.damagedCount > 0 { delegate.noteDamagedRows() }
      view.show(report, file.name)
    }
  }

  private func importNews(
    from file: FilePlace, _ format: ExchangeFormat?
  ) throws(StoreWorkFault) -> QueuedOperation {
    try refuseIfRestricted("news import")
    let format = try self.format(format, file)
    let operation = ImportNews(delegate.storeSource, from: file, format)
    let queued = queuedImport(operation, "news import") { [view] report in
      view.show(report, file.name)
    }
    queued.addListener { [news] end in news().follow(end) }
    return queued
  }

  private func recover(to file: FilePlace) throws(StoreWorkFault) -> QueuedOperation {
    try refuseIfRestricted("recover")
    guard delegate.environment.path != nil else { throw .notInFile }
    let source = try source().source
    return queued(Recover(source, to: file), "recover") { [view] count in
      view.showRecovery(rowCount: count, file.name)
    }
  }

  private func send(to address: String, follows: Bool) throws(StoreWorkFault) -> QueuedOperation {
    try refuseIfRestricted("send store")
    guard let path = delegate.environment.path else { throw .notInFile }
    guard let program = delegate.environment.findProgram("chimp-lab") else { throw .noLab }
    let words = [program, "send", path, address] + (follows ? ["--follow"] : [])
    return queued(SendStore(try source().source, words), "send store") { [view] lines in
      view.show(lines)
    }
  }

  /// An operation on a store that has all rounds; nil where it was refused.
  func operation<Work: StoreOperation>(
    _ name: String, _ make: (StoreSource) -> Work, then show: @escaping (Work.Success) -> Void
  ) -> QueuedOperation? {
    do throws(StoreWorkFault) {
      try refuseIfRestricted(name)
      guard !isTestOn() else { throw .testGoesOn }
      return queued(make(try source().source), name, then: show)
    } catch {
      view.refuse(error)
      return nil
    }
  }

  private func queued<Work: StoreOperation>(
    _ operation: Work, _ name: String, priority: Int = 0,
    then show: @escaping (Work.Success) -> Void
  ) -> QueuedOperation {
    let terms = OperationTerms(name, priority: priority)
    let queued = QueuedOperation(operation, terms: terms) { [delegate, view] result in
      do throws(StoreWorkFault) { show(try result.get()) } catch {
        // A file of the user that can't be written is no fault of the store.
        if case .store(let fault) = error, fault.path == operation.source.path {
          delegate.note(fault)
        }
        view.refuse(error)
      }
    }
    if let lastImport, lastImport.state?.isFinished == false { queued.predecessors = [lastImport] }
    return queued
  }

  /// An import goes before what waits with it.
  private func queuedImport<Work: StoreOperation>(
    _ operation: Work, _ name: String, then show: @escaping (Work.Success) -> Void
  ) -> QueuedOperation {
    let queued = queued(operation, name, priority: 1, then: show)
    lastImport = queued
    return queued
  }

  private func format(
    _ format: ExchangeFormat?, _ file: FilePlace
  ) throws(StoreWorkFault) -> ExchangeFormat {
    guard let format = format ?? ExchangeFormat(endingOf: file.name) else {
      throw .noFormat(file.name)
    }
    return format
  }

  /// The store with all rounds in it.
  private func source() throws(StoreWorkFault) -> (source: StoreSource, lostCount: Int) {
    // A second opening would take our log for that of another file.
    do throws(StoreError) { try delegate.checkFiles() } catch { throw .store(error) }
    do throws(RecordError) { return (delegate.storeSource, try gather()) } catch {
      throw .record(error)
    }
  }

  private func refuseIfRestricted(_ command: String) throws(StoreWorkFault) {
    if delegate.environment.isRestricted { throw .restricted(command) }
  }
}

extension StoreController {
  /// The commands about the store as a whole.
  package static func commands(in language: Language) -> [Command] {
    let words = StoreCommandWords(language)
    return copying(words, language) + exchanging(words, language)
  }

  private static func copying(_ words: StoreCommandWords, _ language: Language) -> [Command] {
    [
      Command(
        "check-store", words.checkStore, in: .store,
        CommandForm([Parameter("quick|full", .flag(["quick", "full"]), .optional)]) {
          .operation(StoreAction.check(isQuick: $0.textIfGiven(0) == "quick"))
        },
        examples: ["check-store", "check-store quick"],
        notes: words.checkStoreNotes),
      Command(
        "backup", words.backup, in: .store,
        CommandForm([Parameter("FILE", .file), force]) { invocation throws(ArgumentFault) in
          .operation(
            StoreAction.backup(
              to: try file(invocation, language), replaces: invocation.argumentCount > 1))
        },
        examples: ["backup copy.sqlite", "backup copy.sqlite --force", "backup copy.sqlite &"],
        notes: words.backupNotes),
    ]
  }

  private static func exchanging(_ words: StoreCommandWords, _ language: Language) -> [Command] {
    [
      Command(
        "export", words.export, in: .store,
        CommandForm([Parameter("FILE", .file), force], keys: [exportFormat]) {
          invocation throws(ArgumentFault) in
          if invocation.text(key: "format") == "bids" {
            return .operation(StoreAction.exportBIDS(to: try file(invocation, language)))
          }
          return .operation(
            StoreAction.export(
              to: try file(invocation, language), invocation.format,
              replaces: invocation.textIfGiven(1) != nil))
        },
        examples: [
          "export data.csv", "export data.jsonl --force", "export data format=csv &",
          "export dataset format=bids",
        ],
        notes: words.exportNotes),
      Command(
        "import", words.importing, in: .store,
        CommandForm([Parameter("FILE", .file)], keys: [format]) { invocation in
          .operation(StoreAction.import(from: invocation.file(0), invocation.format))
        },
        examples: ["import data.csv", "import data.jsonl"],
        notes: words.importingNotes),
      Command(
        "recover", words.recover, in: .store,
        CommandForm([Parameter("FILE", .file)]) { invocation in
          .operation(StoreAction.recover(to: invocation.file(0)))
        },
        examples: ["recover rest.sqlite"]),
    ]
  }

  private static var exportFormat: Parameter {
    .key("format", .choice(ExchangeFormat.allCases.map(\.rawValue) + ["bids"]))
  }

  static var format: Parameter {
    .key("format", .choice(ExchangeFormat.allCases.map(\.rawValue)))
  }

  /// The file to write; refuses a `--force` that stands in its place.
  static func file(
    _ invocation: Invocation, at place: Int = 0, _ language: Language
  ) throws(ArgumentFault) -> FilePlace {
    let file = invocation.file(place)
    guard file.name != "--force" else {
      throw .invalid(language.fileIsMissing, column: invocation.column(place))
    }
    return file
  }

  static var force: Parameter { Parameter("--force", .flag(["--force"]), .optional) }
}

extension Invocation {
  var format: ExchangeFormat? { text(key: "format").flatMap { ExchangeFormat(rawValue: $0) } }
}
