package import Observing
package import Records

/// The observable list screen: a label and the texts of the rows.
///
///     let list = ListModel(label: "Cells", rows: ["No0"])
///     let token = list.observe(\.cellTextArray) { change in print(change) }
///     list.cellTextArray.append("No1")  // prints an insertion at 1
package final class ListModel: Observable {
  @Observed package var topLabelText: String
  @ObservedList package var cellTextArray = ["No0", "No1", "No2", "No3", "No4", "No5", "No6"]
  package let observation = ObservationTable()

  package init(label: String, rows: [String]? = nil) {
    topLabelText = label
    if let rows { cellTextArray = rows }
  }
}

extension ListModel {
  package var labelText: String { topLabelText }
  package var rowCount: Int { cellTextArray.count }
  package func text(ofRow row: Int) -> String { cellTextArray[row] }
}

/// The reason why the list or the sum was not changed, or a property can't be observed.
///
///     do throws(ShowcaseFault) {
///       try SumModel().set(.max, 1)
///     } catch { print(error == .overflow(.max, 1)) }
package enum ShowcaseFault: Error, Equatable, Sendable {
  /// There is no row with this number; `rows` is the valid range, `nil` for an empty list.
  case noRow(Int, rows: ClosedRange<Int>?)
  /// The limit of rows in a restricted session is reached.
  case tooManyRows(limit: Int)
  case notObserved(String)
  case optionTwice(String)

  /// The sum of the two values overflows.
  case overflow(Int, Int)
  case record(RecordError)
}
