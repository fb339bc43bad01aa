import Archive
import Exchange
import Science
import Shell
import Statistics

/// The operation of `report`: writes a report of all trials as an HTML page.
struct WriteReport: StoreOperation {
  /// The result of the operation, for its reply.
  struct Report: Sendable, DamageReport {
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
    let view = ReportView(language: language)
    for piece in view.page(of: report, filter).pieces { try draft.write { $0 += piece } }
    try draft.finish()
    let figures = figureFolder == nil ? [] : view.figures(of: report)
    for figure in figures { try figureFolder?.write(figure.bytes, to: figure.name) }
    try run.checkCancelled()
    try figureFolder?.publish()
    do {
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
  /// Returns the operation of the command `report`.
  private func report(
    _ filter: TrialFilter, _ trim: LatencyTrim?, _ file: NamedFile, figures folder: NamedFile?,
    replaces: Bool, _ analysis: AskedAnalysis?
  ) throws -> QueuedOperation {
    let report = WriteReport(
      source: try store.finishedTrials(for: "report"), filter: filter, trim: trim, file: file,
      folder: folder, replaces: replaces, language: speaker.language)
    return store.queued(report) { [self] language, report in
      if let analysis { application.study.note(analysis) }
      return ReportView(language: language).lines(of: report, file, folder)
    }
  }

  static var report: Command<Application> {
    Command(
      "report",
      Text(
        """
        write all statistics of the trials to an HTML page
        One file without scripts: each picture with its table, light and dark, ready to print. \
        It has the identifiers of as many boards as there is room for.
        --force       replaces an existing file, once the new one is complete
        figures=DIR   also writes each picture as an SVG file to this new folder
        latency=, trim=   leave out times, as in summary
        """,
        """
        試行からわかることをすべて HTML のページに書きます
        スクリプトのない1つのファイルです。図ごとに表があり、印刷もできます。\
        盤の識別子も、入るだけ書きます。
        --force       書き終えてから、すでにあるファイルを置き換えます
        figures=DIR   図を1枚ずつ SVG ファイルとして新しいフォルダーにも書きます
        latency=, trim=   summary と同じように時間を除きます
        """), in: .results,
      .operation(
        [Parameter("FILE", .file), StoreController.force],
        keys: filterKeys + trimKeys + [.key("figures", .file, "DIR")]
      ) { program, line in
        try program.statistics.report(
          try filter(line), try trim(line),
          try StoreController.file(line), figures: line.file(key: "figures"),
          replaces: line.isForced, AskedAnalysis(ofAllPlans: "report", line))
      },
      examples: [
        "report report.html", "report P07.html participant=P07 --force",
        "report report.html figures=figures",
      ])
  }
}
