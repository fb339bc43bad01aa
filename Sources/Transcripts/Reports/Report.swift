import TranscriptSyntax

/// The reports of a run, in all requested formats.
final class Report {
  /// A report in one format, with the text that is not written yet.
  private final class Target {
    var format: any ReportFormat
    /// The file of the report, or `nil` if it goes to the output as soon as possible.
    let file: ReportFile?
    var text: String

    init(_ format: any ReportFormat, _ file: ReportFile?) {
      self.format = format
      self.file = file
      text = format.header
    }
  }

  /// The reasons why files can't be opened.
  private(set) var faults: [TranscriptToolFault] = []

  private let environment: TranscriptEnvironment
  private var targets: [Target] = []
  private var summary = ReportSummary()

  /// Opens the requested reports; by default one for users on the standard output.
  ///
  /// Of those that lead to the same file, only the first one is opened.
  init(_ choices: [ToolOptions.ReportChoice], _ environment: TranscriptEnvironment) {
    self.environment = environment
    var paths: Set<String?> = []
    for choice in choices.isEmpty ? [.init(kind: .human, path: nil)] : choices {
      let path = choice.path.map(ReportFile.target)
      guard paths.insert(path).inserted else {
        if let path { faults.append(TranscriptToolFault(path, "two reports can't go to one file")) }
        continue
      }
      do throws(TranscriptToolFault) {
        var file: ReportFile?
        if let path = choice.path { file = try ReportFile(path) }
        let hasColor = environment.hasColor && file == nil
        targets.append(Target(choice.kind.format(hasColor: hasColor), file))
      } catch { faults.append(error) }
    }
  }

  /// Reports the results of a file.
  func add(_ run: TranscriptRun) {
    let file = FileReport(run)
    write { $0.text(of: file) }
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
    for target in targets where target.format.isForPeople { target.text += words }
  }

  /// Completes the reports, with the counts at their end; throws the first failure.
  func finish() throws(TranscriptToolFault) {
    write { $0.footer(summary) }
    if let fault = close().first { throw fault }
  }

  /// Completes the reports with the reason why nothing was run, so that no old report remains.
  func abandon(_ fault: TranscriptToolFault) {
    addUnusable(fault)
    let words = escapedForDisplay(fault.description) + "\n"
    for target in targets {
      if !target.format.isForPeople {
        target.text += target.format.footer(summary)
      } else if target.file != nil {
        target.text += words
      }
    }
    for other in faults + close() where other != fault { environment.report(other) }
  }

  /// Writes the rest and the files; returns the failures.
  private func close() -> [TranscriptToolFault] {
    flush()
    return targets.compactMap { target in
      do throws(TranscriptToolFault) {
        try target.file?.write(target.text)
        return nil
      } catch { return error }
    }
  }

  /// Appends a text to every report.
  private func write(_ text: (inout any ReportFormat) -> String) {
    for target in targets { target.text += text(&target.format) }
  }

  /// Writes the text of the report on the output.
  private func flush() {
    for target in targets where target.file == nil && !target.text.isEmpty {
      environment.output(Array(target.text.utf8))
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
  enum ReportKind: String {
    case human, tap, junit, jsonl

    func format(hasColor: Bool) -> any ReportFormat {
      switch self {
      case .human: HumanFormat(hasColor: hasColor)
      case .tap: TestAnythingFormat()
      case .junit: JUnitFormat()
      case .jsonl: JSONLinesFormat()
      }
    }
  }
}
