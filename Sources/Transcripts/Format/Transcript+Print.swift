extension Transcript {
  /// The file again, byte for byte.
  public func printed() -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    if hasByteOrderMark { result += [0xef, 0xbb, 0xbf] }
    for line in lines { result += bytes[line.range] }
    return result
  }
}

extension Transcript {
  /// The one output that a block accepts; nil where it accepts several.
  package func expectedOutput(ofBlock index: Int) -> [UInt8]? {
    guard blocks[index].isExact else { return nil }
    return alternatives(of: blocks[index])[0].expectations.reduce(into: []) { output, expectation in
      guard case .exact(let line) = expectation.kind else { return }
      output += line.text
      if line.isEnded { output.append(0x0a) }
    }
  }
}
