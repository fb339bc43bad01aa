import TranscriptSyntax

/// The reports of a run, in all requested formats.
final class Report {
  /// A report in one format, with the text that is not written yet.
  private final class Target {
    var format: any ReportFormat
    /// The file of the report; `nil` for the standard output.
    let file: ReportFile?
    var text: String

    init(_ format: any ReportFormat, _ file: ReportFile?) {
      self.format = format
      self.file = file
      text = format.header
    }
  }

  private let output: ([UInt8]) -> Void
  private var targets: [Target] = []
  private var summary = ReportSummary()
  /// The path of a file to which two reports lead; `nil` if there is none.
  private var sharedPath: String?
  /// The reasons why files can't be opened.
  private var openingFaults: [TranscriptToolFault] = []

  /// Opens the requested reports; by default one for users on the standard output.
  ///
  /// Of those that lead to the same file, only the first one is opened.
  init(_ choices: [ToolOptions.ReportChoice], _ environment: TranscriptEnvironment) {
    output = environment.output
    var paths: Set<String?> = []
    for choice in choices.isEmpty ? [.init(kind: .human, path: nil)] : choices {
      let path = choice.path.map(ReportFile.target)
      guard paths.insert(path).inserted else {
        sharedPath = sharedPath ?? path
        continue
      }
      do throws(TranscriptToolFault) {
        var file: ReportFile?
        if let path = choice.path { file = try ReportFile(path) }
        let hasColor = environment.hasColor && file == nil
        targets.append(Target(choice.kind.format(hasColor: hasColor), file))
      } catch { openingFaults.append(error) }
    }
  }

  /// The reason why the requested reports can't be made; `nil` if they can.
  var fault: TranscriptToolFault? {
    sharedPath.map { TranscriptToolFault($0, "two reports can't go to one file") }
      ?? openingFaults.first
  }

  /// Reports the results of a file.
  func add(_ run: TranscriptRun) {
    let blocks = run.partsInOrder.flatMap { part in
      part.blocks.filter { $0.outcome != .unselected }
        .map { BlockReport(part, $0, lastDiagnostics: run.lastDiagnostics) }
    }
    write { $0.text(of: blocks, inFile: run.path) }
    summary.add(blocks)
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
    for target in targets where target.format.isForUsers { target.text += words }
  }

  /// Completes the reports with the total counts; throws the first error.
  func finish() throws(TranscriptToolFault) {
    write { $0.footer(summary) }
    if let fault = close().first { throw fault }
  }

  /// Completes the reports with the reason why nothing was run, so that no old report remains.
  ///
  /// Returns the errors of the files.
  func abandon(_ fault: TranscriptToolFault) -> [TranscriptToolFault] {
    addUnusable(fault)
    let words = escapedForDisplay(fault.description) + "\n"
    for target in targets {
      if !target.format.isForUsers {
        target.text += target.format.footer(summary)
      } else if target.file != nil {
        target.text += words
      }
    }
    return openingFaults + close()
  }

  /// Writes all text and closes the files; returns their errors.
  private func close() -> [TranscriptToolFault] {
    flush()
    return targets.compactMap { target in
      do throws(TranscriptToolFault) {
        try target.file?.close()
        return nil
      } catch { return error }
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
  enum ReportKind: String {
    case human, tap, junit, jsonl

    /// Returns the format; only the one for users has colors.
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
