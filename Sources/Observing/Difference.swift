/// The shortest edit script between two arrays: the fewest removals and insertions.
///
/// This is Myers's algorithm in linear space; its time is the product of the length and the number
/// of edits. A range with more than `editLimit` edits is replaced as a whole, so the result is not
/// minimal there.
struct Difference {
  private(set) var removals: [Int] = []
  private(set) var insertions: [Int] = []

  var isEmpty: Bool { removals.isEmpty && insertions.isEmpty }

  /// Compares two arrays by dividing them until a range has no common element.
  init<Element>(
    from old: [Element], to new: [Element], editLimit: Int = 4000,
    by areEqual: (Element, Element) -> Bool
  ) {
    var open = [(old.indices, new.indices)]
    while let (oldRange, newRange) = open.popLast() {
      let (before, after) = Self.trimmed(oldRange, newRange) { areEqual(old[$0], new[$1]) }
      if !before.isEmpty, !after.isEmpty,
        let (x, y) = Self.middle(before, after, editLimit, { areEqual(old[$0], new[$1]) })
      {
        open.append((x..<before.upperBound, y..<after.upperBound))
        open.append((before.lowerBound..<x, after.lowerBound..<y))
      } else {
        removals.append(contentsOf: before)
        insertions.append(contentsOf: after)
      }
    }
  }

  /// Returns two ranges without their common beginning and end.
  private static func trimmed(
    _ old: Range<Int>, _ new: Range<Int>, _ areEqual: (Int, Int) -> Bool
  ) -> (Range<Int>, Range<Int>) {
    var oldStart = old.lowerBound
    var newStart = new.lowerBound
    var oldEnd = old.upperBound
    var newEnd = new.upperBound
    while oldStart < oldEnd, newStart < newEnd, areEqual(oldStart, newStart) {
      oldStart += 1
      newStart += 1
    }
    while oldStart < oldEnd, newStart < newEnd, areEqual(oldEnd - 1, newEnd - 1) {
      oldEnd -= 1
      newEnd -= 1
    }
    return (oldStart..<oldEnd, newStart..<newEnd)
  }

  /// Returns a point on a shortest path through the edit graph; `nil` beyond the edit limit.
  ///
  /// Both ranges are trimmed and not empty. One search goes forward from the beginning, one
  /// backward from the end; they meet on a shortest path.
  private static func middle(
    _ old: Range<Int>, _ new: Range<Int>, _ editLimit: Int, _ areEqual: (Int, Int) -> Bool
  ) -> (Int, Int)? {
    let width = old.count
    let height = new.count
    let limit = min((width + height + 1) / 2, editLimit)
    let delta = width - height
    let diagonals = Diagonals(width: width, height: height, reach: limit)
    var searches = [diagonals, diagonals]
    for steps in 0...limit {
      for (side, isForward) in [true, false].enumerated() {
        for diagonal in stride(from: -steps, through: steps, by: 2) {
          let found = searches[side].advance(diagonal, steps) { x, y in
            isForward
              ? areEqual(old.lowerBound + x, new.lowerBound + y)
              : areEqual(old.upperBound - 1 - x, new.upperBound - 1 - y)
          }
          let mirrored = delta - diagonal
          guard let x = found, isForward == (delta % 2 != 0), abs(mirrored) < steps + side,
            x + searches[1 - side][mirrored] >= width
          else { continue }
          let y = x - diagonal
          return isForward
            ? (old.lowerBound + x, new.lowerBound + y) : (old.upperBound - x, new.upperBound - y)
        }
      }
    }
    return nil
  }
}

/// The furthest points that one search has reached, by diagonal of the edit graph.
private struct Diagonals {
  private let width: Int
  private let height: Int
  private let center: Int
  private var reached: [Int]

  init(width: Int, height: Int, reach: Int) {
    self.width = width
    self.height = height
    center = reach + 1
    // Far enough below zero to be no valid position, even after adding a width.
    reached = [Int](repeating: Int.min / 2, count: 2 * center + 1)
  }

  subscript(diagonal: Int) -> Int { reached[center + diagonal] }

  /// Advances along a diagonal by one edit and all equal elements after it; returns `nil` outside
  /// of the graph.
  mutating func advance(_ diagonal: Int, _ steps: Int, while areEqual: (Int, Int) -> Bool) -> Int? {
    let right = self[diagonal - 1] + 1
    let down = self[diagonal + 1]
    var x = steps == 0 ? 0 : Int.min / 2
    if right <= width { x = max(x, right) }
    if down - diagonal <= height { x = max(x, down) }
    if x >= 0 {
      while x < width, x - diagonal < height, areEqual(x, x - diagonal) { x += 1 }
    }
    reached[center + diagonal] = x
    return x >= 0 ? x : nil
  }
}
