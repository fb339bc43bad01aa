package import Archive
import ChimpSystem
import Game
import Glibc
package import Records
package import Shell

/// The operation of `export`: writes all finished rounds and their presses to files.
///
///     let export = Export(source: source, file: file, format: .csv, replaces: false)
///
/// Every trial is validated like an imported one, so that the files can be imported. Damaged trials
/// are skipped and counted. The files are created together at the end: a cancelled or failed export
/// leaves nothing.
package struct Export: StoreOperation {
  /// The result of the operation: the numbers of written rows and of skipped trials.
  ///
  ///     print(report.trialCount, "trials in", report.paths)
  ///     print("without", report.skippedRounds.damaged.count)
  package struct Report: DamageReport {
    package let trialCount: Int
    package let pressCount: Int
    package let simulated: SimulatedCounts
    /// The skipped rounds, with the reasons.
    package let skippedRounds: SkippedRounds
    /// The paths of the files, the one that the user named first.
    package let paths: [String]
    /// The number of trials that the rules of studies exclude from analyses; the files contain them
    /// with a mark.
    package let excluded: RuleCounts
    /// The damaged rows of studies, enrolments and participants, which the files lack.
    package var unreadable: [RecordError] = []
    package var skippedDamagedRows: Bool { !skippedRounds.damaged.isEmpty || !unreadable.isEmpty }
  }

  package let source: StoreSource
  /// The file that the user named, from which the other names are derived.
  package let file: NamedFile
  package let format: ExchangeFormat
  /// `true` to replace existing files; otherwise none of the files may exist.
  package let replaces: Bool
  /// The numbers of the rounds in progress, which are skipped because their solution is secret.
  package var played: Set<Int> = []
  package let options: ExportOptions

  package init(
    source: StoreSource, file: NamedFile, format: ExchangeFormat, replaces: Bool,
    played: Set<Int> = [], options: ExportOptions = ExportOptions()
  ) {
    self.source = source
    self.file = file
    self.format = format
    self.replaces = replaces
    self.played = played
    self.options = options
  }

  package var targets: [NamedFile] {
    let files = ExchangeFiles(file, format)
    return files.all.reversed() + [files.participants]
  }

  /// Writes all files.
  ///
  /// - Throws: An error if a target exists, if a file can't be written, or if the user has
  ///   cancelled.
  package func perform(_ run: OperationRun) throws -> Report {
    try checkTargets(run)
    return try write(ExchangeFiles(file, format), run).report
  }

  /// Writes the files under given names, and returns the participants among them, too.
  func write(
    _ files: ExchangeFiles, _ run: OperationRun
  ) throws -> (report: Report, participants: ParticipantTable) {
    let marks = try TrialMarks(of: source, options, run)
    let participants = try run.reading(source) { context in
      try ParticipantTable(context, marks)
    }
    let writer = try ExportWriter(files, format, participants, marks)
    let skippedRounds = try run.forEachTrial(of: source, except: played, writer.write)
    try writer.finish()
    try run.checkCancelled()
    try writer.publish(replacing: replaces)
    let report = Report(
      trialCount: writer.trialCount, pressCount: writer.pressCount,
      simulated: writer.marks.simulated, skippedRounds: skippedRounds,
      paths: files.all.reversed().map(\.name)
        + (writer.hasParticipants ? [files.participants.name] : []),
      excluded: writer.marks.counts, unreadable: participants.unreadable(besides: marks))
    return (report, participants)
  }
}

extension Export {
  /// Throws if a file can't be written, or if a killed export has left some of the files.
  private func checkTargets(_ run: OperationRun) throws {
    for target in targets {
      do { try run.checkTarget(target, of: source, replaces: replaces) } catch {
        // The file that the user named is the last to get its name.
        guard error as? Refusal == .exists(target.name), access(file.path, F_OK) != 0 else {
          throw error
        }
        throw incomplete(besides: targets.filter { access($0.path, F_OK) == 0 }.map(\.name))
      }
    }
  }

  /// Returns the refusal to add to the files of an export that was killed.
  private func incomplete(besides present: [String]) -> Refusal {
    Refusal(
      "export-is-incomplete",
      "\"\(file.name)\" is missing beside "
        + present.map { "\"\($0)\"" }.joined(separator: ", ")
        + ": an export was killed, or its file was moved (--force writes all anew)",
      "\(file.name) がないのに、\(present.joined(separator: "、")) があります: "
        + "書き出しが途中で終わったか、ファイルが移されました（--force ですべて書き直します）")
  }
}

/// The rounds that an export or a merge has skipped, with the reasons.
///
///     print(report.skippedRounds.damaged.count, "rounds are damaged")
package struct SkippedRounds {
  /// The maximum number of invalid rows that are listed.
  private static var mostNamedRows: Int { 1_000 }

  /// The numbers of the damaged rounds.
  package var damaged: [Int] = []
  /// The numbers of the rounds that a merge has skipped because they differ from this store's, or
  /// belong to a test with such a round.
  package var differing: [Int] = []
  /// The invalid rows with the reasons, each row once.
  package private(set) var refusedRows: [RefusedRow] = []
  /// The number of rounds in progress, which were skipped.
  package var playedCount = 0

  package init() {}

  /// Adds an invalid row.
  ///
  /// Does nothing for `nil`, and if the row was added before.
  mutating func refuse(_ row: RefusedRow?) {
    guard let row, refusedRows.count < Self.mostNamedRows, !refusedRows.contains(row) else {
      return
    }
    refusedRows.append(row)
  }
}

extension OperationRun {
  /// Calls a closure with each valid trial that is not in progress; returns the skipped rounds.
  ///
  /// The trials of simulated participants come after those of people.
  /// The row is `inout` to avoid a copy; the closure must not change it.
  func forEachTrial(
    of source: StoreSource, except played: Set<Int>,
    _ body: (inout TrialRow) throws -> Void
  ) throws -> SkippedRounds {
    try reading(source) { context in
      var skipped = SkippedRounds()
      var hasSimulated = false
      for isSimulated in [false, true] where !isSimulated || hasSimulated {
        let trials = try StoredTrials(context)
        trials.selectsSimulated = isSimulated
        try forEachTrial(in: context, of: source, trials.next) { found in
          if found.isOther {
            hasSimulated = true
          } else if played.contains(found.number) {
            skipped.playedCount += 1
          } else if found.report != nil {
            try body(&trials.row)
          } else {
            skipped.damaged.append(found.number)
            skipped.refuse(found.refusal)
          }
        }
      }
      return skipped
    }
  }

  /// Throws unless a file can be written: it must not belong to the store and, if it exists, be
  /// replaceable.
  package func checkTarget(
    _ file: NamedFile, of source: StoreSource, replaces: Bool
  ) throws {
    try check(file, of: source)
    guard let facts = FileFacts(file.path) else { return }
    if facts.isDirectory { throw Refusal.cannotWrite(file.name, SystemError(number: EISDIR)) }
    guard facts.isPlain else { throw Refusal.notPlain(file.name) }
    guard replaces else { throw Refusal.exists(file.name) }
  }
}
