import ChimpSystem

extension GridFilm {
  /// Returns the film as a terminal recording in the format asciicast 2.
  package func recording() -> String {
    var text =
      #"{"version": 2, "width": \#(columns), "height": \#(rowCount), "title": "#
      + JSONValue.text(title).line + "}\n"
    var drawn: [String]?
    for frame in frames {
      let rows = frame.grid.rows(hasColor: true)
      let changes = rows.enumerated().filter { drawn?[$0.offset] != $0.element }
      let output = changes.map { "\u{1b}[\($0.offset + 1);1H\u{1b}[0m\u{1b}[K\($0.element)" }
      let clearing = drawn == nil ? "\u{1b}[?25l\u{1b}[2J" : ""
      text += Self.event(at: frame.time, clearing + output.joined())
      drawn = rows
    }
    return text + Self.event(at: duration, "\u{1b}[0m\u{1b}[\(rowCount);1H\r\n\u{1b}[?25h")
  }

  /// Returns the line for an output at a time.
  private static func event(at time: Int, _ output: String) -> String {
    "[\((Double(time) / 1000).decimal(3)), \"o\", \(JSONValue.text(output).line)]\n"
  }
}
