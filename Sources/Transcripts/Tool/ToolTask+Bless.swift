import TranscriptSyntax

extension ToolTask {
  /// A file with its updated contents, which are not written yet.
  private struct Candidate {
    let run: TranscriptRun
    /// The blocks that change.
    let blocks: [Int]
    let bytes: [UInt8]

    var path: String { run.plan.path }
  }

  /// Performs `bless`: updates the expected replies in files, after a second run has confirmed
  /// them.
  func bless() throws(TranscriptToolFault) {
    try report { report throws(TranscriptToolFault) in
      try checkMayWrite()
      let candidates = try candidates(report)
      commit(candidates, report)
    }
  }

  /// Throws in continuous integration, where nothing may be written.
  func checkMayWrite() throws(TranscriptToolFault) {
    guard let value = environment.variable("CI"), !value.isEmpty else { return }
    throw .writesInContinuousIntegration(verb: options.verb.rawValue)
  }

  /// Runs the files and returns the updated ones; reports those that do not change.
  private func candidates(_ report: Report) throws(TranscriptToolFault) -> [Candidate] {
    var hasQuit = false
    var candidates: [Candidate] = []
    var seenFolders: Set<String> = []
    try runAll(report, canStop: false) { run throws(TranscriptToolFault) in
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

  /// Reports temporary files of killed processes in a folder.
  private func reportLeftovers(in folder: String) {
    for path in FileReplacement.leftovers(in: folder) {
      environment.report(.leftTemporaryFile(path))
    }
  }

  /// Returns the updated file; `nil` if it does not change.
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
      throw .notBlessed(run.plan.path, error)
    }
    for (before, after) in zip(old.blocks, new.blocks)
    where before.marks != after.marks {
      throw .directiveMoves(run.plan.path, line: before.inputLine + 1)
    }
    return Candidate(run: run, blocks: blessing.blocks, bytes: bytes)
  }

  /// Returns the decision about a block: that of the options, or the user's answer.
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

  /// Runs each updated file, and writes it only if it passes.
  private func commit(_ candidates: [Candidate], _ report: Report) {
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

  /// Writes an updated file, unless its second run has failed.
  private func commit(
    _ candidate: Candidate, _ run: TranscriptRun, _ blessedPaths: inout Set<String>
  ) throws(TranscriptToolFault) {
    if let block = candidate.blocks.first(where: { run.outcomes[$0] != .pass }) {
      let line = run.plan.transcript.blocks[block].inputLine + 1
      throw .answerChanges(candidate.path, line: line)
    }
    let path = FileReader.resolvedOrSame(candidate.path)
    do throws(TranscriptToolFault) {
      try FileReplacement.replace(
        candidate.path, from: candidate.run.plan.transcript.bytes, to: candidate.bytes,
        environment.fileOperations)
    } catch {
      throw blessedPaths.contains(path)
        ? .blessedAlready(candidate.path) : .notBlessed(candidate.path, error)
    }
    blessedPaths.insert(path)
  }
}

extension TranscriptBlock {
  /// The directives of the block, which an update must not move to another command.
  fileprivate var marks: [String?] {
    [.xfail, .skip, .timeout].map { directives[$0]?.argument }
  }
}

extension ToolOptions {
  /// The decision for all blocks if the user is not asked.
  fileprivate var choice: Blessing.Choice { makesHoles ? .acceptWithHoles : .accept }
}

extension ToolTask {
  /// Performs `diff`: shows the edits that `bless` would make as a unified difference.
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
