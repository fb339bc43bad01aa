/// A container with numbered steps, which are performed in order as time passes.
///
/// It is stopped at first. Each Update performs the current step again, until a step requests the
/// next one or returns `false`.
///
///     final class Blinking: EventSequence {
///       var isOn = false
///
///       override func performStep(_ number: Int) -> Bool {
///         isOn.toggle()
///         goToNextSequence(after: 500)
///         return number < 10
///       }
///     }
///
///     let blinking = Blinking("blinking", binding: root)
///     blinking.startSequence()
open class EventSequence: EventContainer {
  /// The number of the step that each Update performs.
  public private(set) final var current = 0
  /// The number of the step that was requested; `nil` if none was.
  public private(set) final var next: Int?
  /// The milliseconds until the requested step begins.
  public private(set) final var remaining = 0

  /// Creates a stopped sequence whose first step is 0.
  public override init(_ name: String, binding container: EventContainer? = nil) {
    super.init(name, binding: container)
    isEnabled = false
  }

  /// Starts the sequence, or continues it with its current step.
  public final func startSequence() { isEnabled = true }

  /// Stops the sequence; the time of a wait stands still.
  public final func stopSequence() { isEnabled = false }

  /// Stops the sequence and returns it to step 0, without a wait.
  public final func resetSequence() {
    isEnabled = false
    current = 0
    next = nil
    remaining = 0
  }

  /// Requests another step, which begins at the next Update or after a wait.
  ///
  /// No step is performed during the wait. Without a number, it is the next step. The request
  /// replaces an earlier one.
  public final func goToNextSequence(_ number: Int? = nil, after milliseconds: Int = 0) {
    let wait = min(max(0, milliseconds), Int.max - Metronome.tick)
    next = number ?? min(current, .max - 1) + 1
    remaining = (wait + Metronome.tick - 1) / Metronome.tick * Metronome.tick
    noteStart()
  }

  /// Performs a step, at each Update; returns `false` to end the sequence.
  open func performStep(_ number: Int) -> Bool { true }

  /// Returns whether a step needs every Update.
  open func needsUpdates(inStep number: Int) -> Bool { true }

  open override var delay: Int? {
    let waits = next != nil || needsUpdates(inStep: current)
    let own = remaining > 0 ? remaining : waits ? Metronome.tick : nil
    return [own, super.delay].compactMap(\.self).min()
  }

  open override func update(_ milliseconds: Int, _ event: inout Event) {
    guard !hasJustStarted else { return }
    event.isHandled = true
    if let number = next {
      remaining = max(0, remaining - milliseconds)
      guard remaining == 0 else { return }
      current = number
      next = nil
    }
    if !performStep(current) { stopSequence() }
  }

  open override var drawnState: String? {
    guard let next else { return " \(current)" }
    return " \(current) -> \(next)" + (remaining > 0 ? " in \(remaining) ms" : "")
  }
}

/// An object that sends a timer event to its container after some time.
///
///     let screen = EventContainer("screen")
///     let timer = EventTimer("idle", after: 30_000, binding: screen)
///     timer.restart(after: 10_000)
public final class EventTimer: EventObject {
  private var period: Int
  public private(set) var remaining: Int

  /// Creates a timer that is running, and fires once.
  public init(_ name: String, after milliseconds: Int, binding container: EventContainer? = nil) {
    period = max(1, milliseconds)
    remaining = period
    super.init(name, binding: container)
  }

  public override var delay: Int? { max(0, remaining) }

  /// Restarts the timer, even if it has fired or was disabled.
  ///
  /// A new duration replaces the earlier one.
  public func restart(after milliseconds: Int? = nil) {
    if let milliseconds { period = max(1, milliseconds) }
    remaining = period
    isEnabled = true
    noteStart()
  }

  public override func update(_ milliseconds: Int, _ event: inout Event) {
    guard !hasJustStarted else { return }
    event.isHandled = true
    remaining = max(0, remaining - milliseconds)
    guard remaining == 0 else { return }
    isEnabled = false
    // A turn of too many events says so itself.
    _ = try? container?.send(.timer, from: self)
  }
}
