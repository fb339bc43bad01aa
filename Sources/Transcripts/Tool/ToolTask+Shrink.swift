import TranscriptSyntax

extension ToolTask {
  /// Performs `shrink`: writes the shortest session that still fails in the same way.
  func shrink() throws(TranscriptToolFault) {
    let entry = FileEntry.success(try onlyJob())
    let run = try run(entry)
    let plan = run.plan
    guard run.isAnySelected else { throw .nothingSelected }
    guard let target = run.firstFailure else { throw .nothingFails(plan.path) }
    let shrinking = Shrinking(plan.transcript, target)
    let kept = shrinking.shortest { candidate in
      var job = plan.job.with(candidate.bytes)
      job.line = candidate.line
      guard let other = try? self.run(.success(job)) else { return false }
      let index = other.outcomes.firstIndex { $0 != .unselected } ?? 0
      return other.outcomes[index] == run.outcomes[target]
        && other.answers[index]?.reply == run.answers[target]?.reply
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
    guard let found else { throw .nothingRan }
    return try found.get()
  }
}

extension TranscriptRun {
  /// The first block that crashed or timed out, or else the first that failed; `nil` if all passed.
  fileprivate var firstFailure: Int? {
    outcomes.firstIndex { $0 == .crash || $0 == .timeout }
      ?? outcomes.firstIndex { $0 == .fail || $0 == .unexpectedPass }
  }
}
