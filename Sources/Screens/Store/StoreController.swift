import Archive
import Events
import Exchange
import Game
import Records
import Shell

/// Creates the operations of the store commands, and writes their results.
///
/// An operation opens the store's file itself and uses none of the session's records, so that it can
/// run while the session continues. Only a store in memory is shared.
///
///     queue.enqueue(try store.check(isQuick: true))
final class StoreController {
  private unowned let application: Application
  /// The owner of the store.
  private let programStore: ProgramStore
  /// The view that writes the results.
  private let view: StoreView

  /// The import that was queued last; later operations wait for it.
  ///
  /// They must see the imported trials.
  private weak var lastImport: QueuedOperation?

  /// Creates the controller.
  init(_ application: Application) {
    self.application = application
    programStore = application.programStore
    view = StoreView(application.speaker)
  }

  func check(isQuick: Bool) throws -> QueuedOperation {
    queued(CheckStore(source: try source(), isQuick: isQuick)) { [programStore, view] _, report in
      programStore.record(report.findings)
      if !report.refusedRows.isEmpty { programStore.noteDamagedRows() }
      return view.lines(of: report)
    }
  }

  func backup(
    to file: NamedFile, replaces: Bool
  ) throws -> QueuedOperation {
    let source = try source("backup")
    return queued(Backup(source: source, file: file, replaces: replaces)) { [view] _, byteCount in
      [view.backup(byteCount: byteCount, file.name, lostCount: source.forgottenCount)]
    }
  }

  func recover(to file: NamedFile) throws -> QueuedOperation {
    queued(Recover(source: try source("recover", inFile: true), file: file)) { [view] _, report in
      view.lines(of: report, file.name)
    }
  }

  func export(
    to file: NamedFile, _ format: ExchangeFormat?, replaces: Bool, _ options: ExportOptions
  ) throws -> QueuedOperation {
    let (source, played) = try exported()
    let export = Export(
      source: source, file: file, format: try self.format(format, file), replaces: replaces,
      played: played, options: options)
    return queued(export) { [view] _, report in
      [view.export(report, lostCount: source.forgottenCount)] + view.exported(report.simulated)
        + view.marked(report.excluded) + view.lacking(report.unreadable)
    }
  }

  func exportBIDS(
    to folder: NamedFile, _ options: ExportOptions
  ) throws -> QueuedOperation {
    let (source, played) = try exported()
    let export = BIDSExport(source: source, folder: folder, played: played, options: options)
    return queued(export) { [view] _, report in
      [view.export(report, folder.name, lostCount: source.forgottenCount)]
        + view.exported(report.simulated) + view.marked(report.excluded)
        + view.lacking(report.unreadable)
    }
  }

  func exportPsychDS(
    to folder: NamedFile, _ options: ExportOptions
  ) throws -> QueuedOperation {
    let (source, played) = try exported()
    let tables = Export(
      source: source, file: folder, format: .csv, replaces: false, played: played,
      options: options)
    return queued(PsychDSExport(tables: tables)) { [view] _, report in
      [view.export(report, toDataset: folder.name, lostCount: source.forgottenCount)]
        + view.exported(report.simulated) + view.marked(report.excluded)
        + view.lacking(report.unreadable)
    }
  }

  func exportTranscripts(
    to file: NamedFile, replaces: Bool, _ options: ExportOptions
  ) throws -> QueuedOperation {
    let (source, played) = try exported()
    let export = Psych201Export(
      source: source, file: file, replaces: replaces, played: played, options: options)
    return queued(export) { [view] _, report in
      [view.export(report, file.name, lostCount: source.forgottenCount)]
        + view.lacking(report.unreadable)
    }
  }

  /// Returns the operation that imports a file; all trials of another store are merged instead.
  func importTrials(
    from file: NamedFile, _ format: ExchangeFormat?
  ) throws -> QueuedOperation {
    if format == nil, isStore(file) {
      let merge = MergeStudies(source: try source("import"), file: file, importsAllTrials: true)
      return queuedMerge(merge) { [view] in
        view.imported($0.imported, file.name) + view.skipped($0.skippedRounds)
      }
    }
    let operation = Import(
      source: try source("import"), file: file, format: try self.format(format, file))
    return queuedImport(operation) { [view] _, report in [view.imported(report, file.name)] }
  }

  func exportNews(
    to file: NamedFile, _ format: ExchangeFormat?, replaces: Bool
  ) throws -> QueuedOperation {
    let export = ExportNews(
      source: try newsSource("news export"), file: file, format: try self.format(format, file),
      replaces: replaces)
    return queued(export) { [view] _, report in [view.export(report, file.name)] }
  }

  func importNews(
    from file: NamedFile, _ format: ExchangeFormat?
  ) throws -> QueuedOperation {
    let operation = ImportNews(
      source: try newsSource("news import"), file: file, format: try self.format(format, file))
    let queued = queuedImport(operation) { [view] _, report in [view.imported(report, file.name)] }
    queued.addListener { [application] end in application.newsModel.refresh(after: end) }
    return queued
  }

  /// Returns the operation that takes over the study of another store.
  func merge(_ file: NamedFile) throws -> QueuedOperation {
    queuedMerge(MergeStudies(source: try source("merge"), file: file)) { [view] in
      view.merged($0)
    }
  }

  /// Returns whether a file is a store rather than an exported file.
  private func isStore(_ file: NamedFile) -> Bool {
    ExchangeFormat(endingOf: file.name) == nil && !file.name.isEmpty
      && Store.isDatabase(
        file.path, like: StoreLayout.settings(.file(file.path, mustExist: true)))
  }

  /// Returns the operation of a merge; rows that it rejected are written after its reply.
  private func queuedMerge(
    _ merge: MergeStudies, _ words: @escaping (MergeStudies.Report) -> String
  ) -> QueuedOperation {
    queuedImport(merge) { [view] _, report in
      view.show([words(report)])
      view.refuseParts(of: report)
      return []
    }
  }

  /// Returns the operation that erases a participant's data, after the user has confirmed it.
  func withdraw(
    _ code: String, isConfirmed: Bool
  ) throws -> QueuedOperation {
    let source = try source("withdraw")
    guard application.game.series == nil, !application.game.session.isOpen else {
      throw Refusal.isPlaying(code)
    }
    guard ParticipantCode.isValid(code) else { throw Refusal.invalidCode }
    guard code != CreditModel.firstParticipant else {
      throw Refusal(
        "is-guest",
        "\(code) stands for everyone without a code, so no one can withdraw as \(code)",
        "\(code) はコードのない人すべてなので、\(code) として研究をやめることはできません")
    }
    guard try knows(code) else { throw Refusal.noParticipant(code) }
    let question = view.withdrawalQuestion(code)
    guard isConfirmed || application.confirm(question) == true else {
      throw Refusal(
        "not-confirmed", "nothing was erased (\"withdraw \(code) --force\" does not ask)",
        "何も消していません（withdraw \(code) --force なら確かめずに消します）")
    }
    return queued(Withdraw(source: source, code: code, programStore.environment)) {
      [programStore, application] language, report in
      application.forget(report.code)
      return report.lines(in: language, server: programStore.serverAddress?.description)
    }
  }

  /// Returns whether the store has trials or an enrolment of a participant.
  private func knows(_ code: String) throws -> Bool {
    try programStore.perform { context throws(RecordError) in
      try Withdrawals.knows(code, in: context)
    }
  }

  /// Returns the operation that sends the store to a server with the program `chimp-lab`.
  ///
  /// - Throws: A refusal if that program isn't installed.
  func upload(to address: ServerAddress, follows: Bool) throws -> QueuedOperation {
    let source = try source("upload", inFile: true)
    guard let program = programStore.environment.serverProgram() else { throw Refusal.noLab }
    programStore.noteServer(address)
    let words = [program, "send", source.path, address.description] + (follows ? ["--follow"] : [])
    return queued(SendStore(source: source, words: words)) { _, lines in lines }
  }

  /// The content of what an operation reports, which decides when it is refused.
  enum Content {
    /// The outcomes of all trials: refused during a test, and while an outcome must stay secret.
    case outcomes
    /// The results of finished tests and the counts of trials: refused while an outcome must stay
    /// secret.
    case results
    /// Nothing that the player did: refused during a test.
    case simulation
  }

  /// Returns the store for an operation on all finished trials; one with the name of a command is
  /// refused in a restricted session.
  func finishedTrials(
    for command: String? = nil, reporting content: Content = .outcomes
  ) throws -> StoreSource {
    if let command { try refuseIfRestricted(command) }
    if application.game.series != nil, content != .results { throw Refusal.testGoesOn }
    if content != .simulation { try application.game.checkFeedback() }
    return try source()
  }

  /// Returns an operation of which the view shows the lines of its result, or its error, which is
  /// recorded.
  func queued<Work: StoreOperation>(
    _ operation: Work, priority: Int = 0, _ lines: @escaping (Language, Work.Success) -> [String]
  ) -> QueuedOperation {
    let queued = QueuedOperation(operation, priority: priority) { [programStore, view] result in
      do {
        let success = try result.get()
        if let report = success as? any DamageReport, report.skippedDamagedRows {
          programStore.noteDamagedRows()
        }
        view.show(lines(view.language, success))
      } catch {
        // If a file of the user can't be written, the store has not failed.
        if let fault = error as? RecordError, fault.path == operation.source.path {
          programStore.note(fault)
        }
        view.refuse(error)
      }
      for target in operation.targets { view.show(target.leftovers) }
    }
    if let lastImport, lastImport.state?.isFinished == false { queued.predecessors = [lastImport] }
    return queued
  }

  /// Returns an import operation, which runs before other waiting operations.
  private func queuedImport<Work: StoreOperation>(
    _ operation: Work, _ lines: @escaping (Language, Work.Success) -> [String]
  ) -> QueuedOperation {
    let queued = queued(operation, priority: 1, lines)
    lastImport = queued
    return queued
  }

  /// Returns the given format, or else that of the file's extension.
  private func format(
    _ format: ExchangeFormat?, _ file: NamedFile
  ) throws -> ExchangeFormat {
    guard let format = format ?? ExchangeFormat(endingOf: file.name) else {
      throw Refusal(
        "no-format",
        "\"\(file.name)\" ends neither in .csv nor in .jsonl (format= names the format)",
        "名前の終わりが .csv でも .jsonl でもありません: \(named(file.name))（format= で形式を指定できます）")
    }
    return format
  }

  /// Returns the store, and the numbers of the rounds in progress, which an export must skip.
  private func exported() throws -> (StoreSource, played: Set<Int>) {
    try refuseIfRestricted("export")
    // The export has the seeds, which would reveal the next boards.
    guard application.game.series == nil else { throw Refusal.testGoesOn }
    let source = try source()
    return (source, try application.storedRounds?.played() ?? [])
  }

  /// Returns the store with all rounds saved, for an operation.
  ///
  /// - Throws: An error in a restricted session, or if the files of the store were
  ///   replaced.
  private func source(
    _ command: String? = nil, inFile: Bool = false
  ) throws -> StoreSource {
    if let command { try refuseIfRestricted(command) }
    if inFile && programStore.environment.path == nil { throw Refusal.notInFile }
    // A second connection would treat this store's log as that of another file.
    try programStore.checkFiles()
    var source = try storeSource()
    source.forgottenCount = try application.adoptRounds()
    return source
  }

  /// Returns the store, for an operation on the news.
  private func newsSource(_ command: String) throws -> StoreSource {
    try refuseIfRestricted(command)
    return try storeSource()
  }

  /// Returns the store as operations use it, with the texts of their progress.
  private func storeSource() throws -> StoreSource {
    try programStore.storeSource { [language = view.language] in $0.words(in: language) }
  }

  /// Throws in a restricted session; does nothing otherwise.
  private func refuseIfRestricted(_ command: String) throws {
    if programStore.environment.isRestricted { throw Refusal.restricted(command) }
  }
}

extension StoreController {
  /// The commands about the store.
  static var commands: [Command<Application>] {
    [checkStore, backup, upload, export, importing, recovering]
  }

  private static var checkStore: Command<Application> {
    Command(
      "check-store",
      Text(
        """
        look for damage in the store
        Each row is compared with its checksum, and listed if it differs; each round \
        is replayed, and its presses must follow from its moves.
        quick         checks no indexes and replays no rounds
        """,
        """
        記録が壊れていないか調べます
        すべての行をチェックサムと比べ、書いたときと違うものを表示します。すべてのラウンドを\
        もう一度たどり、押下が手と合うかも調べます。
        quick         索引は調べず、ラウンドもたどりません
        """), in: .store,
      .operation([Parameter("quick|full", .flag(["quick", "full"]), .optional)]) {
        program, line in try program.store.check(isQuick: line.hasFlag("quick"))
      }, examples: ["check-store", "check-store quick"])
  }

  private static var backup: Command<Application> {
    Command(
      "backup",
      Text(
        """
        copy the store as it is now to a file
        The copy has everything, including the solution of a round in progress.
        --force       replaces an existing file, once the copy is complete
        """,
        """
        今の記録をファイルに写します
        今のラウンドの答えも含めて、すべてを写します。
        --force       すべて写し終えてから、すでにあるファイルを置き換えます
        """), in: .store,
      .operation([Parameter("FILE", .file), force]) { program, line in
        try program.store.backup(
          to: try file(line), replaces: line.isForced)
      }, examples: ["backup copy.sqlite", "backup copy.sqlite --force", "backup copy.sqlite &"])
  }

  private static var upload: Command<Application> {
    Command(
      "upload",
      Text(
        """
        send the store to a PostgreSQL server, with chimp-lab
        --follow      goes on sending what is added, until the session ends
        """,
        """
        記録を chimp-lab で PostgreSQL のサーバーへ送ります
        --follow      そのあとに増えたものも、セッションが終わるまで送りつづけます
        """), in: .store,
      .operation(
        [Parameter("URL", .text), Parameter("--follow", .flag(["--follow"]), .optional)]
      ) { program, line in
        try program.store.upload(
          to: try ServerAddress(line.text(0)), follows: line.hasFlag("--follow"))
      },
      examples: [
        "upload postgresql://room1-01@lab.example.org/chimp",
        "upload postgresql://room1-01@lab.example.org/chimp --follow &",
      ])
  }

  private static var export: Command<Application> {
    Command(
      "export",
      exportHelp, in: .store, isEssential: true,
      .operation([Parameter("FILE", .file), force], keys: exportKeys) { program, line in
        let operation = try export(line, from: program.store)
        program.study.note(AskedAnalysis(lookBy: "export"))
        return operation
      },
      examples: [
        "export data.csv", "export data.jsonl --force", "export data format=csv &",
        "export dataset format=bids", "export data.csv host=yes exclusions=no",
      ])
  }

  /// Returns the export in the format of a line.
  private static func export(
    _ line: Invocation, from store: StoreController
  ) throws -> QueuedOperation {
    let options = ExportOptions(
      includesHost: line.text(key: "host") == "yes",
      appliesRules: line.text(key: "exclusions") == nil)
    let file = try file(line)
    return switch line.text(key: "format") {
    case "bids": try store.exportBIDS(to: file, options)
    case "psych-ds": try store.exportPsychDS(to: file, options)
    case "psych201": try store.exportTranscripts(to: file, replaces: line.isForced, options)
    default: try store.export(to: file, line.format, replaces: line.isForced, options)
    }
  }

  private static var exportKeys: [Parameter] {
    [
      .key(
        "format",
        .choice(ExchangeFormat.allCases.map(\.rawValue) + ["bids", "psych-ds", "psych201"])),
      .key("host", .choice(["yes", "no"])), .key("exclusions", .choice(["no"])),
    ]
  }

  /// The help of `export`.
  private static let exportHelp = Text(
    """
    write the trials and their presses to files for other programs
    csv           FILE has the trials; beside it are data-presses.csv, data-sessions.csv, and \
    data-long.csv, which has a line for each press with all columns of its trial
    jsonl         FILE has both, each line a JSON object
    bids          FILE is a new folder: a dataset in the Brain Imaging Data Structure
    psych-ds      FILE is a new folder: the files of csv as a dataset of Psych-DS
    psych201      FILE has a text for each person who agreed to the consent page of a study, each \
    line a JSON object as the collection Psych-201 asks; all other trials are left out, and counted
    Where participants are enrolled, data-participants.csv has their groups and answers. \
    The columns are explained beside FILE, in data.csv.dictionary.txt. \
    All trials are exported, with their presses, sessions and participants. The news, the \
    settings and sessions without a trial are not: a backup has everything. \
    A damaged trial is left out, and named; one in progress is left out, and counted. \
    While a test is running, nothing is exported. \
    Simulated rows are marked, and so are those that a study file excludes. The name of the \
    host is left out.
    --force       replaces existing files, once the new ones are complete
    host=yes      writes the names of the hosts, too
    exclusions=no  leaves the marks of the study files out
    """,
    """
    試行と押下を、ほかのプログラムで読めるファイルに書き出します
    csv           FILE に試行を、横の data-presses.csv に押下、data-sessions.csv に\
    セッション、data-long.csv に押下と試行を合わせて書きます
    jsonl         FILE に両方を書きます。1行が1つの JSON です
    bids          FILE は新しいフォルダーで、Brain Imaging Data Structure の形に書きます
    psych-ds      FILE は新しいフォルダーで、csv と同じファイルを Psych-DS の形に書きます
    psych201      FILE に、研究の同意のページに同意した人ごとの文章を、Psych-201 の形の JSON で1行ずつ\
    書きます。ほかの試行は除き、数を表示します
    参加者が登録されていれば、data-participants.csv にグループと答えを書きます。\
    列の説明は、横の data.csv.dictionary.txt にあります。\
    すべての試行を、押下、セッション、参加者とともに書き出します。お知らせ、設定、\
    試行のないセッションは含みません。すべてが要るときは backup を使います。\
    書いたときと違う試行は除き、番号を表示します。途中の試行も除きます。\
    テストの途中では書き出せません。\
    シミュレーションの行と、研究のファイルが除く行には印があります。コンピューターの名前は書きません。
    --force       すべて書き終えてから、すでにあるファイルを置き換えます
    host=yes      コンピューターの名前も書きます
    exclusions=no  研究のファイルが除く行に印を付けません
    """)

  private static var importing: Command<Application> {
    Command(
      "import",
      Text(
        """
        read exported trials and presses into the store
        A file is imported completely or not at all. Each trial is replayed: its values and \
        presses must follow from its board, its rule and its moves. Presses must be in the order \
        of the trials. A trial that the store has already is left out, or continued if it was \
        unfinished there; one that differs is refused. The groups, consents and answers of a study \
        are not read: merge brings them, from a store.
        """,
        """
        書き出した試行と押下を記録に取り込みます
        ファイルのすべてを取り込むか、何も取り込みません。すべての試行を再生し、値と押下が\
        その盤、ルール、手と合うことを確かめます。押下は試行の順に並べます。\
        すでに記録にある試行は除きます。途中だったものは続きを取り込みます。\
        記録と違う試行があれば拒否します。研究のグループ、同意、答えは読みません。\
        それらは merge で、もとの記録から取り込みます。
        """), in: .store,
      .operation([Parameter("FILE", .file)], keys: [format]) { program, line in
        try program.store.importTrials(from: line.file(0), line.format)
      }, examples: ["import data.csv", "import data.jsonl"])
  }

  private static var recovering: Command<Application> {
    Command(
      "recover",
      Text(
        "write what is left of a damaged store to a new file", "壊れた記録の残りを新しいファイルに書きます"),
      in: .store,
      .operation([Parameter("FILE", .file)]) { program, line in
        try program.store.recover(to: line.file(0))
      }, examples: ["recover rest.sqlite"])
  }

  /// The key `format=` of exports and imports.
  static var format: Parameter { .key("format", .choice(ExchangeFormat.allCases.map(\.rawValue))) }

  /// Returns the file to write; throws if the user wrote `--force` instead of it.
  static func file(_ invocation: Invocation, at index: Int = 0) throws(Refusal) -> NamedFile {
    let file = invocation.file(index)
    guard file.name != "--force" else {
      throw Refusal(
        "file-is-missing", "FILE is missing before --force", "--force の前に FILE がありません",
        column: invocation.column(index))
    }
    return file
  }

  /// The flag `--force`, which allows to replace an existing file.
  static var force: Parameter { Parameter("--force", .flag(["--force"]), .optional) }
}

extension Invocation {
  /// `true` if the flag `--force` is given.
  var isForced: Bool { hasFlag("--force") }

  /// The format given by `format=`; `nil` if the file's extension determines it.
  var format: ExchangeFormat? { text(key: "format").flatMap { ExchangeFormat(rawValue: $0) } }
}
