/// The partial score of a trial: the right presses before its first error, and its edit distance.
///
/// ```swift
/// let credit = try PartialCredit(pressed: [1, 2, 4], numeralCount: 5)
/// credit.share          // 0.4
/// credit.editDistance   // 2
/// ```
public struct PartialCredit: Equatable, Sendable {
  public let numeralCount: Int
  /// The number of right presses before the first error.
  public let rightCount: Int
  /// The edit distance (Levenshtein) between the presses and the right sequence.
  ///
  /// If a trial ends at its first error, the presses that were not made count as missing.
  public let editDistance: Int

  /// Compares the pressed numerals with the right sequence 1, 2, 3 and so on.
  ///
  /// Throws `impossible` if there are no numerals.
  public init(pressed: [Int], numeralCount: Int) throws(ScienceError) {
    guard numeralCount > 0 else { throw .impossible(.numeralCount) }
    self.numeralCount = numeralCount
    rightCount = zip(pressed, 1...numeralCount).prefix { $0 == $1 }.count
    editDistance = Self.distance(pressed, numeralCount)
  }

  /// The proportion of numerals that were pressed before the first error.
  public var share: Double { Double(rightCount) / Double(numeralCount) }

  /// Returns the edit distance; each row of the computation adds one press.
  private static func distance(_ pressed: [Int], _ numeralCount: Int) -> Int {
    var row = Array(0...numeralCount)
    for (index, numeral) in pressed.enumerated() {
      var diagonal = index
      row[0] = index + 1
      for expected in 1...numeralCount {
        let replaced = diagonal + (numeral == expected ? 0 : 1)
        diagonal = row[expected]
        row[expected] = min(replaced, diagonal + 1, row[expected - 1] + 1)
      }
    }
    return row[numeralCount]
  }
}
