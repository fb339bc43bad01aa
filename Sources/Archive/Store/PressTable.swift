import Examiner
public import Game
import Records

/// The columns of a press in the store and in exports.
extension RoundMeasures.Press: TableValues {
  /// The columns of all versions, whose order never changes within a version.
  public static let allColumns = keptColumns + derivedColumns

  /// The columns that the store contains.
  private static var keptColumns: [TableColumn<Self>] {
    let source = ColumnSource.movesOfTrial
    return [
      .init("index", \.index, "number of the press in its trial, from 1", from: source),
      .init("h", \.h, "column of the pressed cell, from 1", from: source),
      .init("v", \.v, "row of the pressed cell, from 1", from: source),
      .init("numeral", \.numeral, "numeral in the cell; none if it was empty", from: source),
      .init("due", \.expected, "expected numeral", from: source),
      .init(
        "judgement", \.judgement, "judgement of the press", from: source,
        levels: [
          "right": "the due numeral", "wrong": "another cell", "ignored": "an empty cell",
          "early": "before the end of the hold, without any effect",
        ]),
      .init(
        "time", \.time,
        "time since the onset; of a press by two digits, that of the first digit; none in a trial "
          + "with turns", from: source, unit: .milliseconds),
      .init(
        "second_digit", \.secondDigit,
        "time of the second digit since the onset, when the press took effect; none if the press "
          + "was not made by two digits, which boards of up to 9 columns and rows allow",
        from: source, since: 8, unit: .milliseconds),
      .init(
        "line_latency", \.lineLatency,
        "time since the previous press, or since the onset; a press is registered at the end of "
          + "its line, so presses of one line share one time, which includes the typing; none for "
          + "an early press, if the trial was interrupted in between, or in a trial with turns",
        from: source,
        unit: .milliseconds),
      .init(
        "input", \.input,
        "input device of the press",
        from: source, since: 3,
        levels: [
          "line": "a typed line", "mouse": "a click", "cursor": "the arrow keys",
          "direct": "two digits", "script": "a program", "simulated": "a model",
        ]),
    ]
  }

  /// The columns that only exports contain, because they follow from the moves of the trial.
  private static var derivedColumns: [TableColumn<Self>] {
    let source = ColumnSource.movesOfTrial
    let truth: KeyValuePairs = ["0": "no", "1": "yes"]
    return [
      .init(
        "position", \.position, "position of the due numeral in ascending order, from 1",
        from: source, since: 4, isStored: false),
      .init(
        "due_h", \.expectedH, "column of the cell of the due numeral", from: source,
        since: 4,
        isStored: false),
      .init(
        "due_v", \.expectedV, "row of the cell of the due numeral", from: source, since: 4,
        isStored: false),
      .init(
        "masked", \.masked, "1 if the numerals were masked before the press, 0 if not",
        from: source,
        since: 4, levels: truth, isStored: false),
      .init(
        "correct", \.correct,
        "1 if the press was right, 0 if it was wrong; none if it was ignored or early",
        from: source, since: 4, levels: truth, isStored: false),
    ]
  }
}
