import Events
import Testing

/// Tests of the steps of a sequence, and of the time between them.
struct SequenceTests {
  private let journal = Journal()
  private let recorder: Recorder
  private let sequence: EventSequence
  private let root: EventContainer

  init() {
    recorder = Recorder(journal)
    sequence = RecordedMode("game", recorder, objects: [RecordedObject("child", Recorder(journal))])
    root = RecordedContainer("root", objects: [sequence])
    sequence.stopSequence()
  }

  /// Returns the number of Updates until a step of the sequence is performed; `nil` if it is not
  /// within a hundred.
  private func ticks(until step: Int, interval: Int = 16) throws -> Int? {
    for tick in 1...100 {
      try root.send(.update(milliseconds: interval))
      if journal.drain().contains("game step \(step)") { return tick }
    }
    return nil
  }

  /// Sends Updates of 16 ms and returns the steps that the sequence performs.
  private func steps(_ count: Int) throws -> [Int] {
    for _ in 0..<count { try root.send(.update(milliseconds: 16)) }
    return journal.drain().compactMap { $0.hasPrefix("game step ") ? Int($0.dropFirst(10)) : nil }
  }

  @Test func `A sequence is stopped at first, runs when started, and ends when stopped`() throws {
    #expect(!sequence.isEnabled)
    #expect(try steps(2) == [])
    sequence.startSequence()
    #expect(try steps(2) == [0, 0])
    sequence.stopSequence()
    #expect(try steps(2) == [])
    sequence.startSequence()
    #expect(try steps(1) == [0])
  }

  @Test func `A step comes before the children's Update`() throws {
    sequence.startSequence()
    try root.send(.update(milliseconds: 16))
    #expect(journal.drain() == ["game update 16", "game step 0", "child update 16"])
    try root.send(.timer)
    #expect(journal.drain() == ["game timer", "child timer"])
  }

  @Test func `A step that returns false ends the sequence and its children's events`() throws {
    sequence.startSequence()
    recorder.whenStepping = { _, _ in false }
    try root.send(.update(milliseconds: 16))
    #expect(journal.drain() == ["game update 16", "game step 0"])
    #expect(!sequence.isEnabled)
    #expect(try steps(3) == [])
  }

  @Test func `A sequence stopped inside its step stays stopped`() throws {
    sequence.startSequence()
    recorder.whenStepping = { _, sequence in
      sequence.stopSequence()
      return true
    }
    #expect(try steps(3) == [0])
    #expect(!sequence.isEnabled)
  }

  @Test func `A reset goes to step 0 and stops; a restart is a reset and a start`() throws {
    sequence.startSequence()
    sequence.goToNextSequence(7)
    #expect(try steps(1) == [7])
    sequence.goToNextSequence(8, after: 48)
    sequence.resetSequence()
    #expect((sequence.current, sequence.next, sequence.isEnabled) == (0, nil, false))
    sequence.startSequence()
    #expect(try steps(5) == [0, 0, 0, 0, 0])
  }

  @Test func `Without a number it goes on to the one after the current`() throws {
    sequence.startSequence()
    recorder.whenStepping = { _, sequence in
      sequence.goToNextSequence()
      return true
    }
    #expect(try steps(4) == [0, 1, 2, 3])
  }

  @Test func `Without a wait the next step comes at the next Update, never in the same`() throws {
    sequence.startSequence()
    recorder.whenStepping = { number, sequence in
      if number == 0 { sequence.goToNextSequence(5) }
      return true
    }
    #expect(try steps(1) == [0])
    #expect((sequence.current, sequence.next) == (0, 5))
    #expect(try steps(2) == [5, 5])
    #expect((sequence.current, sequence.next) == (5, nil))
  }

  @Test func `A jump asked for earlier in the same Update waits for the next one`() throws {
    let before = Recorder(journal)
    let root = RecordedContainer("root", objects: [RecordedObject("first", before), sequence])
    sequence.startSequence()
    before.whenCalled = { [sequence] _ in sequence.goToNextSequence(2, after: 32) }
    try root.send(.update(milliseconds: 16))
    #expect(journal.drain() == ["first update 16", "game update 16", "child update 16"])
    #expect(sequence.remaining == 32)
    before.whenCalled = { _ in }
    try root.send(.update(milliseconds: 16))
    #expect(sequence.remaining == 16)
    try root.send(.update(milliseconds: 16))
    #expect(journal.drain().contains("game step 2"))
  }

  @Test(arguments: [
    (0, 1), (-7, 1), (1, 1), (15, 1), (16, 1), (17, 2), (32, 2), (33, 3), (48, 3), (49, 4),
    (50, 4), (64, 4), (848, 53), (849, 54), (1_600, 100),
  ]) func `A wait is rounded up to ticks of 16 ms`(wait: Int, expected: Int) throws {
    sequence.startSequence()
    recorder.whenStepping = { number, sequence in
      if number == 0 { sequence.goToNextSequence(1, after: wait) }
      return true
    }
    try root.send(.update(milliseconds: 16))
    #expect(try ticks(until: 1) == expected)
  }

  @Test(arguments: [(0, 1), (48, 3), (50, 4), (848, 53)])
  func `A wait that begins between two ticks counts from the one before`(wait: Int, expected: Int)
    throws
  {
    sequence.startSequence()
    _ = try steps(3)
    sequence.goToNextSequence(1, after: wait)
    try root.send(.touch(h: 1, v: 1))
    #expect(try ticks(until: 1) == expected)
  }

  @Test func `The longest wait there is does not trap`() throws {
    sequence.startSequence()
    sequence.goToNextSequence(1, after: .max)
    #expect(try steps(3) == [])
    try root.send(.update(milliseconds: .max))
    #expect(try steps(0) == [1])
    sequence.goToNextSequence(.max)
    #expect(try steps(1) == [.max])
    sequence.goToNextSequence()
    #expect(try steps(1) == [.max])
  }

  @Test func `No step is done while it waits`() throws {
    sequence.startSequence()
    sequence.goToNextSequence(3, after: 64)
    #expect(try steps(3) == [])
    #expect(try steps(2) == [3, 3])
  }

  @Test func `A wait stands still while the sequence is stopped, or anything above is`() throws {
    sequence.startSequence()
    sequence.goToNextSequence(3, after: 64)
    _ = try steps(2)
    sequence.stopSequence()
    #expect(try steps(10) == [])
    #expect(sequence.remaining == 32)
    sequence.startSequence()
    root.isEnabled = false
    #expect(try steps(10) == [])
    root.isEnabled = true
    #expect(try steps(2) == [3])
  }

  @Test func `A jump cancels the wait before it`() throws {
    sequence.startSequence()
    sequence.goToNextSequence(3, after: 64)
    sequence.goToNextSequence(4)
    #expect(try steps(6) == [4, 4, 4, 4, 4, 4])
    sequence.goToNextSequence(5, after: 16)
    sequence.goToNextSequence(6, after: 48)
    #expect(try steps(4) == [6, 6])
  }
}
