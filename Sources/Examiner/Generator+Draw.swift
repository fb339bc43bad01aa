extension Generator {
  /// Draws `count` different numbers out of 0..<total, every sequence equally likely.
  ///
  /// A shuffle that stops after `count` steps. Where few are drawn from many, the numbers that were
  /// swapped away are kept in a dictionary, so that the cost follows `count` and not `total`; both
  /// ways give the same numbers.
  package mutating func draw(_ count: Int, outOf total: Int) -> [Int] {
    precondition(count >= 0 && count <= total)
    return total <= Self.denseFactor * count
      ? drawDense(count, outOf: total) : drawSparse(count, outOf: total)
  }

  private static var denseFactor: Int { 16 }

  package mutating func drawDense(_ count: Int, outOf total: Int) -> [Int] {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: total) { numbers in
      for index in 0..<total { numbers[index] = index }
      for index in 0..<count {
        numbers.swapAt(index, index + next(below: total - index))
      }
      return Array(numbers[..<count])
    }
  }

  package mutating func drawSparse(_ count: Int, outOf total: Int) -> [Int] {
    var moved: [Int: Int] = [:]
    var numbers: [Int] = []
    numbers.reserveCapacity(count)
    for index in 0..<count {
      let pick = index + next(below: total - index)
      numbers.append(moved[pick] ?? pick)
      moved[pick] = moved[index] ?? index
    }
    return numbers
  }
}
