/// Finds a minimal session that still fails, by removing commands before the failing one.
///
/// The failing block stays in its session; the other sessions of the file go.
///
///     let shrinking = Shrinking(transcript, indexOfFailingBlock)
///     let bytes = shrinking.shortest { candidate in
///       fails(candidate.bytes, atLine: candidate.line)
///     }
package struct Shrinking {
  /// A shortened file, and the number of the line of its failing block, from 1.
  ///
  ///     let fails = { (candidate: Shrinking.Candidate) in !passes(candidate.bytes) }
  package typealias Candidate = (bytes: [UInt8], line: Int)

  private let transcript: Transcript
  private let target: Int
  private let caseIndex: Int

  /// Prepares to remove blocks before the failing block `target`.
  package init(_ transcript: Transcript, _ target: Int) {
    self.transcript = transcript
    self.target = target
    caseIndex = transcript.caseIndex(ofBlock: target)
  }

  /// Returns the shortest file that still fails.
  ///
  /// The blocks before the failing one accept any reply, unless that makes it pass.
  package func shortest(_ fails: (Candidate) -> Bool) -> [UInt8] {
    let kept = fewestBlocks(fails)
    let open = candidate(opening(kept))
    return fails(open) ? open.bytes : candidate(edits(keeping: kept)).bytes
  }

  /// Returns a minimal list of blocks before the failing one: none of them can be removed.
  ///
  /// Halves are removed first, then ever smaller groups, as long as the rest fails.
  private func fewestBlocks(_ fails: (Candidate) -> Bool) -> [Int] {
    var kept = Array(transcript.cases[caseIndex].blocks.lowerBound..<target)
    var size = max(1, kept.count / 2)
    while !kept.isEmpty {
      var hasChanged = false
      var start = 0
      while start < kept.count {
        var fewer = kept
        fewer.removeSubrange(start..<min(kept.count, start + size))
        if fails(candidate(edits(keeping: fewer))) {
          kept = fewer
          hasChanged = true
        } else {
          start += size
        }
      }
      if size == 1 && !hasChanged { break }
      if !hasChanged || size > kept.count { size = max(1, min(size, kept.count) / 2) }
    }
    return kept
  }

  /// Returns the edits that keep these blocks, which accept any reply, and the failing one.
  private func opening(_ kept: [Int]) -> TranscriptEdits {
    var open = edits(keeping: kept)
    for index in kept {
      for line in transcript.blocks[index].answerLines where isAnswer(line) {
        open.removed.insert(line)
      }
      open.insert(Array(": ...".utf8), before: transcript.blocks[index].inputLine + 1)
    }
    return open
  }

  /// Returns an edited file, and the line of its failing block.
  private func candidate(_ edits: TranscriptEdits) -> Candidate {
    let line = transcript.blocks[target].inputLine
    let gone = edits.removed.count { $0 < line }
    let new = edits.inserted.reduce(0) { $0 + ($1.key <= line ? $1.value.count : 0) }
    return (transcript.printed(edits), line - gone + new + 1)
  }

  private func isAnswer(_ line: Int) -> Bool {
    let gutter = transcript.lines[line].gutter
    return gutter.isExpectation || gutter == .directive
  }

  /// Returns the edits that remove all blocks except some and the failing one.
  private func edits(keeping kept: [Int]) -> TranscriptEdits {
    var edits = TranscriptEdits()
    for (index, single) in transcript.cases.enumerated() {
      for block in single.blocks where block != target && !kept.contains(block) {
        let lines = transcript.blocks[block]
        edits.removed.formUnion(lines.inputLine..<lines.endLine)
      }
      guard index != caseIndex, let nameLine = single.nameLine else { continue }
      let firstBlock = transcript.blocks[single.blocks.lowerBound].inputLine
      edits.removed.formUnion(nameLine..<firstBlock)
      if let fenceLine = single.fenceLine { edits.removed.insert(fenceLine) }
    }
    return edits
  }
}
