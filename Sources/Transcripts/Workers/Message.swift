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

  /// As it travels: how long it is, its kind, how many numbers and texts there are, the numbers,
  /// the lengths of the texts, and these.
  var encoded: [UInt8] {
    let head = [kind.rawValue, numbers.count, texts.count] + numbers + texts.map(\.count)
    let size = (head.count + 1) * Self.numberSize + texts.reduce(0) { $0 + $1.count }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    for number in [size] + head {
      for place in 0..<Self.numberSize {
        bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place)))
      }
    }
    for text in texts { bytes += text }
    return bytes
  }

  fileprivate static let numberSize = 8
}

/// Takes a stream of bytes apart into messages.
struct MessageStream {
  private var bytes: [UInt8] = []
  private var start = 0

  mutating func append(_ more: some Collection<UInt8>) {
    bytes.removeFirst(start)
    start = 0
    bytes.append(contentsOf: more)
  }

  /// The next whole message.
  mutating func next() -> Message? {
    guard bytes.count - start >= Message.numberSize else { return nil }
    var offset = start
    let size = number(at: &offset)
    guard size <= bytes.count - start, let kind = Message.Kind(rawValue: number(at: &offset)) else {
      return nil
    }
    var message = Message(kind: kind)
    let (numberCount, textCount) = (number(at: &offset), number(at: &offset))
    for _ in 0..<numberCount { message.numbers.append(number(at: &offset)) }
    let lengths = (0..<textCount).map { _ in number(at: &offset) }
    for length in lengths {
      message.texts.append(Array(bytes[offset..<offset + length]))
      offset += length
    }
    start = offset
    return message
  }

  private func number(at offset: inout Int) -> Int {
    let end = offset + Message.numberSize
    defer { offset = end }
    return bytes[offset..<end].reversed().reduce(0) { $0 << 8 | Int($1) }
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
    message.numbers.append(reply.breakdown?.number ?? 0)
    message.texts.append(reply.output)
    for (name, binding) in answer.bindings.all {
      message.texts += [Array(name.utf8), Array(binding.value), Array(binding.kind.rawValue.utf8)]
    }
    return message
  }
}

extension BlockNote {
  init(_ message: Message) {
    let numbers = message.numbers
    let outcome = TranscriptOutcome(rawValue: UInt8(truncatingIfNeeded: numbers[1]))
    self.init(place: numbers[0], outcome: outcome ?? .notRun)
    guard let output = message.texts.first else { return }
    var reply = TranscriptReply(
      output: output, isRefused: numbers[2] == 1, hasEnded: numbers[3] == 1)
    reply.isIncomplete = numbers[4] == 1
    reply.breakdown = ProgramBreakdown(number: numbers[5])
    var bindings = Bindings()
    for place in stride(from: 1, to: message.texts.count, by: 3) {
      let texts = message.texts[place..<place + 3].map { String(decoding: $0, as: UTF8.self) }
      let kind = Hole.Kind(rawValue: texts[2]) ?? .anything
      bindings.add(texts[0], .init(value: message.texts[place + 1][...], kind: kind))
    }
    answer = TranscriptRun.Answer(reply: reply, bindings: bindings)
  }
}

extension TranscriptRun {
  /// What a worker tells of a whole run; the answers were told before.
  var message: Message {
    Message(
      kind: .done, numbers: [ownCount, fingerprint ?? 0],
      texts: [places.map(\.rawValue)])
  }

  init(_ message: Message, _ notes: [BlockNote]) {
    self.init()
    ownCount = message.numbers[0]
    fingerprint = message.numbers[1]
    places = message.texts[0].map { TranscriptOutcome(rawValue: $0) ?? .notRun }
    for note in notes { answers[note.place] = note.answer }
  }
}
