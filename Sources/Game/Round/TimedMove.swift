public import Examiner

/// A move with its time, in milliseconds since the session began.
///
///     let move = TimedMove(.press(Cell(h: 2, v: 3)), at: 1_200, by: .mouse)
///     move.time  // 1200
public struct TimedMove: Hashable, Sendable {
  public let move: Move
  /// The input device of a press; `nil` for the default device of its round.
  public let input: PressInput?
  /// `true` if the move comes from the same typed line as the previous one.
  public let continuesLine: Bool
  /// The time at which the move took effect.
  public let time: Int
  /// The time between the two digits of a press by two digits; `nil` for any other move.
  public let digitDelay: Int?

  public init(
    _ move: Move, at time: Int, by input: PressInput? = nil, continuesLine: Bool = false,
    digitDelay: Int? = nil
  ) {
    self.move = move
    self.input = input
    self.continuesLine = continuesLine
    self.time = time
    self.digitDelay = digitDelay
  }

  /// Returns the move with its time shifted by a pause.
  public func shifted(by delay: Int) -> TimedMove {
    TimedMove(
      move, at: time + delay, by: input, continuesLine: continuesLine, digitDelay: digitDelay)
  }
}

/// The input device of a press, or of the line with it; the raw values are used in the store and in
/// exports.
///
///     PressInput(rawValue: "mouse") == .mouse  // true
public enum PressInput: String, CaseIterable, Sendable {
  /// A typed line, ended by Enter.
  case line
  /// A click.
  case mouse
  /// The arrow keys, which move a cursor over the board, and Enter.
  case cursor
  /// Two digit keys for the column and the row, without Enter.
  case direct
  case script, simulated
}

/// The text format of stored moves, such as `1200 press 3 3;resumed;1500 press 1 1`.
///
/// Each move follows its time in milliseconds since the onset. The presses of one line form one
/// entry, `1200 press 3 3 1 1`. An input device other than the default follows the first cell:
/// `1200 press 3 3 mouse`. A press by two digits has the times of both:
/// `830-1200 press 3 3 direct`. An interruption is `resumed`, or `paused` if the round went on with
/// the same masked board.
///
/// The parser returns `nil` for any other text:
///
///     let read = MoveText.read("1200 press 3 3;resumed;1500 press 1 1", onset: 0)
///     read?.moves.map(\.time)  // Optional([1200, 1500])
///     read?.gaps  // Optional([1])
public enum MoveText: Sendable {
  fileprivate static var gap: String { "resumed" }
  fileprivate static var pause: String { "paused" }
  /// The length of the shortest entry, from which the maximum number of moves is estimated.
  private static var fewestBytes: Int { ";0 press 1 1".utf8.count }

  /// Returns `true` if a stored text has an interruption after which a test replaces the trial.
  public static func hasGap(_ text: String) -> Bool {
    text.split(separator: ";").contains { $0 == gap }
  }

  /// Returns `true` if a stored text has an interruption of any kind.
  public static func hasInterruption(_ text: String) -> Bool {
    text.split(separator: ";").contains { $0 == gap || $0 == pause }
  }

  /// Returns the stored text of a round's moves and interruptions.
  public static func text(of round: KeptRound) -> String {
    var text = ""
    var gaps = round.gaps[...]
    for index in 0...round.moves.count {
      while gaps.first == index {
        text += (text.isEmpty ? "" : ";") + (gaps.count > round.pauseCount ? gap : pause)
        gaps.removeFirst()
      }
      guard index < round.moves.count else { break }
      append(round.moves[index], onset: round.onset, to: &text)
    }
    return text
  }

  /// Appends a move to a stored text; a press of the same line is added to the last entry.
  public static func append(_ timed: TimedMove, onset: Int, to text: inout String) {
    if timed.continuesLine, case .press(let cell) = timed.move {
      text += " \(cell.h) \(cell.v)"
    } else {
      if !text.isEmpty { text += ";" }
      let time = timed.time - onset
      let first = timed.digitDelay.map { "\(time - $0)-" } ?? ""
      text += first + "\(time) \(timed.move)"
      if let input = timed.input { text += " \(input.rawValue)" }
    }
  }

  /// Returns `true` if a text contains all moves of another one at its beginning.
  public static func begins(_ text: String, with first: String) -> Bool {
    guard !first.isEmpty, text.utf8.starts(with: first.utf8) else { return first.isEmpty }
    let next = text.utf8.dropFirst(first.utf8.count).first
    return next == nil || next == UInt8(ascii: ";") || next == UInt8(ascii: " ")
  }

  /// Parses a stored text into moves, the indexes of the moves after interruptions, and the number
  /// of those interruptions, at the end, that are pauses.
  ///
  /// Returns `nil` for a text that ``text(of:)`` would not produce.
  public static func read(
    _ text: String, onset: Int
  ) -> (moves: [TimedMove], gaps: [Int], pauseCount: Int)? {
    var reader = MoveReader(text)
    var result: (moves: [TimedMove], gaps: [Int], pauseCount: Int) = ([], [], 0)
    if reader.isAtEnd { return result }
    result.moves.reserveCapacity(1 + text.utf8.count / fewestBytes)
    repeat {
      if let timed = reader.timedMove(onset: onset) {
        result.moves.append(timed)
        while let next = reader.press(continuing: timed) { result.moves.append(next) }
      } else if result.pauseCount == 0, reader.skip(gap) {
        result.gaps.append(result.moves.count)
      } else if reader.skip(pause) {
        result.gaps.append(result.moves.count)
        result.pauseCount += 1
      } else {
        return nil
      }
    } while reader.skip(UInt8(ascii: ";"))
    return reader.isAtEnd ? result : nil
  }
}

/// A parser of the text format that rejects any text which the writer would not produce.
private struct MoveReader {
  /// The input devices with the bytes of their names.
  private static let inputs = PressInput.allCases.map { ($0, Array($0.rawValue.utf8)) }

  private let bytes: [UInt8]
  private var offset = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { offset == bytes.count }

  mutating func skip(_ word: String) -> Bool { skip(word.utf8Span.span) }

  private mutating func skip(_ word: Span<UInt8>) -> Bool {
    guard bytes.count - offset >= word.count else { return false }
    for index in word.indices where bytes[offset + index] != word[index] { return false }
    offset += word.count
    return true
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  /// Parses a time and a move, and consumes nothing if there is none.
  mutating func timedMove(onset: Int) -> TimedMove? {
    guard var time = number() else { return nil }
    var digitDelay: Int?
    if skip(UInt8(ascii: "-")) {
      guard let second = number(), second >= time else { return nil }
      digitDelay = second - time
      time = second
    }
    guard skip(UInt8(ascii: " ")), let move = move() else { return nil }
    if digitDelay != nil { guard case .press = move else { return nil } }
    let (sum, isTooLarge) = onset.addingReportingOverflow(time)
    return isTooLarge
      ? nil : TimedMove(move, at: sum, by: input(of: move), digitDelay: digitDelay)
  }

  mutating func press(continuing timed: TimedMove) -> TimedMove? {
    let start = offset
    guard case .press = timed.move, skip(UInt8(ascii: " ")), let cell = cell() else {
      offset = start
      return nil
    }
    return TimedMove(.press(cell), at: timed.time, by: timed.input, continuesLine: true)
  }

  private mutating func input(of move: Move) -> PressInput? {
    guard case .press = move, offset < bytes.count, bytes[offset] == UInt8(ascii: " ")
    else { return nil }
    offset += 1
    for (input, name) in Self.inputs where skip(name.span) { return input }
    offset -= 1
    return nil
  }

  private mutating func move() -> Move? {
    if skip("press ") { return cell().map { .press($0) } }
    return [Move.hide, .holdEnds, .giveUp, .timeOut].first { skip($0.description) }
  }

  private mutating func cell() -> Cell? {
    guard let h = number(), skip(UInt8(ascii: " ")), let v = number() else { return nil }
    return Cell(h: h, v: v)
  }

  /// Parses a number without leading zeros and without a plus sign.
  private mutating func number() -> Int? {
    let isNegative = skip(UInt8(ascii: "-"))
    let start = offset
    var number = 0
    while offset < bytes.count, case let digit = bytes[offset] &- UInt8(ascii: "0"), digit < 10 {
      // 18 digits never overflow.
      guard offset - start < 18 else { return nil }
      number = number * 10 + Int(digit)
      offset += 1
    }
    guard offset > start, bytes[start] != UInt8(ascii: "0") || offset - start == 1 && !isNegative
    else { return nil }
    return isNegative ? -number : number
  }
}
