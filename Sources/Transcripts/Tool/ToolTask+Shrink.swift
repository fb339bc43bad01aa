extension ToolTask {
  /// Performs `shrink`: writes the shortest session that still fails in the same way.
  func shrink() throws(TranscriptToolFault) {
    let run = try run(try onlyJob())
    guard run.isAnySelected else { throw Self.nothingSelected }
    guard let failed = run.firstFailure else {
      throw TranscriptToolFault(run.path, "nothing fails")
    }
    let shrinking = Shrinking(run.transcript, failed.index)
    let bytes = shrinking.shortest { bytes in
      var job = run.job
      job.bytes = bytes
      // Its last line selects the last block.
      job.line = OutputLine.lines(of: bytes).count
      guard let other = try? self.run(job) else { return false }
      let block = other.blocks.first { $0.outcome != .unselected }
      return block?.outcome == failed.outcome && block?.reply == failed.reply
    }
    environment.output(bytes)
  }

  /// Runs one file.
  func run(_ job: FileJob) throws(TranscriptToolFault) -> TranscriptRun {
    var result = FileResult.failure(TranscriptToolFault("nothing ran"))
    self.run([.success(job)]) { found in
      result = found
      return true
    }
    return try result.get()
  }
}

extension TranscriptRun {
  /// The first block that crashed or timed out, or else the first that failed; `nil` if all passed.
  fileprivate var firstFailure: BlockRun? {
    blocks.first { $0.outcome.exitStatus == 3 }
      ?? blocks.first { $0.outcome == .fail || $0.outcome == .unexpectedPass }
  }
}
