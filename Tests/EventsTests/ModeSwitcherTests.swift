import Events
import Testing

/// Tests of a mode switcher: only one mode is enabled, and only some changes of modes are allowed.
struct ModeSwitcherTests {
  private let journal = Journal()
  private let recorders: [String: Recorder]
  private let modes: [EventMode]
  private let switcher: ModeSwitcher
  private let root: EventContainer

  init() {
    var recorders: [String: Recorder] = [:]
    for name in ["attract", "credit", "start", "play", "modes"] {
      recorders[name] = Recorder(journal)
    }
    self.recorders = recorders
    let successors = [
      ("attract", ["credit"]), ("credit", ["start", "attract"]), ("start", ["play", "credit"]),
      ("play", ["attract", "credit", "play"]),
    ]
    modes = successors.map { name, successors in
      let mode = RecordedMode(name, recorders[name] ?? Recorder(Journal()))
      mode.successors = successors
      return mode
    }
    root = EventContainer("root")
    switcher = ModeSwitcher("modes", binding: root)
    switcher.bind(modes)
  }

  private var enabled: [String] { modes.filter(\.isEnabled).map(\.name) }

  /// Sends an Update of 16 ms and returns the events that the handlers received.
  private func update() throws -> [String] {
    try root.send(.update(milliseconds: 16))
    return journal.drain()
  }

  @Test func `The first mode is enabled, and no other`() throws {
    #expect(enabled == ["attract"])
    #expect(try update() == ["attract update 16", "attract step 0"])
  }

  @Test func `Modes that were started before they came to a switcher begin anew`() {
    let modes = ["one", "two"].map { EventMode($0) }
    for mode in modes { mode.startSequence() }
    ModeSwitcher("modes").bind(modes)
    #expect(modes.map(\.isEnabled) == [true, false])
  }

  @Test func `A change is carried out in the next Update, so that a touch can't fall through`()
    throws
  {
    recorders["attract"]?.whenCalled = { [switcher] _ in
      try? switcher.requestChange(to: "credit")
    }
    try root.send(.touch(h: 1, v: 1))
    #expect(enabled == ["attract"])
    #expect(switcher.requestedMode?.name == "credit")
    #expect(journal.drain() == ["attract touch 1 1"])
    #expect(
      try update() == [
        "attract left for credit", "credit entered from attract", "credit update 16",
        "credit step 0",
      ])
    #expect(enabled == ["credit"])
    #expect(switcher.requestedMode == nil)
  }

  @Test(arguments: ["modes", "attract"])
  func `A change asked for in an Update waits for the next one`(name: String) throws {
    let switcher = switcher
    let root = RecordedContainer(
      "root", objects: [RecordedObject("first", recorders["modes"]), switcher])
    let asked = recorders[name]
    asked?.whenCalled = { _ in
      asked?.whenCalled = { _ in }
      try? switcher.requestChange(to: "credit")
    }
    try root.send(.update(milliseconds: 16))
    #expect(enabled == ["attract"])
    try root.send(.update(milliseconds: 16))
    #expect(enabled == ["credit"])
  }

  @Test func `A mode that may not be left stays the enabled one, and the change is forgotten`()
    throws
  {
    recorders["credit"]?.mayBeLeft = false
    try switcher.change(to: "credit")
    #expect(journal.drain() == ["attract left for credit", "credit entered from attract"])
    try switcher.change(to: "start")
    #expect(enabled == ["credit"])
    #expect(journal.drain() == [])
    try switcher.requestChange(to: "start")
    #expect(try update() == ["credit update 16", "credit step 0"])
    #expect(switcher.requestedMode == nil)
    recorders["credit"]?.mayBeLeft = true
    try switcher.change(to: "start")
    #expect(enabled == ["start"])
  }

  @Test func `The last change that is asked for counts`() throws {
    try switcher.change(to: "credit")
    try switcher.requestChange(to: "start")
    try switcher.requestChange(to: "attract")
    _ = try update()
    #expect(enabled == ["attract"])
  }

  @Test func `A change that is withdrawn does not happen`() throws {
    try switcher.change(to: "credit")
    try switcher.requestChange(to: "start")
    switcher.cancelRequest()
    #expect(switcher.requestedMode == nil)
    _ = try update()
    #expect(enabled == ["credit"])
  }

  @Test func `A mode is entered at step 0, whatever step it was left at`() throws {
    modes[0].goToNextSequence(9)
    _ = try update()
    try switcher.change(to: "credit")
    try switcher.change(to: "attract")
    #expect((modes[0].current, modes[0].isEnabled) == (0, true))
  }

  @Test func `A change that the table does not allow names from and to`() throws {
    #expect(throws: EventError.notAllowed(from: "attract", to: "play")) {
      try switcher.requestChange(to: "play")
    }
    #expect(throws: EventError.notAllowed(from: "attract", to: "attract")) {
      try switcher.requestChange(to: "attract")
    }
    #expect(switcher.requestedMode == nil)
    #expect(try update() == ["attract update 16", "attract step 0"])
  }

  @Test func `A refused request leaves the one before it`() throws {
    try switcher.requestChange(to: "credit")
    #expect(throws: EventError.self) { try switcher.requestChange(to: "play") }
    _ = try update()
    #expect(enabled == ["credit"])
  }

  @Test func `An unknown mode is refused, with the known ones`() {
    let known = ["attract", "credit", "start", "play"]
    #expect(throws: EventError.unknownMode("pause", known: known)) {
      try switcher.requestChange(to: "pause")
    }
    #expect(throws: EventError.unknownMode("pause", known: known)) {
      try switcher.change(to: "pause")
    }
    #expect(enabled == ["attract"])
  }

  @Test func `A mode may change to itself where the table says so`() throws {
    try switcher.change(to: "play")
    _ = journal.drain()
    try switcher.requestChange(to: "play")
    #expect(
      try update() == [
        "play left for play", "play entered from play", "play update 16", "play step 0",
      ])
  }

  @Test func `Every change of the table is carried out, and no other`() throws {
    let names = modes.map(\.name)
    let allowed: Set = [
      "attract credit", "credit start", "credit attract", "start play", "start credit",
      "play attract", "play credit", "play play",
    ]
    for from in names {
      for to in names {
        let fresh = ModeSwitcherTests()
        try fresh.switcher.change(to: from)
        if allowed.contains("\(from) \(to)") {
          try fresh.switcher.requestChange(to: to)
          _ = try fresh.update()
          #expect(fresh.enabled == [to])
        } else {
          #expect(throws: EventError.notAllowed(from: from, to: to)) {
            try fresh.switcher.requestChange(to: to)
          }
          #expect(fresh.enabled == [from])
        }
      }
    }
  }

  @Test func `A mode is entered at once, hooks and all, also one that can't be asked for`() throws {
    try switcher.change(to: "play")
    #expect(journal.drain() == ["attract left for play", "play entered from attract"])
    #expect(enabled == ["play"])
    try switcher.change(to: "play")
    #expect(journal.drain() == ["play left for play", "play entered from play"])
    #expect(enabled == ["play"])
  }

  @Test func `A change at once takes the place of one that was asked for`() throws {
    try switcher.requestChange(to: "credit")
    try switcher.change(to: "start")
    _ = try update()
    #expect(enabled == ["start"])
  }

  @Test func `A hook sees its mode enabled, and may ask for what comes next`() throws {
    var seen: [String] = []
    recorders["attract"]?.whenLeaving = { mode in seen.append("\(mode.isEnabled)") }
    recorders["credit"]?.whenEntered = { [switcher] mode in
      seen.append("\(mode.isEnabled)")
      try? switcher.requestChange(to: "start")
    }
    try switcher.requestChange(to: "credit")
    _ = try update()
    #expect(seen == ["true", "true"])
    #expect(enabled == ["credit"])
    _ = try update()
    #expect(enabled == ["start"])
  }

  @Test func `A hook can't change the mode while it changes`() throws {
    var faults: [EventError] = []
    func keep(_ body: () throws(EventError) -> Void) {
      do throws(EventError) { try body() } catch { faults.append(error) }
    }
    recorders["attract"]?.whenLeaving = { [switcher] _ in
      keep { () throws(EventError) in try switcher.requestChange(to: "credit") }
    }
    recorders["credit"]?.whenEntered = { [switcher] _ in
      keep { () throws(EventError) in try switcher.change(to: "start") }
    }
    try switcher.requestChange(to: "credit")
    _ = try update()
    #expect(faults == [.changeInProgress(to: "credit"), .changeInProgress(to: "credit")])
    #expect(enabled == ["credit"])
  }

  @Test func `A mode that is not the current one can't be enabled past its switcher`() throws {
    modes[3].startSequence()
    modes[2].isEnabled = true
    #expect(enabled == ["attract"])
    modes[0].stopSequence()
    #expect(enabled == [])
    modes[0].startSequence()
    #expect(enabled == ["attract"])
  }
}
