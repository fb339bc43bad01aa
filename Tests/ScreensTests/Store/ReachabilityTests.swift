import Archive

@testable import Archive
@testable import Events
@testable import Game
import Glibc
import Records
@testable import Screens
@testable import Shell
import TestSupport
import Testing

/// Tests of the messages about the server to which a store is sent, with a script in the role of
/// `chimp-lab`.
struct ReachabilityTests {
  private static var address: String { "postgresql://room1-01@lab.example.org/chimp" }

  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/store" }

  /// Creates a program that prints a line and exits with a status, and returns its path.
  ///
  /// Another process writes the file: a child of another test could inherit a descriptor of this
  /// process that is open for writing, and then the system would refuse to run the program.
  private func serverProgram(_ line: String = "", status: Int) -> String {
    let text = folder.file("lab.text", "#!/bin/sh\necho '\(line)'\nexit \(status)\n")
    let program = folder.path + "/lab"
    #expect(system("install -m 700 '\(text)' '\(program)'") == 0)
    return program
  }

  /// A scripted session on the store, whose date is a number of minutes after noon.
  private final class Session {
    let application: Application
    private let output = OutputWriter(sink: MemorySink())
    private let console: Console<Application>
    var program: String?
    var minute = 3

    init(
      _ path: String?, program: String?, isRestricted: Bool = false,
      clock: SessionClock = .virtual(), executor: (any OperationExecutor)? = nil
    ) {
      self.program = program
      let records = RecordsEnvironment(
        path: path, isRestricted: isRestricted, configure: { $0.reserve = 0 })
      if let executor { records.makeExecutor = { executor } }
      let application = Application(
        output: output,
        environment: ApplicationEnvironment(sessionSeed: .script, clock: clock, records: records))
      console = makeConsole(application, output)
      self.application = application
      records.serverProgram = { [unowned self] in self.program }
      var minutes: [Int: Int] = [:]
      records.timeText = { [unowned self] date, _ in
        minutes[date] = minutes[date] ?? self.minute
        return "12:0\(minutes[date] ?? 0)"
      }
      _ = application.openNamedStore()
    }

    func play(_ lines: String...) -> [String] {
      lines.flatMap { line in lineByLine { self.console.perform(line: Array(line.utf8)) } }
    }

    /// The line about the server in the reply of `status`, or `nil` if there is none.
    var server: String? { play("status").first { $0.hasPrefix("server: ") } }

    /// Returns the messages that the session writes before it reads the next line.
    func announce() -> [String] { lineByLine { self.application.reportFindings() } }

    private func lineByLine(_ body: () -> Void) -> [String] {
      let bytes = output.capture(keeping: false, body)
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  /// Returns the line that `observe` writes when the reachability of the server changes.
  private func change(_ new: String) -> String {
    "reachability setting new=\"\(new)\""
  }

  @Test func `Without a server only the store is shown`() {
    let session = Session(path, program: serverProgram(status: 0))
    #expect(
      session.play("set server", "observe reachability initial") == [
        "server = none", "observing reachability initial",
        "reachability setting",
      ])
    #expect(session.server == nil)
  }

  @Test func `A server that can't be reached is shown with the time since when`() {
    let session = Session(path, program: serverProgram("chimp-lab: no route", status: 3))
    #expect(
      session.play("set server \(Self.address)", "observe reachability initial new") == [
        "server = \(Self.address)", "observing reachability initial new",
        change("store: writable; server: can't be reached since 12:03"),
      ])
    session.minute = 4
    #expect(session.server == "server: can't be reached since 12:03: no route")
    session.program = serverProgram("chimp can be reached", status: 0)
    let statusAgain = session.play("status")
    #expect(statusAgain.first == change("store: writable; server: can be reached"))
    #expect(statusAgain.contains("server: can be reached"))
    session.minute = 5
    session.program = serverProgram(status: 3)
    #expect(session.server == "server: can't be reached since 12:05")
    #expect(
      session.play("set server none").first == change("writable"))
  }

  @Test func `A server that can't be asked is shown as unknown, with the reason`() {
    let session = Session(path, program: nil)
    _ = session.play("set server \(Self.address)")
    #expect(
      session.server
        == "server: not known: \"chimp-lab\" is not beside chimp: "
        + "\"swift build --traits Lab\" builds it"
    )
    session.program = serverProgram("chimp-lab: built without PostgreSQL", status: 2)
    #expect(session.server == "server: not known: built without PostgreSQL")
    #expect(
      session.play("observe reachability initial").last
        == "reachability setting")
  }

  @Test func `The server is that of the store, and the one to which it was sent last`() {
    let program = serverProgram("acknowledged: 0 trials, 0 presses", status: 0)
    let other = "postgresql://room1-02@lab.example.org/chimp"
    let session = Session(path, program: program)
    _ = session.play("set server \(Self.address)")
    #expect(Session(path, program: program).play("set server") == ["server = \(Self.address)"])
    #expect(
      session.play("upload \(other)", "set server") == [
        "acknowledged: 0 trials, 0 presses", "server = \(other)",
      ])
    #expect(Session(path, program: program).play("set server") == ["server = \(other)"])
    #expect(session.play("set server none", "set server") == ["server = none", "server = none"])
    #expect(Session(path, program: program).play("set server") == ["server = none"])
  }

  @Test func `An address that is none, or holds a password, is neither kept nor asked`() {
    let session = Session(path, program: serverProgram(status: 3))
    let form =
      "error: an address of a server is written like postgresql://room1-01@lab.example.org/chimp"
    for text in [
      "lab.example.org", "postgresql://", "https://lab.example.org", "\"\"", "\"host=a b\"", "=a",
      "postgresql://lab/chimp?passw%6Frd=b", "postgresql://lab/chimp?=b",
    ] {
      #expect(session.play("set server \(text)") == [form])
    }
    let password =
      "error: a password in the address would be seen by everybody on this machine: put it into "
      + "~/.pgpass"
    for text in [
      "postgresql://a:b@lab/chimp", "postgres://lab/chimp?password=b",
      "postgres://lab/chimp?host=a&sslpassword=b", "\"host=lab password=b\"", "PASSWORD=b",
    ] {
      #expect(session.play("set server \(text)") == [password])
    }
    #expect(session.play("set server") == ["server = none"])
    for text in [
      "\"host=/tmp/a port=5432 dbname=chimp user=b\"", "service=lab", "postgres://lab:5432/chimp",
      "postgresql:///chimp?host=%2Ftmp&port=5432",
    ] {
      let plain = text.filter { $0 != "\"" }
      #expect(session.play("set server \(text)") == ["server = \(plain)"])
    }
    #expect(
      Session(nil, program: nil).play("set server \(Self.address)", "set server") == [
        "error: this session has no store file (--store FILE gives it one)", "server = none",
      ])
    let restricted = Session(path, program: nil, isRestricted: true)
    #expect(restricted.play("set server \(Self.address)").first?.hasPrefix("error: ") == true)
    #expect(restricted.play("set server") == ["server = none"])
  }

  @Test func `No line waits for a server, whose answer is reported with a later line`() {
    var now = 0
    let executor = DeferredExecutor()
    let session = Session(
      path, program: serverProgram(status: 3), clock: .real { now }, executor: executor)
    #expect(
      session.play("observe reachability new", "set server \(Self.address)") == [
        "observing reachability new",
        change("store: writable; server: no answer yet"),
        "server = \(Self.address)",
      ])
    #expect(session.announce() == [])
    #expect(executor.count == 1)
    #expect(session.server == "server: no answer yet")
    #expect(executor.count == 1)
    executor.performAll()
    #expect(
      session.announce() == [
        change("store: writable; server: can't be reached since 12:03")
      ])
    now += 29_999
    #expect(session.announce() == [])
    #expect(executor.count == 0)
    now += 1
    #expect(session.announce() == [])
    #expect(executor.count == 1)
    // The answer of a server that is no longer configured is ignored.
    _ = session.play("set server none")
    executor.performAll()
    #expect(session.announce() == [])
    #expect(session.server == nil)
  }

  @Test func `No server is asked while a test is running`() {
    let executor = DeferredExecutor()
    let session = Session(
      path, program: serverProgram(status: 0), clock: .real { 0 }, executor: executor)
    _ = session.play("set server \(Self.address)", "start span begin=key")
    #expect(session.announce() == [])
    #expect(executor.count == 0)
    _ = session.play("stop")
    _ = session.announce()
    #expect(executor.count == 1)
  }

  @Test func `Each state of reachability has a Japanese sentence`() {
    let words = { (server: ServerReachability?) in
      Reachability(store: .writable, server: server).words(in: .japanese)
    }
    #expect(words(nil) == "読み書きできます")
    #expect(words(.asked) == "記録: 読み書きできます。サーバー: まだ答えがありません")
    #expect(words(.reachable) == "記録: 読み書きできます。サーバー: つながります")
    #expect(
      words(.unreachable(since: "12:03", reason: nil))
        == "記録: 読み書きできます。サーバー: 12:03 からつながりません")
    #expect(words(.unknown(.noLab)) == "記録: 読み書きできます。サーバー: 分かりません")
  }
}
