package import Observing
package import Shell

/// The observable list screen: a label and the texts of the rows.
///
///     let list = ListModel(label: "Cells", rows: ["No0"])
///     let token = list.observe(\.cellTextArray) { change in print(change) }
///     list.cellTextArray.append("No1")  // prints an insertion at 1
package final class ListModel: Observable {
  @Observed package var topLabelText: String
  @ObservedList package var cellTextArray = ["No0", "No1", "No2", "No3", "No4", "No5", "No6"]
  package let observation = ObservationTable()
  /// The label of a new list.
  package static let firstLabel = Text("Select a row to show its text here", "押下するとセルのテキストが反映")

  package init(label: String, rows: [String]? = nil) {
    topLabelText = label
    if let rows { cellTextArray = rows }
  }
}

extension ListModel {
  package var rowCount: Int { cellTextArray.count }
  package func text(ofRow row: Int) -> String { cellTextArray[row] }
}
