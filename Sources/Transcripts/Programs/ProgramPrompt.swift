import ChimpSystem

/// The end of a reply: a prompt of the program, whose pattern may have holes.
///
///     let prompt = try ProgramPrompt("[{int}]> ", marker: "")
///     prompt.length(atEndOf: Array("7\n[2]> ".utf8))  // 5
struct ProgramPrompt: Sendable {
  /// The text that stands for the marker of a session.
  static let marker = "{marker}"

  /// The lines of the prompt; the last one is not ended.
  private let lines: [PatternMachine]
  /// The text of a prompt without holes; `nil` with holes.
  private let text: [UInt8]?
  /// `true` if no other output can be equal to the prompt.
  let isUnique: Bool

  /// Parses a prompt with escape sequences; throws for a hole that is unknown, or for no text.
  init(_ description: String, marker: String) throws(TranscriptToolFault) {
    isUnique = description.pieces(between: Self.marker).count > 1
    let words = description.pieces(between: Self.marker).joined(separator: marker)
    guard let text = OutputEncoding.unescaped(words), !text.isEmpty else {
      throw TranscriptToolFault("a prompt can't be \"\(description)\"")
    }
    do throws(TranscriptFault) {
      let patterns = try text.split(separator: 0x0a, omittingEmptySubsequences: false).map {
        line throws(TranscriptFault) in try LinePattern(String(decoding: line, as: UTF8.self))
      }
      if let name = patterns.flatMap(\.holes).compactMap(\.name).first {
        throw TranscriptFault("unknown hole \"{\(name)}\"", at: 0, of: text)
      }
      lines = patterns.map { PatternMachine($0) }
      let isLiteral = patterns.allSatisfy(\.holes.isEmpty)
      self.text = isLiteral ? Array(patterns.map(\.literal).joined(separator: [0x0a])) : nil
    } catch { throw TranscriptToolFault("prompt \"\(description)\": \(error.reason)") }
  }

  /// `true` if the prompt ends with a line feed.
  var isEnded: Bool { text?.last == 0x0a }
  /// `true` if a line feed before the prompt is a part of it.
  var beginsWithLineEnd: Bool { text?.first == 0x0a }

  /// Returns the number of bytes of the prompt at the end of an output; `nil` if it is not there.
  func length(atEndOf output: [UInt8]) -> Int? {
    if let text { return output.suffix(text.count) == text[...] ? text.count : nil }
    var start = output.endIndex
    for (number, line) in lines.reversed().enumerated() {
      if number > 0 {
        guard start > 0, output[start - 1] == 0x0a else { return nil }
        start -= 1
      }
      let first = output[..<start].lastIndex { $0 == 0x0a || $0 == 0x0d }.map { $0 + 1 } ?? 0
      guard line.matches(output[first..<start]) else { return nil }
      start = first
    }
    return output.count - start
  }
}
