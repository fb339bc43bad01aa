/// Keeps two values and adds them.
package final class SumModel {
  private var values: (Int, Int)?

  /// Makes a model without values.
  package init() {}

  /// Keeps two values, if their sum can be told.
  package func set(_ first: Int, _ second: Int) throws(SumFault) {
    guard !first.addingReportingOverflow(second).overflow else { throw .overflow(first, second) }
    values = (first, second)
  }

  /// The sum of the values that were set last.
  package func total() throws(SumFault) -> Int {
    guard let values else { throw .noValues }
    return values.0 + values.1
  }
}

/// Why there is no sum.
package enum SumFault: Error, Equatable, Sendable {
  case overflow(Int, Int)
  case noValues
}

extension SumFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .overflow(let first, let second):
      "the sum of \(first) and \(second) is too \(first < 0 ? "small" : "large")"
    case .noValues: "nothing has been added yet"
    }
  }
}
