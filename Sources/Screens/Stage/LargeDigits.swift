/// The shapes of large digits, three by five dots.
///
///     LargeDigits("42").columnCount(dotWidth: 2)  // 13
struct LargeDigits {
  /// The number of dots of a digit from top to bottom.
  static var height: Int { 5 }
  private static var width: Int { 3 }

  /// The dots of each digit as bits, the first row in the highest bits.
  private let shapes: [Int]

  /// Creates the digits of a number, which may have a decimal point; other characters are omitted.
  init(_ text: String) {
    shapes = text.unicodeScalars.compactMap { scalar in
      scalar == "." ? 0b000_000_000_000_010 : scalar.digit.map { Self.digits[$0] }
    }
  }

  /// Returns the number of columns, with one between two digits.
  func columnCount(dotWidth: Int) -> Int {
    shapes.count * Self.width * dotWidth + shapes.count - 1
  }

  /// The positions of all dots: the index of the digit, and the column and row in it.
  var dots: [(digit: Int, column: Int, row: Int)] {
    shapes.enumerated().flatMap { digit, bits in
      (0..<Self.height * Self.width).filter { bits >> (14 - $0) & 1 == 1 }.map {
        (digit, $0 % Self.width, $0 / Self.width)
      }
    }
  }

  /// Returns the first column of a dot.
  func column(of dot: (digit: Int, column: Int, row: Int), dotWidth: Int) -> Int {
    dot.digit * (Self.width * dotWidth + 1) + dot.column * dotWidth
  }

  private static var digits: [Int] {
    [
      0b111_101_101_101_111, 0b010_110_010_010_111, 0b111_001_111_100_111, 0b111_001_111_001_111,
      0b101_101_111_001_001, 0b111_100_111_001_111, 0b111_100_111_101_111, 0b111_001_010_010_010,
      0b111_101_111_101_111, 0b111_101_111_001_111,
    ]
  }
}
