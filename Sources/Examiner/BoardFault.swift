/// Why a board can't be.
package enum BoardFault: Error, Equatable {
  case columns(Int)
  case rows(Int)
  case empty
  case doesNotFit(count: Int, BoardSize)
  case uneven(cells: Int, numerals: Int)
  case numeral(Int)
  case notAscending(Int)
  case rangeDescends(low: Int, high: Int)
  case rangeTooSmall(count: Int, NumeralRange)
  case offBoard(Cell, BoardSize)
  case cellTwice(Cell)
}

extension BoardFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .columns(let h): "\(h) columns: a board has from 1 to 99"
    case .rows(let v): "\(v) rows: a board has from 1 to 99"
    case .empty: "a board needs at least 1 numeral"
    case .doesNotFit(let count, let size):
      "\(count) numerals do not fit on \(size.h)x\(size.v) (\(size.cellCount) cells)"
    case .uneven(let cells, let numerals): "\(cells) cells for \(numerals) numerals"
    case .numeral(let numeral): "numeral \(numeral) is not from 0 to 999999"
    case .notAscending(let numeral): "numeral \(numeral) does not ascend"
    case .rangeDescends(let low, let high): "the numerals \(low)..\(high) descend"
    case .rangeTooSmall(let count, let range):
      "\(count) numerals can't be drawn from \(range.low)..\(range.high) (\(range.count) numerals)"
    case .offBoard(let cell, let size): Self.offBoard(cell, size)
    case .cellTwice(let cell): "cell \(cell.h) \(cell.v) is taken twice"
    }
  }

  private static func offBoard(_ cell: Cell, _ size: BoardSize) -> String {
    if cell.h < 1 || cell.h > size.h {
      return "column \(cell.h) is not on the board (columns 1 to \(size.h))"
    }
    return "row \(cell.v) is not on the board (rows 1 to \(size.v))"
  }
}
