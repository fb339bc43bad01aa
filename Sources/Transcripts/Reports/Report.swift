/// Hands what became of the files to one format or several.
final class Report {
  /// A format with what was not written yet.
  // A class: the first array of a new element type takes longer to set up than a file to read.
  final class Target {
    var format: any ReportFormat
    let sink: any ReportSink
    var text: String

    init(_ format: any ReportFormat, _ sink: any ReportSink) {
      self.format = format
      self.sink = sink
      text = format.header
    }
  }

  private static let flushSize = 1 << 16

  private let targets: [Target]
  private var summary = ReportSummary()

  init(_ targets: [Target]) {
    self.targets = targets
  }

  /// Tells what became of a file.
  func add(_ fileRun: FileRun) throws(ToolFault) {
    let run = fileRun.run
    let isSilent = run.exitStatus == 0 && !targets.contains { $0.format.tellsEveryBlock }
    if !isSilent {
      let plan = try fileRun.plan()
      var counts = OutcomeCounts()
      counts.add(run)
      let file = FileSummary(path: plan.path, counts: counts)
      write { $0.begin(file) }
      for included in run.includedRuns {
        let other = plan.included(beforeCase: included.caseIndex)[included.place]
        add(other.path, other.transcript, included.run)
      }
      add(plan.path, plan.transcript, run)
      write { $0.end(file) }
    }
    summary.fileCount += 1
    summary.counts.add(run)
    flush(above: Self.flushSize)
  }

  /// Tells of a file that could not be used.
  func addUnusable(_ fault: ToolFault) {
    summary.unusableCount += 1
    write { $0.text(ofFault: escapedForDisplay(fault.description)) }
  }

  /// Tells that a file was changed.
  func addBlessed(_ path: String, _ count: Int) {
    summary.blessedCount += count
    let words = "\(escapedForDisplay(path)): \(counted(count, "command")) blessed\n"
    for target in targets where !target.format.tellsEveryBlock { target.text += words }
  }

  /// Tells the end.
  func finish() throws(ToolFault) {
    write { $0.footer(summary) }
    try close()
  }

  /// Tells why there is nothing to tell, and the end: what reads the reports finds no older ones.
  func abandon(_ fault: ToolFault) throws(ToolFault) {
    addUnusable(fault)
    let words = escapedForDisplay(fault.description) + "\n"
    for target in targets {
      if target.format.tellsEveryBlock {
        target.text += target.format.footer(summary)
      } else if target.sink.isFile {
        target.text += words
      }
    }
    try close()
  }

  private func close() throws(ToolFault) {
    flush(above: 0)
    var first: ToolFault?
    for target in targets {
      do throws(ToolFault) { try target.sink.close() } catch { first = first ?? error }
    }
    if let first { throw first }
  }

  private func add(_ path: String, _ transcript: Transcript, _ run: TranscriptRun) {
    for (index, outcome) in run.outcomes.enumerated() where outcome != .unselected {
      let wanted = targets.filter { outcome.exitStatus != 0 || $0.format.tellsEveryBlock }
      guard !wanted.isEmpty else { continue }
      let block = BlockReport(path, transcript, run, index)
      for target in wanted { target.text += target.format.text(of: block) }
      flush(above: Self.flushSize)
    }
  }

  private func write(_ text: (inout any ReportFormat) -> String) {
    for target in targets { target.text += text(&target.format) }
  }

  private func flush(above size: Int) {
    for target in targets where target.text.utf8.count > size {
      target.sink.write(Array(target.text.utf8))
      target.text = ""
    }
  }
}

/// Where a report goes.
protocol ReportSink: AnyObject {
  /// Whether nothing else is written there.
  var isFile: Bool { get }
  func write(_ bytes: [UInt8])
  func close() throws(ToolFault)
}

/// The output of the tool.
final class OutputReportSink: ReportSink {
  let isFile = false
  private let output: ([UInt8]) -> Void

  init(_ output: @escaping ([UInt8]) -> Void) {
    self.output = output
  }

  func write(_ bytes: [UInt8]) { output(bytes) }

  func close() throws(ToolFault) {}
}

extension ToolOptions {
  /// A kind of report, and the file it goes to; nil for the output.
  struct ReportChoice: Equatable {
    let kind: ReportKind
    let path: String?
  }

  enum ReportKind: String {
    case human
    case tap
    case junit
    case jsonl
  }
}

extension Report {
  /// Makes the reports that the options ask for.
  convenience init(
    _ choices: [ToolOptions.ReportChoice], _ environment: TranscriptEnvironment
  ) throws(ToolFault) {
    guard !choices.isEmpty else {
      let format = HumanFormat(hasColor: environment.hasColor)
      self.init([Target(format, OutputReportSink(environment.output))])
      return
    }
    var targets: [Target] = []
    let paths = choices.compactMap(\.path).map(FileReportSink.target)
    for (index, path) in paths.enumerated() where paths[..<index].contains(path) {
      throw .reportsInOneFile(path: path)
    }
    for choice in choices {
      let format: any ReportFormat =
        switch choice.kind {
        case .human: HumanFormat(hasColor: environment.hasColor && choice.path == nil)
        case .tap: TestAnythingFormat()
        case .junit: JUnitFormat()
        case .jsonl: JSONLinesFormat()
        }
      if let path = choice.path {
        targets.append(Target(format, try FileReportSink(path)))
      } else {
        targets.append(Target(format, OutputReportSink(environment.output)))
      }
    }
    self.init(targets)
  }

  /// Tells in each report that can be made why there is nothing to tell.
  static func abandon(
    _ choices: [ToolOptions.ReportChoice], _ environment: TranscriptEnvironment, _ fault: ToolFault
  ) {
    var targets: Set<String?> = []
    for choice in choices
    where targets.insert(choice.path.map(FileReportSink.target)).inserted {
      do throws(ToolFault) { try Report([choice], environment).abandon(fault) } catch {
        if error != fault { environment.tell(error) }
      }
    }
  }
}
