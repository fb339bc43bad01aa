/// An identifier from which a board is generated: `4x6n5#1/apple`, or `8x5n5@1..9#1/apple`.
///
/// The whole text is the seed of the random generator, so boards of the same seed but another size
/// or count have nothing in common. The same text always gives the same board.
///
///     let identifier = try SeededIdentifier(size: .standard, count: 5, seed: Seed("apple"))
///     identifier.description  // 8x5n5#1/apple
///     identifier.board() == identifier.board()  // true
public struct SeededIdentifier: Hashable, Sendable {
  public let size: BoardSize
  public let count: Int
  /// The range of the numerals, or `nil` if they are 1, 2, 3 and so on up to `count`.
  public let range: NumeralRange?
  public let seed: Seed
  /// The text of the identifier.
  public let description: String

  /// Creates an identifier; throws if no such board exists.
  public init(
    size: BoardSize, count: Int, range: NumeralRange? = nil, seed: Seed
  ) throws(ExaminerError) {
    guard count >= 1 else { throw .noNumeral }
    guard count <= size.cellCount else { throw .doesNotFit(count: count, size) }
    if let range, range.count < count { throw .rangeTooSmall(count: count, range) }
    self.size = size
    self.count = count
    self.range = range?.low == 1 && range?.high == count ? nil : range
    self.seed = seed
    description = Self.text(size, count, self.range, seed)
  }

  /// Generates the board: first the cells, then the numerals.
  public func board() -> Board {
    var generator = Generator(text: description)
    var cells: [Cell] = []
    cells.reserveCapacity(count)
    generator.draw(count, outOf: size.cellCount) { [size] in cells.append(size.cell(at: $0)) }
    let drawn = range.flatMap { numerals(outOf: $0, &generator) }
    return Board(drawn: cells, numerals: drawn, from: self)
  }

  /// Chooses the numerals; returns `nil` if they happen to be 1, 2, 3 and so on.
  private func numerals(outOf range: NumeralRange, _ generator: inout Generator) -> [Int]? {
    var numerals: [Int] = []
    generator.draw(count, outOf: range.count) { numerals.append(range.low + $0) }
    numerals.sort()
    return numerals[0] == 1 && numerals[count - 1] == count ? nil : numerals
  }
}

extension SeededIdentifier: CustomStringConvertible {
  private static func text(
    _ size: BoardSize, _ count: Int, _ range: NumeralRange?, _ seed: Seed
  ) -> String {
    let numerals = range.map { "@\($0.low)..\($0.high)" } ?? ""
    return "\(size.h)x\(size.v)n\(count)\(numerals)#\(Generator.version)/\(seed.text)"
  }
}
