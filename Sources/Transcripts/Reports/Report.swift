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
