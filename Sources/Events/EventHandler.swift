/// What an object does about its events.
package protocol EventHandler: AnyObject {
  func update(interval: Int, event: inout Event)

  func handleEvent(_ event: inout Event)

  /// Whether each Update counts for the handler, and none may be left out.
  var needsUpdates: Bool { get }

  /// What a drawing of the tree shows behind the object's name.
  var drawnState: String? { get }

  /// Whether it is told of actions alone; this may not change.
  var takesActionsOnly: Bool { get }
}

extension EventHandler {
  package func update(interval: Int, event: inout Event) {}
  package func handleEvent(_ event: inout Event) {}
  package var needsUpdates: Bool { false }
  package var drawnState: String? { nil }
  package var takesActionsOnly: Bool { false }
}

/// What a sequence does in its steps.
package protocol SequenceHandler: EventHandler {
  /// Does the step of this number, at each Update until the sequence goes on; false to end.
  func handleSequence(_ number: Int, of sequence: EventSequence) -> Bool

  /// Whether the step of this number does something at each Update, and none may be left out.
  func needsUpdates(inStep number: Int) -> Bool
}

extension SequenceHandler { package func needsUpdates(inStep number: Int) -> Bool { true } }

/// A change of a mode to another.
package struct ModeChange {
  package let previous: EventMode
  package let next: EventMode
  /// Whether it is a step of a path through several modes, and was not requested by itself.
  package let isAtOnce: Bool
}

/// What a mode does when it comes and goes.
package protocol ModeHandler: SequenceHandler {
  /// Called after the mode has become the enabled one.
  func didEnter(_ mode: EventMode, by change: ModeChange)

  /// Whether the mode may be left now; where it may not, it stays the enabled one.
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
