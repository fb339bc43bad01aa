import Archive
import Exchange
import Game
import Science
import Shell
import Statistics

/// The operation of `plot picture=FILE`: writes the plot as an SVG file, drawn as in the report.
private struct WritePlot: StoreOperation {
  let source: StoreSource
  let filter: TrialFilter
  let kind: PlotKind
  let trim: LatencyTrim?
  let file: NamedFile
  let replaces: Bool
  let language: Language

  var targets: [NamedFile] { [file] }

  /// Reads the trials, writes the file and returns the plots.
  ///
  /// - Throws: An error if the file can't be written, or the user has cancelled.
  func perform(_ run: OperationRun) throws -> SurveyReport<[Plot]> {
    try run.checkTarget(file, of: source, replaces: replaces)
    let tally = SummaryTally(by: kind.grouping, trim: trim)
    let report = try Survey(source: source, tally: tally, filter: filter).perform(run)
      .plots(kind, most: FigureDrawing.mostPoints, mostHolds: FigureDrawing.mostColumns)
    let picture = PlotView(language: language).picture(of: report)
    try run.write(Array(picture.utf8), to: file, replacing: replaces)
    return report
  }
}

extension StatisticsController {
  /// Returns the operation of `plot picture=FILE`.
  func plot(
    _ kind: PlotKind, _ filter: TrialFilter, _ trim: LatencyTrim?, to file: NamedFile,
    replaces: Bool, _ analysis: AskedAnalysis?
  ) throws -> QueuedOperation {
    let picture = WritePlot(
      source: try store.finishedTrials(for: "plot"), filter: filter, kind: kind, trim: trim,
      file: file, replaces: replaces, language: speaker.language)
    return store.queued(picture) { [self] language, report in
      note(analysis, of: report.exclusions)
      return [PlotView(language: language).words(forFile: file.name)]
    }
  }
}
