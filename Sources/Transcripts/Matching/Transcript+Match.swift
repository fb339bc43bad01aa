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
      let comparison = Comparison(alternative, lines, bindings: bindings)
      guard let path = comparison.match() else { continue }
      bindings = path.bindings
      return true
    }
    return false
  }

  /// Compares byte for byte, line by line, without copying any of them.
  private func isMatchedExactly(_ block: TranscriptBlock, by reply: TranscriptReply) -> Bool {
    bytes.withUnsafeBytes { file in
      reply.output.withUnsafeBytes { output in
        isMatched(block, of: file, by: output, isRefused: reply.isRefused)
      }
    }
  }

  @inline(__always)
  private func isMatched(
    _ block: TranscriptBlock, of file: UnsafeRawBufferPointer, by output: UnsafeRawBufferPointer,
    isRefused: Bool
  ) -> Bool {
    var offset = 0
    for index in block.answerLines {
      let line = lines[index]
      switch line.gutter {
      case .output:
        let end = offset &+ line.textLength
        guard end < output.count, output[end] == 0x0a, let written = output.baseAddress,
          let text = file.baseAddress.map({ $0 + Int(line.textStartOffset) }),
          memcmp(written + offset, text, line.textLength) == 0
        else { return false }
        offset = end &+ 1
      case .escaped:
        guard let expected = try? OutputEncoding.decode(bytes[line.text]) else { return false }
        let end = offset + expected.text.count
        guard end <= output.count, output[offset..<end].elementsEqual(expected.text) else {
          return false
        }
        offset = end
        guard expected.isEnded else { continue }
        guard end < output.count, output[end] == 0x0a else { return false }
        offset += 1
      case .status:
        // NB: `= ok` is the shorter word of the two that there are.
        guard (line.textLength > 2) == isRefused else { return false }
      default: continue
      }
    }
    return block.endsOpen || offset == output.count
  }
}
