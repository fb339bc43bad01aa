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
  package func board() throws(BoardFault) -> Board {
    var generator = Generator(text: description)
    let cells = generator.draw(count, outOf: size.cellCount).map(size.cell(at:))
    guard let range else { return try Board(size: size, cells: cells, origin: self) }
    let numerals = generator.draw(count, outOf: range.count).sorted().map { range.low + $0 }
    return try Board(size: size, cells: cells, numerals: numerals, origin: self)
  }
}

extension SeededIdentifier: CustomStringConvertible {
  package var description: String {
    let numerals = range.map { "@\($0.low)..\($0.high)" } ?? ""
    return "\(size.h)x\(size.v)n\(count)\(numerals)#\(Generator.version)/\(seed.text)"
  }
}
