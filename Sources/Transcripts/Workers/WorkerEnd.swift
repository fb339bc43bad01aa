/// How a worker ended in the middle of a file.
struct WorkerEnd {
  let place: TranscriptRunner.Place
  /// A crash or a timeout.
  let outcome: TranscriptOutcome
  /// What the worker last said.
  let words: String
  let notes: [BlockNote]

  /// What became of the file: what ran before keeps its outcome, and the rest did not run.
  func fileRun(_ job: FileJob) throws(ToolFault) -> FileRun {
    let plan = try TranscriptPlan(job)
    let transcript = plan.transcript
    var run = TranscriptRun(blockCount: transcript.blocks.count)
    let wanted = job.selection.blocks(of: transcript, path: job.path)
    for (index, single) in transcript.cases.enumerated() {
      let isWanted =
        wanted.map { single.blocks.overlaps($0) } ?? true
        && job.selection.takes(single, path: job.path)
      if isWanted { addIncluded(plan, index, &run) }
      for block in single.blocks {
        guard isWanted, wanted.map({ $0.contains(block) }) ?? true else {
          run.outcomes[block] = .unselected
          continue
        }
        run.outcomes[block] = outcome(index, nil, block)
      }
    }
    for note in notes where run.hasPlace(note.place) { run.take(note) }
    run.lastWords = words
    for index in run.includedRuns.indices { run.includedRuns[index].run.lastWords = words }
    if place.included == nil, place.block < run.outcomes.count {
      run.outcomes[place.block] = outcome
    }
    return FileRun(job: job, run: run, known: plan)
  }

  /// The first line that a worker wrote about its end.
  static func lastWords(_ diagnostics: Int32) -> String {
    let lines = SharedMemory.bytes(diagnostics).prefix(1 << 12).split(separator: 0x0a)
    let line = lines.first { line in
      String(decoding: line, as: UTF8.self).pieces(between: "Fatal error").count > 1
    }
    return String(decoding: line ?? lines.first ?? [], as: UTF8.self)
  }

  /// How the end of a worker is told, where no block was running.
  static func words(_ subject: String, _ lastWords: String) -> String {
    "\(subject): the worker ended" + (lastWords.isEmpty ? "" : ": \(lastWords)")
  }

  private func addIncluded(_ plan: TranscriptPlan, _ index: Int, _ run: inout TranscriptRun) {
    guard index <= place.caseIndex else { return }
    for (number, other) in plan.included(beforeCase: index).enumerated() {
      var included = TranscriptRun(blockCount: other.transcript.blocks.count)
      for block in included.outcomes.indices {
        included.outcomes[block] = outcome(index, number, block)
      }
      run.includedRuns.append(.init(caseIndex: index, place: number, run: included))
    }
  }

  private func outcome(_ caseIndex: Int, _ included: Int?, _ block: Int) -> TranscriptOutcome {
    let here = TranscriptRunner.Place(caseIndex: caseIndex, included: included, block: block)
    if here == place { return outcome }
    if let note = notes.last(where: { $0.place == here }) { return note.outcome }
    if caseIndex != place.caseIndex { return caseIndex < place.caseIndex ? .pass : .notRun }
    let order = (included ?? Int.max, block)
    return order < (place.included ?? Int.max, place.block) ? .pass : .notRun
  }
}

extension TranscriptRun {
  fileprivate func hasPlace(_ place: TranscriptRunner.Place) -> Bool {
    guard let included = place.included else { return outcomes.indices.contains(place.block) }
    return includedRuns.contains {
      $0.caseIndex == place.caseIndex && $0.place == included
        && $0.run.outcomes.indices.contains(place.block)
    }
  }
}
