/// What one line of a transcript says of the output.
struct Expectation: Sendable {
  enum Kind: Sendable {
    case exact(OutputLine)
    case pattern(LinePattern)
    case optional(LinePattern)
    case gap(LineGap)
  }

  let kind: Kind
  let line: Int

  var isPattern: Bool { if case .exact = kind { false } else { true } }

  fileprivate var acceptsNothing: Bool { isOptional || gap?.least == 0 }

  /// Whether it can stand for another number of lines than one.
  var isElastic: Bool { isOptional || gap != nil }

  var isUnlimited: Bool { gap.map { $0.most == nil } ?? false }

  // NB: a getter that is inlined here lets the optimizer of Swift 6.3 crash.
  var isOptional: Bool { @inline(never) get { if case .optional = kind { true } else { false } } }

  var gap: LineGap? { @inline(never) get { if case .gap(let gap) = kind { gap } else { nil } } }

  var pattern: LinePattern? {
    switch kind {
    case .pattern(let pattern), .optional(let pattern): pattern
    case .exact, .gap: nil
    }
  }
}

struct Alternative: Sendable {
  var expectations: [Expectation] = []
  var negatives: [Expectation] = []
  /// The line `= ok` or `= refused`, and what it says.
  var status: (line: Int, isRefused: Bool)?
  /// The line `@ also` that begins it; nil for the first one.
  var firstLine: Int?
}

extension Transcript {
  /// What a block accepts; there is at least one alternative.
  func alternatives(of block: TranscriptBlock) -> [Alternative] {
    var alternatives = [Alternative()]
    for index in block.answerLines {
      let text = text(ofLine: index)
      let last = alternatives.count - 1
      if let kind = expectationKind(ofLine: index) {
        alternatives[last].expectations.append(Expectation(kind: kind, line: index))
        continue
      }
      switch lines[index].gutter {
      case .status: alternatives[last].status = (index, text.count > 2)
      case .negative:
        guard let pattern = try? LinePattern(text) else { continue }
        alternatives[last].negatives.append(Expectation(kind: .pattern(pattern), line: index))
      case .directive where text.elementsEqual("also".utf8):
        alternatives.append(Alternative(firstLine: index))
      default: continue
      }
    }
    return alternatives
  }

  func acceptsAnything(_ block: TranscriptBlock) -> Bool {
    guard !block.isExact else { return false }
    return alternatives(of: block).contains { alternative in
      alternative.status == nil && alternative.negatives.isEmpty
        && alternative.expectations.allSatisfy(\.acceptsNothing)
        && alternative.expectations.contains(where: \.isUnlimited)
    }
  }

  private func expectationKind(ofLine index: Int) -> Expectation.Kind? {
    let text = text(ofLine: index)
    switch lines[index].gutter {
    case .output: return .exact(OutputLine(text: text))
    case .escaped: return (try? OutputEncoding.decode(text)).map { .exact($0) }
    case .pattern: return (try? LinePattern(text)).map { .pattern($0) }
    case .gap:
      guard text.first == UInt8(ascii: "?") else {
        return LineGap(String(decoding: text, as: UTF8.self)).map { .gap($0) }
      }
      return (try? LinePattern(text.dropFirst(2))).map { .optional($0) }
    default: return nil
    }
  }
}
