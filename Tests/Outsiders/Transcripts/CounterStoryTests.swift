import Testing
import Transcripts

@testable import outsider

/// Each transcript of the package is a case of a test.
@Test(arguments: Transcripts.files(in: "."))
func story(_ file: TranscriptFile) throws {
  let result = try TranscriptTool(sessions: Counters()).result(of: file)
  if !result.passes { Attachment.record(result.patch, named: "\(file).diff") }
  #expect(result.passes, "\(result)")
  #expect(result.commands.map(\.outcome) == ["pass", "pass", "pass"])
}
