/// Finds a minimal session that still fails, by removing commands before the failing one.
///
/// The failing block stays in its session; the other sessions of the file go.
///
///     let shrinking = Shrinking(transcript, indexOfFailingBlock)
///     let bytes = shrinking.shortest { bytes in !passes(bytes) }
package struct Shrinking {
  private let transcript: Transcript
  private let target: Int
  private let caseIndex: Int

  /// Prepares to remove blocks before the failing block `target`.
  package init(_ transcript: Transcript, _ target: Int) {
    self.transcript = transcript
    self.target = target
    caseIndex = transcript.caseIndex(ofBlock: target)
  }

  /// Returns the shortest file that still fails: no block before the failing one can be removed.
  ///
  /// These blocks accept any reply, except those that must not for the file to fail. `fails` gets
  /// shortened files, of which the failing block is the last one.
  package func shortest(_ fails: ([UInt8]) -> Bool) -> [UInt8] {
    let all = Array(transcript.cases[caseIndex].blocks.lowerBound..<target)
    let closed = Self.fewest(of: all) { fails(candidate(keeping: all, closed: $0)) }
    let kept = Self.fewest(of: all) { fails(candidate(keeping: $0, closed: closed)) }
    return candidate(keeping: kept, closed: closed)
  }

  /// Returns a minimal part of a list for which a condition holds: no element can be removed.
  ///
  /// The whole list is removed first, then ever smaller groups.
  private static func fewest(of all: [Int], _ holds: ([Int]) -> Bool) -> [Int] {
    var kept = all
    var size = max(1, kept.count)
    while !kept.isEmpty {
      var hasChanged = false
      var start = 0
      while start < kept.count {
        var fewer = kept
        fewer.removeSubrange(start..<min(kept.count, start + size))
        if holds(fewer) {
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

  /// Returns a file with these blocks and the failing one; those that are not closed accept any
  /// reply.
  private func candidate(keeping kept: [Int], closed: [Int]) -> [UInt8] {
    var edits = edits(keeping: kept)
    for index in kept where !closed.contains(index) { open(transcript.blocks[index], &edits) }
    return transcript.printed(edits)
  }

  /// Adds the edits that let a block accept any reply.
  private func open(_ block: TranscriptBlock, _ edits: inout TranscriptEdits) {
    let directives = block.directives
    let answer = block.answerLines.filter { transcript.lines[$0].gutter.isExpectation }
    edits.removed.formUnion(answer + block.alternatives.compactMap(\.firstLine))
    if let expectedFailure = directives[.xfail] { edits.removed.insert(expectedFailure.line) }
    // A directive after the reply could belong to the next command.
    let last = max(block.inputEnd - 1, directives.entries.last?.line ?? 0)
    edits.insert(Array(": ...".utf8), before: last + 1)
  }

  /// Returns the edits that remove all blocks except some and the failing one.
  private func edits(keeping kept: [Int]) -> TranscriptEdits {
    var edits = TranscriptEdits()
    for (index, testCase) in transcript.cases.enumerated() {
      for block in testCase.blocks where block != target && !kept.contains(block) {
        let lines = transcript.blocks[block]
        let first = min(lines.inputLine, lines.directives.entries.first?.line ?? .max)
        edits.removed.formUnion(first..<lines.endLine)
      }
      guard index != caseIndex, let nameLine = testCase.nameLine else { continue }
      let firstBlock = transcript.blocks[testCase.blocks.lowerBound].inputLine
      edits.removed.formUnion(nameLine..<firstBlock)
      if let fenceLine = testCase.fenceLine { edits.removed.insert(fenceLine) }
    }
    return edits
  }
}
