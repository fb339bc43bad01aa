package import Examiner

/// A move and when it came, in milliseconds since the session began.
package struct TimedMove: Hashable, Sendable, BitwiseCopyable {
  package let move: Move
  package let time: Int

  /// Makes a move at a time.
  package init(_ move: Move, at time: Int) {
    self.move = move
    self.time = time
  }
}
