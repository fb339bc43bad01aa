/// Why an edit of a list was refused; a refused edit changes nothing and notifies nobody.
public enum ListError: Error, Equatable, Sendable {
  /// An index lies outside of what the edit allows.
  case indexOutOfRange(index: Int, count: Int)

  /// Indexes have to be given in ascending order, each of them once.
  case indexesNotAscending([Int])

  /// There have to be as many elements as indexes.
  case countMismatch(indexes: Int, elements: Int)
}
