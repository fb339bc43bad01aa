/// The behaviour of an object of the event tree.
///
/// Every member has a default that does nothing. `update` is called with an Update, `handleEvent`
/// with every other message, both before the children of the object receive it.
///
///     final class TouchCounter: EventHandler {
///       var count = 0
///
///       func handleEvent(_ event: inout Event, of object: EventObject) {
///         if case .touch = event.message { count += 1 }
///       }
///     }
package protocol EventHandler: AnyObject {
  func update(interval: Int, of object: EventObject, event: inout Event)

  func handleEvent(_ event: inout Event, of object: EventObject)

  /// `true` if every Update must be delivered on a virtual clock, because the handler does
  /// something as time passes.
  var needsUpdates: Bool { get }

  /// The state shown after the object's name in a drawing of the tree; `nil` for none.
  var drawnState: String? { get }

  /// `true` if the handler only receives actions.
  ///
  /// The value may not change.
  var receivesActionsOnly: Bool { get }
}

extension EventHandler {
  package func update(interval: Int, of object: EventObject, event: inout Event) {}
  package func handleEvent(_ event: inout Event, of object: EventObject) {}
  package var needsUpdates: Bool { false }
  package var drawnState: String? { nil }
  package var receivesActionsOnly: Bool { false }
}

/// The behaviour of a sequence, a list of steps that are performed as time passes.
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
  /// Performs a step; called at each Update.
  ///
  /// Returns `false` to end the sequence.
  func handleSequence(_ number: Int, of sequence: EventSequence) -> Bool

  /// Returns whether a step needs every Update.
  func needsUpdates(inStep number: Int) -> Bool
}

extension SequenceHandler { package func needsUpdates(inStep number: Int) -> Bool { true } }

/// A change from one mode of a switcher to another one.
///
///     func didEnter(_ mode: EventMode, by change: ModeChange) {
///       print(change.from, "->", change.to)
///     }
package struct ModeChange {
  /// The index of the mode that is left, among those of the switcher.
  package let from: Int
  /// The index of the mode that is entered.
  package let to: Int
  /// `true` for a change that happens immediately, `false` for one that was requested for the next
  /// Update.
  package let isAtOnce: Bool
}

/// The behaviour of a mode, such as the screen of the game.
///
/// At a change, `mayLeave` of the old mode is called first. If it returns `true`, its `willLeave`
/// and `didEnter` of the new mode are called.
///
///     final class Editing: ModeHandler {
///       var isSaved = true
///
///       func mayLeave(_ mode: EventMode, by change: ModeChange) -> Bool { isSaved }
///     }
package protocol ModeHandler: SequenceHandler {
  /// Called after the mode has become the current one.
  func didEnter(_ mode: EventMode, by change: ModeChange)

  /// Returns whether the mode may be left now; if not, it stays the current one.
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
