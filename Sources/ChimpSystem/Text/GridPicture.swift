/// The frame, the measures and the escapes of an SVG that shows a grid of characters.
///
///     let picture = GridPicture(columns: 80, rowCount: 24)
///     let text = GridPicture.text("a < b", row: 0, column: 0, count: 5, attributes: "")
///     picture.document(
///       title: "A & B", attributes: "xml:lang=\"en\"", style: GridPicture.font, content: text)
package struct GridPicture {
  private static let cellWidth = 9
  private static let cellHeight = 19
  /// The margin around the text.
  private static let margin = 12

  /// The style of all text in the colour `--ink`.
  package static let font = """
    text{font:15px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;white-space:pre;\
    fill:var(--ink)}

    """

  private let columns: Int
  private let rowCount: Int

  package init(columns: Int, rowCount: Int) {
    self.columns = columns
    self.rowCount = rowCount
  }

  /// Returns the document with the elements of the content on a page of the class `page`.
  package func document(
    title: String, description: String? = nil, attributes: String, style: String, content: String
  ) -> String {
    let width = columns * Self.cellWidth + 2 * Self.margin
    let height = rowCount * Self.cellHeight + 2 * Self.margin
    let details = description.map { "<desc id=\"desc\">\(Self.escaped($0))</desc>\n" } ?? ""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" \(attributes) \
      viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img" \
      aria-labelledby="title\(description == nil ? "" : " desc")">
      <title id="title">\(Self.escaped(title))</title>
      \(details)<style>
      \(style)</style>
      <rect class="page" width="\(width)" height="\(height)" rx="8"/>
      \(content)</svg>

      """
  }

  /// Returns an element with a text that begins in a cell and is as wide as `count` columns.
  package static func text(
    _ text: String, row: Int, column: Int, count: Int, attributes: String
  ) -> String {
    let baseline = margin + row * cellHeight + 14
    let length = count > 1 ? " textLength=\"\(count * cellWidth)\"" : ""
    return "<text\(attributes) x=\"\(margin + column * cellWidth)\" y=\"\(baseline)\"\(length)>"
      + escaped(text) + "</text>"
  }

  /// Returns the attributes of an element that covers some cells of a row.
  package static func area(row: Int, column: Int, count: Int) -> String {
    "x=\"\(margin + column * cellWidth)\" y=\"\(margin + row * cellHeight)\""
      + " width=\"\(count * cellWidth)\" height=\"\(cellHeight)\""
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      // XML has no control characters, nor these two.
      case "\u{0}"..<" ", "\u{7f}"..<"\u{a0}", "\u{fffe}", "\u{ffff}": escaped += "\u{fffd}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
