/// What became of the blocks of one transcript.
struct TranscriptRun: Sendable {
  /// What a block answered that did not pass, and what was bound before it.
  struct Answer: Sendable {
    var reply: TranscriptReply
    var bindings: Bindings

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

  /// One outcome for each place of the plan.
  var places: [TranscriptOutcome] = []
  /// How many of the places are blocks of the transcript itself.
  var ownCount = 0
  /// The answers of blocks that ran and did not pass, by their place.
  var answers: [Int: Answer] = [:]
  /// What the file was that ran; nil where nobody else reads it.
  var fingerprint: Int?
  /// What the process said that ran it, if it ended in the middle.
  var lastWords = ""
}

extension TranscriptRun {
  /// Counts nothing as run, and what is included as not even asked for.
  init(_ plan: TranscriptPlan) {
    ownCount = plan.transcript.blocks.count
    places = Array(repeating: .notRun, count: ownCount)
    places += repeatElement(.unselected, count: plan.placeCount - ownCount)
  }

  /// One outcome for each block of the transcript itself.
  var outcomes: ArraySlice<TranscriptOutcome> { places[..<ownCount] }

  var exitStatus: Int32 { places.reduce(0) { max($0, $1.exitStatus) } }

  var isAnySelected: Bool { outcomes.contains { $0 != .unselected } }

  var hasAnyRun: Bool { outcomes.contains { $0 != .unselected && $0 != .skip } }

  /// A file of which nothing could fail does not pass.
  func checkIsAnythingChecked(by transcript: Transcript) throws(TranscriptFault) {
    guard let first = outcomes.firstIndex(of: .pass) else { return }
    for index in first..<ownCount {
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

struct BlockSelection: Equatable, Sendable {
  /// A line of the only block that is wanted.
  var line: Int?
  /// What the path and the name of a case have to look like, in any part of them.
  var filter: String?

  func blocks(of transcript: Transcript) -> Range<Int>? {
    guard let line else { return nil }
    let index = transcript.blocks.lastIndex { $0.inputLine < line } ?? 0
    return index..<index + 1
  }

  func takes(_ single: TranscriptCase, of transcript: Transcript, path: String) -> Bool {
    guard blocks(of: transcript)?.overlaps(single.blocks) ?? true else { return false }
    guard let filter else { return true }
    let name = single.name.map { "\(path) \($0)" } ?? path
    return matches(name, wildcards: "*\(filter)*")
  }
}

enum TranscriptOutcome: UInt8, Sendable, CaseIterable {
  case pass, fail, expectedFailure, unexpectedPass, skip, notRun, crash, timeout, unselected

  var word: String {
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

  var exitStatus: Int32 {
    switch self {
    case .pass, .expectedFailure, .skip, .unselected: 0
    case .fail, .unexpectedPass, .notRun: 1
    case .crash, .timeout: 3
    }
  }
}
