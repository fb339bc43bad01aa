import TranscriptSyntax

/// A file to run, with the selection of sessions and blocks.
struct FileJob: Sendable {
  var path: String
  /// A line number in the block to run; `nil` for all blocks.
  var line: Int?
  /// A pattern for the path or the name of a session; `nil` for all sessions.
  var filter: String?
  /// The name of the code blocks to run in a Markdown file; `nil` for a plain transcript.
  var fence: String?
  /// `true` if the transcript may include any file.
  var isTrusted = false
  /// The bytes to run instead of the file's contents; `nil` to read the file.
  var bytes: [UInt8]?

  /// Reads and parses the file.
  ///
  /// Throws if it can't be read or is no transcript.
  func transcript() throws(TranscriptToolFault) -> Transcript {
    var bytes = bytes ?? []
    if self.bytes == nil { bytes = try FileReader.read(path) }
    do throws(TranscriptFault) { return try Transcript(bytes, fence: fence) } catch {
      throw TranscriptToolFault(path, line: error.line, column: error.column, error.reason)
    }
  }

  /// Returns a job with other bytes.
  func with(_ bytes: [UInt8]) -> FileJob {
    var job = self
    job.bytes = bytes
    return job
  }
}
