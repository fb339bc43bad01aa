/// What became of the blocks of one transcript.
package struct TranscriptRun: Sendable {
  /// What a block answered that did not pass, and what was bound before it.
  struct Answer: Sendable {
    var reply: TranscriptReply
    var bindings: Bindings
  }

  struct IncludedRun: Sendable {
    var caseIndex: Int
    var place: Int
    var run: TranscriptRun
  }

  /// One outcome for each block.
  package internal(set) var outcomes: [TranscriptOutcome]
  /// The answers of blocks that ran and did not pass, by their place.
  var answers: [Int: Answer] = [:]
  var includedRuns: [IncludedRun] = []
  /// What the file was that ran; nil where nobody else reads it.
  var fingerprint: Int?
  /// What the process said that ran it, if it ended in the middle.
  var lastWords = ""

  /// Counts nothing as run.
  init(blockCount: Int) { outcomes = Array(repeating: .notRun, count: blockCount) }

  /// The exit status of a program that ran it.
  var exitStatus: Int32 {
    let own = outcomes.reduce(0) { max($0, $1.exitStatus) }
    return includedRuns.reduce(own) { max($0, $1.run.exitStatus) }
  }
}

extension TranscriptRun {
  /// A file of which nothing could fail does not pass.
  func checkIsAnythingChecked(by transcript: Transcript) throws(TranscriptFault) {
    guard let first = outcomes.firstIndex(of: .pass) else { return }
    for index in first..<outcomes.count {
      switch outcomes[index] {
      case .skip, .unselected: continue
      case .pass where transcript.takesAnything(transcript.blocks[index]): continue
      default: return
      }
    }
    let line = transcript.blocks[first].inputLine
    throw TranscriptFault(.nothingChecked, line: line + 1, column: 1)
  }
}

/// Which blocks of a transcript are asked for.
struct BlockSelection: Equatable, Sendable {
  /// A line of the only block that is wanted.
  var line: Int?
  /// What the path and the name of a case have to look like, in any part of them.
  var filter: String?

  /// The blocks that are wanted.
  func blocks(of transcript: Transcript, path: String) -> Range<Int>? {
    guard let line else { return nil }
    let index = transcript.blocks.lastIndex { $0.inputLine < line }
    guard let index else { return 0..<1 }
    return index..<index + 1
  }

  func takes(_ single: TranscriptCase, path: String) -> Bool {
    guard let filter else { return true }
    return Wildcard("*\(filter)*").matches(single.name.map { "\(path) \($0)" } ?? path)
  }
}

extension TranscriptRun.Answer {
  private static let largestSize = 1 << 24

  /// An answer of more than a supervisor should hold is cut, and so is never taken over.
  var limited: Self {
    guard reply.output.count > Self.largestSize else { return self }
    var limited = self
    limited.reply.output = Array(reply.output.prefix(Self.largestSize))
    limited.reply.isIncomplete = true
    return limited
  }
}

/// What became of one block.
package enum TranscriptOutcome: UInt8, Sendable, CaseIterable {
  case pass
  case fail
  case expectedFailure
  /// Passed although it was expected to fail.
  case unexpectedPass
  case skip
  case notRun
  case crash
  case timeout
  case unselected

  /// The word that reports use.
  package var word: String {
    switch self {
    case .pass: "pass"
    case .fail: "FAIL"
    case .expectedFailure: "xfail"
    case .unexpectedPass: "XPASS"
    case .skip: "SKIP"
    case .notRun: "NOTRUN"
    case .crash: "CRASH"
    case .timeout: "TIMEOUT"
    case .unselected: "unselected"
    }
  }

  /// What the program that ran it ends with.
  package var exitStatus: Int32 {
    switch self {
    case .pass, .expectedFailure, .skip, .unselected: 0
    case .fail, .unexpectedPass, .notRun: 1
    case .crash, .timeout: 3
    }
  }
}
