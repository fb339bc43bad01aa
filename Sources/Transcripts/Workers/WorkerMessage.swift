/// A message between the tool and a worker: a line of words and a body.
///
/// The last word of the line is the size of the body:
///
///     perform 2000 5\nadd 1
///     reply 0 0 2\n7\n
struct WorkerMessage: Equatable {
  private(set) var words: [String]
  private(set) var body: [UInt8] = []

  /// The bytes to send.
  var encoded: [UInt8] { Array("\(words.joined(separator: " ")) \(body.count)\n".utf8) + body }
}

extension WorkerMessage {
  /// Encodes a request.
  init(_ request: SessionRequest) {
    switch request {
    case .begin(let seed, let language):
      // The argument of a directive is neither empty nor more than a line.
      self.init(words: ["begin"], body: Array("\(seed ?? "")\n\(language ?? "")".utf8))
    case .perform(let line, let timeLimit):
      self.init(words: ["perform", "\(timeLimit ?? 0)"], body: Array(line))
    case .end: self.init(words: ["end"])
    }
  }

  /// The request; `nil` for any other message.
  var request: SessionRequest? {
    let numbers = words.dropFirst().compactMap { Int($0) }
    switch (words.first, numbers.count) {
    case ("begin", 0):
      let arguments = String(decoding: body, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? nil : String($0) }
      return arguments.count == 2 ? .begin(seed: arguments[0], language: arguments[1]) : nil
    case ("perform", 1):
      return .perform(body[...], timeLimit: numbers[0] > 0 ? numbers[0] : nil)
    case ("end", 0): return .end
    default: return nil
    }
  }

  /// Encodes a response.
  init(_ response: SessionResponse) {
    switch response {
    case .done: self.init(words: ["done"])
    case .skipped: self.init(words: ["skipped"])
    case .fault(let words): self.init(words: ["fault"], body: Array(words.utf8))
    case .reply(let reply):
      let facts = [reply.isRefused, reply.hasEnded, reply.isIncomplete, reply.isLate]
      let bits = facts.reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
      self.init(
        words: ["reply", "\(bits)", "\(reply.breakdown?.waitStatus ?? 0)"], body: reply.output)
    }
  }

  /// The response; `nil` for any other message.
  var response: SessionResponse? {
    let numbers = words.dropFirst().compactMap { Int32($0) }
    switch (words.first, numbers.count) {
    case ("done", 0): return .done
    case ("skipped", 0): return .skipped
    case ("fault", 0): return .fault(String(decoding: body, as: UTF8.self))
    case ("reply", 2):
      let bits = numbers[0]
      var reply = TranscriptReply(
        output: body, isRefused: bits & 1 != 0, hasEnded: bits & 2 != 0)
      reply.isIncomplete = bits & 4 != 0
      reply.isLate = bits & 8 != 0
      reply.breakdown = ProgramBreakdown(waitStatus: numbers[1])
      return .reply(reply)
    default: return nil
    }
  }
}

/// Splits a stream of bytes into messages, and validates each.
///
/// A session may write anything into the stream of its worker.
struct WorkerMessageStream {
  /// The maximum length of a line of words.
  private static let longestLine = 64

  /// `true` after an invalid message, when nothing more is read.
  private(set) var isBroken = false

  private var bytes: [UInt8] = []

  /// Appends received bytes.
  mutating func append(_ more: some Sequence<UInt8>) { bytes += more }

  /// Returns the next complete message; `nil` if there is none yet.
  mutating func next() -> WorkerMessage? {
    let line = bytes.prefix(Self.longestLine).prefix { $0 != 0x0a }
    isBroken =
      isBroken || line.count == Self.longestLine || line.contains { $0 < 0x20 || $0 > 0x7a }
    guard !isBroken, line.count < bytes.count else { return nil }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
    guard words.count > 1, let size = Int(words[words.count - 1]), size >= 0 else {
      isBroken = true
      return nil
    }
    guard size < bytes.count - line.count else { return nil }
    let start = line.count + 1
    let message = WorkerMessage(
      words: words.dropLast(), body: Array(bytes[start..<start + size]))
    bytes.removeFirst(start + size)
    return message
  }
}
