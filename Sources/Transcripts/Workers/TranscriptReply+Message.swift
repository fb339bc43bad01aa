/// The message in which a worker sends a reply: four numbers in a line, and the output.
///
///     0 0 2 0\n7\n
///
/// The numbers are the properties as bits, the status of a program that broke down, and the sizes
/// of the output and of the standard error behind it.
extension TranscriptReply {
  /// The beginning of a stream of bytes from a worker.
  enum FirstMessage {
    case reply(TranscriptReply)
    /// The message has not come whole.
    case incomplete
    /// The bytes are no message: a session may write anything into the stream of its worker.
    case invalid
  }

  private static let longestHead = 64

  /// The bytes to send.
  var message: [UInt8] {
    let facts = [isRefused, hasEnded, isIncomplete, isLate, isOfProgram, isScreen]
    let bits = facts.reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    let head = "\(bits) \(waitStatus) \(output.count) \(errors.count)\n"
    return Array(head.utf8) + output + errors
  }

  /// Returns the first message of a stream of bytes, and removes it if it is whole.
  static func removeFirst(from bytes: inout [UInt8]) -> FirstMessage {
    let head = bytes.prefix(longestHead).prefix { $0 != 0x0a }
    let isHead = head.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 == 0x20 }
    guard isHead, head.count < longestHead else { return .invalid }
    guard head.count < bytes.count else { return .incomplete }
    let numbers = head.split(separator: 0x20).compactMap {
      Int(String(decoding: $0, as: UTF8.self))
    }
    guard numbers.count == 4, let status = Int32(exactly: numbers[1]) else { return .invalid }
    let start = head.count + 1
    let (size, sum) = (numbers[2], numbers[2].addingReportingOverflow(numbers[3]))
    guard !sum.overflow, sum.partialValue <= bytes.count - start else {
      return sum.overflow ? .invalid : .incomplete
    }
    let output = Array(bytes[start..<start + size])
    let errors = Array(bytes[(start + size)..<start + sum.partialValue])
    bytes.removeFirst(start + sum.partialValue)
    let bits = numbers[0]
    var reply = Self(output: output, isRefused: bits & 1 != 0, hasEnded: bits & 2 != 0)
    reply.isIncomplete = bits & 4 != 0
    reply.isLate = bits & 8 != 0
    reply.isOfProgram = bits & 16 != 0
    reply.isScreen = bits & 32 != 0
    reply.waitStatus = status
    reply.errors = errors
    return .reply(reply)
  }
}
