import TranscriptSyntax

/// The reports of a run, in all requested formats.
final class Report {
  /// A report in one format, with the text that is not written yet.
  private final class Target {
    var format: any ReportFormat
    let file: FileReportSink?
    var text: String

    init(_ format: any ReportFormat, _ file: FileReportSink?) {
      self.format = format
      self.file = file
      text = format.header
    }
  }

  private var targets: [Target] = []
  private let output: ([UInt8]) -> Void
  private var summary = ReportSummary()

  /// Opens the requested reports; by default one for users on the standard output.
  ///
  /// - Throws: `reportsInOneFile` if two lead to the same file.
  init(
    _ choices: [ToolOptions.ReportChoice], _ environment: TranscriptEnvironment
  ) throws(TranscriptToolFault) {
    output = environment.output
    let paths = choices.compactMap(\.path).map(FileReportSink.target)
    for (index, path) in paths.enumerated() where paths[..<index].contains(path) {
      throw .reportsInOneFile(path)
    }
    for choice in choices.isEmpty ? [.init(kind: .human, path: nil)] : choices {
      let format: any ReportFormat =
        switch choice.kind {
        case .human: HumanFormat(hasColor: environment.hasColor && choice.path == nil)
        case .tap: TestAnythingFormat()
        case .junit: JUnitFormat()
        case .jsonl: JSONLinesFormat()
        }
      var file: FileReportSink?
      if let path = choice.path { file = try FileReportSink(path) }
      targets.append(Target(format, file))
    }
  }

  /// Reports the results of a file.
  func add(_ run: TranscriptRun) {
    let isSilent = run.exitStatus == 0 && !targets.contains { $0.format.reportsEveryBlock }
    if !isSilent {
      var summary = ReportSummary()
      summary.add(run)
      write { $0.begin(run.plan.path, summary) }
      let parts = run.plan.parts.joined()
      for part in parts.filter(\.isIncluded) + parts.filter({ !$0.isIncluded }) { add(part, run) }
      write { $0.endFile() }
    }
    summary.add(run)
    flush()
  }

  /// Reports that a file can't be used.
  func addUnusable(_ fault: TranscriptToolFault) {
    summary.unusableCount += 1
    write { $0.text(ofFault: escapedForDisplay(fault.description)) }
  }

  /// Reports the number of updated blocks in a file.
  func addBlessed(_ path: String, _ count: Int) {
    summary.blessedCount += count
    let words = "\(escapedForDisplay(path)): \(counted(count, "command")) blessed\n"
    for target in targets where !target.format.reportsEveryBlock { target.text += words }
  }

  /// Completes the reports with the total counts.
  func finish() throws(TranscriptToolFault) {
    write { $0.footer(summary) }
    try close()
  }

  /// Completes the reports with the reason why nothing was run, so that no old report remains.
  func abandon(_ fault: TranscriptToolFault) throws(TranscriptToolFault) {
    addUnusable(fault)
    let words = escapedForDisplay(fault.description) + "\n"
    for target in targets {
      if target.format.reportsEveryBlock {
        target.text += target.format.footer(summary)
      } else if target.file != nil {
        target.text += words
      }
    }
    try close()
  }

  /// Writes all text and closes the files; throws the first error.
  private func close() throws(TranscriptToolFault) {
    flush()
    var first: TranscriptToolFault?
    for target in targets {
      do throws(TranscriptToolFault) { try target.file?.close() } catch { first = first ?? error }
    }
    if let first { throw first }
  }

  /// Reports the blocks of a part.
  private func add(_ part: TranscriptPlan.Part, _ run: TranscriptRun) {
    for slot in part.slots where run.slots[slot] != .unselected {
      let outcome = run.slots[slot]
      let wanted = targets.filter { outcome.exitStatus != 0 || $0.format.reportsEveryBlock }
      guard !wanted.isEmpty else { continue }
      let block = BlockReport(part, run, slot)
      for target in wanted { target.text += target.format.text(of: block) }
    }
  }

  /// Appends a text to every report.
  private func write(_ text: (inout any ReportFormat) -> String) {
    for target in targets { target.text += text(&target.format) }
  }

  /// Writes the appended texts.
  private func flush() {
    for target in targets where !target.text.isEmpty {
      let bytes = Array(target.text.utf8)
      if let file = target.file { file.write(bytes) } else { output(bytes) }
      target.text = ""
    }
  }
}

extension ToolOptions {
  /// A report format with its file; `nil` for the standard output.
  struct ReportChoice: Equatable {
    let kind: ReportKind
    let path: String?
  }

  /// The report formats, which are choices of `--format`.
  enum ReportKind: String { case human, tap, junit, jsonl }
}

extension Report {
  /// Writes the reason why nothing was run to all requested reports.
  ///
  /// If several have the same file, only the first one is written.
  static func abandon(
    _ choices: [ToolOptions.ReportChoice], _ environment: TranscriptEnvironment,
    _ fault: TranscriptToolFault
  ) {
    var targets: Set<String?> = []
    for choice in choices
    where targets.insert(choice.path.map(FileReportSink.target)).inserted {
      do throws(TranscriptToolFault) { try Report([choice], environment).abandon(fault) } catch {
        if error != fault { environment.report(error) }
      }
    }
  }
}
