import Observing
import Shell

/// The observable list screen: a label and the texts of the rows.
///
///     let list = ListModel(label: "Cells", rows: ["No0"])
///     let token = list.observe(\.cellTextArray) { change in print(change) }
///     list.cellTextArray.append("No1")  // prints an insertion at 1
final class ListModel: Observable {
  @Observed var topLabelText: String
  @ObservedList var cellTextArray = ["No0", "No1", "No2", "No3", "No4", "No5", "No6"]
  let observation = ObservationTable()
  /// The label of a new list.
  static let firstLabel = Text("Select a row to show its text here", "押下するとセルのテキストが反映")

  init(label: String, rows: [String]? = nil) {
    topLabelText = label
    if let rows { cellTextArray = rows }
  }
}

extension ListModel {
  var rowCount: Int { cellTextArray.count }
  func text(ofRow row: Int) -> String { cellTextArray[row] }
}
