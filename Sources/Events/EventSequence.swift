/// A container with numbered steps, which are performed in order as time passes.
///
/// It is stopped at first. Each Update performs the current step again, until the handler requests
/// the next one or returns `false`.
///
///     let sequence = EventSequence("demonstration", handler: handler)
///     let root = EventContainer("root", children: [sequence])
///     sequence.startSequence()
///     try root.send(.update(milliseconds: 16))  // performs step 0
package class EventSequence: EventContainer {
  /// The current step and the requested one.
  private struct Progress {
    var current = 0
    var next: Int?
    var remaining = 0
  }

  private final let sequenceHandler: any SequenceHandler
  private final var progress = Progress()
  /// The number of the step that each Update performs.
  package final var current: Int { progress.current }
  /// The number of the step that was requested; `nil` if none was.
  package final var next: Int? { progress.next }
  /// The milliseconds until the requested step begins.
  package final var remaining: Int { progress.remaining }

  /// Creates a stopped sequence whose first step is 0.
  package init(_ name: String, handler: any SequenceHandler, children: [EventObject] = []) {
    sequenceHandler = handler
    super.init(name, handler: handler)
    isEnabled = false
    for child in children { adopt(child) }
  }

  /// Starts the sequence, or continues it with its current step.
  package final func startSequence() { isEnabled = true }

  /// Stops the sequence; the time of a wait stands still.
  package final func stopSequence() { isEnabled = false }

  /// Stops the sequence and returns it to step 0, without a wait.
  package final func resetSequence() {
    isEnabled = false
    progress = Progress()
  }

  /// Requests another step, which begins at the next Update or after a wait.
  ///
  /// No step is performed during the wait. Without a number, it is the next step. The request
  /// replaces an earlier one.
  package final func goToNextSequence(_ number: Int? = nil, after milliseconds: Int = 0) {
    let wait = min(max(0, milliseconds), Int.max - Metronome.tick)
    progress.next = number ?? min(current, .max - 1) + 1
    progress.remaining = (wait + Metronome.tick - 1) / Metronome.tick * Metronome.tick
    currentTurn?.mark(begunNow: self)
  }

  package override var delay: Int? {
    let waits = next != nil || sequenceHandler.needsUpdates(inStep: current)
    let own = remaining > 0 ? remaining : waits ? Metronome.tick : nil
    return [own, super.delay].compactMap(\.self).min()
  }

  override func receive(_ event: inout Event) {
    callHandler(&event)
    guard let interval = event.interval, isEnabled, !hasJustBegun else { return }
    event.markHandled()
    advance(interval)
  }

  private final func advance(_ interval: Int) {
    if let number = next {
      progress.remaining = max(0, remaining - interval)
      guard remaining == 0 else { return }
      progress.current = number
      progress.next = nil
    }
    if !sequenceHandler.handleSequence(current, of: self) { stopSequence() }
  }
}

/// A child object that sends a timer event to its container after some time.
///
///     let timer = EventTimer("idle", after: 30_000)
///     let screen = EventContainer("screen", children: [timer])
///     timer.restart(after: 10_000)
package final class EventTimer: EventObject {
  private var period: Int
  package private(set) var remaining: Int

  /// Creates a timer that starts when it is added to a container, and fires once.
  package init(_ name: String, after milliseconds: Int) {
    period = max(1, milliseconds)
    remaining = period
    super.init(name)
  }

  package override var delay: Int? { max(0, remaining) }

  /// Restarts the timer, even if it has fired or was disabled.
  ///
  /// A new duration replaces the earlier one.
  package func restart(after milliseconds: Int? = nil) {
    if let milliseconds { period = max(1, milliseconds) }
    remaining = period
    isEnabled = true
    currentTurn?.mark(begunNow: self)
  }

  override func receive(_ event: inout Event) {
    guard let interval = event.interval, !hasJustBegun else { return }
    event.markHandled()
    remaining -= interval
    guard remaining <= 0 else { return }
    isEnabled = false
    // A turn that holds too many events says so itself.
    _ = try? parent?.send(.timer, from: self)
  }
}
