/// A child that counts down with each Update and then sends a timer event to its container.
package final class EventTimer: EventObject {
  private var period: Int
  private let repeats: Bool
  /// How many milliseconds are left.
  package private(set) var remaining: Int

  /// Makes a timer that runs as soon as it is bound, once or again and again.
  package init(_ name: String, after milliseconds: Int, repeats: Bool = false) {
    period = max(1, milliseconds)
    remaining = period
    self.repeats = repeats
    super.init(name)
  }

  override var delay: Int? { max(0, remaining) }

  /// Counts down again from the beginning, also after the timer has ended or was disabled.
  ///
  /// It may get another time to count down from.
  package func restart(after milliseconds: Int? = nil) {
    if let milliseconds { period = max(1, milliseconds) }
    remaining = period
    isEnabled = true
    innermostDelivery?._withUnsafeGuaranteedRef { $0.mark(begunNow: self) }
  }

  /// One Update brings one timer event at most; what it was late by is taken from the next.
  override func receive(_ event: inout Event, in turn: EventTurn) {
    guard let interval = event.interval, begunDuring == nil else { return }
    remaining -= interval
    guard remaining <= 0 else { return }
    if repeats {
      remaining = period - (-remaining % period)
    } else {
      isEnabled = false
    }
    // A turn that holds too many events says so itself.
    _ = try? parent?.send(.timer, from: self)
  }
}
