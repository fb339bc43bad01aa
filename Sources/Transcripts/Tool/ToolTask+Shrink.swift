import TranscriptSyntax

extension ToolTask {
  /// Performs `shrink`: writes the shortest session that still fails in the same way.
  func shrink() throws(TranscriptToolFault) {
    let entry = FileEntry.success(try onlyJob())
    let run = try run(entry)
    guard run.isAnySelected else { throw Self.nothingSelected }
    guard let target = run.firstFailure else {
      throw TranscriptToolFault(run.path, "nothing fails")
    }
    let shrinking = Shrinking(run.transcript, target)
    let kept = shrinking.shortest { candidate in
      var job = run.job.with(candidate.bytes)
      job.line = candidate.line
      guard let other = try? self.run(.success(job)) else { return false }
      let block = other.blocks.first { $0.outcome != .unselected }
      let failed = run.blocks[target]
      return block?.outcome == failed.outcome && block?.answer?.reply == failed.answer?.reply
    }
    environment.output(shrinking.text(keeping: kept))
  }

  /// Runs one file.
  private func run(_ entry: FileEntry) throws(TranscriptToolFault) -> TranscriptRun {
    var found: FileResult?
    run([entry]) { result in
      found = result
      return true
    }
    guard let found else { throw TranscriptToolFault("nothing ran") }
    return try found.get()
  }
}

extension TranscriptRun {
  /// The first block that crashed or timed out, or else the first that failed; `nil` if all passed.
  fileprivate var firstFailure: Int? {
    blocks.firstIndex { $0.outcome.exitStatus == 3 }
      ?? blocks.firstIndex { $0.outcome == .fail || $0.outcome == .unexpectedPass }
  }
}
