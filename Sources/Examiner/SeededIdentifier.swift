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
    var generator = generator
    let size = size
    let memory = UnsafeMutablePointer<Cell>.allocate(capacity: count)
    var place = 0
    generator.draw(count, outOf: size.cellCount) { offset in
      memory[place] = size.cell(at: offset)
      place &+= 1
    }
    let cells = UnsafeBufferPointer(start: memory, count: count)
    guard let range else { return Board(drawn: self, cells: cells, numerals: nil) }
    var numerals: [Int] = []
    generator.draw(count, outOf: range.count) { numerals.append(range.low + $0) }
    numerals.sort()
    let countsFromOne = numerals[0] == 1 && numerals[count - 1] == count
    return Board(drawn: self, cells: cells, numerals: countsFromOne ? nil : numerals)
  }

  private var generator: Generator {
    var hash = TextHash()
    withUTF8 { for byte in $0 { hash.add(byte) } }
    return Generator(hash)
  }
}

extension SeededIdentifier: CustomStringConvertible {
  package var description: String {
    var text = ""
    withUTF8 { text = String(decoding: $0, as: UTF8.self) }
    return text
  }

  /// The text in bytes, which are there only meanwhile.
  package func withUTF8(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.longestText) { buffer in
      var text = IdentifierText(buffer)
      text.append(size.h, before: "x")
      text.append(size.v, before: "n")
      text.append(count, before: range == nil ? "#" : "@")
      if let range {
        text.append(range.low, before: ".")
        text.append(UInt8(ascii: "."))
        text.append(range.high, before: "#")
      }
      text.append(Generator.version, before: "/")
      let seed = seed.text.utf8Span.span
      for offset in seed.indices { text.append(seed[offset]) }
      body(text.bytes)
    }
  }

  /// The sizes, counts, numerals and signs have 28 bytes together at most.
  private static var longestText: Int { 28 + Seed.longest }
}
