import Game
import Screens
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

  @Test func `Each command of a screen names an object that is in the tree`() {
    let writer = OutputWriter(sink: MemorySink())
    let application = Application(
      output: writer, environment: ApplicationEnvironment(sessionSeed: .script))
    let names = Set(Application.table(isMachine: false).commands.compactMap(\.object))
    #expect(names.count > 5)
    for name in names { #expect(application.hasObject(name), "\(name)") }
  }
}
