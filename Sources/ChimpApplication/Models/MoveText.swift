import Examiner

/// The moves of a round as a text, each behind its time since the onset in milliseconds:
/// `1200 press 3 3;resumed;1500 press 1 1`.
package enum MoveText {
  private static var gap: String { "resumed" }

  /// Writes the moves of a round.
  package static func text(of round: KeptRound) -> String {
    var parts: [String] = []
    var gaps = round.gaps[...]
    for place in 0...round.moves.count {
      while gaps.first == place {
        gaps.removeFirst()
        parts.append(gap)
      }
      guard place < round.moves.count else { break }
      parts.append(text(of: round.moves[place], onset: round.onset))
    }
    return parts.joined(separator: ";")
  }

  /// Writes one move.
  static func text(of timed: TimedMove, onset: Int) -> String {
    "\(timed.time - onset) \(timed.move)"
  }

  /// Reads moves, and before which of them the round was interrupted; nil for what is no such text.
  package static func read(
    _ text: String, onset: Int
  ) -> (moves: [TimedMove], gaps: [Int])? {
    var result: (moves: [TimedMove], gaps: [Int]) = ([], [])
    for part in text.split(separator: ";") {
      if part == gap {
        result.gaps.append(result.moves.count)
        continue
      }
      guard let blank = part.firstIndex(of: " "), let time = Int(part[..<blank]),
        let move = Move(String(part[blank...].dropFirst()))
      else { return nil }
      result.moves.append(TimedMove(move, at: onset + time))
    }
    return result
  }
}
