/// A press as it is exchanged.
struct PressRow: ExchangeRow {
  static var table: String { "press" }
  var exchanged: ExchangedRow { .press(self) }

  var format = ExchangeVersion.current
  var pressId = ""
  var trialId = ""
  var created = 0
  var index = 0
  var h = 0
  var v = 0
  var numeral: Int?
  var due = 0
  var judgement = ""
  var time = 0
  var lineLatency: Int?

  static var columns: [ExchangeColumn<PressRow>] {
    [
      .init("format", .number(\.format), "the version of these columns"),
      .init("press_id", .text(\.pressId), "names the press everywhere and for ever"),
      .init("trial_id", .text(\.trialId), "the trial that the press belongs to"),
      .init("created", .number(\.created), "when the press was recorded, ms since 1970 (UTC)"),
      .init("index", .number(\.index), "the presses of a trial, counted from 1"),
      .init("h", .number(\.h), "the column of the cell, counted from 1"),
      .init("v", .number(\.v), "the row of the cell, counted from 1"),
      .init("numeral", .optionalNumber(\.numeral), "what the cell held; none where it was empty"),
      .init("due", .number(\.due), "the numeral that was to be pressed"),
      .init("judgement", .text(\.judgement), "right, wrong, ignored"),
      .init("time", .number(\.time), "since the onset, in ms"),
      .init(
        "line_latency", .optionalNumber(\.lineLatency),
        "since the press before it, or since the onset, in ms; it is called so because a press "
          + "is seen when its line is ended: presses of one line share one time, and typing the "
          + "line is a part of it; none where the trial was interrupted in between"),
    ]
  }
}
