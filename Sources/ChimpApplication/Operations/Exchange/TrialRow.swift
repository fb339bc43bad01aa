/// A round as it is exchanged, with the session and the participant that it belongs to.
struct TrialRow: ExchangeRow {
  static var table: String { "trial" }
  var exchanged: ExchangedRow { .trial(self) }

  var format = ExchangeVersion.current
  var trialId = ""
  var created = 0
  var session = SessionRow()
  /// The session that took the trial up after a killed program had left it behind.
  var resumption: SessionRow?
  var block = 0
  var trial = 0
  var phase = ""
  var test: String?
  var condition = ""
  var mask = ""
  var emptyCell = ""
  var requestedHold: Int?
  var measuredHold: Int?
  var count = 0
  var numerals = ""
  var board = ""
  var seededBoard: String?
  var generator: Int?
  var onset = 0
  var onsetDate = ""
  var moves = ""
  var outcome: String?
  var rightBeforeError = 0
  var time: Int?
  var studyTime: Int?
  var recallTime: Int?
  var firstPressFromOnset: Int?
  var firstPressFromMask: Int?

  static var columns: [ExchangeColumn<TrialRow>] {
    identities + conditions + boards + outcomes
  }

  private static var identities: [ExchangeColumn<TrialRow>] {
    [
      .init("format", .number(\.format), "the version of these columns"),
      .init("trial_id", .text(\.trialId), "names the trial everywhere and for ever"),
      .init("created", .number(\.created), "when the trial was recorded, ms since 1970 (UTC)"),
    ]
      + SessionRow.columns.map { .init(\.session, $0) }
      + SessionRow.columns.map {
        .init(
          "resumption_" + $0.name, \.resumption, $0, empty: SessionRow(),
          "of the session that took the trial up, if one did")
      }
  }

  private static var conditions: [ExchangeColumn<TrialRow>] {
    [
      .init("block", .number(\.block), "tests, and what is between them, counted from 1"),
      .init("trial", .number(\.trial), "the trials of a block, counted from 1"),
      .init("phase", .text(\.phase), "practice, or test where the trial is a part of one"),
      .init("test", .optionalText(\.test), "the name of that test"),
      .init(
        "condition", .text(\.condition),
        "masking: the first right press masks; hold: time does; unmasked: nothing does"),
      .init("mask", .text(\.mask), "first: the first right press masks the others; never"),
      .init(
        "empty_cell", .text(\.emptyCell),
        "what a press on an empty cell is: wrong, ignore; \"again\" behind it: a wrong press does "
          + "not end the round"),
      .init(
        "requested_hold", .optionalNumber(\.requestedHold),
        "after how many ms the numerals were to be masked"),
      .init(
        "measured_hold", .optionalNumber(\.measuredHold),
        "after how many ms they were, by the program's clock; no terminal says when it has drawn"),
    ]
  }

  private static var boards: [ExchangeColumn<TrialRow>] {
    [
      .init("count", .number(\.count), "how many numerals there are"),
      .init("numerals", .text(\.numerals), "what they were drawn from"),
      .init(
        "board", .text(\.board),
        "COLUMNSxROWS:COLUMN,ROW;... the cell of every numeral, in ascending order; "
          + "NUMERAL@COLUMN,ROW where they are not 1, 2, 3 and so on"),
      .init("seeded_board", .optionalText(\.seededBoard), "what the board was drawn from"),
      .init("generator", .optionalNumber(\.generator), "the version of the generator that drew it"),
    ]
  }

  private static var outcomes: [ExchangeColumn<TrialRow>] {
    [
      .init("onset", .number(\.onset), "when the numerals were shown, ms since the session began"),
      .init("onset_date", .text(\.onsetDate), "the same as ISO 8601 writes it (UTC)"),
      .init("moves", .text(\.moves), "TIME MOVE;... with the ms since the onset"),
      .init(
        "outcome", .optionalText(\.outcome),
        "passed, failed, gave-up, quit; none where the trial goes on or was left behind"),
      .init(
        "right_before_error", .number(\.rightBeforeError), "right presses before the first error"),
      .init("time", .optionalNumber(\.time), "from the onset to the last press, in ms"),
      .init("study_time", .optionalNumber(\.studyTime), "from the onset to the mask, in ms"),
      .init(
        "recall_time", .optionalNumber(\.recallTime), "from the mask to the last press, in ms"),
      .init("first_press_from_onset", .optionalNumber(\.firstPressFromOnset), "in ms"),
      .init("first_press_from_mask", .optionalNumber(\.firstPressFromMask), "in ms"),
    ]
  }
}
