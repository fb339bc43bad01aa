import Analysis
import Archive
import Console
import Exchange
import Operations
import Words

struct WriteReport: FileMakingOperation {
  struct Report: Sendable, ExclusionReport {
    let trialCount: Int
    let skippedDamagedRows: Bool
  }

  let source: StoreSource
  let filter: TrialFilter
  let file: NamedFile
  let replaces: Bool
  let language: Language

  var targets: [NamedFile] { [file] }

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
