/// What becomes of the lines of a transcript; everything else stays byte for byte.
struct TranscriptEdits: Sendable {
  /// The lines that go.
  var removed: Set<Int> = []
  /// The lines that come, by the line before which they stand; without line ends.
  var inserted: [Int: [[UInt8]]] = [:]

  var isEmpty: Bool { removed.isEmpty && inserted.isEmpty }

  mutating func insert(_ line: [UInt8], before index: Int) {
    inserted[index, default: []].append(line)
  }

  mutating func merge(_ others: TranscriptEdits) {
    removed.formUnion(others.removed)
    inserted.merge(others.inserted) { $0 + $1 }
  }
}

extension Transcript {
  /// The file again, byte for byte.
  public func printed() -> [UInt8] { printed(TranscriptEdits()) }

  /// The file with edits.
  func printed(_ edits: TranscriptEdits) -> [UInt8] {
    var result: [UInt8] = hasByteOrderMark ? [0xef, 0xbb, 0xbf] : []
    result.reserveCapacity(bytes.count)
    for index in 0...lines.count {
      for line in edits.inserted[index] ?? [] {
        // The last line of a file may lack its end.
        if result.last != 0x0a { result += lineEnd.bytes }
        result += indentation(beforeLine: index) + line + lineEnd.bytes
      }
      guard index < lines.count, !edits.removed.contains(index) else { continue }
      result += bytes[lines[index].range]
    }
    return result
  }

  /// What has to stand before the gutter of a line that comes before this one.
  func indentation(beforeLine index: Int) -> ArraySlice<UInt8> {
    let other = lines[..<index].last { $0.gutter != .blank }
    return other.map { bytes[$0.indentation] } ?? []
  }

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
