import CSystem

extension Transcript {
  /// A number that is another one for almost any other file.
  var fingerprint: Int { Int(chimp_fingerprint(bytes, bytes.count)) }

  /// Whether a reply is what the block says; takes what is bound by it.
  func isMatched(_ block: Int, by reply: TranscriptReply, _ bindings: inout Bindings) -> Bool {
    guard !reply.isIncomplete else { return false }
    if blocks[block].isExact || blocks[block].endsOpen {
      return isMatchedExactly(block, by: reply)
    }
    let lines = reply.lines
    for alternative in alternatives(of: blocks[block]) {
      if let status = alternative.status, status.isRefused != reply.isRefused { continue }
      let comparison = Comparison(alternative, lines, bindings: bindings)
      guard let path = comparison.match() else { continue }
      bindings = path.bindings
      return true
    }
    return false
  }

  /// Compares byte for byte, line by line, without copying any of them.
  private func isMatchedExactly(_ block: Int, by reply: TranscriptReply) -> Bool {
    let output = reply.output
    var offset = 0
    for index in blocks[block].answerLines {
      let line = lines[index]
      switch line.gutter {
      case .output:
        let end = offset &+ line.textLength
        guard end < output.count, output[end] == 0x0a,
          chimp_is_same(output, offset, bytes, Int(line.textStartOffset), line.textLength) == 1
        else { return false }
        offset = end &+ 1
      case .escaped:
        guard let expected = try? OutputEncoding.decode(bytes[line.text]) else { return false }
        let text = expected.text + (expected.isEnded ? [0x0a] : [])
        guard output[offset...].starts(with: text) else { return false }
        offset += text.count
      case .status:
        // `= ok` is the shorter word of the two that there are.
        guard (line.textLength > 2) == reply.isRefused else { return false }
      default: continue
      }
    }
    return blocks[block].endsOpen || offset == output.count
  }
}
