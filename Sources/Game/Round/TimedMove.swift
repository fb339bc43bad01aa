package import Examiner
import Records

/// A move and when it came, in milliseconds since the session began.
package struct TimedMove: Hashable, Sendable, BitwiseCopyable {
  // In this order it takes 16 bytes.
  package let move: Move
  /// Where the press came from, where that is not what is usual in the session of the round.
  package private(set) var input: PressInput?
  /// Whether the line that made the move before made this one, too.
  package let continuesLine: Bool
  package let time: Int

  package init(
    _ move: Move, at time: Int, by input: PressInput? = nil, continuesLine: Bool = false
  ) {
    self.move = move
    self.input = input
    self.continuesLine = continuesLine
    self.time = time
  }

  /// Makes the move that had an outcome; only a press says where it came from, and only where that
  /// is not the usual input.
  @inline(__always)
  package init(
    _ outcome: Outcome, at time: Int, by input: PressInput?, unless usual: PressInput,
    continuesLine: Bool
  ) {
    self.init(outcome.move, at: time, continuesLine: continuesLine)
    if let input, input != usual, case .press = move { self.input = input }
  }
}

/// Where a press came from.
package enum PressInput: String, RecordValue, CaseIterable, Sendable, BitwiseCopyable {
  case line, mouse
  /// A cursor was moved over the board.
  case cursor
  /// Two digits on an empty line.
  case direct
  case script, simulated
}

/// The moves of a round as a text, each behind its time since the onset in milliseconds:
/// `1200 press 3 3;resumed;1500 press 1 1`.
///
/// The presses of one line stand together, `1200 press 3 3 1 1`. Where the input is not the usual
/// one of the session, it stands behind the first cell: `1200 press 3 3 mouse`.
package enum MoveText {
  fileprivate static var gap: String { "resumed" }
  /// How short a press is that no other one of its line stands before.
  private static var fewestBytes: Int { ";0 press 1 1".utf8.count }

  /// The moves of a round as they are kept.
  package static func text(of round: KeptRound) -> String {
    var text = ""
    var gaps = round.gaps[...]
    for place in 0...round.moves.count {
      while gaps.first == place {
        gaps.removeFirst()
        text += (text.isEmpty ? "" : ";") + gap
      }
      guard place < round.moves.count else { break }
      append(round.moves[place], onset: round.onset, to: &text)
    }
    return text
  }

  package static func append(_ timed: TimedMove, onset: Int, to text: inout String) {
    if timed.continuesLine, case .press(let cell) = timed.move {
      text += " \(cell.h) \(cell.v)"
    } else {
      if !text.isEmpty { text += ";" }
      text += "\(timed.time - onset) \(timed.move)"
      if let input = timed.input { text += " \(input.rawValue)" }
    }
  }

  /// Whether a text has the moves of another one, and may go on.
  package static func begins(_ text: String, with first: String) -> Bool {
    guard !first.isEmpty, text.utf8.starts(with: first.utf8) else { return first.isEmpty }
    let next = text.utf8.dropFirst(first.utf8.count).first
    return next == nil || next == UInt8(ascii: ";") || next == UInt8(ascii: " ")
  }

  /// Reads moves as they are written, and before which of them the round was interrupted; nil for
  /// any other text.
  package static func read(_ text: String, onset: Int) -> (moves: [TimedMove], gaps: [Int])? {
    var reader = MoveReader(text)
    var result: (moves: [TimedMove], gaps: [Int]) = ([], [])
    if reader.isAtEnd { return result }
    result.moves.reserveCapacity(1 + text.utf8.count / fewestBytes)
    repeat {
      if let timed = reader.timedMove(onset: onset) {
        result.moves.append(timed)
        while let next = reader.press(continuing: timed) { result.moves.append(next) }
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

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { place == bytes.count }

  mutating func takes(_ word: String) -> Bool {
    let word = word.utf8Span.span
    guard bytes.count - place >= word.count else { return false }
    for offset in word.indices where bytes[place + offset] != word[offset] { return false }
    place += word.count
    return true
  }

  mutating func takes(_ byte: UInt8) -> Bool {
    guard place < bytes.count, bytes[place] == byte else { return false }
    place += 1
    return true
  }

  /// Takes a time and a move; if there are none, nothing is taken that could begin a gap.
  mutating func timedMove(onset: Int) -> TimedMove? {
    guard let time = number(), takes(UInt8(ascii: " ")), let move = move() else { return nil }
    let (sum, isTooLarge) = onset.addingReportingOverflow(time)
    return isTooLarge ? nil : TimedMove(move, at: sum, by: input(of: move))
  }

  mutating func press(continuing timed: TimedMove) -> TimedMove? {
    let start = place
    guard case .press = timed.move, takes(UInt8(ascii: " ")), let cell = cell() else {
      place = start
      return nil
    }
    return TimedMove(.press(cell), at: timed.time, by: timed.input, continuesLine: true)
  }

  private mutating func input(of move: Move) -> PressInput? {
    // Most often there is none, and the texts need not be made.
    guard case .press = move, place + 1 < bytes.count, bytes[place] == UInt8(ascii: " "),
      bytes[place + 1] > UInt8(ascii: "9")
    else { return nil }
    return PressInput.allCases.first { takes(" " + $0.rawValue) }
  }

  private mutating func move() -> Move? {
    if takes("press ") { return cell().map { .press($0) } }
    return [Move.hide, .holdEnds, .giveUp, .timeOut].first { takes($0.description) }
  }

  private mutating func cell() -> Cell? {
    guard let h = number(), takes(UInt8(ascii: " ")), let v = number() else { return nil }
    let cell = Cell(h: h, v: v)
    return cell.h == h && cell.v == v ? cell : nil
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
