import Analysis
import Archive
import Console
import Exchange
import Operations
import Words

/// Writes the report of all trials as a page of HTML.
struct WriteReport: FileMakingOperation {
  /// The result: how many trials the page is made of.
  struct Report: Sendable, ExclusionReport {
    let trialCount: Int
    let skippedDamagedRows: Bool
  }

  /// The store.
  let source: StoreSource
  /// The trials to report.
  let filter: TrialFilter
  /// The file of the page.
  let file: NamedFile
  /// Whether an existing file is replaced.
  let replaces: Bool
  /// The language of the page.
  let language: Language

  var targets: [NamedFile] { [file] }

  /// Reads the trials and writes the page; the file gets its name only when it is complete.
  ///
  /// - Throws: `StoreWorkStop` if the file can't be written, or the user has cancelled.
  func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    try run.checkTarget(file, of: source, replaces: replaces)
    let report = try Survey(source: source, tally: ReportTally(), filter: filter).perform(run)
    let draft = try FileDraft(file)
    for piece in language.page(of: report, filter).pieces { try draft.write { $0 += piece } }
    try draft.finish()
    try run.checkCancelled()
    try draft.publish(replacing: replaces)
    draft.commit()
    return Report(
      trialCount: report.figures.trialCount, skippedDamagedRows: report.skippedDamagedRows)
  }
}

extension StatisticsController {
  /// Returns the operation of `report`; `nil` if it was refused.
  private func report(
    _ filter: TrialFilter, _ file: NamedFile, replaces: Bool
  ) -> QueuedOperation? {
    store.operation("report") { [speaker] in
      WriteReport(
        source: $0, filter: filter, file: file, replaces: replaces, language: speaker.language)
    } then: {
      [$0.reported($1.trialCount, file.name)]
    }
  }

  /// Returns `report`.
  static func report(_ language: Language) -> Command {
    Command(
      "report", language.help(.report), in: .results,
      CommandForm([Parameter("FILE", .file), StoreController.force], keys: filterKeys) {
        invocation throws(ArgumentFault) in
        let filter = try filter(invocation, language)
        let file = try StoreController.file(invocation, language)
        let replaces = invocation.textIfGiven(1) != nil
        return .statistics { $0.report(filter, file, replaces: replaces) }
      }, examples: ["report report.html", "report P07.html participant=P07 --force"])
  }
}
