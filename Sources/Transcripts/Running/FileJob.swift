import SystemCalls
import TranscriptSyntax

/// A file to run, or a block of it.
struct FileJob: Sendable {
  var path: String
  /// A line number in the block to run; `nil` for all blocks.
  var line: Int?
  /// The bytes to run instead of the file's contents; `nil` to read the file.
  var bytes: [UInt8]?

  /// Reads and parses the file; `fence` names the code blocks to run in a Markdown file.
  ///
  /// Throws if it can't be read or is no transcript.
  func transcript(fence: String? = nil) throws(TranscriptToolFault) -> Transcript {
    var bytes = bytes ?? []
    if self.bytes == nil { bytes = try TranscriptToolFault.naming(path, try readFile(path)) }
    do throws(TranscriptFault) { return try Transcript(bytes, fence: fence) } catch {
      throw TranscriptToolFault(path, line: error.line, column: error.column, error.reason)
    }
  }
}
