package import Records

/// Why a command about the list is refused.
package enum ListFault: Error, Equatable, Sendable {
  /// A row that there is not; the rows that would be right, if there are any.
  case noRow(Int, rows: ClosedRange<Int>?)
  /// There are as many rows as a restricted session may have.
  case tooManyRows(limit: Int)
  case notObserved(String)
  case optionTwice(String)
  case record(RecordError)
}

extension ListFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noRow(let row, nil): "row \(row) is not in the list, which is empty"
    case .noRow(let row, let rows?):
      "row \(row) is not in the list (rows \(rows.lowerBound) to \(rows.upperBound))"
    case .tooManyRows(let limit): "a restricted session has at most \(limit) rows"
    case .notObserved(let key): "\"\(key)\" is not observed"
    case .optionTwice(let option): "option \"\(option)\" is given twice"
    case .record(let error): "\(error)"
    }
  }
}
