/// The behaviour of an object of the tree.
package protocol EventHandler: AnyObject {
  func update(interval: Int, event: inout Event)

  func handleEvent(_ event: inout Event)

  /// True if the handler must receive each Update, and none may be skipped.
  var needsUpdates: Bool { get }

  /// The state that a drawing of the tree shows behind the object's name.
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
package protocol SequenceHandler: EventHandler {
  /// Performs the step with this number at each Update. Returns `false` to end the sequence.
  func handleSequence(_ number: Int, of sequence: EventSequence) -> Bool

  /// Returns whether the step with this number needs each Update.
  func needsUpdates(inStep number: Int) -> Bool
}

extension SequenceHandler { package func needsUpdates(inStep number: Int) -> Bool { true } }

/// A change of a mode to another.
package struct ModeChange {
  package let previous: EventMode
  package let next: EventMode
  /// True for a step of a path through several modes, false for a change that was requested.
  package let isAtOnce: Bool
}

/// The behaviour of a mode.
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
