extension Generator {
  /// Draws `count` different numbers out of 0..<total, every sequence equally likely.
  ///
  /// A shuffle that stops after `count` steps. Where few are drawn from many, the numbers that were
  /// swapped away are kept in a dictionary, so that the cost follows `count` and not `total`; both
  /// ways give the same numbers.
  @inline(__always)
  package mutating func draw(_ count: Int, outOf total: Int, _ take: (Int) -> Void) {
    precondition(count >= 0 && count <= total)
    if total <= Self.denseFactor * count {
      drawDense(count, outOf: total, take)
    } else {
      drawSparse(count, outOf: total, take)
    }
  }

  private static var denseFactor: Int { 16 }

  @inline(__always)
  package mutating func drawDense(_ count: Int, outOf total: Int, _ take: (Int) -> Void) {
    var numbers = Array(0..<total)
    for index in 0..<count {
      let pick = index + next(below: total - index)
      take(numbers[pick])
      numbers[pick] = numbers[index]
    }
  }

  package mutating func drawSparse(_ count: Int, outOf total: Int, _ take: (Int) -> Void) {
    var moved: [Int: Int] = [:]
    for index in 0..<count {
      let pick = index + next(below: total - index)
      take(moved[pick] ?? pick)
      moved[pick] = moved[index] ?? index
    }
  }
}
