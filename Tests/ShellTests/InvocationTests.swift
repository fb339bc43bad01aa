import Shell
import Testing

@Test func `An empty line has no words`() throws {
  #expect(try Invocation(line: []).words.isEmpty)
}
