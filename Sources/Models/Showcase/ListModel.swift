package import Observing
package import Records

/// A label and the texts of some cells: the model of the list screen, and its view's data source.
package final class ListModel: Observable {
  @Observed package var topLabelText: String
  @ObservedList package var cellTextArray = ["No0", "No1", "No2", "No3", "No4", "No5", "No6"]
  package let observation = ObservationTable()

  package init(label: String, rows: [String]? = nil) {
    topLabelText = label
    if let rows { cellTextArray = rows }
  }
}

extension ListModel: ListViewDataSource {
  package var labelText: String { topLabelText }
  package var rowCount: Int { cellTextArray.count }
  package func text(ofRow row: Int) -> String { cellTextArray[row] }
}

package enum ListFault: Error, Equatable, Sendable {
  /// A row that there is not; the rows that would be right, if there are any.
  case noRow(Int, rows: ClosedRange<Int>?)
  /// There are as many rows as a restricted session may have.
  case tooManyRows(limit: Int)
  case notObserved(String)
  case optionTwice(String)
  case record(RecordError)
}

package protocol ListViewDataSource: AnyObject {
  var labelText: String { get }
  var rowCount: Int { get }
  func text(ofRow row: Int) -> String
}
