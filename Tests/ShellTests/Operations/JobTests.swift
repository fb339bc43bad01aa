import ChimpSystem
import Shell
import TestSupport
import Testing

/// Tests of operations as commands: jobs in the foreground and in the background.
struct JobTests {
  /// A simulated terminal.
  ///
  /// Each wait advances its clock by 30 ms and calls a closure of the test.
  private final class SimulatedTerminal: JobTerminal {
    let screenText: ScreenText
    private(set) var milliseconds = 0
    let endsBySignal = false
    private(set) var lines: [String] = []
    private(set) var waits: [Int?] = []
    var atWait: (Int) -> Bool = { _ in false }

    init(columns: Int = 80) {
      screenText = ScreenText(columns: columns) { _ in 1 }
    }

    func show(_ line: String) {
      lines.append("\(milliseconds): \(line)")
    }

    func waits(for descriptor: Int32, milliseconds: Int?) -> Bool {
      waits.append(milliseconds)
      self.milliseconds += 30
      return atWait(waits.count)
    }
  }

  /// Returns a fixture whose operations run immediately on the calling thread.
  private func inline(_ configure: (inout ConsoleOptions) -> Void = { _ in }) -> JobFixture {
    JobFixture(executor: InlineExecutor(), configure: configure)
  }

  @Test func `A command that is an operation answers when it has finished`() {
    let fixture = inline()
    #expect(
      fixture.run("work well\nwork badly\nwork never\nversion\n")
        == "worked: 42\nerror: broken\nerror: never\ntest 1\n")
    #expect(fixture.output.refusalCount == 2)
  }

  @Test func `An interrupt of a script cancels the operation at its next report`() {
    let fixture = inline()
    fixture.isInterrupted = true
    #expect(fixture.line("work well pages") == "cancelled: work well pages\n")
    #expect(fixture.diagnostics == "work well pages: 0 % pages\n")
    fixture.isInterrupted = false
    #expect(fixture.line("work well") == "worked: 42\n")
  }

  @Test func `Without progress to report an operation only answers`() {
    let fixture = inline { $0.reportsProgress = false }
    #expect(fixture.line("work well pages") == "worked: 42\n")
    #expect(fixture.diagnostics == "")
  }

  @Test func `In a script the progress is told in quarters, beside the replies`() {
    let fixture = inline()
    #expect(fixture.run("  work well \"the \\tpages\" \n") == "worked: 42\n")
    #expect(
      fixture.diagnostics == """
        work well "the \\tpages": 0 % the \\tpages
        work well "the \\tpages": 25 % the \\tpages
        work well "the \\tpages": 50 % the \\tpages
        work well "the \\tpages": 75 % the \\tpages
        work well "the \\tpages": 100 % the \\tpages

        """)
  }

  @Test func `In a script a job has finished before the next line is read`() {
    let fixture = inline()
    let reply = fixture.run("work well &\njobs\n work   badly\t&\nwork never &\nversion\n")
    #expect(
      reply == """
        [1]
        [1] done: work well
        worked: 42
        no jobs are running
        [1]
        [1] failed: work   badly
        error: broken
        error: never
        test 1

        """)
    #expect(fixture.diagnostics == "")
  }

  @Test(arguments: [
    ("touch &", "\"touch\" can't run as a job"),
    ("version &", "\"version\" can't run as a job"),
    ("work well \"&\" &", nil),
    ("touch \"&\"", "unexpected argument \"&\" at column 7 (usage: touch)"),
    ("touch & &", "unexpected argument \"&\" at column 7 (usage: touch)"),
    ("touch&", "unknown command \"touch&\" at column 1, did you mean \"touch\"?"),
    ("&", "unknown command \"&\" at column 1 (\"help\" lists the commands)"),
    ("cancel 1", "no job 1, no jobs are running"),
    ("foreground 7", "no job 7, no jobs are running"),
    ("cancel 0", "N must be from 1 to 9999: \"0\" at column 8"),
    ("cancel", "cancel needs more, for example \"cancel 1\" (\"help cancel\" explains it)"),
  ])
  func `What can't be a job is refused`(line: String, refusal: String?) {
    let reply = inline().line(line)
    #expect(
      reply == refusal.map { "error: \($0)\n" }
        ?? "[1]\n[1] done: work well \"&\"\nworked: 42\n")
  }

  @Test func `For a driving program a reply holds all that a job says`() {
    let fixture = inline { $0.machineFormat = .frames }
    #expect(
      fixture.run("1 work well &\n2 work badly &\n3 jobs\n")
        == "=1 [1]\n[1] done: work well\nworked: 42\n\n?2 [1]\n[1] failed: work badly\n"
        + "error: broken\n\n=3 no jobs are running\n\n")
  }

  @Test func `Jobs are listed, finish in any order, and are told of before the next prompt`() {
    let executor = DeferredExecutor()
    let fixture = JobFixture(executor: executor, width: 2)
    #expect(fixture.line("work well pages &") == "[1]\n")
    #expect(fixture.line("work badly &") == "[2]\n")
    #expect(fixture.line("work well &") == "[3]\n")
    #expect(
      fixture.line("jobs")
        == "[1] executing: work well pages\n[2] executing: work badly\n[3] ready: work well\n")
    executor.performNext()
    fixture.console.collectJobs()
    #expect(fixture.written == "")
    fixture.console.reportFinishedJobs()
    #expect(fixture.written == "[1] done: work well pages\nworked: 42\n")
    #expect(fixture.line("jobs") == "[2] executing: work badly\n[3] executing: work well\n")
    #expect(fixture.line("work well &") == "[4]\n")
    #expect(fixture.line("cancel 4") == "cancelling [4]: work well\n[4] cancelled: work well\n")
    #expect(fixture.line("cancel 4") == "error: no job 4 (running: 2, 3)\n")
    #expect(fixture.line("cancel 2") == "cancelling [2]: work badly\n")
    executor.performNext()
    #expect(fixture.line("") == "[2] cancelled: work badly\n")
    executor.performNext()
    fixture.console.collectJobs()
    #expect(fixture.line("work badly &") == "[4]\n[3] done: work well\nworked: 42\n")
    executor.performNext()
    #expect(fixture.line("touch") == "received\n[4] failed: work badly\nerror: broken\n")
    #expect(fixture.line("work well &") == "[1]\n")
  }

  @Test func `A foreground job is waited for, with one line that is drawn ten times a second`() {
    let executor = DeferredExecutor()
    let person = SimulatedTerminal()
    let fixture = JobFixture(executor: executor, terminal: person)
    #expect(fixture.line("work well pages &") == "[1]\n")
    person.atWait = { count in
      if count == 2 { executor.performNext() }
      return false
    }
    #expect(fixture.line("foreground 1") == "worked: 42\n")
    #expect(person.lines == ["60: [####################] 100 % pages", "60: "])
    #expect(fixture.line("jobs") == "no jobs are running\n")
  }

  @Test func `At most ten redraws are made a second, and the last state waits its turn`() {
    let person = SimulatedTerminal()
    let display = ProgressDisplay(command: "work", terminal: person) { _ in }
    #expect(display.delay == nil)
    for step in 0...10 {
      display.update(OperationProgress(completed: step, total: 10))
      _ = person.waits(for: -1, milliseconds: nil)
    }
    #expect(display.delay == 10)
    _ = person.waits(for: -1, milliseconds: 10)
    display.draw()
    display.draw()
    #expect(display.delay == nil)
    display.end()
    #expect(
      person.lines == [
        "0: [....................]   0 %",
        "120: [########............]  40 %",
        "240: [################....]  80 %",
        "360: [####################] 100 %",
        "360: ",
      ])
  }

  @Test func `An interrupt cancels the job that is waited for, and no other`() {
    let executor = DeferredExecutor()
    let person = SimulatedTerminal()
    let fixture = JobFixture(executor: executor, terminal: person)
    #expect(fixture.line("work badly &") == "[1]\n")
    person.atWait = { count in
      if count == 2 {
        executor.performNext()
        executor.performNext()
      }
      return count == 1
    }
    #expect(
      fixture.line("work well") == "cancelled: work well\n[1] failed: work badly\nerror: broken\n")
    #expect(person.lines == [])
  }

  @Test func `Quit asks once while jobs run, and a second one in a row cancels them`() {
    let executor = DeferredExecutor()
    let fixture = JobFixture(executor: executor, terminal: SimulatedTerminal())
    _ = fixture.line("work well &")
    let question = "1 job is running, quit again to cancel it:\n[1] executing: work well\n"
    #expect(fixture.line("quit") == question)
    #expect(!fixture.console.isQuitting)
    #expect(fixture.line("touch") == "received\n")
    #expect(fixture.line("quit") == question)
    _ = fixture.line("work badly &")
    #expect(
      fixture.line("quit") == """
        2 jobs are running, quit again to cancel them:
        [1] executing: work well
        [2] executing: work badly

        """)
    #expect(fixture.line("quit") == "")
    #expect(fixture.console.isQuitting)
  }

  @Test func `The end of the input asks as quit does, then cancels`() {
    let fixture = JobFixture(executor: ThreadExecutor(), terminal: SimulatedTerminal())
    #expect(
      fixture.run("work endlessly &\n") == """
        [1]
        1 job is running, quit again to cancel it:
        [1] executing: work endlessly
        [1] cancelled: work endlessly

        """)
    #expect(fixture.end == .end)
  }

  @Test func `A job that has finished meanwhile is announced, and does not prevent quitting`() {
    let executor = DeferredExecutor()
    let fixture = JobFixture(executor: executor, terminal: SimulatedTerminal())
    _ = fixture.line("work well &")
    executor.performNext()
    #expect(fixture.line("quit") == "[1] done: work well\nworked: 42\n")
    #expect(fixture.console.isQuitting)
  }

  @Test(arguments: ["", "quit\n"])
  func `Without a person the end waits for the jobs`(last: String) {
    let fixture = JobFixture(executor: ThreadExecutor())
    #expect(fixture.run("work well &\n\(last)") == "[1]\n[1] done: work well\nworked: 42\n")
  }

  @Test func `With bail the first refusal cancels the jobs`() {
    let fixture = JobFixture(executor: ThreadExecutor()) { $0.bails = true }
    #expect(
      fixture.run("work endlessly &\ncancel 2\nversion\n")
        == "[1]\nerror: no job 2 (running: 1)\n[1] cancelled: work endlessly\n")
    #expect(fixture.end == .bailed)
  }

  @Test(arguments: [
    (0, 10, "pages", 80, "[....................]   0 % pages"),
    (1, 3, "", 80, "[######..............]  33 %"),
    (10, 10, "pages", 80, "[####################] 100 % pages"),
    (7, 0, "pages", 80, "7 pages"),
    (7, 0, "", 80, "7"),
    (1, 2, "a \u{1b}[2J", 80, "[##########..........]  50 % a \\e[2J"),
    (1, 2, "a long text", 32, "[##########..........]  50 % a "),
    (1, 2, "", 1, ""),
  ])
  func `A bar is one row of the screen`(
    completed: Int, total: Int, text: String, columns: Int, expected: String
  ) {
    let progress = OperationProgress(completed: completed, total: total, text: text)
    #expect(progress.bar(ScreenText(columns: columns) { _ in 1 }) == expected)
  }
}
