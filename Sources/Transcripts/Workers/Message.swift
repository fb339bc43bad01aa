/// What a worker tells its supervisor: numbers and texts of one kind.
struct Message {
  enum Kind: Int {
    /// A block that did not pass.
    case block
    /// A file that is done.
    case done
    /// A file that can't be used.
    case fault
  }

  let kind: Kind
  var numbers: [Int] = []
  var texts: [[UInt8]] = []

  /// Appends it as it travels: how long it is, its kind, how many numbers and texts there are, the
  /// numbers, the lengths of the texts, and these.
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
    guard let kind = rest.takeNumber().flatMap(Kind.init), let count = rest.takeNumber(),
      let textCount = rest.takeNumber(), let numbers = rest.takeNumbers(count),
      let lengths = rest.takeNumbers(textCount)
    else { return nil }
    self.init(kind: kind, numbers: numbers)
    for length in lengths {
      guard 0...rest.count ~= length else { return nil }
      texts.append(Array(rest.prefix(length)))
      rest.removeFirst(length)
    }
    guard rest.isEmpty else { return nil }
  }
}

/// Takes a stream of bytes apart into messages.
///
/// A session can write to it whatever it likes, so nothing in it is taken for granted.
struct MessageStream {
  private var bytes: ArraySlice<UInt8> = []
  /// Whether something came that is no message; nothing is read behind that.
  var isBroken = false

  mutating func append(_ more: some Collection<UInt8>) {
    bytes = Array(bytes)[...]
    bytes.append(contentsOf: more)
  }

  mutating func next() -> Message? {
    var rest = bytes
    guard !isBroken, let size = rest.takeNumber(), size <= bytes.count else { return nil }
    let message = Message(rest.prefix(max(0, size - Message.numberSize)))
    isBroken = message == nil
    bytes.removeFirst(isBroken ? 0 : size)
    return message
  }
}

extension [UInt8] {
  fileprivate mutating func append(number: Int) {
    for place in 0..<Message.numberSize { append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func takeNumbers(_ count: Int) -> [Int]? {
    guard 0...self.count / Message.numberSize ~= count else { return nil }
    return (0..<count).compactMap { _ in takeNumber() }
  }

  fileprivate mutating func takeNumber() -> Int? {
    guard count >= Message.numberSize else { return nil }
    defer { removeFirst(Message.numberSize) }
    return (0..<Message.numberSize).reduce(0) { $0 | Int(self[startIndex + $1]) << (8 * $1) }
  }
}

/// What became of a block, where it did not pass.
struct BlockNote {
  let place: Int
  let outcome: TranscriptOutcome
  var answer: TranscriptRun.Answer?

  var message: Message {
    var message = Message(kind: .block, numbers: [place, Int(outcome.rawValue)])
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
}

extension BlockNote {
  init?(_ message: Message) {
    let (numbers, texts) = (message.numbers, message.texts)
    guard message.kind == .block, numbers.count == (texts.isEmpty ? 2 : 6),
      texts.isEmpty || texts.count % 3 == 1,
      let outcome = UInt8(exactly: numbers[1]).flatMap(TranscriptOutcome.init)
    else { return nil }
    self.init(place: numbers[0], outcome: outcome)
    guard let output = texts.first else { return }
    var reply = TranscriptReply(
      output: output, isRefused: numbers[2] == 1, hasEnded: numbers[3] == 1)
    reply.isIncomplete = numbers[4] == 1
    reply.breakdown = ProgramBreakdown(waitStatus: Int32(truncatingIfNeeded: numbers[5]))
    var bindings = Bindings()
    for place in stride(from: 1, to: texts.count, by: 3) {
      let kind = Hole.Kind(rawValue: String(decoding: texts[place + 2], as: UTF8.self))
      guard let kind else { return nil }
      let name = String(decoding: texts[place], as: UTF8.self)
      bindings.add(name, .init(value: texts[place + 1][...], kind: kind))
    }
    answer = TranscriptRun.Answer(reply: reply, bindings: bindings)
  }
}

extension TranscriptRun {
  var message: Message {
    Message(
      kind: .done, numbers: [ownCount, fingerprint ?? 0], texts: [places.map { $0.rawValue }])
  }

  init?(_ message: Message, _ notes: [BlockNote]) {
    guard message.kind == .done, message.numbers.count == 2, message.texts.count == 1 else {
      return nil
    }
    self.init()
    places = message.texts[0].compactMap { TranscriptOutcome(rawValue: $0) }
    guard places.count == message.texts[0].count, 0...places.count ~= message.numbers[0] else {
      return nil
    }
    (ownCount, fingerprint) = (message.numbers[0], message.numbers[1])
    for note in notes { answers[note.place] = note.answer }
  }
}
