/// An error in a transcript, with its line and column.
///
/// The parser throws the first one of a file. The description is meant for a message:
///
///     do throws(TranscriptFault) {
///       _ = try Transcript(Array("@ chimp-transcript 1\n> add 1\n~ a {\n".utf8))
///     } catch { print(error) }  // 3:5: the hole is not closed
public struct TranscriptFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The reason: a sentence without a full stop.
  public let reason: String
  /// The line, from 1.
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int

  /// Creates the error at an offset of a file.
  init(_ reason: String, at offset: Int, of bytes: [UInt8]) {
    let start = bytes.hasByteOrderMark ? 3 : 0
    let before = bytes[start..<max(offset, start)]
    let lineStart = before.lastIndex(of: 0x0a).map { $0 + 1 } ?? start
    self.reason = reason
    line = before.count { $0 == 0x0a } + 1
    column = characters(of: before[lineStart...]).count { _ in true } + 1
  }

  /// Line, column and reason.
  public var description: String { "\(line):\(column): \(reason)" }
}

extension [UInt8] {
  /// `true` if the bytes begin with a UTF-8 byte order mark.
  var hasByteOrderMark: Bool { starts(with: [0xef, 0xbb, 0xbf]) }
}
