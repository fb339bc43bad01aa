@testable import Screens
import Shell
import TestSupport
import Testing

struct TranscriptsTests {
  /// The path of the folder with the transcripts.
  private static var folder: String {
    var folder = #filePath.split(separator: "/")
    folder.removeLast(4)
    return "/" + folder.joined(separator: "/") + "/transcripts"
  }

  @Test func `Every transcript passes its check`() {
    let output = MemorySink()
    // Simulations take their time in a debug build beside other tests.
    let result = run(["transcript", "check", "--timeout", "5m", Self.folder]) {
      $0.output = output
    }
    let report = String(decoding: output.bytes, as: UTF8.self)
    #expect(result.status == 0, "\(report)\(result.diagnostics)")
    #expect(!report.contains(" in 0 files"))
  }

  @Test func `The transcript help.txt explains every command`() throws {
    let output = OutputWriter(sink: MemorySink())
    let names = Application.table(isMachine: false).commands.map { "\($0.name)" }
    let reader = try ByteReader(path: Self.folder + "/help.txt")
    var line: [UInt8] = []
    var explained: Set<String> = []
    while reader.nextLine(into: &line) == .line {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      if words.starts(with: [">", "help"]), words.count == 3 { explained.insert(String(words[2])) }
    }
    #expect(names.filter { !explained.contains($0) } == [])
    #expect(output.fault == nil)
  }
}
