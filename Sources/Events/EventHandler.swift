/// The behaviour of an object of the tree.
///
/// Every member has a default that does nothing. `update` is called with an Update, `handleEvent`
/// with every other message, both before the children of the object receive it.
///
///     final class TouchCounter: EventHandler {
///       var count = 0
///
///       func handleEvent(_ event: inout Event) {
///         if case .touch = event.message { count += 1 }
///       }
///     }
package protocol EventHandler: AnyObject {
  func update(interval: Int, event: inout Event)

  func handleEvent(_ event: inout Event)

  /// True if the handler must receive each Update, and none may be skipped.
  var needsUpdates: Bool { get }

  /// The state that a drawing of the tree shows after the object's name.
  var drawnState: String? { get }

  /// True if the handler receives actions only. The value may not change.
  var receivesActionsOnly: Bool { get }
}

extension EventHandler {
  package func update(interval: Int, event: inout Event) {}
  package func handleEvent(_ event: inout Event) {}
  package var needsUpdates: Bool { false }
  package var drawnState: String? { nil }
  package var receivesActionsOnly: Bool { false }
}

/// The behaviour of a sequence.
///
///     final class Blinking: SequenceHandler {
///       var isOn = false
///
///       func handleSequence(_ number: Int, of sequence: EventSequence) -> Bool {
///         isOn.toggle()
///         sequence.goToNextSequence(after: 500)
///         return number < 10
///       }
///     }
package protocol SequenceHandler: EventHandler {
  /// Performs the step with this number at each Update. Returns `false` to end the sequence.
  func handleSequence(_ number: Int, of sequence: EventSequence) -> Bool

  /// Returns whether the step with this number needs each Update.
  func needsUpdates(inStep number: Int) -> Bool
}

extension SequenceHandler { package func needsUpdates(inStep number: Int) -> Bool { true } }

/// A change from one mode of a switcher to another.
///
///     func didEnter(_ mode: EventMode, by change: ModeChange) {
///       print(change.previous.name, "->", change.next.name)
///     }
package struct ModeChange {
  package let previous: EventMode
  package let next: EventMode
  /// True for a step of a path through several modes, false for a change that was requested.
  package let isAtOnce: Bool
}

/// The behaviour of a mode.
///
/// A requested change asks `mayLeave` of the old mode first; if it agrees, the change calls its
/// `willLeave`, then `didEnter` of the new one.
///
///     final class Editing: ModeHandler {
///       var isSaved = true
///
///       func mayLeave(_ mode: EventMode, by change: ModeChange) -> Bool { isSaved }
///     }
package protocol ModeHandler: SequenceHandler {
  /// Notifies the handler that its mode has become the enabled one.
  func didEnter(_ mode: EventMode, by change: ModeChange)

  /// Returns whether the mode may be left now. If not, it stays the enabled one.
  func mayLeave(_ mode: EventMode, by change: ModeChange) -> Bool

  func willLeave(_ mode: EventMode, by change: ModeChange)
}

extension ModeHandler {
  package func handleSequence(_ number: Int, of sequence: EventSequence) -> Bool { true }
  package func needsUpdates(inStep number: Int) -> Bool { false }
  package func didEnter(_ mode: EventMode, by change: ModeChange) {}
  package func mayLeave(_ mode: EventMode, by change: ModeChange) -> Bool { true }
  package func willLeave(_ mode: EventMode, by change: ModeChange) {}
}
