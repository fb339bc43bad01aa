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

  /// Takes what a board can be drawn from, or says why none can.
  package init(
    size: BoardSize, count: Int, range: NumeralRange? = nil, seed: Seed
  ) throws(BoardFault) {
    guard count >= 1 else { throw .empty }
    guard count <= size.cellCount else { throw .doesNotFit(count: count, size) }
    if let range, range.count < count { throw .rangeTooSmall(count: count, range) }
    self.size = size
    self.count = count
    self.range = range?.low == 1 && range?.high == count ? nil : range
    self.seed = seed
  }

  /// Draws the board: first the cells, then the numerals.
  package func board() -> Board {
    var hash = TextHash()
    forEachByte { hash.add($0) }
    var generator = Generator(hash)
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
    var bytes: [UInt8] = []
    forEachByte { bytes.append($0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Hands the text over, byte by byte.
  package func forEachByte(_ body: (UInt8) -> Void) {
    tell(size.h, before: "x", body)
    tell(size.v, before: "n", body)
    tell(count, before: range == nil ? "#" : "@", body)
    if let range {
      tell(range.low, before: ".", body)
      body(UInt8(ascii: "."))
      tell(range.high, before: "#", body)
    }
    tell(Generator.version, before: "/", body)
    for byte in seed.text.utf8 { body(byte) }
  }

  private func tell(_ number: Int, before sign: Unicode.Scalar, _ body: (UInt8) -> Void) {
    tell(digitsOf: number, body)
    body(UInt8(ascii: sign))
  }

  private func tell(digitsOf number: Int, _ body: (UInt8) -> Void) {
    if number >= 10 { tell(digitsOf: number / 10, body) }
    body(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
