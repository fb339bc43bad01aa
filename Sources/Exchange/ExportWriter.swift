import Archive
import ChimpSystem
import Glibc
import Records
import Shell

/// Writes trials to the files of an export one by one, without keeping them in memory.
final class ExportWriter {
  /// The milliseconds to wait for another export into the same folder.
  private static var lockTimeout: Int { 10_000 }

  private(set) var trialCount = 0
  private(set) var pressCount = 0
  /// The file with the trials; the only file in the JSON Lines format.
  private let trials: FileDraft
  /// The other CSV files; `nil` if everything is in one file.
  private let tables: (presses: FileDraft, sessions: FileDraft, long: FileDraft)?
  private let dictionary: FileDraft
  /// The file of participants; `nil` if the store has none, and no file of an earlier export has to
  /// be replaced.
  private var participants: FileDraft?
  var hasParticipants: Bool { participants != nil }
  /// The mark of what was written so far.
  private var mark = ExportMark()
  private let trialColumns = TrialRow.columns
  private let pressColumns = PressRow.columns
  private let sessionColumns = SessionLine.columns
  /// The lines of the current trial, whose memory is reused.
  private var lines: TrialLines
  /// The identifiers of the sessions that were already written.
  private var written: Set<String> = []
  /// Adds the columns `simulated` and `excluded` to each trial, and counts excluded trials.
  private(set) var marks: TrialMarks

  /// Creates the unpublished files with their headers.
  init(
    _ files: ExchangeFiles, _ format: ExchangeFormat, _ people: ParticipantTable? = nil,
    _ marks: TrialMarks = TrialMarks(includesHost: true),
    operations: FileOperations = FileOperations()
  ) throws {
    self.marks = marks
    lines = TrialLines(people)
    dictionary = try FileDraft(files.dictionary, operations)
    try dictionary.write { $0 += "\(DataDictionary(files, format, people))".utf8 }
    if let people, !people.isEmpty || access(files.participants.path, F_OK) == 0 {
      let draft = try FileDraft(files.participants, operations)
      let text = people.text(format)
      mark.add(text)
      try draft.write { $0 += text }
      participants = draft
    }
    trials = try FileDraft(files.trials, operations)
    guard let presses = files.presses, let sessions = files.sessions, let long = files.long
    else {
      tables = nil
      return
    }
    let tables = try (
      presses: FileDraft(presses, operations), sessions: FileDraft(sessions, operations),
      long: FileDraft(long, operations)
    )
    self.tables = tables
    let headers = lines.headers
    for (draft, names) in [
      (trials, headers.trial), (tables.presses, headers.press), (tables.long, headers.long),
      (tables.sessions, sessionColumns.map(\.name)),
    ] {
      try draft.write { CSVText.append(headerOf: names, to: &$0) }
    }
  }

  /// Writes the lines of a trial; sets the row's columns that exist in files only.
  func write(_ row: inout TrialRow) throws {
    trialCount += 1
    pressCount += row.presses.count
    marks.mark(&row)
    if tables != nil { row.addMark() }
    try write(row.session, row.simulated)
    if let resumption = row.resumption { try write(resumption, row.simulated) }
    guard let tables else {
      return try trials.write { bytes in
        JSONLine.append(row, trialColumns, to: &bytes)
        for press in row.presses { JSONLine.append(press, pressColumns, to: &bytes) }
      }
    }
    lines.make(of: &row)
    mark.add(lines.trial)
    mark.add(lines.presses)
    try trials.write { $0 += lines.trial }
    try tables.presses.write { $0 += lines.presses }
    try tables.long.write { $0 += lines.long }
  }

  /// Writes the line of a session; does nothing if it was already written.
  private func write(_ session: SessionRow, _ simulated: Int?) throws {
    guard written.insert(session.sessionId).inserted else { return }
    var line = SessionLine(session: session, simulated: simulated)
    guard let tables else {
      return try trials.write { JSONLine.append(line, sessionColumns, to: &$0) }
    }
    line.exportId = ExportMark.placeholder
    var bytes: [UInt8] = []
    CSVText.append(line, sessionColumns, to: &bytes)
    mark.add(bytes)
    try tables.sessions.write { $0 += bytes }
  }

  /// Writes the mark into the rows of several files, and flushes all files to the disk.
  func finish() throws {
    for draft in drafts {
      if tables != nil, draft !== dictionary {
        try draft.replace(atLineEnds: ExportMark.placeholder, with: mark.text)
      }
      try draft.finish()
    }
  }

  /// Makes the files appear under their names.
  ///
  /// If that fails for one of them, restores the previous files. If the program is killed
  /// meanwhile, there may be new presses beside old trials, which an import detects.
  func publish(replacing: Bool) throws {
    let lock = try lockFolder()
    defer { withExtendedLifetime(lock) {} }
    var published: [FileDraft] = []
    for draft in drafts {
      do {
        try draft.publish(replacing: replacing, keepingOld: true)
      } catch {
        for other in published.reversed() { other.retract() }
        throw error
      }
      published.append(draft)
    }
    for draft in drafts { draft.commit() }
  }

  /// Locks the folder of the files until the lock is freed, so that the files of two exports with
  /// the same names are not mixed.
  ///
  /// Waits while another export gives its files their names. Returns `nil` if the folder can't be
  /// locked at all.
  private func lockFolder() throws -> Descriptor? {
    let end = monotonicMilliseconds() + Self.lockTimeout
    let path = folderPath(of: trials.target)
    guard let folder = try? Descriptor(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) else {
      return nil
    }
    while flock(folder.number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK else { return nil }
      guard monotonicMilliseconds() < end else {
        throw Refusal.cannotWrite(trials.file.name, SystemError(number: EBUSY))
      }
      usleep(10_000)
    }
    return folder
  }

  /// All files in the order of publication; the one that the user named is the last.
  private var drafts: [FileDraft] {
    [dictionary] + [participants].compactMap(\.self)
      + (tables.map { [$0.long, $0.sessions, $0.presses] } ?? []) + [trials]
  }
}
