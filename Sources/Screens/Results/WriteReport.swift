import Archive
import Exchange
import Science
import Shell
import Statistics

/// The operation of `report`: writes a report of all trials as an HTML page.
package struct WriteReport: FileMakingOperation {
  /// The result of the operation, for its reply.
  struct Report: Sendable, ExclusionReport {
    let trialCount: Int
    /// The number of charts that were written as separate files.
    let figureCount: Int
    let skippedDamagedRows: Bool
  }

  /// The store.
  let source: StoreSource
  /// The selection of trials to report.
  let filter: TrialFilter
  /// The rule that excludes outliers of press times; `nil` for none.
  let trim: LatencyTrim?
  /// The HTML file to write.
  let file: NamedFile
  /// The new folder for the charts as separate files; `nil` for none.
  let folder: NamedFile?
  /// `true` to replace an existing file.
  let replaces: Bool
  /// The language of the report.
  let language: Language

  var targets: [NamedFile] { [file] + (folder.map { [$0] } ?? []) }

  /// Reads the trials and writes the HTML file, which appears only when it is complete.
  ///
  /// - Throws: An error if the file can't be written, or the user has cancelled.
  func perform(_ run: OperationRun) throws -> Report {
    try run.checkTarget(file, of: source, replaces: replaces)
    let figureFolder = try folder.map { folder in
      try run.check(folder, of: source)
      return try FolderDraft(folder)
    }
    let studies = try run.reading(source) { try ReportedStudy.all(in: $0) }
    let tally = ReportTally(trim: trim, studies: studies)
    let report = try Survey(source: source, tally: tally, filter: filter).perform(run)
    let draft = try FileDraft(file)
    for piece in language.page(of: report, filter).pieces { try draft.write { $0 += piece } }
    try draft.finish()
    let figures = figureFolder == nil ? [] : language.figures(of: report)
    for figure in figures { try figureFolder?.write(figure.bytes, to: figure.name) }
    try run.checkCancelled()
    try figureFolder?.publish()
    do throws(ArchiveError) {
      try draft.publish(replacing: replaces)
    } catch {
      figureFolder?.retract()
      throw error
    }
    draft.commit()
    return Report(
      trialCount: report.figures.trialCount, figureCount: figures.count,
      skippedDamagedRows: report.skippedDamagedRows)
  }
}

extension StatisticsController {
  /// Returns the operation of the command `report`; `nil` if an error was written.
  private func report(
    _ filter: TrialFilter, _ trim: LatencyTrim?, _ file: NamedFile, figures folder: NamedFile?,
    replaces: Bool
  ) -> QueuedOperation? {
    store.operation("report") { [speaker] in
      WriteReport(
        source: $0, filter: filter, trim: trim, file: file, folder: folder, replaces: replaces,
        language: speaker.language)
    } then: { language, report in
      [language.reported(report.trialCount, file.name)]
        + (folder.map { [language.wroteFigures(report.figureCount, $0.name)] } ?? [])
    }
  }

  /// Returns the command `report`.
  static func report(_ language: Language) -> Command {
    Command(
      "report", language.help(.report), in: .results,
      CommandForm(
        [Parameter("FILE", .file), StoreController.force],
        keys: filterKeys + trimKeys + [.key("figures", .file, "DIR")]
      ) { invocation throws(ConsoleError) in
        let filter = try filter(invocation, language)
        let file = try StoreController.file(invocation, language)
        let trim = try trim(invocation, language)
        let folder = invocation.file(key: "figures")
        let replaces = invocation.textIfGiven(1) != nil
        return .statistics {
          $0.report(filter, trim, file, figures: folder, replaces: replaces)
        }
      },
      examples: [
        "report report.html", "report P07.html participant=P07 --force",
        "report report.html figures=figures",
      ])
  }
}
