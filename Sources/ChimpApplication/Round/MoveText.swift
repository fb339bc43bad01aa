import Examiner

/// The moves of a round as a text, each behind its time since the onset in milliseconds:
/// `1200 press 3 3;resumed;1500 press 1 1`.
package enum MoveText {
  fileprivate static var gap: String { "resumed" }

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

  /// Reads moves as they are written, and before which of them the round was interrupted; nil for
  /// any other text.
  package static func read(
    _ text: String, onset: Int
  ) -> (moves: [TimedMove], gaps: [Int])? {
    var reader = MoveReader(text)
    var result: (moves: [TimedMove], gaps: [Int]) = ([], [])
    if reader.isAtEnd { return result }
    repeat {
      if let timed = reader.timedMove(onset: onset) {
        result.moves.append(timed)
      } else if reader.takes(gap) {
        result.gaps.append(result.moves.count)
      } else {
        return nil
      }
    } while reader.takes(UInt8(ascii: ";"))
    return reader.isAtEnd ? result : nil
  }
}

/// Reads moves from left to right, and only as they are written.
private struct MoveReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { place == bytes.count }

  /// Takes a word if it stands here.
  mutating func takes(_ word: String) -> Bool {
    let word = word.utf8Span.span
    guard bytes.count - place >= word.count else { return false }
    for offset in word.indices where bytes[place + offset] != word[offset] { return false }
    place += word.count
    return true
  }

  /// Takes a byte if it stands here.
  mutating func takes(_ byte: UInt8) -> Bool {
    guard place < bytes.count, bytes[place] == byte else { return false }
    place += 1
    return true
  }

  /// Takes a time and a move; if there are none, nothing is taken that could begin a gap.
  mutating func timedMove(onset: Int) -> TimedMove? {
    guard let time = number(), takes(UInt8(ascii: " ")), let move = move() else { return nil }
    let (sum, isTooLarge) = onset.addingReportingOverflow(time)
    return isTooLarge ? nil : TimedMove(move, at: sum)
  }

  private mutating func move() -> Move? {
    if takes("press ") {
      guard let h = number(), takes(UInt8(ascii: " ")), let v = number() else { return nil }
      let cell = Cell(h: h, v: v)
      return cell.h == h && cell.v == v ? .press(cell) : nil
    }
    return [Move.hide, .holdEnds, .giveUp].first { takes($0.description) }
  }

  /// Reads a number that has neither zeros before it nor a plus.
  private mutating func number() -> Int? {
    let isNegative = takes(UInt8(ascii: "-"))
    let start = place
    var number = 0
    while place < bytes.count, case let digit = bytes[place] &- UInt8(ascii: "0"), digit < 10 {
      // 18 digits never overflow.
      guard place - start < 18 else { return nil }
      number = number * 10 + Int(digit)
      place += 1
    }
    guard place > start, bytes[start] != UInt8(ascii: "0") || place - start == 1 && !isNegative
    else { return nil }
    return isNegative ? -number : number
  }
}
