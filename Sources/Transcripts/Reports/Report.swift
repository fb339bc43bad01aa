import ChimpSystem
import Glibc

/// The reports of a run, in all requested formats.
final class Report {
  /// A report in one format; its file is `nil` for the standard output.
  private typealias Target = (format: any ReportFormat, file: ReportFile?)

  private let output: ([UInt8]) -> Void
  /// The folder for pictures of screens that differ; `nil` for none.
  private let pictureFolder: String?
  private var targets: [Target] = []
  private var summary = ReportSummary()
  /// The path of a file to which two reports lead; `nil` if there is none.
  private var sharedPath: String?
  /// The reasons why files can't be opened.
  private var openingFaults: [TranscriptToolFault] = []

  /// Opens the requested reports; by default one for users on the standard output.
  ///
  /// Of those that lead to the same file, only the first one is opened.
  init(
    _ choices: [(kind: ReportKind, path: String?)], pictures: String? = nil,
    _ environment: TranscriptEnvironment
  ) {
    output = environment.output
    pictureFolder = pictures
    var paths: Set<String?> = []
    for choice in choices.isEmpty ? [(.human, nil)] : choices {
      let path = choice.path.map(ReportFile.target)
      guard paths.insert(path).inserted else {
        sharedPath = sharedPath ?? path
        continue
      }
      do throws(TranscriptToolFault) {
        let file = try choice.path.map { path throws(TranscriptToolFault) in try ReportFile(path) }
        let hasColor = environment.hasColor && file == nil
        targets.append((choice.kind.format(hasColor: hasColor), file))
      } catch { openingFaults.append(error) }
    }
    write { $0.header }
  }

  /// The reason why the requested reports can't be made; `nil` if they can.
  var fault: TranscriptToolFault? {
    sharedPath.map { TranscriptToolFault($0, "two reports can't go to one file") }
      ?? openingFaults.first
  }

  /// Reports the results of a file; throws if a picture can't be written.
  func add(_ run: TranscriptRun) throws(TranscriptToolFault) {
    let blocks = run.reportedBlocks
    write { $0.text(of: blocks, inFile: run.path, after: summary) }
    summary.add(blocks)
    guard let pictureFolder else { return }
    for block in blocks {
      guard let picture = block.picture() else { continue }
      try Self.writePicture(picture, "\(pictureFolder)/\(block.pictureName)", pictureFolder)
    }
  }

  /// Writes a picture, and makes its folder if there is none.
  private static func writePicture(
    _ picture: String, _ path: String, _ folder: String
  ) throws(TranscriptToolFault) {
    mkdir(folder, 0o777)
    try TranscriptToolFault.naming(
      path,
      { () throws(SystemError) in
        let file = try NewFile(for: path)
        try file.write(Array(picture.utf8))
        try file.publish(replacing: true)
      }())
  }

  /// Reports that a file can't be used.
  func addUnusable(_ fault: TranscriptToolFault) {
    summary.unusableCount += 1
    write { $0.text(ofFault: escapedForDisplay(fault.description), summary) }
  }

  /// Reports the number of updated blocks in a file.
  func addBlessed(_ path: String, _ count: Int) {
    summary.blessedCount += count
    let words = "\(escapedForDisplay(path)): \(counted(count, "command")) blessed\n"
    write { $0.isForUsers ? words : "" }
  }

  /// Completes the reports with the total counts; throws the first error.
  func finish() throws(TranscriptToolFault) {
    write { $0.footer(summary) }
    if let fault = close().first { throw fault }
  }

  /// Completes the reports with the reason why nothing was run, so that no old report remains.
  ///
  /// Returns the errors of the files. The standard output has no such words for users.
  func abandon(_ fault: TranscriptToolFault) -> [TranscriptToolFault] {
    addUnusable(fault)
    let words = escapedForDisplay(fault.description) + "\n"
    for target in targets where !target.format.isForUsers || target.file != nil {
      write(target.format.isForUsers ? words : target.format.footer(summary), to: target)
    }
    return openingFaults + close()
  }

  /// Closes the files; returns their errors.
  private func close() -> [TranscriptToolFault] {
    targets.compactMap { target in
      do throws(TranscriptToolFault) {
        try target.file?.close()
        return nil
      } catch { return error }
    }
  }

  /// Writes a text to every report.
  private func write(_ text: (any ReportFormat) -> String) {
    for target in targets { write(text(target.format), to: target) }
  }

  private func write(_ text: String, to target: Target) {
    guard !text.isEmpty else { return }
    let bytes = Array(text.utf8)
    if let file = target.file { file.write(bytes) } else { output(bytes) }
  }
}

/// The numbers of blocks by outcome, for one file or for all.
struct ReportSummary {
  private var counts: [TranscriptOutcome: Int] = [:]
  private(set) var fileCount = 0
  var unusableCount = 0
  var blessedCount = 0

  /// Adds the blocks of a file.
  mutating func add(_ blocks: [BlockRun]) {
    fileCount += 1
    for block in blocks { counts[block.outcome, default: 0] += 1 }
  }

  /// The number of blocks with an outcome.
  subscript(_ outcome: TranscriptOutcome) -> Int { counts[outcome] ?? 0 }

  /// The number of selected blocks.
  var total: Int { counts.values.reduce(0, +) }

  /// The number of blocks that make the tool fail.
  var failureCount: Int { counts.reduce(0) { $0 + ($1.key.exitStatus == 0 ? 0 : $1.value) } }
}

/// The report formats, which are choices of `--format`.
enum ReportKind: String {
  case human, tap, junit, jsonl, json

  /// Returns the format; only the one for users has colors.
  func format(hasColor: Bool) -> any ReportFormat {
    switch self {
    case .human: HumanFormat(hasColor: hasColor)
    case .tap: TestAnythingFormat()
    case .junit: JUnitFormat()
    case .jsonl: JSONLinesFormat()
    case .json: DifferenceFormat()
    }
  }
}
