/// A message between the tool and a worker: a line with two numbers and the size of the body.
///
///     1 0 5\nadd 1     performs a line, without a time limit
///     0 0 2\n7\n       a reply
struct WorkerMessage: Equatable {
  /// The reason why bytes are no message: a session may write anything into the stream of its
  /// worker.
  struct Fault: Error {}

  /// The maximum length of the line.
  private static let longestLine = 64

  private(set) var numbers: [Int]
  private(set) var body: [UInt8] = []

  /// The bytes to send.
  var encoded: [UInt8] { Array("\(numbers[0]) \(numbers[1]) \(body.count)\n".utf8) + body }

  /// Removes the first message of a stream of bytes, and returns it.
  ///
  /// Returns `nil` until the whole message has come. Throws if it is none.
  static func removeFirst(from bytes: inout [UInt8]) throws(Fault) -> Self? {
    let line = bytes.prefix(longestLine).prefix { $0 != 0x0a }
    guard line.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 || $0 == 0x20 }), line.count < longestLine
    else { throw Fault() }
    guard line.count < bytes.count else { return nil }
    let numbers = line.split(separator: 0x20, omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 3, let first = numbers[0], let second = numbers[1],
      let size = numbers[2]
    else { throw Fault() }
    guard size < bytes.count - line.count else { return nil }
    let start = line.count + 1
    let message = WorkerMessage(
      numbers: [first, second], body: Array(bytes[start..<start + size]))
    bytes.removeFirst(start + size)
    return message
  }
}

extension WorkerMessage {
  /// Encodes a request.
  init(_ request: SessionRequest) {
    switch request {
    case .begin(let seed, let language, let requirements):
      // The argument of a directive is neither empty nor more than a line.
      let arguments = [seed ?? "", language ?? ""] + requirements
      self.init(numbers: [0, 0], body: Array(arguments.joined(separator: "\n").utf8))
    case .perform(let line, let timeLimit):
      self.init(numbers: [1, timeLimit ?? 0], body: Array(line))
    case .end: self.init(numbers: [2, 0])
    }
  }

  /// The request, or `nil` if the message is none.
  var request: SessionRequest? {
    switch numbers[0] {
    case 0:
      let arguments = String(decoding: body, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? nil : String($0) }
      guard arguments.count >= 2 else { return nil }
      return .begin(
        seed: arguments[0], language: arguments[1],
        requirements: arguments.dropFirst(2).compactMap { $0 })
    case 1: return .perform(body[...], timeLimit: numbers[1] > 0 ? numbers[1] : nil)
    case 2: return .end
    default: return nil
    }
  }

  /// Encodes a reply; its properties are bits of a number.
  init(_ reply: TranscriptReply) {
    let facts = [reply.isRefused, reply.hasEnded, reply.isIncomplete, reply.isLate]
    let bits = facts.reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    self.init(numbers: [bits, Int(reply.breakdown?.waitStatus ?? 0)], body: reply.output)
  }

  /// The reply.
  var reply: TranscriptReply {
    let bits = numbers[0]
    var reply = TranscriptReply(output: body, isRefused: bits & 1 != 0, hasEnded: bits & 2 != 0)
    reply.isIncomplete = bits & 4 != 0
    reply.isLate = bits & 8 != 0
    reply.breakdown = ProgramBreakdown(waitStatus: Int32(truncatingIfNeeded: numbers[1]))
    return reply
  }
}
