import Events

/// The interactive list screen: a label, an Add button and rows to select.
///
/// Keys and clicks enter the same lines that a user can type: `add`, and `select ROW`.
///
///     var screen = ListScreen(ListModel(label: "Cells", rows: ["No0", "No1"]))
///     screen.move(.down)
///     screen.line  // the line that Enter runs now
struct ListScreen {
  /// The highlighted element, which the arrow keys move and Enter activates.
  ///
  ///     screen.choose(.row(2))
  ///     screen.line  // select 2
  enum Choice: Equatable, Sendable {
    case addButton
    case row(Int)
  }

  /// The model of the list, which the screen only reads.
  let model: ListModel
  /// The element that was highlighted last; use ``choice``, because the row may have been removed.
  private var chosen = Choice.row(0)

  /// Creates the screen of a list, with its first row highlighted.
  init(_ model: ListModel) { self.model = model }

  /// The highlighted element; if its row was removed, the last row or the button.
  var choice: Choice {
    guard case .row(let row) = chosen, model.rowCount > 0 else { return .addButton }
    return .row(min(row, model.rowCount - 1))
  }

  /// Highlights an element, for example one that was clicked.
  mutating func choose(_ choice: Choice) { chosen = choice }

  /// Moves the highlight up or down; the button is above the rows.
  mutating func move(_ direction: Direction) {
    switch (choice, direction) {
    case (.addButton, .down): chosen = .row(0)
    case (.row(0), .up): chosen = .addButton
    case (.row(let row), .up): chosen = .row(row - 1)
    case (.row(let row), .down): chosen = .row(row + 1)
    case (_, .left), (_, .right), (.addButton, .up): break
    }
  }

  /// The command line that Enter runs for the highlighted element.
  var line: String {
    switch choice {
    case .addButton: "add"
    case .row(let row): "select \(row)"
    }
  }

  /// The contents to draw: the label, the rows and the highlight.
  var page: Page {
    Page(label: model.topLabelText, rows: model.cellTextArray, choice: choice)
  }

  /// The contents of the list screen to draw.
  ///
  ///     let scene = LiveScene(
  ///       title: title, sentence: sentence, body: .list(screen.page), keys: keys)
  struct Page: Equatable, Sendable {
    let label: String
    let rows: [String]
    let choice: Choice
  }

  /// The positions of the button and the rows on a terminal; terminal rows count from 0.
  ///
  ///     if let choice = picture.list?.choice(atRow: 5) { screen.choose(choice) }
  struct Geometry: Equatable, Sendable {
    /// The number of rows above the button: the title and the label.
    private static var headRowCount: Int { 2 }
    /// The number of rows besides the list: the head, the button, an empty row and the keys.
    private static var fixedRowCount: Int { headRowCount + 3 }
    /// The minimum number of terminal rows: three list rows, and one row for a reply.
    static var leastRowCount: Int { fixedRowCount + 4 }

    /// The range of visible rows of the list.
    let shown: Range<Int>

    /// The terminal row of the Add button.
    var buttonRow: Int { Self.headRowCount }
    /// The terminal row of the first visible row of the list.
    var firstRow: Int { buttonRow + 1 }

    /// Chooses the visible rows around the highlight, as many as fit.
    init(_ page: Page, rowCount: Int) {
      let replyRowCount = rowCount > Self.leastRowCount + 4 ? 2 : 1
      let room = max(1, rowCount - Self.fixedRowCount - replyRowCount)
      let row = if case .row(let row) = page.choice { row } else { 0 }
      let first = max(0, min(row - room / 2, page.rows.count - room))
      shown = first..<min(page.rows.count, first + room)
    }

    /// Returns the element in a terminal row; `nil` if the row has none.
    func choice(atRow row: Int) -> Choice? {
      if row == buttonRow { return .addButton }
      let index = shown.lowerBound + row - firstRow
      return row >= firstRow && shown.contains(index) ? .row(index) : nil
    }
  }
}
