import Events
import Testing

/// Tests of timers, which count down with each Update.
struct TimerTests {
  private let journal = Journal()
  private let root: EventContainer
  private let recorder: Recorder

  init() {
    recorder = Recorder(journal)
    root = RecordedContainer("root", recorder)
  }

  /// Sends Updates and returns the numbers, counted from 1, of those after which the root's timer
  /// fired.
  private func firings(_ count: Int, interval: Int = 16) throws -> [Int] {
    var firings: [Int] = []
    for tick in 1...count {
      try root.send(.update(milliseconds: interval))
      firings += journal.drain().filter { $0 == "root timer" }.map { _ in tick }
    }
    return firings
  }

  @Test(arguments: [(16, 1), (17, 2), (48, 3), (50, 4), (848, 53), (0, 1)])
  func `A timer sends one event`(milliseconds: Int, tick: Int) throws {
    let timer = EventTimer("timer", after: milliseconds)
    root.bind(timer)
    #expect(try firings(60) == [tick])
    #expect(!timer.isEnabled)
  }

  @Test func `A timer event comes after the Update, and its sender is the timer`() throws {
    recorder.logsSenders = true
    for name in ["fast", "slow"] {
      _ = EventTimer(name, after: name == "fast" ? 16 : 32, binding: root)
    }
    _ = RecordedObject("leaf", Recorder(journal), binding: root)
    try root.send(.update(milliseconds: 16))
    let beginning = ["root update 16 from nothing", "leaf update 16"]
    #expect(journal.drain() == beginning + ["root timer from fast", "leaf timer"])
    try root.send(.update(milliseconds: 16))
    #expect(journal.drain() == beginning + ["root timer from slow", "leaf timer"])
  }

  @Test func `A timer stands still while it is disabled, and restarts from the beginning`() throws {
    let timer = EventTimer("timer", after: 48)
    root.bind(timer)
    _ = try firings(2)
    timer.isEnabled = false
    #expect(try firings(5) == [])
    timer.isEnabled = true
    #expect(try firings(5) == [1])
    timer.restart()
    #expect(timer.isEnabled)
    #expect(try firings(5) == [3])
  }

  @Test func `A timer restarted when an event is reported counts from the next Update on`() throws {
    let timer = EventTimer("timer", after: 32)
    root.bind(timer)
    timer.isEnabled = false
    try root.send(.none) { _ in timer.restart() }
    #expect(try firings(5) == [2])
  }

  @Test func `A timer restarted in an Update counts from that Update`() throws {
    let timer = EventTimer("timer", after: 48)
    root.bind(timer)
    timer.isEnabled = false
    recorder.whenCalled = { [recorder] _ in
      recorder.whenCalled = { _ in }
      timer.restart()
    }
    #expect(try firings(6) == [4])
  }

  @Test func `A timer event for a container that was disabled meanwhile is dropped`() throws {
    let mode = RecordedContainer("mode", Recorder(journal), binding: root)
    _ = EventTimer("timer", after: 16, binding: mode)
    let last = Recorder(journal)
    _ = RecordedObject("last", last, binding: root)
    last.whenCalled = { _ in mode.isEnabled = false }
    try root.send(.update(milliseconds: 16))
    #expect(journal.drain() == ["root update 16", "mode update 16", "last update 16"])
  }
}
