import ChimpSystem
import Glibc

/// The edits of a file, which are still to be confirmed by a run of the edited file.
private struct Blessing {
  /// The run of the file as it is.
  let run: TranscriptRun
  /// The edits of each block that changes.
  var blocks: [(index: Int, edits: TranscriptEdits)]
  /// The blocks that did not pass when they ran again.
  let refuted: [Int]
  /// The edited file.
  var job: FileJob

  /// Creates a blessing; `nil` without edits, and throws if the edited file can't be read.
  init?(
    _ run: TranscriptRun, _ blocks: [(index: Int, edits: TranscriptEdits)], refuted: [Int] = []
  ) throws(TranscriptToolFault) {
    guard !blocks.isEmpty else { return nil }
    self.run = run
    self.blocks = blocks
    self.refuted = refuted
    job = try run.edited(TranscriptEdits(of: blocks.map(\.edits)))
  }
}

/// The decision about a block whose reply differs.
enum BlessingChoice {
  case accept
  /// Update the block, with placeholders for the differing parts of similar lines.
  case acceptWithHoles
  /// Leave the block unchanged.
  case leave
}

/// The edits that update a transcript to the actual replies.
///
/// Only expected lines that did not match are changed. Commands, comments, directives and blank
/// lines stay as they are.
extension TranscriptRun {
  /// Returns the edits of each block that failed, which `choose` decides.
  func blessing(
    _ choose: (BlockRun) -> BlessingChoice
  ) -> [(index: Int, edits: TranscriptEdits)] {
    blocks.compactMap { block in
      guard let closest = block.blessedAlternative else { return nil }
      let choice = choose(block)
      guard choice != .leave else { return nil }
      var edits = TranscriptEdits()
      edits.bless(block.block, of: transcript, closest, makesHoles: choice == .acceptWithHoles)
      return (block.index, edits)
    }
  }

  /// The errors of the blocks that are not blessed, because patterns could be lost.
  var blessingFaults: [TranscriptToolFault] {
    blocks.compactMap { block in
      block.blessingFault.map { TranscriptToolFault(path, line: block.line, "not blessed, \($0)") }
    }
  }

  /// Returns the edited file; throws as `FileJob.replacing` does.
  fileprivate func edited(_ edits: TranscriptEdits) throws(TranscriptToolFault) -> FileJob {
    try job.replacing(transcript, by: transcript.printed(edits), options).job
  }
}

extension FileJob {
  /// Returns the job of a file with other bytes, and the transcript that these are.
  ///
  /// Throws if they can't be parsed, or if a directive would belong to another command.
  func replacing(
    _ old: Transcript, by bytes: [UInt8], _ options: ToolOptions
  ) throws(TranscriptToolFault) -> (job: FileJob, transcript: Transcript) {
    var job = self
    job.bytes = bytes
    let new: Transcript
    do throws(TranscriptToolFault) {
      new = try job.transcript(fence: options.fence(of: path), options.kinds)
    } catch {
      let words = "not blessed, it could not be read any more: \(error.cause)"
      throw TranscriptToolFault(path, words)
    }
    for (before, after) in zip(old.blocks, new.blocks) where before.marks != after.marks {
      let words = "not blessed, a directive of the command would belong to the one behind it"
      throw TranscriptToolFault(path, line: before.inputLine + 1, words)
    }
    return (job, new)
  }
}

extension BlockRun {
  /// The comparison with the reply that a bless would take over; `nil` if it would leave the block.
  var blessedAlternative: ClosestAlternative? {
    guard outcome == .fail, reply?.isIncomplete == false, !source.isIncluded,
      blessingFault == nil
    else { return nil }
    return closestAlternative
  }

  /// The reason why the reply can't be taken over without the loss of a pattern; `nil` if it can.
  fileprivate var blessingFault: String? {
    guard outcome == .fail, reply?.isIncomplete == false, let closest = closestAlternative else {
      return nil
    }
    if closest.mayLosePatterns {
      return "so many lines differ that a pattern which still matches could be lost; "
        + "remove the lines of the answer to take over all of it"
    }
    for hole in closest.lostHoles {
      guard let name = hole.name else { continue }
      if hole.binds, source.uses(name) {
        return "other lines are compared with {\(name)} of a line that differs; change it by hand"
      }
      if !hole.binds, bindings.value(of: name) == nil {
        return "the line with {\(name)} differs, with which it is compared; bless it again then"
      }
    }
    return nil
  }
}

extension TranscriptBlock {
  /// The directives of the block, which an update must not move to another command.
  fileprivate var marks: [String?] {
    [.xfail, .skip, .timeout].map { directives[$0]?.argument }
  }
}

extension ToolTask {
  /// Performs `bless`: updates the expected replies in files, after a second run has confirmed
  /// them.
  func bless() throws(TranscriptToolFault) {
    try completingReport { () throws(TranscriptToolFault) in
      try checkMayWrite()
      commit(try blessings())
    }
  }

  /// Performs `diff`: shows the edits that `bless` would make as a unified difference.
  func showDifferences() throws(TranscriptToolFault) {
    try runAll { run in
      raiseStatus(run.exitStatus)
      guard run.blocks.contains(where: { $0.outcome == .fail }) else { return }
      for fault in run.blessingFaults { environment.report(fault) }
      let edits = TranscriptEdits(of: run.blessing { _ in options.choice }.map(\.edits))
      environment.output(run.transcript.unifiedDifference(run.path, edits))
    }
  }

  /// Throws in continuous integration, where nothing may be written.
  func checkMayWrite() throws(TranscriptToolFault) {
    guard let value = environment.variable("CI"), !value.isEmpty else { return }
    throw TranscriptToolFault("\(options.verb.rawValue) writes nothing where CI is set")
  }

  /// Runs the files and returns the updated ones; reports those that do not change.
  private func blessings() throws(TranscriptToolFault) -> [Blessing] {
    var hasQuit = false
    var blessings: [Blessing] = []
    var seenPaths: Set<String> = []
    try runAll { run throws(TranscriptToolFault) in
      reportLeftovers(beside: resolvedPath(run.path) ?? run.path, &seenPaths)
      for fault in run.blessingFaults { environment.report(fault) }
      if let blessing = try Blessing(run, run.blessing { choice($0, &hasQuit) }) {
        return blessings.append(blessing)
      }
      try report.add(run)
      raiseStatus(run.exitStatus)
    }
    return blessings
  }

  /// Reports temporary files of killed processes beside a file, each once.
  private func reportLeftovers(beside path: String, _ seenPaths: inout Set<String>) {
    // The names of earlier versions: six characters were appended to this beginning.
    let beginning = ".transcript-blessed."
    let folder = folderPath(of: path)
    let earlierPaths = names(in: opendir(folder)).sorted()
      .filter { $0.hasPrefix(beginning) && $0.utf8.count == beginning.utf8.count + 6 }
      .map { "\(folder)/\($0)" }.filter { !isLocked($0) }
    let paths = Leftover.all(beside: path).filter { $0.kind == .unfinished }.map(\.path)
    for path in earlierPaths + paths where seenPaths.insert(path).inserted {
      let words = "was left by a run that was killed: nothing needs it, remove it"
      environment.report(TranscriptToolFault("\(path) \(words)"))
    }
  }

  /// Returns the decision about a block: that of the options, or the user's answer.
  private func choice(_ block: BlockRun, _ hasQuit: inout Bool) -> BlessingChoice {
    guard options.isInteractive else { return options.choice }
    guard !hasQuit else { return .leave }
    let format = HumanFormat(hasColor: environment.hasColor)
    environment.output(Array(format.text(of: block, number: 1).utf8))
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

  /// Runs each blessed file once more, and replaces the file if the blessed commands pass.
  ///
  /// A command that does not pass again keeps its answer; the file is then run anew without its
  /// edits, until only confirmed ones are left.
  private func commit(_ blessings: [Blessing]) {
    var blessedPaths: Set<String> = []
    var rest = blessings
    while !rest.isEmpty {
      var next: [Blessing] = []
      var blessing = rest[...]
      run(rest.map { .success($0.job) }) { result in
        guard let current = blessing.popFirst() else { return false }
        do throws(TranscriptToolFault) {
          let run = try result.get()
          if let fewer = try confirm(current, run, &blessedPaths) { next.append(fewer) }
        } catch {
          report.addUnusable(error)
          fail(error)
        }
        return true
      }
      rest = next
    }
  }

  /// Replaces a file whose second run confirms all edits; otherwise returns the confirmed ones.
  private func confirm(
    _ blessing: Blessing, _ second: TranscriptRun, _ blessedPaths: inout Set<String>
  ) throws(TranscriptToolFault) -> Blessing? {
    let outcomes = second.blocks.map(\.outcome)
    let refuted = blessing.refuted + blessing.blocks.map(\.index).filter { outcomes[$0] != .pass }
    guard refuted.count == blessing.refuted.count else {
      let confirmed = blessing.blocks.filter { outcomes[$0.index] == .pass }
      if let fewer = try Blessing(blessing.run, confirmed, refuted: refuted) { return fewer }
      reportRefuted(refuted, blessing.run)
      try report.add(blessing.run)
      return nil
    }
    let path = resolvedPath(second.path) ?? second.path
    guard !blessedPaths.contains(path) else {
      let words = "blessed once in this run already, what else was named of it is left as it was"
      throw TranscriptToolFault(second.path, words)
    }
    try replace(
      second.path, from: blessing.run.transcript.bytes, to: second.transcript.bytes)
    blessedPaths.insert(path)
    reportRefuted(refuted, second)
    try report.add(second)
    report.addBlessed(second.path, blessing.blocks.count)
    raiseStatus(second.exitStatus)
    return nil
  }

  /// Reports the blocks that did not pass again, with their lines in the file as it is now.
  private func reportRefuted(_ blocks: [Int], _ run: TranscriptRun) {
    for index in blocks.sorted() {
      let line = run.transcript.blocks[index].inputLine + 1
      let words = "not blessed, the command does not pass when it runs again"
      fail(TranscriptToolFault(run.path, line: line, words))
    }
  }

  /// Replaces the contents of a file; throws unless it still has the old bytes.
  ///
  /// A link stays a link; owner, group and mode stay, but no program keeps a set-id bit. If that
  /// fails, the file is unchanged and no temporary file is left.
  func replace(
    _ path: String, from old: [UInt8], to new: [UInt8]
  ) throws(TranscriptToolFault) {
    do throws(SystemError) {
      guard let target = resolvedPath(path) else { throw .last }
      let file = try NewFile(for: target, environment.fileOperations)
      try file.copyAccess(of: target)
      try file.write(new)
      try file.synchronize()
      if try readFile(target) == old {
        try file.publish(replacing: true)
        return file.synchronizeFolder()
      }
    } catch { throw TranscriptToolFault(path, "not blessed, can't be replaced: \(error)") }
    throw TranscriptToolFault(path, "not blessed, the file has changed meanwhile")
  }
}

extension ToolOptions {
  /// The decision for all blocks if the user is not asked.
  fileprivate var choice: BlessingChoice { makesHoles ? .acceptWithHoles : .accept }
}
