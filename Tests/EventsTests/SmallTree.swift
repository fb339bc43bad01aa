import Events

/// A log of the events that the objects of a tree receive, in order.
final class Journal {
  private(set) var lines: [String] = []

  /// Appends a line.
  func write(_ line: String) { lines.append(line) }

  /// Returns the lines of the log and removes them.
  func drain() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// Logs the events of objects and then calls a closure of the test.
final class Recorder {
  let journal: Journal
  /// The reply when the switcher asks whether the mode may be left; `false` refuses the change.
  var mayBeLeft = true
  var whenCalled: (EventObject) -> Void = { _ in }
  var whenStepping: (Int, EventSequence) -> Bool = { _, _ in true }
  var whenEntered: (EventMode) -> Void = { _ in }
  var whenLeaving: (EventMode) -> Void = { _ in }
  /// `true` to act on every event.
  var handles = false
  /// `true` to log from which object each event comes.
  var logsSenders = false

  init(_ journal: Journal) { self.journal = journal }

  func record(_ event: inout Event, from sender: EventObject?, _ object: EventObject) {
    let sender = logsSenders ? " from \(sender?.name ?? "nothing")" : ""
    journal.write("\(object.name) \(words(of: event.message))\(sender)")
    whenCalled(object)
    if handles { event.isHandled = true }
  }

  func step(_ number: Int, _ sequence: EventSequence) -> Bool {
    journal.write("\(sequence.name) step \(number)")
    return whenStepping(number, sequence)
  }

  func enter(_ mode: EventMode, _ change: ModeChange) {
    journal.write("\(mode.name) entered from \(change.from)")
    whenEntered(mode)
  }

  func leave(_ mode: EventMode, _ change: ModeChange) {
    journal.write("\(mode.name) left for \(change.to)")
    whenLeaving(mode)
  }
}

/// An object that records what it receives.
final class RecordedObject: EventObject {
  let recorder: Recorder?

  init(_ name: String, _ recorder: Recorder?, binding container: EventContainer? = nil) {
    self.recorder = recorder
    super.init(name, binding: container)
  }

  override func update(_ milliseconds: Int, _ event: inout Event) {
    recorder?.record(&event, from: nil, self)
  }

  override func handle(_ event: inout Event, from sender: EventObject) {
    recorder?.record(&event, from: sender, self)
  }
}

/// A container that records what it receives.
final class RecordedContainer: EventContainer {
  let recorder: Recorder?

  init(
    _ name: String, _ recorder: Recorder? = nil, objects: [EventObject] = [],
    binding container: EventContainer? = nil
  ) {
    self.recorder = recorder
    super.init(name, binding: container)
    objects.forEach(bind)
  }

  override func update(_ milliseconds: Int, _ event: inout Event) {
    recorder?.record(&event, from: nil, self)
  }

  override func handle(_ event: inout Event, from sender: EventObject) {
    recorder?.record(&event, from: sender, self)
  }
}

/// A mode, or a sequence, that records what it receives.
final class RecordedMode: EventMode {
  let recorder: Recorder
  /// The names of the modes to which this one may change; `nil` for all.
  var successors: [String]?

  init(_ name: String, _ recorder: Recorder, objects: [EventObject] = []) {
    self.recorder = recorder
    super.init(name)
    objects.forEach(bind)
  }

  override func update(_ milliseconds: Int, _ event: inout Event) {
    recorder.record(&event, from: nil, self)
    super.update(milliseconds, &event)
  }

  override func handle(_ event: inout Event, from sender: EventObject) {
    recorder.record(&event, from: sender, self)
  }

  override func performStep(_ number: Int) -> Bool { recorder.step(number, self) }
  override func needsUpdates(inStep number: Int) -> Bool { false }
  override func didEnter(by change: ModeChange) { recorder.enter(self, change) }
  override func mayChange(to next: EventMode) -> Bool { successors?.contains(next.name) != false }
  override func mayLeave(by change: ModeChange) -> Bool { recorder.mayBeLeft }
  override func willLeave(by change: ModeChange) { recorder.leave(self, change) }
}

/// Returns the text of a message, such as `touch 1 2`.
func words(of message: Message) -> String {
  switch message {
  case .none: "none"
  case .update(let milliseconds): "update \(milliseconds)"
  case .timer: "timer"
  case .touch(let h, let v): "touch \(h) \(v)"
  case .swipe(let direction): "swipe \(direction)"
  case .accelerate(let direction): "accelerate \(direction)"
  }
}

/// A tree of six objects: `root` contains `a` and `b`; `a` contains `a1` and `a2`, and `b` contains
/// `b1`.
struct SmallTree {
  let journal = Journal()
  let root: EventContainer
  let a: EventContainer
  let a1: EventObject
  let a2: EventObject
  let b: EventContainer
  let b1: EventObject
  let recorders: [String: Recorder]

  init() {
    var recorders: [String: Recorder] = [:]
    for name in ["root", "a", "a1", "a2", "b", "b1", "late"] { recorders[name] = Recorder(journal) }
    self.recorders = recorders
    root = RecordedContainer("root", recorders["root"])
    a = RecordedContainer("a", recorders["a"], binding: root)
    a1 = RecordedObject("a1", recorders["a1"], binding: a)
    a2 = RecordedObject("a2", recorders["a2"], binding: a)
    b = RecordedContainer("b", recorders["b"], binding: root)
    b1 = RecordedObject("b1", recorders["b1"], binding: b)
  }

  /// Calls a closure when the object with a name receives its first event.
  func onFirstCall(_ name: String, _ body: @escaping (EventObject) -> Void) {
    guard let recorder = recorders[name] else { return }
    recorder.whenCalled = { [unowned recorder] object in
      recorder.whenCalled = { _ in }
      body(object)
    }
  }

  /// Sends a message to the root, and returns the names of the objects that received it, in order.
  func receivers(_ message: Message = .none) throws -> String {
    try root.send(message)
    return journal.drain().map { $0.prefix { $0 != " " } }.joined(separator: " ")
  }
}
