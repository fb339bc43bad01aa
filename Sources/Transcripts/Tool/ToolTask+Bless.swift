import ChimpSystem
import Glibc

/// A file with updated expectations, and what it was before.
private struct Blessing {
  /// The updated file, which is still to be confirmed by a run.
  let job: FileJob
  /// The bytes of the file before.
  let old: [UInt8]
  /// The indexes of the blocks that change.
  let blocks: [Int]
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
  /// Returns the edits and the indexes of their blocks; `choose` is called for each block that
  /// failed.
  func blessing(
    _ choose: (BlockRun) -> BlessingChoice
  ) -> (edits: TranscriptEdits, blocks: [Int]) {
    var edits = TranscriptEdits()
    var indexes: [Int] = []
    for (block, reply) in replies(.fail) where !reply.isIncomplete {
      let choice = choose(block)
      guard choice != .leave, let closest = block.closestAlternative else { continue }
      edits.bless(block.block, of: transcript, closest, makesHoles: choice == .acceptWithHoles)
      indexes.append(block.index)
    }
    return (edits, indexes)
  }

  /// Returns the edited file.
  ///
  /// Throws if it can't be parsed, or if a directive would belong to another command.
  fileprivate func edited(_ edits: TranscriptEdits) throws(TranscriptToolFault) -> FileJob {
    var job = job
    job.bytes = transcript.printed(edits)
    let new: Transcript
    do throws(TranscriptToolFault) {
      new = try job.transcript(fence: options.fence(of: path))
    } catch {
      let words = "not blessed, it could not be read any more: \(error.cause)"
      throw TranscriptToolFault(path, words)
    }
    for (before, after) in zip(transcript.blocks, new.blocks) where before.marks != after.marks {
      let words = "not blessed, a directive of the command would belong to the one behind it"
      throw TranscriptToolFault(path, line: before.inputLine + 1, words)
    }
    return job
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
      let edits = run.blessing { _ in options.choice }.edits
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
      let (edits, blocks) = run.blessing { choice($0, &hasQuit) }
      guard edits.isEmpty else {
        let job = try run.edited(edits)
        blessings.append(Blessing(job: job, old: run.transcript.bytes, blocks: blocks))
        return
      }
      report.add(run)
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

  /// Runs each blessed file once more, and replaces the file only if it passes.
  private func commit(_ blessings: [Blessing]) {
    var blessedPaths: Set<String> = []
    var rest = blessings[...]
    run(blessings.map { .success($0.job) }) { result in
      guard let blessing = rest.popFirst() else { return false }
      do throws(TranscriptToolFault) {
        let run = try result.get()
        try commit(blessing, run, &blessedPaths)
        report.add(run)
        report.addBlessed(run.path, blessing.blocks.count)
        raiseStatus(run.exitStatus)
      } catch {
        report.addUnusable(error)
        fail(error)
      }
      return true
    }
  }

  /// Replaces a file, unless its second run has failed.
  private func commit(
    _ blessing: Blessing, _ second: TranscriptRun, _ blessedPaths: inout Set<String>
  ) throws(TranscriptToolFault) {
    let blocks = second.blocks
    if let index = blessing.blocks.first(where: { blocks[$0].outcome != .pass }) {
      let words = "not blessed, the command does not pass when it runs again"
      throw TranscriptToolFault(second.path, line: blocks[index].line, words)
    }
    let path = resolvedPath(second.path) ?? second.path
    guard !blessedPaths.contains(path) else {
      let words = "blessed once in this run already, what else was named of it is left as it was"
      throw TranscriptToolFault(second.path, words)
    }
    try replace(second.path, from: blessing.old, to: second.transcript.bytes)
    blessedPaths.insert(path)
  }

  /// Replaces the contents of a file; throws unless it still has the old bytes.
  ///
  /// A link stays a link; owner, group and mode stay, but no program keeps a set-id bit. If that
  /// fails, the file is unchanged and no temporary file is left.
  private func replace(
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
