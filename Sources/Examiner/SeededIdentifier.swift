/// A board by what it is drawn from: `4x6n5#1/apple`, or `8x5n5@1..9#1/apple` out of a range.
///
/// The text itself seeds the generator, so that boards of another size or count have nothing in
/// common, and whoever has the text has the board.
package struct SeededIdentifier: Hashable, Sendable {
  package let size: BoardSize
  package let count: Int
  /// The numerals to draw from; nil where they are 1, 2, 3 and so on up to `count`.
  package let range: NumeralRange?
  package let seed: Seed
  /// The text in bytes.
  package let utf8: [UInt8]

  /// Takes what a board can be drawn from, or says why none can.
  package init(
    size: BoardSize, count: Int, range: NumeralRange? = nil, seed: Seed
  ) throws(BoardFault) {
    guard count >= 1 else { throw .empty }
    guard count <= size.cellCount else { throw .doesNotFit(count: count, size) }
    if let range, range.count < count { throw .rangeTooSmall(count: count, range) }
    self.size = size
    self.count = count
    let range = range?.low == 1 && range?.high == count ? nil : range
    self.range = range
    self.seed = seed
    utf8 = Self.text(size, count, range, seed)
  }

  /// Draws the board: first the cells, then the numerals.
  package func board() -> Board {
    var generator = Generator(text: utf8)
    var cells: [Cell] = []
    cells.reserveCapacity(count)
    generator.draw(count, outOf: size.cellCount) { cells.append(size.cell(at: $0)) }
    guard let range else { return Board(drawn: self, cells: cells, numerals: nil) }
    var numerals: [Int] = []
    generator.draw(count, outOf: range.count) { numerals.append(range.low + $0) }
    numerals.sort()
    let countsFromOne = numerals[0] == 1 && numerals[count - 1] == count
    return Board(drawn: self, cells: cells, numerals: countsFromOne ? nil : numerals)
  }
}

extension SeededIdentifier: CustomStringConvertible {
  package var description: String {
    String(decoding: utf8, as: UTF8.self)
  }

  private static func text(
    _ size: BoardSize, _ count: Int, _ range: NumeralRange?, _ seed: Seed
  ) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(32 + seed.text.utf8.count)
    text.append(size.h, before: "x")
    text.append(size.v, before: "n")
    text.append(count, before: range == nil ? "#" : "@")
    if let range {
      text.append(range.low, before: ".")
      text.append(UInt8(ascii: "."))
      text.append(range.high, before: "#")
    }
    text.append(Generator.version, before: "/")
    text.append(contentsOf: seed.text.utf8)
    return text
  }
}

extension [UInt8] {
  /// Appends a number that is not negative, and a sign.
  fileprivate mutating func append(_ number: Int, before sign: Unicode.Scalar) {
    if number >= 10 { append(contentsOf: String(number / 10).utf8) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
    append(UInt8(ascii: sign))
  }
}
