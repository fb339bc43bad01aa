/// What the tool and a worker write to each other: numbers and texts of one kind.
struct Message {
  enum Kind: Int {
    /// A file to run.
    case job
    /// A block that begins.
    case begin
    /// A block that did not pass, or of which the answer is kept.
    case block
    /// A file that is done.
    case done
    /// A file that can't be used.
    case error
  }

  let kind: Kind
  var numbers: [Int] = []
  var texts: [[UInt8]] = []

  /// Appends the encoded message: its size, its kind, the counts of numbers and texts, the numbers,
  /// the sizes of the texts, and the texts.
  func append(to bytes: inout [UInt8]) {
    let headSize = (4 + numbers.count + texts.count) * Self.numberSize
    bytes.append(number: texts.reduce(headSize) { $0 + $1.count })
    for number in [kind.rawValue, numbers.count, texts.count] { bytes.append(number: number) }
    for number in numbers { bytes.append(number: number) }
    for text in texts { bytes.append(number: text.count) }
    for text in texts { bytes += text }
  }

  fileprivate static let numberSize = 8
}

extension Message {
  fileprivate init?(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    guard let kind = rest.popNumber().flatMap(Kind.init), let count = rest.popNumber(),
      let textCount = rest.popNumber(), let numbers = rest.popNumbers(count),
      let sizes = rest.popNumbers(textCount)
    else { return nil }
    self.init(kind: kind, numbers: numbers)
    for size in sizes {
      guard 0...rest.count ~= size else { return nil }
      texts.append(Array(rest.prefix(size)))
      rest.removeFirst(size)
    }
    guard rest.isEmpty else { return nil }
  }
}

/// Splits a stream of bytes into messages.
///
/// A session can write anything into the stream, so every number is checked.
struct MessageStream {
  private var bytes: ArraySlice<UInt8> = []
  /// Whether something else than a message came; nothing is read after that.
  var isBroken = false

  mutating func append(_ more: some Collection<UInt8>) {
    bytes = Array(bytes)[...]
    bytes.append(contentsOf: more)
  }

  /// Returns the next message, or `nil` until more bytes come.
  mutating func next() -> Message? {
    var rest = bytes
    guard !isBroken, let size = rest.popNumber(), size <= bytes.count else { return nil }
    let message = Message(rest.prefix(max(0, size - Message.numberSize)))
    isBroken = message == nil
    bytes.removeFirst(isBroken ? 0 : size)
    return message
  }
}

extension [UInt8] {
  fileprivate mutating func append(number: Int) {
    for index in 0..<Message.numberSize { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func popNumbers(_ count: Int) -> [Int]? {
    guard 0...self.count / Message.numberSize ~= count else { return nil }
    return (0..<count).compactMap { _ in popNumber() }
  }

  fileprivate mutating func popNumber() -> Int? {
    guard count >= Message.numberSize else { return nil }
    defer { removeFirst(Message.numberSize) }
    return (0..<Message.numberSize).reduce(0) { $0 | Int(self[startIndex + $1]) << (8 * $1) }
  }
}

extension FileJob {
  /// The file and its line; the other options are those that the worker is started with.
  var message: Message {
    Message(
      kind: .job, numbers: [selection.line ?? 0],
      texts: [path, file, fence ?? ""].map { Array($0.utf8) })
  }

  init?(_ message: Message, _ options: ToolOptions) {
    guard message.kind == .job, message.numbers.count == 1, message.texts.count == 3 else {
      return nil
    }
    let texts = message.texts.map { String(decoding: $0, as: UTF8.self) }
    let line = message.numbers[0] > 0 ? message.numbers[0] : nil
    self.init(
      path: texts[0], file: texts[1],
      selection: BlockSelection(line: line, filter: options.filter),
      fence: texts[2].isEmpty ? nil : texts[2], isTrusted: options.isTrusted)
  }
}

/// The outcome of one block, with its answer where that is kept.
struct BlockNote {
  let slot: Int
  let outcome: TranscriptOutcome
  var answer: TranscriptRun.Answer?

  var message: Message {
    var message = Message(kind: .block, numbers: [slot, Int(outcome.rawValue)])
    guard let answer else { return message }
    let reply = answer.reply
    message.numbers += [reply.isRefused, reply.hasEnded, reply.isIncomplete].map { $0 ? 1 : 0 }
    message.numbers.append(Int(reply.breakdown?.waitStatus ?? 0))
    message.texts.append(reply.output)
    for (name, binding) in answer.bindings.all {
      message.texts += [Array(name.utf8), Array(binding.value), Array(binding.kind.rawValue.utf8)]
    }
    return message
  }

  init(slot: Int, outcome: TranscriptOutcome, answer: TranscriptRun.Answer?) {
    self.slot = slot
    self.outcome = outcome
    self.answer = answer
  }

  init?(_ message: Message) {
    let numbers = message.numbers
    let texts = message.texts
    guard message.kind == .block, numbers.count == (texts.isEmpty ? 2 : 6),
      texts.isEmpty || texts.count % 3 == 1,
      let outcome = UInt8(exactly: numbers[1]).flatMap(TranscriptOutcome.init)
    else { return nil }
    self.init(slot: numbers[0], outcome: outcome, answer: nil)
    guard let output = texts.first else { return }
    var reply = TranscriptReply(
      output: output, isRefused: numbers[2] == 1, hasEnded: numbers[3] == 1)
    reply.isIncomplete = numbers[4] == 1
    reply.breakdown = ProgramBreakdown(waitStatus: Int32(truncatingIfNeeded: numbers[5]))
    var bindings = Bindings()
    for index in stride(from: 1, to: texts.count, by: 3) {
      let kind = Hole.Kind(rawValue: String(decoding: texts[index + 2], as: UTF8.self))
      guard let kind else { return nil }
      let name = String(decoding: texts[index], as: UTF8.self)
      bindings.add(name, .init(value: texts[index + 1][...], kind: kind))
    }
    answer = TranscriptRun.Answer(reply: reply, bindings: bindings)
  }
}

extension TranscriptRun {
  var message: Message {
    Message(
      kind: .done, numbers: [ownCount, fingerprint ?? 0], texts: [slots.map { $0.rawValue }])
  }

  init?(_ message: Message, _ notes: [BlockNote]) {
    guard message.kind == .done, message.numbers.count == 2, message.texts.count == 1 else {
      return nil
    }
    let slots = message.texts[0].compactMap { TranscriptOutcome(rawValue: $0) }
    guard slots.count == message.texts[0].count, 0...slots.count ~= message.numbers[0] else {
      return nil
    }
    self.init(slots: slots, ownCount: message.numbers[0])
    fingerprint = message.numbers[1]
    for note in notes { answers[note.slot] = note.answer }
  }
}
