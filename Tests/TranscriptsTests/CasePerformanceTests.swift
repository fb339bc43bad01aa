import Testing

@testable import TranscriptSyntax
@testable import Transcripts

@Suite struct CasePerformanceTests {
  /// A session that replies with as many bytes as the line asks for.
  private final class Flood: TranscriptSession, TranscriptSessionMaker {
    func perform(_ line: ArraySlice<UInt8>, into reply: inout TranscriptReply) {
      let count = Int(String(decoding: line, as: UTF8.self)) ?? 0
      reply.output.removeAll(keepingCapacity: true)
      reply.output.append(contentsOf: repeatElement(0x78, count: count))
    }

    func session(seed: String?) -> any TranscriptSession { self }
    func offers(_ requirement: String) -> Bool { true }
  }

  @Test(arguments: [(": ...", true), ("= refused", false)])
  func `What is kept takes memory for itself, whatever was kept before`(
    expectation: String, keepsAnswers: Bool
  ) throws {
    let counts = [100_000] + Array(1...20)
    let lines = counts.flatMap { ["> \($0)", expectation] }
    let bytes = Array((["@ chimp-transcript 1"] + lines).joined(separator: "\n").utf8)
    let plan = try TranscriptPlan(FileJob(path: "t").with(bytes))
    let runner = TranscriptRunner(sessions: Flood(), keepsAnswers: keepsAnswers)
    let answers = try runner.run(plan).answers
    #expect(counts.indices.map { answers[$0]?.reply.output.count } == counts)
    #expect(
      counts.indices.dropFirst().allSatisfy { index in
        answers[index].map { $0.reply.output.capacity < 1000 } ?? false
      })
  }
}
