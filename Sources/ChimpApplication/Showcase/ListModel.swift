package import Observing
package import Records
import Shell

/// A label and the texts of some cells: the model of the list screen, and its view's data source.
package final class ListModel: Observable {
  /// The text that stands above the rows.
  @Observed package var topLabelText: String
  /// The texts of the rows, from row 0.
  @ObservedList package var cellTextArray = ["No0", "No1", "No2", "No3", "No4", "No5", "No6"]
  package let observation = ObservationTable()

  /// Makes the model with what it had before; nil for what it starts with.
  package init(in language: Language = .english, label: String? = nil, rows: [String]? = nil) {
    topLabelText = label ?? language.firstLabel
    if let rows { cellTextArray = rows }
  }
}

extension ListModel: ListViewDataSource {
  package var labelText: String { topLabelText }
  package var rowCount: Int { cellTextArray.count }

  package func text(ofRow row: Int) -> String { cellTextArray[row] }
}

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
