/// The reason why a board, a seed, an identifier or a rule is invalid, or why a move is rejected.
///
///     do throws(ExaminerError) {
///       _ = try BoardSize(h: 100, v: 5)
///     } catch { print(error) }  // 100 columns: a board has from 1 to 99
public enum ExaminerError: Error, Equatable, Sendable {
  // Boards, their sizes and their ranges of numerals.
  case columns(Int)
  case rows(Int)
  case noNumeral
  case doesNotFit(count: Int, BoardSize)
  case uneven(cells: Int, numerals: Int)
  case numeral(Int)
  case notAscending(Int)
  case rangeDescends(low: Int, high: Int)
  case rangeTooSmall(count: Int, NumeralRange)
  case offBoard(Cell, BoardSize)
  case cellTwice(Cell)

  // Seeds.
  case emptySeed
  case seedTooLong(limit: Int)
  case seedCharacter(Unicode.Scalar)

  // Board identifiers, whose characters count from 1.
  case expected(IdentifierPart, at: Int)
  case leadingZero(at: Int)
  case numberTooLarge(at: Int)
  case unknownGenerator(Int, at: Int)

  // Rules.
  case hold(Int)
  case limit(Int)
  case holdWithoutMask
  case pressWithoutHold

  // Moves, which are also rejected with `offBoard`.
  case alreadyPressed(Cell)
  case alreadyMasked, noHold, noLimit, roundOver
}

extension ExaminerError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .columns(let h): "\(h) columns: a board has from 1 to 99"
    case .rows(let v): "\(v) rows: a board has from 1 to 99"
    case .noNumeral: "a board needs at least 1 numeral"
    case .doesNotFit(let count, let size):
      "\(count) numerals do not fit on \(size.h)x\(size.v) "
        + "(\(size.cellCount) \(size.cellCount == 1 ? "square" : "squares"))"
    case .uneven(let cells, let numerals): "\(cells) squares for \(numerals) numerals"
    case .numeral(let numeral): "numerals are from 0 to 999999: \(numeral)"
    case .notAscending(let numeral): "the numerals do not ascend at \(numeral)"
    case .rangeDescends(let low, let high): "the numerals \(low)..\(high) descend"
    case .rangeTooSmall(let count, let range):
      "\(count) numerals can't be drawn from \(range.low)..\(range.high) (\(range.count) numerals)"
    case .offBoard(let cell, let size): Self.offBoard(cell, size)
    case .cellTwice(let cell): "square \(cell.h) \(cell.v) is taken twice"
    case .emptySeed: "a seed needs at least 1 character"
    case .seedTooLong(let limit): "a seed has at most \(limit) bytes"
    case .seedCharacter(let scalar):
      "a seed can't hold the character U+\(Self.hexadecimal(scalar.value))"
    case .expected(let part, let position): "expected \(part) at character \(position)"
    case .leadingZero(let position): "a number begins with 0 at character \(position)"
    case .numberTooLarge(let position): "the number at character \(position) is too large"
    case .unknownGenerator(let version, let position):
      "generator \(version) at character \(position) is unknown, this is generator 1"
    case .hold(let milliseconds):
      "a hold of \(milliseconds) ms is not from 1 to \(Rule.holdLimits.upperBound)"
    case .limit(let milliseconds):
      "a limit of \(milliseconds) ms is not from 1 to \(Rule.holdLimits.upperBound)"
    case .holdWithoutMask: "hold= masks the numerals, mask=never does not"
    case .pressWithoutHold: "press= is the effect of a press during the hold, and needs hold="
    case .alreadyPressed(let cell): "square \(cell.h) \(cell.v) has been pressed already"
    case .alreadyMasked: "the numerals are already hidden"
    case .noHold: "the round has no hold"
    case .noLimit: "no limit has begun"
    case .roundOver: "the round is over"
    }
  }

  /// Returns the column or row of a cell that is outside of the board, for the error message.
  private static func offBoard(_ cell: Cell, _ size: BoardSize) -> String {
    if cell.h < 1 || cell.h > size.h {
      return "column \(cell.h) is not on the board (columns 1 to \(size.h))"
    }
    return "row \(cell.v) is not on the board (rows 1 to \(size.v))"
  }

  /// Returns a Unicode number with at least four digits.
  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
