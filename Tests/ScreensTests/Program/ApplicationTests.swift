import Events
import Game
@testable import Screens
import Shell
import TestSupport
import Testing

struct ApplicationTests {
  @Test func `An application that is released is freed with all that it made`() {
    weak var output: OutputWriter?
    weak var application: Application?
    do {
      let writer = OutputWriter(sink: MemorySink())
      let made = Application(
        output: writer, environment: ApplicationEnvironment(sessionSeed: .script))
      (output, application) = (writer, made)
      let console = makeConsole(made, writer)
      let lines = [
        "coin", "wait 20000", "mode start", "wait 2000", "start 2 3 1 hold=16", "wait 100",
        "press 1 1", "add x", "observe rounds", "sum 1 2", "again", "wait 9000",
      ]
      for line in lines { console.perform(line: Array(line.utf8)) }
      #expect(output != nil && application != nil)
    }
    #expect(application == nil)
    #expect(output == nil)
  }

  @Test func `Objects of the tree and news are completed by their names`() {
    let writer = OutputWriter(sink: MemorySink())
    let application = Application(
      output: writer, environment: ApplicationEnvironment(sessionSeed: .script))
    let console = makeConsole(application, writer)
    func candidates(of line: String) -> [String] {
      let context = CompletionContext(
        settings: [], candidates: { application.candidates(forParameter: $0) })
      return console.table.completion(of: line, context).candidates.map(\.text)
    }
    let objects = candidates(of: "send ")
    #expect(objects.first == "chimp")
    #expect(objects.contains("sum"))
    // Two modes have a board.
    #expect(objects.filter { $0.hasSuffix("board") } == ["start/board", "play/board"])
    #expect(candidates(of: "enable pat") == ["patience"])
    #expect(candidates(of: "disable cell-") == [])
    #expect(candidates(of: "news show ") == [])
    for line in ["start 2 2 2", "news add One", "news add Two"] {
      console.perform(line: Array(line.utf8))
    }
    #expect(candidates(of: "disable cell-2").count == 2)
    #expect(candidates(of: "news show ").count == 2)
    for name in objects {
      let reply = writer.capture(keeping: false) {
        console.perform(line: Array("enable \(name)".utf8))
      }
      let text = String(decoding: reply, as: UTF8.self)
      #expect(!text.contains("no object") && !text.contains("several"), "\(name): \(text)")
    }
  }

  @Test func `Each command of a screen names an object that is in the tree`() {
    let writer = OutputWriter(sink: MemorySink())
    let application = Application(
      output: writer, environment: ApplicationEnvironment(sessionSeed: .script))
    let names = Set(Application.table(isMachine: false).commands.compactMap(\.object))
    #expect(names.count > 5)
    #expect(names.subtracting(application.root.objects.map(\.name)) == [])
  }
}
