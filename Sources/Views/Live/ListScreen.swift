package import Events
package import Models

/// The interactive list screen of a terminal: a label, an Add button and the rows.
///
/// Keys and clicks produce the lines that could be typed: `add`, and `select ROW`.
///
///     var screen = ListScreen(ListModel(label: "Cells", rows: ["No0", "No1"]))
///     screen.move(.down)
///     screen.line  // the line that Enter runs now
package struct ListScreen {
  /// The element that the arrows choose and Enter activates.
  package enum Choice: Equatable, Sendable {
    case addButton
    case row(Int)
  }

  /// The list, of which the screen only reads.
  let model: ListModel
  /// The element chosen last; ``choice`` adapts it to the rows that there are.
  private var chosen = Choice.row(0)

  /// Creates the screen of a list, with the first row chosen.
  package init(_ model: ListModel) { self.model = model }

  /// The chosen element; the last row, or the button, where the chosen row no longer exists.
  var choice: Choice {
    guard case .row(let row) = chosen, model.rowCount > 0 else { return .addButton }
    return .row(min(row, model.rowCount - 1))
  }

  /// Chooses an element, for example the one that was clicked.
  package mutating func choose(_ choice: Choice) { chosen = choice }

  /// Moves the choice up or down; the button is above the rows.
  package mutating func move(_ direction: Direction) {
    switch (choice, direction) {
    case (.addButton, .down): chosen = .row(0)
    case (.row(0), .up): chosen = .addButton
    case (.row(let row), .up): chosen = .row(row - 1)
    case (.row(let row), .down): chosen = .row(row + 1)
    case (_, .left), (_, .right), (.addButton, .up): break
    }
  }

  /// The command line of the chosen element.
  package var line: String {
    switch choice {
    case .addButton: "add"
    case .row(let row): "select \(row)"
    }
  }

  /// The contents to draw.
  package var page: Page {
    Page(label: model.labelText, rows: model.cellTextArray, choice: choice)
  }

  /// The visible contents of the list.
  package struct Page: Equatable, Sendable {
    let label: String
    let rows: [String]
    let choice: Choice
  }

  /// The layout of the button and the rows on a terminal; rows are counted from 0.
  package struct Geometry: Equatable, Sendable {
    /// The number of rows above the button: the title and the label.
    private static var headRowCount: Int { 2 }
    /// The number of rows besides the list: the head, the button, an empty row and the keys.
    private static var fixedRowCount: Int { headRowCount + 3 }
    /// The fewest rows of a terminal for a list: room for three of its rows, and one for a reply.
    static var leastRowCount: Int { fixedRowCount + 4 }

    /// The range of the list's rows that is shown.
    let shown: Range<Int>

    /// The row of the terminal with the Add button.
    var buttonRow: Int { Self.headRowCount }
    /// The row of the terminal with the first row of the list that is shown.
    var firstRow: Int { buttonRow + 1 }

    /// Lays out as many rows as there is room for, around the choice.
    init(_ page: Page, rowCount: Int) {
      let replyRowCount = rowCount > Self.leastRowCount + 4 ? 2 : 1
      let room = max(1, rowCount - Self.fixedRowCount - replyRowCount)
      let row = if case .row(let row) = page.choice { row } else { 0 }
      let first = max(0, min(row - room / 2, page.rows.count - room))
      shown = first..<min(page.rows.count, first + room)
    }

    /// Returns the element in a row of the terminal; `nil` for a row without one.
    package func choice(atRow row: Int) -> Choice? {
      if row == buttonRow { return .addButton }
      let index = shown.lowerBound + row - firstRow
      return row >= firstRow && shown.contains(index) ? .row(index) : nil
    }
  }
}
