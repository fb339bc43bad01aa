/// What a block says beside what came, line by line.
struct BlockDifference {
  enum Sign: String {
    case same = " "
    case expected = "-"
    case actual = "+"
  }

  struct Line {
    let sign: Sign
    /// The line as a transcript would hold it, its gutter included.
    let text: ArraySlice<UInt8>
  }

  private(set) var lines: [Line] = []
  /// How many lines are not what they should be.
  private(set) var count: Int

  init(_ transcript: Transcript, _ block: TranscriptBlock, _ reply: TranscriptReply) {
    let output = reply.lines
    let closest = transcript.alternatives(of: block)
      .map { ($0, Alignment($0.expectations, output)) }
      .min { $0.1.differenceCount < $1.1.differenceCount }
    count = closest?.1.differenceCount ?? 0
    guard let (alternative, alignment) = closest else { return }
    if let status = alternative.status {
      let isSame = status.isRefused == reply.isRefused
      lines.append(Line(sign: isSame ? .same : .expected, text: transcript.whole(status.line)))
      if !isSame {
        count += 1
        lines.append(Line(sign: .actual, text: reply.statusLine[...]))
      }
    }
    for step in alignment.steps {
      switch step {
      case .kept(let index, _):
        let line = transcript.whole(alternative.expectations[index].line)
        lines.append(Line(sign: .same, text: line))
      case .removed(let index):
        let line = transcript.whole(alternative.expectations[index].line)
        lines.append(Line(sign: .expected, text: line))
      case .inserted(let line):
        lines.append(Line(sign: .actual, text: OutputEncoding.encode(output[line])[...]))
      }
    }
  }
}

extension TranscriptReply {
  /// The line of a transcript that tells the status.
  var statusLine: [UInt8] { Array(isRefused ? "= refused".utf8 : "= ok".utf8) }
}

extension Transcript {
  /// A line with its gutter, without blanks at its end.
  fileprivate func whole(_ index: Int) -> ArraySlice<UInt8> {
    bytes[lines[index].range.lowerBound..<lines[index].text.upperBound]
  }
}
