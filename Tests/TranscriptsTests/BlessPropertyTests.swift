import TestSupport
import Testing
import TranscriptDouble
@testable import Transcripts

@Suite struct BlessPropertyTests {
  /// Returns the edits of a bless that decides alike about all blocks.
  private func edits(_ run: TranscriptRun, _ choice: BlessingChoice = .accept) -> TranscriptEdits {
    TranscriptEdits(of: run.blessing { _ in choice }.map(\.edits))
  }

  @Test func `A blessed transcript passes, and blessing it again changes nothing`() throws {
    var generator = TranscriptGenerator(dice: RandomNumbers(seed: 9))
    for _ in 0..<3_000 {
      let bytes = generator.transcript()
      let run = try performed(bytes)
      let once = run.transcript.printed(edits(run))
      let secondRun = try performed(once)
      #expect(!secondRun.outcomes.contains(.fail), "\(String(decoding: bytes, as: UTF8.self))")
      #expect(edits(secondRun).isEmpty)
      if !run.outcomes.contains(.fail) { #expect(once == bytes) }
    }
  }

  @Test func `A bless keeps every other line, and every block that passed or did not run`() throws {
    var generator = TranscriptGenerator(dice: RandomNumbers(seed: 10))
    for _ in 0..<3_000 {
      let bytes = generator.transcript()
      let run = try performed(bytes)
      let old = run.transcript
      let new = try Transcript(old.printed(edits(run)))
      #expect(unchangedLines(old) == unchangedLines(new))
      #expect(new.hasByteOrderMark == old.hasByteOrderMark)
      #expect(new.lineEnd == old.lineEnd)
      for (index, outcome) in run.outcomes.enumerated() where outcome != .fail {
        let isLast = index == run.outcomes.count - 1
        #expect(lines(of: index, old) == lines(of: index, new) || isLast)
      }
    }
  }

  @Test func `A bless loses no more patterns than the best alignment does`() throws {
    var generator = TranscriptGenerator(dice: RandomNumbers(seed: 11))
    for _ in 0..<3_000 {
      let run = try performed(generator.transcript())
      let blessing = run.blessing { _ in .accept }
      for (index, edits) in blessing {
        let block = run.transcript.blocks[index]
        let failed = run.blocks[index]
        let reply = try #require(failed.reply)
        let lost = block.answerLines.filter { line in
          let gutter = run.transcript.lines[line].gutter
          return edits.removed.contains(line) && (gutter == .pattern || gutter == .gap)
        }
        let least = block.alternatives.map { alternative in
          var comparison = Comparison(alternative, reply.lines, bindings: failed.bindings)
          return comparison.align().alignment.steps.count { step in
            if case .removed(let removed) = step {
              alternative.expectations[removed].isPattern
            } else {
              false
            }
          }
        }.min()
        #expect(lost.count == least)
      }
    }
  }

  @Test func `Two hundred blesses around a crash keep every other line and what did not run`()
    throws
  {
    let folder = TemporaryFolder()
    var generator = TranscriptGenerator(dice: RandomNumbers(seed: 16))
    var dice = RandomNumbers(seed: 17)
    var olds: [Transcript] = []
    while olds.count < 200 {
      var lines = generator.transcript().split(separator: 0x0a, omittingEmptySubsequences: false)
      let inputs = lines.indices.filter { lines[$0].first == 0x3e }
      lines.insert(
        Array("> trap\(lines[0].last == 0x0d ? "\r" : "")".utf8)[...], at: dice.pick(inputs))
      let bytes = Array(lines.joined(separator: [0x0a]))
      olds.append(try Transcript(bytes))
      folder.write("\(olds.count - 1).txt", bytes)
    }
    #expect(
      runTool(["bless", "--jobs", "2", folder.path], in: folder, inWorkers: true).status == 3)
    var changedCount = 0
    for (number, old) in olds.enumerated() {
      let new = try Transcript(Array(folder.read("\(number).txt").utf8))
      #expect(unchangedLines(old) == unchangedLines(new))
      changedCount += old.bytes == new.bytes ? 0 : 1
      let trap = old.blocks.firstIndex { old.input(of: $0) == Array("trap".utf8) } ?? 0
      let isSkipped = old.blocks[trap].directives[.skip] != nil
      let blocks = old.cases[old.caseIndex(ofBlock: trap)].blocks
      let end = min(blocks.upperBound, old.blocks.count - 1)
      for block in trap..<max(trap, end) where !isSkipped && !mayBeSkipped(old, trap) {
        #expect(lines(of: block, old) == lines(of: block, new))
      }
    }
    #expect(changedCount > 50)
  }

  /// Returns `true` if a block may not run, because of a directive of its case or of an earlier
  /// `quit`.
  private func mayBeSkipped(_ transcript: Transcript, _ block: Int) -> Bool {
    let testCase = transcript.cases[transcript.caseIndex(ofBlock: block)]
    let before = transcript.blocks[testCase.blocks.lowerBound..<block]
    return testCase.directives[.skip] != nil || testCase.directives[.requires] != nil
      || before.contains { transcript.input(of: $0) == Array("quit".utf8) }
  }

  @Test func `Whatever parses can be run, blessed and shown`() throws {
    var generator = TranscriptGenerator(dice: RandomNumbers(seed: 18))
    var dice = RandomNumbers(seed: 19)
    var count = 0
    for _ in 0..<6_000 {
      var bytes = generator.transcript()
      let start = dice.below(bytes.count)
      bytes.replaceSubrange(
        start..<min(bytes.count, start + dice.below(4)), with: dice.bytes(below: 5))
      guard let run = try? performed(bytes) else { continue }
      count += 1
      for makesHoles in [false, true] {
        let edits = edits(run, makesHoles ? .acceptWithHoles : .accept)
        _ = run.transcript.unifiedDifference("t", edits)
        let outcomes = try performed(run.transcript.printed(edits)).outcomes
        #expect(!outcomes.contains(.fail), "\(String(decoding: bytes, as: UTF8.self))")
      }
    }
    #expect(count > 1_500)
  }

  @Test func `Line feeds and carriage returns give one verdict`() throws {
    var generator = TranscriptGenerator(dice: RandomNumbers(seed: 12))
    for _ in 0..<2_000 {
      let bytes = generator.transcript().filter { $0 != 0x0d }
      let others = bytes.flatMap { $0 == 0x0a ? [0x0d, 0x0a] : [$0] }
      #expect(try performed(bytes).outcomes == performed(others).outcomes)
    }
  }

  /// Returns the lines that `bless` must not change: all but the expected replies.
  private func unchangedLines(_ transcript: Transcript) -> [[UInt8]] {
    transcript.lines.filter { !$0.gutter.isExpectation }.map { Array(transcript.bytes[$0.text]) }
  }

  /// Returns the lines of the expected reply of a block.
  private func lines(of block: Int, _ transcript: Transcript) -> [[UInt8]] {
    transcript.blocks[block].answerLines.map { Array(transcript.bytes[transcript.lines[$0].range]) }
  }
}
