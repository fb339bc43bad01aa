struct WorkerEnd {
  let place: Int
  let outcome: TranscriptOutcome
  let words: String
  let notes: [BlockNote]

  /// What became of the file: what ran before keeps its outcome, and the rest did not run.
  func fileRun(_ job: FileJob) throws(ToolFault) -> FileRun {
    let plan = try TranscriptPlan(job)
    let transcript = plan.transcript
    var run = TranscriptRun(plan)
    let wanted = job.selection.blocks(of: transcript)
    let skipped = Set(notes.filter { $0.outcome == .skip }.map(\.place))
    var hasEnded = false
    for (parts, single) in zip(plan.parts, transcript.cases) {
      let isTaken = job.selection.takes(single, of: transcript, path: job.path)
      // A session that is skipped, which its commands tell, does not run what it includes either.
      let isSkipped = single.blocks.contains { block in
        skipped.contains(block) && transcript.blocks[block].directives.line(.skip) == nil
      }
      let hasBegun = !hasEnded && !isSkipped && single.directives.line(.skip) == nil
      for (part, number) in parts.flatMap({ part in part.places.map { (part, $0) } }) {
        let isWanted = part.isIncluded ? hasBegun : wanted?.contains(number) ?? true
        run.places[number] = isTaken && isWanted ? hasEnded ? .notRun : .pass : .unselected
        hasEnded = hasEnded || number == place
      }
    }
    for note in notes where run.places.indices.contains(note.place) {
      run.places[note.place] = note.outcome
      run.answers[note.place] = note.answer
    }
    run.lastWords = words
    if run.places.indices.contains(place) { run.places[place] = outcome }
    return FileRun(job: job, run: run, known: plan)
  }

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
}
