import Archive
import ChimpSystem
import Records

/// The data dictionary of an export: an English text that describes each column.
struct DataDictionary: CustomStringConvertible {
  let description: String

  /// Creates the dictionary of the files that an export writes.
  init(_ files: ExchangeFiles, _ format: ExchangeFormat, _ people: ParticipantTable? = nil) {
    var parts = ["The data that chimp has exported, format \(TableVersion.format)"]
    parts += [format == .csv ? Self.csv : Self.jsonLines, Self.contents]
    let decimals = TrialRow.columns.filter(\.range.isDecimal).map(\.name)
    parts += Self.table("Trials", TrialRow.columns.map(\.description), decimals: decimals)
    parts += Self.table("Presses", PressRow.columns.map(\.description))
    parts += Self.table("Sessions", SessionLine.columns.map(\.description))
    if files.long != nil { parts.append(Self.long(people)) }
    if let people, !people.isEmpty { parts += people.dictionary }
    description = parts.joined(separator: "\n\n") + "\n"
  }

  private static let csv = #"""
    The files are CSV as in RFC 4180, in UTF-8. A cell without a value is empty; an empty text
    is two quotes. A text that begins with =, +, -, @ or ' has a ' before it, so that no
    spreadsheet takes it for a formula; numbers have none. In a text \\ stands for \, \n for
    the end of a line, \r for a return, \t for a tab, and \u{HEX} for another character that
    is invisible or changes the direction of the text. An import undoes this.
    """#

  private static let jsonLines = #"""
    Each line of the file is a JSON object, in UTF-8; "table" names its table, and null means
    that there is no value. The presses of a trial follow it. A character that is invisible or
    changes the direction of the text is written as \uHEX.
    """#

  private static let contents = """
    The presses are in the order of the trials; an import refuses them in any other order.
    All rows of an export to several files have the same "export_id", which follows from what was
    exported; an import refuses files with different ones.

    The files have all trials, with their presses, sessions and participants. A trial that was
    interrupted, or whose test was behind it, has two sessions: "resumption_session_id" names the
    last one that resumed it. The files do not have the news, the settings, and sessions in which
    no trial began or was last resumed. A backup has everything.

    The columns of one format never change; what is added or changed makes a new format.
    Only "board" and "moves" have several values in a cell; the columns of the presses have the
    same cells and times one by one.
    """

  private static func long(_ people: ParticipantTable?) -> String {
    guard let names = people?.longNames, !names.isEmpty else { return long }
    return long + " Each line has the participant's\n"
      + "group and answers in the trial's study, too: \(names.joined(separator: ", "))."
      + (people?.hasAnswersAfterTrials == true ? afterTrials : "")
  }

  private static let afterTrials = """
     A question
    after each trial has a column of its own here; in the table of trials, whose columns are the
    same for every study, all such answers are in "answers".
    """

  private static let long = """
    Presses with their trials

    The file whose name ends with "-long" has a line for each press, with all columns of its
    trial but the moves; the names of a press's own columns begin with "press_" there. A trial
    without a press has one line, in which they are empty. It is for analysing the data: it is
    not read by an import.
    """

  /// Returns the section of a table: a title, a note if there is one, and a line for each column.
  ///
  /// A line has the column's type, unit, meaning and allowed words.
  static func table(
    _ title: String, _ columns: [ColumnDescription], note: String? = nil,
    decimals: [String] = []
  ) -> [String] {
    let width = columns.map(\.name.utf8.count).max() ?? 0
    let lines = columns.map { column in
      let isNumber = column.isNumber || decimals.contains(column.name)
      let kind = (isNumber ? "number" : "text") + (column.isOptional ? "?" : "")
      let unit = column.unit.map { "[\($0.rawValue)] " } ?? ""
      return column.name.padded(to: width) + "  " + kind.padded(to: 7) + "  " + unit
        + BIDSTable.shown(column.meaning) + words(of: column)
    }
    return [title] + (note.map { [$0] } ?? []) + [lines.joined(separator: "\n")]
  }

  /// Returns the allowed words of a column with the meanings that differ from them; empty for
  /// numbers.
  static func words(of column: ColumnDescription) -> String {
    guard !column.isNumber, !column.levels.isEmpty else { return "" }
    return ": "
      + column.levels.map { word, meaning in
        word == meaning ? word : "\(word) (\(meaning))"
      }.joined(separator: ", ")
  }
}
