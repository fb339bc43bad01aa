package import Observing
package import Records

/// Keeps two values and adds them.
package final class SumModel: Observable {
  /// The sum of the values that were set last; nil before that.
  @Observed package private(set) var sum: Int?
  package let observation = ObservationTable()
  /// Where the values are kept for the next session, if they are.
  private let kept: KeptScreens?

  /// Makes a model, without values unless some were kept.
  package init(kept: KeptScreens? = nil) {
    self.kept = kept
    if let (first, second) = kept?.addends(), !first.addingReportingOverflow(second).overflow {
      sum = first + second
    }
  }

  /// Keeps two values, if their sum can be told.
  package func set(_ first: Int, _ second: Int) throws(SumFault) {
    guard !first.addingReportingOverflow(second).overflow else { throw .overflow(first, second) }
    do throws(RecordError) { try kept?.keep(first, second) } catch { throw .record(error) }
    sum = first + second
  }

  /// The sum of the values that were set last.
  package func total() throws(SumFault) -> Int {
    guard let sum else { throw .noValues }
    return sum
  }
}

/// Why there is no sum.
package enum SumFault: Error, Equatable, Sendable {
  case overflow(Int, Int)
  case noValues
  case record(RecordError)
}

extension SumFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .overflow(let first, let second):
      "the sum of \(first) and \(second) is too \(first < 0 ? "small" : "large")"
    case .noValues: "nothing has been added yet"
    case .record(let error): "\(error)"
    }
  }
}
