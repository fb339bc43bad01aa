/// Puts values behind each other as they travel between processes, or takes them out again.
///
/// Both sides code a value by the same function. Where a frame is too short, the rest of what is
/// taken out of it is nothing.
struct FrameCoder {
  /// How many bytes tell how long a frame is.
  fileprivate static let lengthSize = 4

  private(set) var bytes: [UInt8] = []
  private var offset = 0
  /// Where the frame ends that is read; nil where frames are written.
  private var end: Int?

  /// Begins to write.
  init() {}

  fileprivate init(reading stream: [UInt8], _ range: Range<Int>) {
    (bytes, offset, end) = (stream, range.lowerBound, range.upperBound)
  }

  /// Takes out everything that was written.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// Writes a frame: how long it is, its kind, the number of its job, and what the body adds.
  mutating func frame(_ kind: FrameKind, job: Int, _ body: (inout FrameCoder) -> Void) {
    let start = bytes.count
    for _ in 0..<Self.lengthSize { bytes.append(0) }
    var (kind, job) = (kind.rawValue, job)
    code(&kind)
    code(&job)
    body(&self)
    let length = bytes.count - start - Self.lengthSize
    for place in 0..<Self.lengthSize {
      bytes[start + place] = UInt8(truncatingIfNeeded: length >> (8 * place))
    }
  }

  /// A number takes the fewer bytes the nearer it is to 0.
  mutating func code(_ number: inout Int) {
    guard let end else {
      var rest = UInt(bitPattern: number << 1 ^ number >> (Int.bitWidth - 1))
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      return bytes.append(UInt8(rest))
    }
    var (value, shift): (UInt, UInt) = (0, 0)
    while offset < end {
      let byte = bytes[offset]
      offset += 1
      value |= UInt(byte & 0x7f) &<< shift
      shift += 7
      if byte < 0x80 { break }
    }
    number = Int(bitPattern: value >> 1) ^ -Int(bitPattern: value & 1)
  }

  mutating func code(_ isSo: inout Bool) {
    var number = isSo ? 1 : 0
    code(&number)
    isSo = number == 1
  }

  /// How many items follow, each of which takes a byte at least.
  private mutating func codedCount(_ count: Int) -> Int {
    var count = count
    code(&count)
    return max(0, min(count, (end ?? .max) - offset))
  }

  mutating func code(_ content: inout [UInt8]) {
    let count = codedCount(content.count)
    guard end != nil else { return bytes += content }
    content = Array(bytes[offset..<offset + count])
    offset += count
  }

  mutating func code(_ text: inout String) {
    var content = Array(text.utf8)
    code(&content)
    if end != nil { text = String(decoding: content, as: UTF8.self) }
  }

  mutating func code<Value>(
    _ values: inout [Value], empty: Value, _ body: (inout FrameCoder, inout Value) -> Void
  ) {
    let count = codedCount(values.count)
    if end != nil { values = Array(repeating: empty, count: count) }
    for place in values.indices { body(&self, &values[place]) }
  }

  mutating func code<Value>(
    _ value: inout Value?, empty: Value, _ body: (inout FrameCoder, inout Value) -> Void
  ) {
    var values = value.map { [$0] } ?? []
    code(&values, empty: empty, body)
    value = values.first
  }
}

/// What a frame tells.
enum FrameKind: Int {
  /// A file to run.
  case job
  /// A block that did not pass.
  case block
  /// A file that is done.
  case done
  /// A file that can't be used.
  case fault
}

/// Takes a stream of bytes apart into frames.
struct FrameStream {
  private var bytes: [UInt8] = []
  private var start = 0

  mutating func append(_ more: some Collection<UInt8>) {
    if start == bytes.count || start > 1 << 16 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// The next whole frame, with the number of its job.
  mutating func next() -> (kind: FrameKind, job: Int, coder: FrameCoder)? {
    let body = start + FrameCoder.lengthSize
    guard body <= bytes.count else { return nil }
    let length = bytes[start..<body].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= bytes.count - body else { return nil }
    start = body + length
    var coder = FrameCoder(reading: bytes, body..<start)
    var (kind, job) = (0, 0)
    coder.code(&kind)
    coder.code(&job)
    return FrameKind(rawValue: kind).map { ($0, job, coder) }
  }
}

/// What the frames hold.
extension FrameCoder {
  mutating func code(_ job: inout FileJob) {
    code(&job.path)
    code(&job.file)
    code(&job.selection.line, empty: 0) { $0.code(&$1) }
    code(&job.selection.filter, empty: "") { $0.code(&$1) }
    code(&job.fence, empty: "") { $0.code(&$1) }
    code(&job.isTrusted)
  }

  mutating func code(_ note: inout BlockNote) {
    code(&note.place.caseIndex)
    code(&note.place.included, empty: 0) { $0.code(&$1) }
    code(&note.place.block)
    var outcomes = [note.outcome]
    code(&outcomes)
    note.outcome = outcomes.first ?? .notRun
    code(&note.answer, empty: .init(reply: TranscriptReply(output: []), bindings: Bindings())) {
      $0.code(&$1)
    }
  }

  private mutating func code(_ answer: inout TranscriptRun.Answer) {
    code(&answer.reply.output)
    code(&answer.reply.isRefused)
    code(&answer.reply.hasEnded)
    code(&answer.reply.isIncomplete)
    var breakdown = answer.reply.breakdown?.number ?? 0
    code(&breakdown)
    answer.reply.breakdown = ProgramBreakdown(number: breakdown)
    var all = answer.bindings.all.map { ($0, Array($1.value), $1.kind.rawValue) }
    code(&all, empty: ("", [], "")) { coder, binding in
      coder.code(&binding.0)
      coder.code(&binding.1)
      coder.code(&binding.2)
    }
    for (name, value, kind) in all {
      let kind = Hole.Kind(rawValue: kind) ?? .anything
      answer.bindings.add(name, .init(value: value[...], kind: kind))
    }
  }

  mutating func code(_ run: inout TranscriptRun) {
    code(&run.outcomes)
    code(&run.fingerprint, empty: 0) { $0.code(&$1) }
    let none = TranscriptRun.IncludedRun(caseIndex: 0, place: 0, run: TranscriptRun(blockCount: 0))
    code(&run.includedRuns, empty: none) { coder, included in
      coder.code(&included.caseIndex)
      coder.code(&included.place)
      coder.code(&included.run.outcomes)
    }
  }

  private mutating func code(_ outcomes: inout [TranscriptOutcome]) {
    var numbers = outcomes.map(\.rawValue)
    code(&numbers)
    if end != nil { outcomes = numbers.map { TranscriptOutcome(rawValue: $0) ?? .notRun } }
  }
}
