/// Runs the blocks of transcripts in this process.
struct TranscriptRunner {
  /// The place of a block: in the transcript itself, or in one that a case includes.
  struct Place: Equatable, Sendable {
    var caseIndex = 0
    /// Which of the included transcripts; nil for the transcript itself.
    var included: Int?
    var block = 0
  }

  var sessions: any TranscriptSessionMaker
  /// Where sessions get their folders; nil where transcripts are trusted with all files.
  var folders: TranscriptFolders?
  /// What is told of each block as it runs.
  var observer: (any RunObserver)?
  /// Whether nothing runs behind the first failure.
  var stopsAtFirstFailure = false
  /// Whether the answers of blocks that pass are kept too.
  var keepsAnswers = false
  /// The milliseconds of a clock that only goes forward.
  var clock: () -> Int = monotonicMilliseconds
  /// Is handed each session, to keep it.
  var keep: ((any TranscriptSession) -> Void)?

  /// Runs every case of a transcript that is selected.
  func run(
    _ plan: TranscriptPlan, _ selection: BlockSelection = .init()
  ) throws(TranscriptFault) -> TranscriptRun {
    let transcript = plan.transcript
    var run = TranscriptRun(blockCount: transcript.blocks.count)
    let wanted = selection.blocks(of: transcript, path: plan.path)
    var hasFailed = false
    for (index, single) in transcript.cases.enumerated() {
      let isWanted = wanted.map { single.blocks.overlaps($0) } ?? true
      if !isWanted || !selection.takes(single, path: plan.path) {
        for block in single.blocks { run.outcomes[block] = .unselected }
        continue
      }
      // A block that does not run any more is reported only if it was selected.
      if hasFailed { continue }
      try perform(single, index, of: plan, wanted, into: &run)
      hasFailed = stopsAtFirstFailure && run.exitStatus != 0 || run.hasBroken(single)
    }
    return run
  }

  private func perform(
    _ single: TranscriptCase, _ index: Int, of plan: TranscriptPlan, _ wanted: Range<Int>?,
    into run: inout TranscriptRun
  ) throws(TranscriptFault) {
    let transcript = plan.transcript
    let isOffered = single.settings.requirementLines.allSatisfy {
      sessions.offers(transcript.argument(ofLine: $0))
    }
    guard isOffered, single.settings.marks.skipLine == nil else {
      for block in single.blocks { note(.skip, Place(caseIndex: index, block: block), &run) }
      return
    }
    // If the process ends while a session begins, the first command is blamed.
    observer?.willRun(Place(caseIndex: index, block: single.blocks.lowerBound), timeLimit: nil)
    let included = plan.included(beforeCase: index)
    let folder = folders?.next()
    defer { folder?.remove() }
    let session = try session(index, of: plan, folder)
    keep?(session)
    for (place, other) in included.enumerated() {
      var performance = CasePerformance(
        transcript: other.transcript, single: other.transcript.cases[0], session: session,
        caseIndex: index, included: place, wanted: nil)
      var includedRun = TranscriptRun(blockCount: other.transcript.blocks.count)
      performance.perform(by: self, into: &includedRun)
      run.includedRuns.append(.init(caseIndex: index, place: place, run: includedRun))
      guard !performance.hasEnded else { return }
    }
    var performance = CasePerformance(
      transcript: transcript, single: single, session: session, caseIndex: index, included: nil,
      wanted: wanted)
    performance.perform(by: self, into: &run)
  }

  func note(_ outcome: TranscriptOutcome, _ place: Place, _ run: inout TranscriptRun) {
    run.outcomes[place.block] = outcome
    let answer = run.answers[place.block]?.limited
    run.answers[place.block] = answer
    observer?.didRun(place, outcome, answer)
  }

  private func session(
    _ index: Int, of plan: TranscriptPlan, _ folder: TranscriptFolder?
  ) throws(TranscriptFault) -> any TranscriptSession {
    do throws(TranscriptSessionFault) {
      return try sessions.session(ofCase: index, plan, folder)
    } catch {
      let single = plan.transcript.cases[index]
      let line =
        single.settings.languageLine ?? single.settings.seedLine ?? single.nameLine ?? 0
      throw TranscriptFault(.session(error.words), line: line + 1, column: 1)
    }
  }
}

extension TranscriptRun {
  /// Whether a session has crashed or has taken too long, behind which nothing runs.
  fileprivate func hasBroken(_ single: TranscriptCase) -> Bool {
    for block in single.blocks where outcomes[block].exitStatus == 3 { return true }
    return includedRuns.last.map { $0.run.exitStatus == 3 } ?? false
  }
}

/// Is told of blocks as they run.
protocol RunObserver: AnyObject {
  /// A block is about to run, and may take so many milliseconds.
  func willRun(_ place: TranscriptRunner.Place, timeLimit: Int?)
  /// A block has its outcome.
  func didRun(
    _ place: TranscriptRunner.Place, _ outcome: TranscriptOutcome, _ answer: TranscriptRun.Answer?)
}

extension Transcript {
  /// What a directive says behind its name.
  func argument(ofLine index: Int) -> String {
    let text = text(ofLine: index).drop { $0 != 0x20 && $0 != 0x09 }
    return String(decoding: text.drop { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
  }
}
