import TranscriptSyntax

extension ToolTask {
  /// A file and its bytes after blessing.
  private struct Candidate {
    let run: TranscriptRun
    /// The blocks that change.
    let blocks: [Int]
    let bytes: [UInt8]

    var path: String { run.plan.path }
  }

  /// Runs files, edits the failed ones in memory, runs them once more, and replaces each file whose
  /// edited version passes.
  func bless() throws(TranscriptToolFault) {
    try completingReport { () throws(TranscriptToolFault) in
      try checkMayWrite()
      commit(try candidates())
    }
  }

  /// Throws if the tool runs in continuous integration, where nothing is written.
  func checkMayWrite() throws(TranscriptToolFault) {
    guard let value = environment.variable("CI"), !value.isEmpty else { return }
    throw TranscriptToolFault("\(options.verb.rawValue) writes nothing where CI is set")
  }

  /// Runs the files, and reports those that do not change.
  private func candidates() throws(TranscriptToolFault) -> [Candidate] {
    var hasQuit = false
    var candidates: [Candidate] = []
    var seenFolders: Set<String> = []
    try runAll(reporting: true, canStop: false) { run throws(TranscriptToolFault) in
      let folder = FileReader.folder(of: FileReader.resolvedOrSame(run.plan.path))
      if seenFolders.insert(folder).inserted { reportLeftovers(in: folder) }
      if let candidate = try candidate(run, &hasQuit) {
        candidates.append(candidate)
      } else {
        report.add(run)
        raiseStatus(run.exitStatus)
      }
    }
    return candidates
  }

  /// Reports what killed processes have left in a folder; nothing is removed.
  private func reportLeftovers(in folder: String) {
    for path in FileReplacement.leftovers(in: folder) {
      let words = "was left by a run that was killed: nothing needs it, remove it"
      environment.report(TranscriptToolFault("\(path) \(words)"))
    }
  }

  /// Returns the blessed file, or `nil` if it does not change.
  ///
  /// Throws if the new file can't be parsed, or if a directive would belong to another command.
  private func candidate(
    _ run: TranscriptRun, _ hasQuit: inout Bool
  ) throws(TranscriptToolFault) -> Candidate? {
    guard run.outcomes.contains(.fail) else { return nil }
    let old = run.plan.transcript
    let blessing = Blessing(run) { choice($0, run, &hasQuit) }
    guard !blessing.edits.isEmpty else { return nil }
    let bytes = old.printed(blessing.edits)
    let new: Transcript
    do throws(TranscriptToolFault) { new = try run.plan.job.with(bytes).transcript() } catch {
      let words = "not blessed, it could not be read any more: \(error.cause)"
      throw TranscriptToolFault(run.plan.path, words)
    }
    for (before, after) in zip(old.blocks, new.blocks)
    where before.marks != after.marks {
      let words = "not blessed, a directive of the command would belong to the one behind it"
      throw TranscriptToolFault(run.plan.path, line: before.inputLine + 1, words)
    }
    return Candidate(run: run, blocks: blessing.blocks, bytes: bytes)
  }

  /// Returns what to do with a block: the option's choice, or the user's answer.
  private func choice(
    _ block: Int, _ run: TranscriptRun, _ hasQuit: inout Bool
  ) -> Blessing.Choice {
    guard options.isInteractive else { return options.choice }
    guard !hasQuit else { return .leave }
    let format = HumanFormat(hasColor: environment.hasColor)
    let report = BlockReport(run.plan.part(ofBlock: block), run, block)
    environment.output(Array(format.text(of: report).utf8))
    while true {
      environment.output(Array("accept, skip, make holes or quit? [a/s/h/q] ".utf8))
      switch environment.answer() {
      case "a": return .accept
      case "h": return .acceptWithHoles
      case "s": return .leave
      case "q", nil:
        hasQuit = true
        return .leave
      default: continue
      }
    }
  }

  /// Runs each candidate once more, and replaces the file only if it passes.
  private func commit(_ candidates: [Candidate]) {
    var blessedPaths: Set<String> = []
    var index = 0
    run(candidates.map { FileEntry.success($0.run.plan.job.with($0.bytes)) }) { result in
      let candidate = candidates[index]
      index += 1
      do throws(TranscriptToolFault) {
        let run = try result.get()
        try commit(candidate, run, &blessedPaths)
        report.add(run)
        report.addBlessed(candidate.path, candidate.blocks.count)
        raiseStatus(run.exitStatus)
      } catch {
        report.addUnusable(error)
        fail(error)
      }
      return true
    }
  }

  /// Replaces the file of a candidate, unless its second run has failed.
  private func commit(
    _ candidate: Candidate, _ run: TranscriptRun, _ blessedPaths: inout Set<String>
  ) throws(TranscriptToolFault) {
    if let block = candidate.blocks.first(where: { run.outcomes[$0] != .pass }) {
      let line = run.plan.transcript.blocks[block].inputLine + 1
      let words = "not blessed, the command does not pass when it runs again"
      throw TranscriptToolFault(candidate.path, line: line, words)
    }
    let path = FileReader.resolvedOrSame(candidate.path)
    do throws(TranscriptToolFault) {
      try FileReplacement.replace(
        candidate.path, from: candidate.run.plan.transcript.bytes, to: candidate.bytes,
        environment.fileOperations)
    } catch {
      guard blessedPaths.contains(path) else { throw error }
      let words = "blessed once in this run already, what else was named of it is left as it was"
      throw TranscriptToolFault(candidate.path, words)
    }
    blessedPaths.insert(path)
  }
}

extension TranscriptBlock {
  /// The directives that a bless must not move to another command.
  fileprivate var marks: [String?] {
    [.xfail, .skip, .timeout].map { directives[$0]?.argument }
  }
}

extension ToolOptions {
  /// The choice without asking the user.
  fileprivate var choice: Blessing.Choice { makesHoles ? .acceptWithHoles : .accept }
}

extension ToolTask {
  /// Shows the edits of a bless as a unified difference, and writes nothing.
  func showDifferences() throws(TranscriptToolFault) {
    try runAll { run in
      raiseStatus(run.exitStatus)
      guard run.outcomes.contains(.fail) else { return }
      let transcript = run.plan.transcript
      let blessing = Blessing(run) { _ in options.choice }
      environment.output(transcript.unifiedDifference(run.plan.path, blessing.edits))
    }
  }
}
