import Transcripts

// The sessions of a line program that counts.

final class Counter: TranscriptSession {
  private var count = 0

  func perform(_ line: ArraySlice<UInt8>) -> TranscriptReply {
    let isKnown = line.elementsEqual("more".utf8)
    if isKnown { count += 1 }
    return TranscriptReply(
      output: Array((isKnown ? "\(count)\n" : "error: what?\n").utf8), isRefused: !isKnown)
  }
}

struct Counters: TranscriptSessionMaker {
  func session(seed: String?) -> any TranscriptSession { Counter() }
  func offers(_ requirement: String) -> Bool { false }
}
