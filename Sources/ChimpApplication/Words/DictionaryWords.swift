import Shell

/// What the columns of an export say, as a text; exports are in English.
struct DataDictionary: CustomStringConvertible {
  let description: String

  /// Describes the files of an export.
  init(_ places: ExchangePlaces, _ format: ExchangeFormat) {
    var lines = [
      "The data that chimp has exported, format \(TableVersion.format)", "",
      format == .csv
        ? #"""
        The files are CSV as RFC 4180 has it, in UTF-8. A cell without a value is empty; a text
        without a character is two quotes. A text that begins with =, +, -, @ or ' has a ' before
        it, so that no spreadsheet takes it for a formula; numbers have none. In a text \\ stands
        for \, \n for a line's end, \r for a return, \t for a tab, and \u{HEX} for another
        character that can't be seen or turns the text behind it. An import takes that back.
        """#
        : #"""
        Each line of the file is a JSON object, in UTF-8; "table" says which table it is of, and
        null stands where there is no value. The presses of a trial stand behind it. A character
        that can't be seen, or that turns the text behind it, is written as \uHEX.
        """#,
      "The presses stand in the order of the trials; whoever sorts them can't import them any more.",
      "",
      "There are all trials, with their presses, their sessions and their participants. A trial "
        + "that a\nkilled program had left behind has two sessions: \"resumption_session_id\" "
        + "names the one that\ntook it up last. There are not: the news, the settings, and sessions "
        + "that neither began a\ntrial nor took one up last. A backup has all.",
      "", "The columns of one format never change; what is added or changed makes a new format.",
      "No cell has further columns in it, but for \"board\" and \"moves\", whose cells and times are",
      "there again as the columns of the presses.",
    ]
    lines += Self.table("Trials", TrialRow.columns)
    lines += Self.table("Presses", PressRow.columns)
    lines += Self.table("Sessions", SessionLine.columns)
    if places.long != nil {
      lines += [
        "", "Presses with their trials", "",
        "The file whose name ends with \"-long\" has a line for each press, with all columns of its",
        "trial but the moves; the names of a press's own columns begin with \"press_\" there. It is",
        "for those who analyse the data: an import does not read it.",
      ]
    }
    description = lines.joined(separator: "\n") + "\n"
  }

  private static func table(
    _ title: String, _ columns: [TableColumn<some ExchangeRow>]
  ) -> [String] {
    let width = columns.map(\.name.utf8.count).max() ?? 0
    return ["", title, ""]
      + columns.map { column in
        let kind = (column.isNumber ? "number" : "text") + (column.isOptional ? "?" : "")
        return padded(column.name, width) + "  " + padded(kind, 7) + "  " + column.meaning
      }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: width - text.utf8.count)
  }
}
