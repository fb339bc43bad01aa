import ChimpSystem

/// The input and output of a session, with the start of the last reply.
struct ReplyLog {
  private(set) var bytes: [UInt8] = []
  /// The offset of the last reply.
  private(set) var replyStart = 0

  var count: Int { bytes.count }

  /// The last reply.
  var reply: ArraySlice<UInt8> { bytes[replyStart...] }

  /// Adds output, which belongs to the last reply.
  mutating func append(_ output: some Sequence<UInt8>) { bytes += output }

  /// Adds a typed line.
  mutating func append(line: String) { bytes += Array(line.utf8) + [UInt8(ascii: "\n")] }

  /// Begins the next reply.
  mutating func endReply() { replyStart = bytes.count }

  /// Removes a part of the log.
  mutating func remove(_ range: Range<Int>) {
    bytes.removeSubrange(range)
    replyStart -= range.clamped(to: 0..<replyStart).count
  }

  /// Empties the log, and returns the bytes that write it to the main screen.
  ///
  /// With `pagesReply`, the last reply stops after each page.
  mutating func flush(
    through pages: inout ReplyPages, of canvas: LookCanvas, pagesReply: Bool = false
  ) -> [UInt8] {
    let log = self
    self = ReplyLog()
    guard pagesReply else { return pages.append(log.bytes, canvas.text) }
    let earlier = pages.append(log.bytes[..<log.replyStart], canvas.text)
    pages.begin(rowCount: canvas.rowCount)
    return earlier + pages.append(log.reply, canvas.text)
  }
}
