/// The lines of a text that is at hand.
package final class TextLines: LineSource {
  private let text: [UInt8]
  private var start = 0

  /// Reads the text line by line.
  package init(_ text: [UInt8]) {
    self.text = text
  }

  package func nextLine(into line: inout OwnedBuffer<UInt8>) -> LineEvent {
    line.removeAll()
    guard start < text.count else { return .end }
    let end = text[start...].firstIndex(of: 0x0a) ?? text.count
    defer { start = end + 1 }
    guard end - start <= ByteReader.longestLine else {
      return .refused(.tooLong(limit: ByteReader.longestLine))
    }
    text[start..<end].withUnsafeBufferPointer { line.append($0) }
    line.dropCarriageReturn()
    return .line
  }
}
