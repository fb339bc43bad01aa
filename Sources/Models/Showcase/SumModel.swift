package import Observing
package import Records

package final class SumModel: Observable {
  /// The sum of the values that were set last; nil before that.
  @Observed package private(set) var sum: Int?
  package let observation = ObservationTable()
  /// The values that stand on the screen before any are entered.
  package static let firstValues = (100, 200)

  private let kept: KeptScreens?
  /// The values of an earlier session; nil where there are none.
  package let keptValues: (first: Int, second: Int)?

  package init(kept: KeptScreens? = nil) {
    self.kept = kept
    if let (first, second) = kept?.addends(), !first.addingReportingOverflow(second).overflow {
      keptValues = (first, second)
      sum = first + second
    } else {
      keptValues = nil
    }
  }

  /// Keeps two values, if their sum can be told.
  package func set(_ first: Int, _ second: Int) throws(SumFault) {
    guard !first.addingReportingOverflow(second).overflow else { throw .overflow(first, second) }
    // The values that stand there at first are there in the next session, too.
    if sum != nil || (first, second) != Self.firstValues {
      do throws(RecordError) { try kept?.keep(first, second) } catch { throw .record(error) }
    }
    sum = first + second
  }

  /// The sum of the values that were set last, or of those that stand there at first.
  package var total: Int { sum ?? Self.firstValues.0 + Self.firstValues.1 }
}

package enum SumFault: Error, Equatable, Sendable {
  case overflow(Int, Int)
  case record(RecordError)
}
