import TranscriptSyntax

/// A file to run, and the selected part of it.
struct FileJob: Sendable {
  var path: String
  /// A line of the selected block; `nil` for all blocks.
  var line: Int?
  /// A pattern for any part of the path and the name of a case.
  var filter: String?
  /// The name of fenced blocks that hold the transcript; `nil` if the whole file is one.
  var fence: String?
  /// `true` if it may include files from anywhere.
  var isTrusted = false
  /// The bytes to run instead of the file's; `nil` for the file itself.
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

  /// Returns the job with other bytes instead of the file's.
  func with(_ bytes: [UInt8]) -> FileJob {
    var job = self
    job.bytes = bytes
    return job
  }
}
