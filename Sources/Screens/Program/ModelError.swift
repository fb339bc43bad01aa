package import Archive

/// The reason why the news, the list or the sum was not changed, or a property can't be observed.
///
///     do throws(ModelError) {
///       try SumModel().set(.max, 1)
///     } catch { print(error == .overflow(.max, 1)) }
package enum ModelError: Error, Equatable {
  /// No news item has this identifier.
  case unknownNews(String)
  /// The abbreviated identifier matches several news items, which are listed.
  case ambiguousNews(String, [String])
  /// No property gets a new value.
  case nothingToChange
  /// The limit of news items in a restricted session is reached.
  case tooManyNews(limit: Int)
  /// The user has not confirmed that news are removed.
  case notConfirmed
  /// A property of the news item is invalid.
  case flawed(NewsFlaw)

  /// There is no row with this number; `rows` is the valid range, `nil` for an empty list.
  case noRow(Int, rows: ClosedRange<Int>?)
  /// The limit of rows in a restricted session is reached.
  case tooManyRows(limit: Int)
  /// No property with this name is observed.
  case notObserved(String)
  /// The option is given twice.
  case optionTwice(String)

  /// The sum of the two values overflows.
  case overflow(Int, Int)
  /// The store has failed, or it refuses the change.
  case archive(ArchiveError)
}
