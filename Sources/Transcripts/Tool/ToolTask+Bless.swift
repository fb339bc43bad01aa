extension ToolTask {
  /// How many files wait for their second run at once.
  private static let chunkSize = 256

  private typealias Candidate = (job: FileJob, replacement: FileReplacement, blocks: [Int])

  func bless() throws(ToolFault) {
    try report { report throws(ToolFault) in
      try checkMayWrite()
      try bless(report)
    }
  }

  private func bless(_ report: Report) throws(ToolFault) {
    let dialogue = BlessDialogue(environment, isInteractive: options.isInteractive)
    var rest = try selectedFiles()[...]
    var isAnySelected = false
    var seenFolders: Set<String> = []
    var blessedPaths: Set<String> = []
    while !rest.isEmpty {
      let entries = Array(rest.prefix(Self.chunkSize))
      rest = rest.dropFirst(entries.count)
      var candidates: [Candidate] = []
      run(entries) { result in
        do throws(ToolFault) {
          let fileRun = try result.get()
          guard fileRun.run.isAnySelected else { return true }
          isAnySelected = true
          let folder = FileReader.folder(of: FileReader.resolvedOrSame(fileRun.job.file))
          if seenFolders.insert(folder).inserted { tellLeftovers(in: folder) }
          if let candidate = try candidate(fileRun, dialogue) {
            candidates.append(candidate)
          } else {
            try report.add(fileRun)
            raiseStatus(fileRun.run.exitStatus)
          }
        } catch {
          isAnySelected = true
          report.addUnusable(error)
          fail(error)
        }
        return true
      }
      commit(candidates, report, &blessedPaths)
    }
    guard isAnySelected else { throw .nothingSelected }
  }

  /// Names what killed processes have left in a folder; nothing is removed.
  private func tellLeftovers(in folder: String) {
    for path in ReplacementName.leftovers(in: folder) { environment.tell(.leftBehind(path)) }
  }

  /// Where changes are only checked nothing is written.
  func checkMayWrite() throws(ToolFault) {
    guard let value = environment.variable("CI"), !value.isEmpty else { return }
    throw .writesInContinuousIntegration(options.verb)
  }

  /// Writes beside the file what it would say; nil where nothing is to be changed.
  private func candidate(
    _ fileRun: FileRun, _ dialogue: BlessDialogue
  ) throws(ToolFault) -> Candidate? {
    guard fileRun.run.outcomes.contains(.fail) else { return nil }
    let plan = try fileRun.plan()
    let blessing = Blessing(plan.transcript, fileRun.run) { index in
      dialogue.choice(index, plan, fileRun.run, makesHoles: options.makesHoles)
    }
    guard !blessing.edits.isEmpty else { return nil }
    let bytes = plan.transcript.printed(blessing.edits)
    try checkIsSound(bytes, plan)
    do throws(FileFault) {
      let replacement = try FileReplacement(
        fileRun.job.file, from: plan.transcript.bytes, to: bytes,
        operations: environment.fileOperations)
      return (fileRun.job, replacement, blessing.blocks)
    } catch { throw .cannotReplace(plan.path, error) }
  }

  /// Nothing is written that could not be read, or that says of one command what another said.
  private func checkIsSound(_ bytes: [UInt8], _ plan: TranscriptPlan) throws(ToolFault) {
    let blessed: Transcript
    do throws(TranscriptFault) { blessed = try plan.transcript.replaced(by: bytes) } catch {
      throw .blessedMalformed(plan.path, error)
    }
    for (old, new) in zip(plan.transcript.blocks, blessed.blocks)
    where plan.transcript.marks(of: old) != blessed.marks(of: new) {
      throw .directiveMoves(plan.path, line: old.inputLine + 1)
    }
  }

  /// Runs the new files once more, and replaces the old ones by those that hold.
  private func commit(
    _ candidates: [Candidate], _ report: Report, _ blessedPaths: inout Set<String>
  ) {
    let entries = candidates.map { FileEntry.success($0.job.reading($0.replacement.temporaryPath)) }
    var index = 0
    run(entries) { result in
      defer { index += 1 }
      let candidate = candidates[index]
      do throws(ToolFault) {
        let (fileRun, plan) = try secondRun(candidate, result)
        let path = FileReader.resolvedOrSame(candidate.job.file)
        do throws(FileFault) { try candidate.replacement.commit() } catch {
          if blessedPaths.contains(path) { throw .blessedAlready(candidate.job.path) }
          throw .cannotReplace(candidate.job.path, error)
        }
        blessedPaths.insert(path)
        try report.add(FileRun(job: candidate.job, run: fileRun.run, known: plan))
        report.addBlessed(candidate.job.path, candidate.blocks.count)
        raiseStatus(fileRun.run.exitStatus)
      } catch {
        report.addUnusable(error)
        fail(error)
      }
      return true
    }
  }

  /// What became of the new file, which is gone if it does not hold.
  private func secondRun(
    _ candidate: Candidate, _ result: FileResult
  ) throws(ToolFault) -> (run: FileRun, plan: TranscriptPlan) {
    do throws(ToolFault) {
      let fileRun = try result.get()
      // Read before the file gets its name.
      let plan = try fileRun.plan()
      if let block = candidate.blocks.first(where: { fileRun.run.outcomes[$0] != .pass }) {
        let line = plan.transcript.blocks[block].inputLine + 1
        throw ToolFault.answerChanges(candidate.job.path, line: line)
      }
      return (fileRun, plan)
    } catch {
      candidate.replacement.discard()
      throw error
    }
  }
}

extension Transcript {
  fileprivate func marks(of block: TranscriptBlock) -> [String?] {
    [.xfail, .skip, .timeout].map { block.directives.line($0).map(argument) }
  }
}

/// Asks for each difference what is to become of it.
final class BlessDialogue {
  private let environment: TranscriptEnvironment
  private let isInteractive: Bool
  private var hasQuit = false

  init(_ environment: TranscriptEnvironment, isInteractive: Bool) {
    self.environment = environment
    self.isInteractive = isInteractive
  }

  func choice(
    _ index: Int, _ plan: TranscriptPlan, _ run: TranscriptRun, makesHoles: Bool
  ) -> Blessing.Choice {
    guard isInteractive else { return makesHoles ? .acceptWithHoles : .accept }
    guard !hasQuit else { return .leave }
    let format = HumanFormat(hasColor: environment.hasColor)
    let block = BlockReport(plan.part(ofBlock: index), run, index)
    environment.output(Array(format.text(of: block).utf8))
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
}

extension ToolTask {
  /// Tells the edits of a bless as a unified difference, and writes nothing.
  func showDifferences() throws(ToolFault) {
    try runAll { fileRun throws(ToolFault) in
      raiseStatus(fileRun.run.exitStatus)
      guard fileRun.run.outcomes.contains(.fail) else { return }
      let plan = try fileRun.plan()
      let choice = options.makesHoles ? Blessing.Choice.acceptWithHoles : .accept
      let blessing = Blessing(plan.transcript, fileRun.run) { _ in choice }
      environment.output(UnifiedDifference(plan.path, plan.transcript, blessing.edits).text)
    }
  }
}

/// Edits as other tools can apply them.
struct UnifiedDifference {
  private typealias Line = (sign: Character, text: [UInt8])

  private static let contextCount = 3
  private static func isChange(_ line: Line) -> Bool { line.sign != " " }

  private(set) var text: [UInt8]

  init(_ path: String, _ transcript: Transcript, _ edits: TranscriptEdits) {
    let path = escapedForDisplay(path)
    text = Array("--- \(path)\n+++ \(path)\n".utf8)
    let lines = transcript.edited(edits)
    var end = 0
    while let first = lines[end...].firstIndex(where: Self.isChange) {
      let start = max(end, first - Self.contextCount)
      end = first
      while let next = lines[end...].prefix(2 * Self.contextCount).firstIndex(where: Self.isChange)
      { end = next + 1 }
      end = min(end + Self.contextCount, lines.count)
      addHunk(lines[start..<end], behind: lines[..<start])
    }
  }

  private mutating func addHunk(_ hunk: ArraySlice<Line>, behind before: ArraySlice<Line>) {
    func count(_ lines: ArraySlice<Line>, without sign: Character) -> Int {
      lines.count { $0.sign != sign }
    }
    let old = "\(count(before, without: "+") + 1),\(count(hunk, without: "+"))"
    let new = "\(count(before, without: "-") + 1),\(count(hunk, without: "-"))"
    text += Array("@@ -\(old) +\(new) @@\n".utf8)
    for line in hunk {
      text += Array("\(line.sign)".utf8) + line.text
      if line.text.last != 0x0a { text += Array("\n\\ No newline at end of file\n".utf8) }
    }
  }
}
