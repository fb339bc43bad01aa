import Events
import Testing

/// Tests of the metronome, which sends Updates to the tree for virtual and for real time.
struct MetronomeTests {
  /// A clock whose time advances only in its sleep function, or when a test sets it.
  private final class Machine {
    var time = 1_000_000
    var sleeps: [Int] = []
    var isTired = false

    func sleep(_ milliseconds: Int) -> Bool {
      sleeps.append(milliseconds)
      time += milliseconds
      return !isTired
    }
  }

  private let journal = Journal()
  private let recorder: Recorder
  private let root: EventContainer
  private let machine = Machine()

  init() {
    recorder = Recorder(journal)
    root = RecordedContainer("root", recorder)
  }

  /// Returns a metronome whose clock the test controls.
  private func metronome(_ kind: SessionClock.Kind) -> Metronome {
    let clock = kind == .virtual ? SessionClock.virtual() : .real { [machine] in machine.time }
    return Metronome(clock, root: root)
  }

  @Test(arguments: [(0, 0), (1, 1), (16, 1), (17, 2), (48, 3), (50, 4), (848, 53)])
  func `Virtual time passes in ticks, at once`(milliseconds: Int, ticks: Int) throws {
    let metronome = metronome(.virtual)
    #expect(try metronome.wait(milliseconds: milliseconds, sleeping: machine.sleep) == ticks * 16)
    #expect(journal.drain() == Array(repeating: "root update 16", count: ticks))
    #expect(metronome.clock.now == ticks * 16)
    #expect(machine.sleeps == [])
  }

  @Test func `Of days only the last hour passes in ticks, if nothing waits for time`() throws {
    let metronome = metronome(.virtual)
    let days = 30 * 24 * 3_600_000
    #expect(try metronome.wait(milliseconds: days, sleeping: machine.sleep) == days)
    #expect(
      journal.drain() == ["root update \(days - 3_600_000)"]
        + Array(repeating: "root update 16", count: 225_000))
    root.bind(EventTimer("timer", after: days - 3_600_000 - 16))
    _ = try metronome.wait(milliseconds: days, sleeping: machine.sleep)
    #expect(journal.drain().contains("root timer"))
    #expect(metronome.clock.now == 2 * days)
  }

  @Test func `A handler reads the time at which its Update is sent`() throws {
    let metronome = metronome(.virtual)
    var times: [Int] = []
    recorder.whenCalled = { _ in times.append(metronome.clock.now) }
    _ = try metronome.wait(milliseconds: 48, sleeping: machine.sleep)
    #expect(times == [16, 32, 48])
  }

  @Test func `Virtual time does not pass by itself`() throws {
    let metronome = metronome(.virtual)
    machine.time += 5_000
    try metronome.catchUp()
    root.bind(EventTimer("timer", after: 100))
    #expect(journal.drain() == [])
    #expect(metronome.delay == nil)
    #expect(metronome.clock.now == 0)
  }

  @Test func `The tree is told in one Update what has passed of the machine's time`() throws {
    let metronome = metronome(.real)
    machine.time += 1_234
    try metronome.catchUp()
    try metronome.catchUp()
    machine.time += 1
    try metronome.catchUp()
    #expect(journal.drain() == ["root update 1234", "root update 1"])
    #expect(metronome.clock.now == 1_235)
  }

  @Test func `Nothing is due where nothing waits for time`() throws {
    let metronome = metronome(.real)
    root.bind(EventObject("object"))
    ModeSwitcher("modes", binding: root).bind([EventMode("mode")])
    #expect(metronome.delay == nil)
  }

  @Test func `What is due first is due for all, unless it is disabled`() throws {
    let metronome = metronome(.real)
    let late = EventTimer("late", after: 700)
    let early = EventTimer("early", after: 300)
    let container = RecordedContainer("container", objects: [early])
    root.bind(late)
    root.bind(container)
    #expect(metronome.delay == 300)
    machine.time += 250
    #expect(metronome.delay == 50)
    machine.time += 100
    #expect(metronome.delay == 0)
    container.isEnabled = false
    #expect(metronome.delay == 350)
    late.isEnabled = false
    #expect(metronome.delay == nil)
  }

  @Test func `A sequence that waits is due when its wait is over, and a step at each tick`() throws
  {
    let metronome = metronome(.real)
    let sequence = EventSequence("sequence")
    root.bind(sequence)
    #expect(metronome.delay == nil)
    sequence.startSequence()
    sequence.goToNextSequence(1, after: 100)
    #expect(metronome.delay == 112)
    sequence.goToNextSequence(1)
    #expect(metronome.delay == 16)
  }

  @Test func `A change of mode that was asked for is due at the next tick`() throws {
    let metronome = metronome(.real)
    let switcher = ModeSwitcher("modes", binding: root)
    switcher.bind([EventMode("one"), EventMode("two")])
    #expect(metronome.delay == nil)
    try switcher.requestChange(to: "two")
    #expect(metronome.delay == 16)
  }

  @Test func `A wait for the machine's time sleeps until something is due`() throws {
    let metronome = metronome(.real)
    root.bind(EventTimer("timer", after: 300))
    #expect(try metronome.wait(milliseconds: 1_000, sleeping: machine.sleep) == 1_000)
    #expect(machine.sleeps == [300, 700])
    #expect(journal.drain() == ["root update 300", "root timer", "root update 700"])
  }

  @Test func `A wait ends when the user wants no more of it`() throws {
    let metronome = metronome(.real)
    machine.isTired = true
    root.bind(EventTimer("timer", after: 300))
    #expect(try metronome.wait(milliseconds: 1_000, sleeping: machine.sleep) == 300)
    #expect(journal.drain() == [])
    try metronome.catchUp()
    #expect(journal.drain() == ["root update 300", "root timer"])
  }
}
