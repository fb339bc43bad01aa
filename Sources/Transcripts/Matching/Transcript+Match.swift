import Glibc

extension Transcript {
  /// Whether a reply is what the block says; takes what is bound by it.
  func isMatched(_ block: Int, by reply: TranscriptReply, _ bindings: inout Bindings) -> Bool {
    guard !reply.isIncomplete else { return false }
    if blocks[block].isExact || blocks[block].endsOpen {
      return isMatchedExactly(blocks[block], by: reply)
    }
    let lines = reply.lines
    for alternative in alternatives(of: blocks[block]) {
      if let status = alternative.status, status.isRefused != reply.isRefused { continue }
      var comparison = Comparison(alternative, lines, bindings: bindings)
      guard let bound = comparison.match() else { continue }
      bindings = bound
      return true
    }
    return false
  }

  /// Compares byte for byte, line by line, without copying any of them.
  private func isMatchedExactly(_ block: TranscriptBlock, by reply: TranscriptReply) -> Bool {
    var offset = 0
    for index in block.answerLines {
      let line = lines[index]
      switch line.gutter {
      case .output:
        guard reply.output.hasLine(bytes, line.text, at: offset) else { return false }
        offset += line.text.count + 1
      case .escaped:
        guard let expected = try? OutputEncoding.decode(bytes[line.text]) else { return false }
        let end = offset + expected.text.count
        guard end <= reply.output.count, reply.output[offset..<end].elementsEqual(expected.text)
        else { return false }
        offset = end
        guard expected.isEnded else { continue }
        guard end < reply.output.count, reply.output[end] == 0x0a else { return false }
        offset += 1
      case .status:
        // NB: `= ok` is the shorter word of the two that there are.
        guard (line.text.count > 2) == reply.isRefused else { return false }
      default: continue
      }
    }
    return block.endsOpen || offset == reply.output.count
  }
}

extension [UInt8] {
  /// Whether there is this line with a newline at the offset.
  @inline(__always)
  fileprivate func hasLine(_ bytes: [UInt8], _ range: Range<Int>, at offset: Int) -> Bool {
    let end = offset + range.count
    guard end < count, self[end] == 0x0a else { return false }
    return withUnsafeBytes { own in
      bytes.withUnsafeBytes { other in
        guard let left = own.baseAddress, let right = other.baseAddress else { return false }
        return memcmp(left + offset, right + range.lowerBound, range.count) == 0
      }
    }
  }
}
