extension Board {
  /// Whether the numerals can be pressed row by row, forwards or backwards, which is no test of
  /// memory.
  ///
  /// By chance that is so with two of n! boards; with one or two numerals it says nothing.
  package var isInReadingOrder: Bool {
    guard count > 2 else { return false }
    let offsets = cells.map(size.offset)
    let pairs = zip(offsets, offsets.dropFirst())
    return pairs.allSatisfy { $0 < $1 } || pairs.allSatisfy { $0 > $1 }
  }
}
