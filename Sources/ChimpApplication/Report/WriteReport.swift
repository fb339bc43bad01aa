package import Shell

/// Writes all that the trials tell to one page of HTML.
package struct WriteReport: StoreOperation {
  /// What came of it.
  package struct Report: Sendable, LeavingOutReport {
    let trialCount: Int
    let hasLeftOutDamaged: Bool
  }

  package let source: StoreSource
  let filter: TrialFilter
  let file: FilePlace
  let replaces: Bool
  let language: Language

  package func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Report {
    try run.checkTarget(file, of: source, replaces: replaces)
    var report = try Survey(source, ReportTally(), filter).perform(run)
    report.tally.endTest()
    try FileDraft.write(
      language.page(of: report, filter).bytes, to: file, replacing: replaces,
      unless: run.checkCancelled)
    return Report(
      trialCount: report.tally.boardCount, hasLeftOutDamaged: report.hasLeftOutDamaged)
  }
}

extension SimulationController {
  /// The operation of `report`.
  func report(_ filter: TrialFilter, _ file: FilePlace, replaces: Bool) -> QueuedOperation? {
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
      CommandForm(
        [Parameter("FILE", .file), StoreController.force], keys: SummaryController.filterKeys
      ) { invocation throws(ArgumentFault) in
        .operation(
          SimulationAction.report(
            try SummaryController.filter(invocation, language),
            try StoreController.file(invocation, language),
            replaces: invocation.textIfGiven(1) != nil))
      },
      examples: ["report report.html", "report P07.html participant=P07 --force"])
  }
}
