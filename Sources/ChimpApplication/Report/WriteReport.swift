import Glibc
package import Shell

/// Writes all that the trials tell to one page of HTML.
package struct WriteReport: StoreOperation {
  package let source: StoreSource
  let filter: TrialFilter
  let file: FilePlace
  let replaces: Bool
  let language: Language

  /// Answers how many trials are in the report.
  package func perform(_ run: OperationRun<StoreWorkFault>) throws(StoreWorkStop) -> Int {
    try run.checkTarget(file, of: source, replaces: replaces)
    var report = try Survey(source, ReportTally(), filter).perform(run)
    report.tally.endTest()
    let page = language.page(of: report, filter)
    let draft = try ExportWriter.draft(file)
    do throws(SystemFault) {
      try draft.write { $0.append(contentsOf: page.bytes) }
      try draft.finish()
    } catch { throw .failed(.cannotWrite(file.name, error)) }
    try run.checkCancelled()
    do throws(SystemFault) {
      try draft.publish(replacing: replaces) { replaces ? rename($0, $1) : link($0, $1) }
    } catch { throw ExportWriter.stop(draft, error) }
    draft.settle()
    return report.tally.boardCount
  }
}

extension SimulationController {
  /// The operation of `report`.
  func report(_ filter: TrialFilter, _ file: FilePlace, replaces: Bool) -> QueuedOperation? {
    store.operation("report") { [speaker] in
      WriteReport(
        source: $0, filter: filter, file: file, replaces: replaces, language: speaker.language)
    } then: { [speaker] count in
      speaker.say { $0.reported(count, file.name) }
    }
  }

  static func report(_ language: Language) -> Command {
    let words = CommandWords(language)
    return Command(
      "report", words.report, in: .results,
      CommandForm(
        [Parameter("FILE", .file), StoreController.force], keys: SummaryController.filterKeys
      ) { invocation throws(ArgumentFault) in
        .operation(
          SimulationAction.report(
            try SummaryController.filter(invocation, language),
            try StoreController.file(invocation, language),
            replaces: invocation.textIfGiven(1) != nil))
      },
      examples: ["report report.html", "report P07.html participant=P07 --force"],
      notes: words.reportNotes)
  }
}
