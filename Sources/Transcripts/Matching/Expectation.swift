/// What one line of a transcript says of the output.
struct Expectation: Sendable {
  enum Kind: Sendable {
    case exact(OutputLine)
  }

  let kind: Kind
  /// The line of the transcript.
  let line: Int

  /// Whether it says more than one text.
  var isPattern: Bool {
    switch kind {
    case .exact: false
    }
  }
}

/// One accepted answer of a block.
struct Alternative: Sendable {
  /// What the output lines are, in order.
  var expectations: [Expectation] = []
  /// The line `= ok` or `= refused`, and what it says.
  var status: (line: Int, isRefused: Bool)?
}

extension Transcript {
  /// What a block accepts; there is at least one alternative.
  func alternatives(of block: TranscriptBlock) -> [Alternative] {
    var alternatives = [Alternative()]
    for index in block.answerLines {
      let text = text(ofLine: index)
      let last = alternatives.count - 1
      switch lines[index].gutter {
      case .output:
        alternatives[last].expectations.append(
          Expectation(kind: .exact(OutputLine(text)), line: index))
      case .escaped:
        guard let output = try? OutputEncoding.decode(text) else { continue }
        alternatives[last].expectations.append(Expectation(kind: .exact(output), line: index))
      case .status: alternatives[last].status = (index, text.count > 2)
      default: continue
      }
    }
    return alternatives
  }
}
