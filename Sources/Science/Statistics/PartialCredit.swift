/// How much of a trial was right, when it was not passed.
package struct PartialCredit: Equatable, Sendable {
  package let numeralCount: Int
  /// The presses that were right before the first error.
  package let rightCount: Int
  /// The insertions, deletions and replacements between what was pressed and what was asked.
  ///
  /// This is Levenshtein's distance. Where a trial ends at its first error, the presses that were not
  /// made count as missing.
  package let editDistance: Int

  /// Compares the numerals that were pressed, in their order, with 1, 2 and so on.
  ///
  /// Throws `impossible` where there are no numerals.
  package init(pressed: [Int], numeralCount: Int) throws(StatisticFault) {
    guard numeralCount > 0 else { throw .impossible(.numeralCount) }
    self.numeralCount = numeralCount
    rightCount = zip(pressed, 1...numeralCount).prefix { $0 == $1 }.count
    editDistance = Self.distance(pressed, numeralCount)
  }

  /// The share of the numerals that was right before the first error.
  package var share: Double { Double(rightCount) / Double(numeralCount) }

  /// The distance of each beginning of what was pressed, row by row.
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
