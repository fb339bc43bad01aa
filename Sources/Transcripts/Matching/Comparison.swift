import CSystem

struct Comparison {
  /// While fewer pairs than this were weighed, what is bound wrongly is excluded pair by pair.
  private static let mostPairsOneByOne = 1 << 20
  /// While fewer than this were weighed, a pattern is held against every line before it goes.
  private static let mostPairsLineByLine = 1 << 23

  let alternative: Alternative
  let lines: [OutputLine]
  let bindings: Bindings
  private let machines: [PatternMachine?]
  /// For expectations the lines that they fit by themselves, but not by what they bind or compare.
  private var excluded: [Int: [Bool]] = [:]

  init(_ alternative: Alternative, _ lines: [OutputLine], bindings: Bindings) {
    self.alternative = alternative
    self.lines = lines
    self.bindings = bindings
    let kinds = alternative.kinds
    machines = alternative.expectations.map { expectation in
      expectation.pattern.map { PatternMachine($0, bindings: bindings, kinds: kinds) }
    }
  }

  var expectations: [Expectation] { alternative.expectations }

  /// Whether anything is bound, or compared with what is bound.
  var hasNames: Bool { machines.contains { $0?.hasNames ?? false } }

  func hasNames(_ index: Int) -> Bool { machines[index]?.hasNames ?? false }
  func binds(_ index: Int) -> Bool { machines[index]?.binds ?? false }

  /// Whether an expectation that stands for one line can stand for this one.
  func fits(_ index: Int, _ line: Int) -> Bool {
    guard let machine = machines[index] else {
      if case .exact(let expected) = expectations[index].kind { return expected == lines[line] }
      return false
    }
    guard lines[line].isEnded, machine.fits(lines[line].text) else { return false }
    return excluded.isEmpty || !(excluded[index]?[line] ?? false)
  }

  /// Binds the names of an expectation to the texts in a line that fits it.
  ///
  /// Returns `false` if a text contradicts what is bound already.
  func bind(_ index: Int, _ line: Int, _ bindings: inout Bindings) -> Bool {
    guard let machine = machines[index] else { return true }
    let text = lines[line].text
    return zip(machine.holes, machine.match(text) ?? []).allSatisfy { hole, range in
      bindings.bind(hole.hole, text[range])
    }
  }

  /// What is bound where the lines are what they should be; nil where they are not.
  func match() -> MatchPath? {
    guard let path = MatchPath(self), violatedNegatives(path.bindings).isEmpty else { return nil }
    return path
  }

  /// The best alignment of which every binding holds, and what is bound by it.
  mutating func align() -> (alignment: Alignment, bindings: Bindings) {
    var pairCount = 0
    while true {
      let alignment = Alignment(self)
      var bound = bindings
      pairCount += (expectations.count + 1) * (lines.count + 1)
      guard excludeWrong(alignment.steps, &bound, pairCount) else { return (alignment, bound) }
    }
  }

  /// Excludes what binds something else than it should; answers whether anything does.
  private mutating func excludeWrong(
    _ steps: [Alignment.Step], _ bindings: inout Bindings, _ pairCount: Int
  ) -> Bool {
    guard hasNames else { return false }
    var isAnyWrong = false
    for step in steps {
      guard case .kept(let index, let taken) = step, !taken.isEmpty, hasNames(index) else {
        continue
      }
      let earlier = bindings
      guard !bind(index, taken.lowerBound, &bindings) else { continue }
      bindings = earlier
      isAnyWrong = true
      var lines = excluded[index] ?? Array(repeating: false, count: lines.count)
      lines[taken.lowerBound] = true
      if pairCount >= Self.mostPairsLineByLine {
        lines = Array(repeating: true, count: lines.count)
      } else if pairCount >= Self.mostPairsOneByOne {
        for line in lines.indices where !lines[line] && fits(index, line) {
          var others = earlier
          lines[line] = !bind(index, line, &others)
        }
      }
      excluded[index] = lines
      if pairCount < Self.mostPairsOneByOne { return true }
    }
    return isAnyWrong
  }

  func violatedNegatives(_ bindings: Bindings) -> [Expectation] {
    alternative.negatives.filter { negative in
      guard let pattern = negative.pattern else { return false }
      let machine = PatternMachine(pattern, bindings: bindings, kinds: [:])
      return lines.contains { machine.fits($0.text) }
    }
  }
}

extension Alternative {
  fileprivate var kinds: [String: Hole.Kind] {
    expectations.compactMap(\.pattern).flatMap(\.holes).reduce(into: [:]) { kinds, hole in
      if let name = hole.name, let kind = hole.kind { kinds[name] = kind }
    }
  }
}

extension Transcript {
  /// Whether a reply is what the block says; takes what is bound by it.
  func isMatched(_ block: Int, by reply: TranscriptReply, _ bindings: inout Bindings) -> Bool {
    guard !reply.isIncomplete else { return false }
    if blocks[block].isExact || blocks[block].endsOpen { return isMatchedExactly(block, by: reply) }
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
