import ChimpSystem
import Examiner
public import Game
import Records

/// The columns of a round in the store and in exports, except those of its sessions.
///
/// The board, the rule and the moves determine the other columns, which are for readers of the data
/// who don't have this program.
///
///     var trial = Trial()
///     trial.describe(round)
///     let again = try trial.round(number: round.number, onset: round.onset, usualInput: .line)
///     again.board == round.board  // true
public struct Trial: TableValues, Sendable {
  /// The part of a test to which a round belongs, such as practice.
  ///
  ///     Trial().phase == Trial.Phase.free.rawValue  // true
  public enum Phase: String, Sendable {
    /// The round is outside of a test. (Called `practice` before version 3.)
    case free
    case practice, test
  }

  /// The event that masks the numerals: the first right press, the end of the hold, or none.
  ///
  ///     Trial().condition == Trial.Condition.masking.rawValue  // true
  public enum Condition: String, Sendable {
    case masking, hold, unmasked
  }

  public var sessionNumber: Int?
  public var study: String?
  public var studyHash: String?
  public var studyBlock: Int?
  public var studyOrder: Int?
  public var studyCondition: String?
  public var block = 1
  public var trial = 1
  public var phase = Phase.free.rawValue
  public var test: String?
  public var testId: String?
  public var testSettings: String?
  public var testState: String?
  public var testComplete: Int?
  public var condition = Condition.masking.rawValue
  public var mask = ""
  public var emptyCell = ""
  public var requestedHold: Int?
  public var limit: Int?
  public var lineRule: String?
  public var pressRule: String?
  public var count = 0
  public var level: Int?
  public var strikes: Int?
  public var numerals = ""
  public var board = ""
  public var readingOrder: Int?
  public var pathLength: String?
  public var seededBoard: String?
  public var generator: Int?
  public var onset = 0
  public var onsetDate = ""
  public var plannedInterval: Int?
  public var plannedFixation: Int?
  public var exposure = Exposure()
  public var holdTolerance: Int?
  public var holdMet: Int?
  public var moves = ""
  public var outcome: String?
  public var correct: Int?
  public var finished: Int?
  public var measures = TrialMeasures()
  public var estimate: String?
  public var estimateDeviation: String?

  public init() {}

  /// The columns of all versions, whose order never changes within a version.
  public static let allColumns =
    studyColumns + testColumns + ruleColumns + lookColumns + boardColumns + onsetColumns
    + outcomeColumns + timeColumns
}

/// The columns by subject, in the order of the table.
extension Trial {
  /// The levels of a column that answers a question.
  private static var truth: KeyValuePairs<String, String> { ["0": "no", "1": "yes"] }

  /// The session and the block of a study to which the trial belongs.
  private static var studyColumns: [TableColumn<Trial>] {
    [
      .init(
        "session_number", \.sessionNumber,
        "number of the participant's session, from 1: of the study, or else of the runs of the "
          + "program in this store", in: .atLeast(1), since: 4),
      .init(
        "study", \.study, "name of the trial's study", in: .name, from: .test, since: 4),
      .init(
        "study_hash", \.studyHash, "hash of the study file",
        in: .text { $0.utf8.count == 16 && UInt64($0, radix: 16) != nil }, from: .test, since: 4),
      .init(
        "study_block", \.studyBlock,
        "number of the participant's block in the study, from 1; 0 for the practice, and 100000 "
          + "plus the number of the block for a practice before a block",
        in: .atLeast(0), from: .test, since: 4),
      .init(
        "study_order", \.studyOrder, "number of the participant's order of conditions",
        in: .atLeast(1), from: .test, since: 4),
      .init(
        "study_condition", \.studyCondition, "condition of the block", in: .name, from: .test,
        since: 4),
    ]
  }

  /// The position of the trial in its test, and the test.
  private static var testColumns: [TableColumn<Trial>] {
    [
      .init(
        "block", \.block, "number of the test, or of the rounds between two tests, from 1",
        in: .atLeast(1)),
      .init("trial", \.trial, "number of the trial in its block, from 1", in: .atLeast(1)),
      .init(
        "phase", stored: "trialPhase", \.phase,
        "phase of the trial",
        in: .validatedWord(Phase.self), from: .test,
        levels: [
          "free": "a round outside tests", "practice": "practice of a test, which does not count",
          "test": "a trial of a test, which counts",
        ]),
      .init("test", \.test, "name of the test", in: .text { TestPreset.named($0) != nil }),
      .init(
        "test_id", \.testId, "permanent identifier of the test: the trial_id of its first trial",
        in: .name, since: 3),
      .init(
        "test_settings", \.testSettings, "settings of the test, in the syntax of start",
        in: .text { TestSettings($0) != nil }, since: 3),
      .init(
        "test_state", \.testState,
        "state of the test", in: .word { $0 == TestEnd.notYet || TestEnd(rawValue: $0) != nil },
        since: 3,
        levels: [
          "complete": "finished", "stopped": "ended early", "open": "running or interrupted",
          "stale": "interrupted, and started again",
        ]),
      .init(
        "test_complete", \.testComplete, "1 if the test was finished, 0 if not",
        from: .testState, since: 3, levels: truth),
    ]
  }

  /// The rule of the trial, which decides what a press does.
  private static var ruleColumns: [TableColumn<Trial>] {
    [
      .init(
        "condition", \.condition,
        "event that masks the numerals",
        in: .validatedWord(Condition.self), from: .rule,
        levels: [
          "masking": "the first right press", "hold": "the end of the hold",
          "unmasked": "none",
        ]),
      .init(
        "mask", stored: "maskRule", \.mask, "press that masks the other numerals",
        levels: ["first": "the first right press", "never": "none"]),
      .init(
        "empty_cell", stored: "emptyCellRule", \.emptyCell,
        "effect of a press on an empty cell: wrong or ignore; followed by again if a wrong press "
          + "does not end the trial"),
      .init(
        "requested_hold", \.requestedHold, "requested display time of the numerals",
        unit: .milliseconds),
      .init(
        "limit", \.limit,
        "time limit of the trial, from the mask, or from the onset if nothing masks",
        since: 3, unit: .milliseconds),
      .init(
        "line_rule", \.lineRule,
        "presses that a line may make before the mask", from: .rule,
        since: 3,
        levels: ["one": "only the first press of the line", "any": "all presses of the line"]),
      .init(
        "press_rule", \.pressRule, "effect of a press before the end of the hold; none without one",
        from: .rule, since: 8,
        levels: [
          "ignored": "it is stored as early, and has no other effect",
          "ends-look": "it counts, and a right one masks the others, as in all earlier versions",
        ]),
    ]
  }

  /// The time for which the numerals were visible.
  private static var lookColumns: [TableColumn<Trial>] {
    [
      .init(
        "measured_hold", \.measures.measuredHold,
        "display time of the numerals, by the program's clock: from the write of the numerals to "
          + "the return of the write of the mask; no terminal reports the time of drawing",
        from: .moves, unit: .milliseconds),
      .init(
        "hold_tolerance", \.holdTolerance,
        "difference between measured_hold and requested_hold that the study allows; none for 20 "
          + "milliseconds or 10 %", in: .atLeast(0), from: .test, since: 11, unit: .milliseconds),
      .init(
        "hold_met", \.holdMet,
        "1 if measured_hold differs from requested_hold by at most hold_tolerance, or without one "
          + "by at most 20 milliseconds or 10 %, 0 if by more: in a test such a trial does not count",
        from: .moves, since: 6,
        levels: truth),
      .init(
        "look_ended", \.measures.lookEnded,
        "1 if the participant ended the look before its time, by a press or hide, so "
          + "that the first press need not be remembered and the trial is in no figure of its "
          + "hold; 0 if the hold ended it; none without a hold",
        from: .moves, since: 8, levels: truth),
    ]
  }

  /// The board, its numerals, and where they come from.
  private static var boardColumns: [TableColumn<Trial>] {
    [
      .init("count", \.count, "number of numerals", from: .board),
      .init(
        "level", \.level, "level of the test, in numerals; none for tests without levels",
        from: .board, since: 4),
      .init(
        "strikes", \.strikes,
        "number of earlier failed trials of the test; none if failures do not end it",
        in: .atLeast(0),
        from: .test, since: 4),
      .init(
        "numerals", stored: "numeralRange", \.numerals, "range that the numerals were drawn from",
        from: .board),
      .init(
        "board", \.board,
        "size of the board, and cell of each numeral in ascending order: "
          + "COLUMNSxROWS:COLUMN,ROW;..., or NUMERAL@COLUMN,ROW if they are not 1, 2, 3 and so on",
        from: .board),
      .init(
        "reading_order", \.readingOrder,
        "1 if the numerals are in order row by row, forwards or backwards; 0 if not",
        from: .board, since: 3, levels: truth),
      .init(
        "path_length", \.pathLength,
        "length of the path from numeral to numeral in ascending order, in cells",
        in: .decimal, from: .board, since: 4),
      .init(
        "seeded_board", \.seededBoard, "seeded identifier that the board was drawn from",
        from: .board),
      .init(
        "generator", stored: "generatorVersion", \.generator,
        "version of the generator that drew the board", from: .board),
    ]
  }

  /// The onset, and what the terminal has confirmed and dropped.
  private static var onsetColumns: [TableColumn<Trial>] {
    [
      .init(
        "onset", \.onset,
        "time at which the numerals were shown, since the beginning of the session: without a hold "
          + "when their write had returned (in versions before 8, before it), with one when the "
          + "board was ready",
        in: .atLeast(0), unit: .milliseconds),
      .init("onset_date", \.onsetDate, "date of the onset in ISO 8601 (UTC)", in: .instant),
      .init(
        "shown", \.exposure.shown,
        "time from the onset until the board was written to the terminal",
        in: .atLeast(0), since: 4, unit: .milliseconds),
      .init(
        "acknowledged", \.exposure.acknowledged,
        "time from the onset until the terminal confirmed that it had read the numerals, perhaps "
          + "before it drew them; none if it was not asked (set acknowledge on)",
        in: .atLeast(0), since: 5, unit: .milliseconds),
      .init(
        "acknowledged_hold", \.exposure.acknowledgedHold,
        "time between the terminal's confirmations that it had read the board and the mask",
        in: .atLeast(0), since: 6, unit: .milliseconds),
      .init(
        "early_inputs", \.exposure.earlyInputs,
        "number of keys dropped between the fixation mark and the mask, where only presses have "
          + "an effect; none if it was not recorded", in: .atLeast(0), since: 6),
      .init(
        "window", \.exposure.window,
        "size of the window at the onset in columns and rows, and each change during the trial "
          + "with its time in ms since the onset: COLUMNSxROWS;TIME COLUMNSxROWS;...; none without "
          + "a window", in: .text { Exposure.isWindow($0) }, since: 8),
    ] + preparationColumns
  }

  /// The times before the numerals, as the study planned them and as they were.
  private static var preparationColumns: [TableColumn<Trial>] {
    [
      .init(
        "planned_interval", \.plannedInterval,
        "time between the previous trial and this one that the study asks for; none for the first "
          + "trial of a test, and if the participant begins each trial",
        in: .atLeast(0), from: .test, since: 11, unit: .milliseconds),
      .init(
        "measured_interval", stored: "measuredInterval", \.exposure.interval,
        "time from the end of the test's previous trial to the fixation mark, or to the numerals "
          + "without one, with the time of questions between them; none after an interruption, and "
          + "on a virtual clock",
        in: .atLeast(0), since: 11, unit: .milliseconds),
      .init(
        "planned_fixation", \.plannedFixation,
        "time of the fixation mark that the study asks for, 0 for no mark; none if it does not",
        in: .atLeast(0), from: .test, since: 11, unit: .milliseconds),
      .init(
        "measured_fixation", stored: "measuredFixation", \.exposure.fixation,
        "time from the fixation mark to the write of the numerals; none without a mark, and on a "
          + "virtual clock", in: .atLeast(0), since: 11, unit: .milliseconds),
    ]
  }

  /// The moves, and the outcome that follows from them.
  private static var outcomeColumns: [TableColumn<Trial>] {
    [
      .init(
        "moves", \.moves,
        "moves of the trial, TIME MOVE;..., with the time in ms since the onset by the session's "
          + "clock, which in a trial with turns is no time of the player; the presses of "
          + "one line are one move, press COLUMN ROW COLUMN ROW..., with the input after the first "
          + "cell if it is not the usual one of the session; a press by two digits has the times "
          + "of both, TIME-TIME; an interruption is resumed, or paused if the trial went on with "
          + "the same masked board", in: .growing),
      .init(
        "outcome", \.outcome,
        "outcome of the trial, none if it is running or was interrupted",
        in: .word(RoundOutcome.self), from: .moves,
        levels: [
          "passed": "all numerals in order", "failed": "a wrong press",
          "gave-up": "given up, by the participant or by a stop (see finished)",
          "timed-out": "the time limit was reached", "quit": "the session ended first",
        ]),
      .init(
        "correct", \.correct,
        "1 if all numerals were pressed, 0 if the trial ended otherwise; with wrong=again, figures "
          + "count it as passed only without an error (right_before_error)",
        from: .moves, since: 4, levels: truth),
      .init(
        "finished", \.finished,
        "1 if the trial ended by a press, by its time limit, or because the participant gave it up; "
          + "0 if it is running, was interrupted, or was in progress when its test was stopped or "
          + "its session ended, so that it is in no figure; none in a trial of a version before 12 "
          + "that was given up, which is in no figure if its test was stopped",
        from: .moves, since: 12, levels: truth),
      .init(
        "right_before_error", stored: "pressedCount", \.measures.rightBeforeError,
        "number of right presses before the first error", from: .moves),
    ]
  }

  /// The end of the meaning of a time that counts from the onset.
  private static var afterOnset: String {
    "; in a trial with a hold the numerals could be seen from shown on"
  }

  /// The times of the presses, the requests of an agent, and the estimate of an adaptive test.
  private static var timeColumns: [TableColumn<Trial>] {
    [
      .init(
        "time", \.measures.time, "time from the onset to the last press" + afterOnset, from: .moves,
        unit: .milliseconds),
      .init(
        "study_time", \.measures.studyTime,
        "time from the onset to the mask; in a trial with a hold the numerals could be seen for "
          + "study_time - shown, with which the rules of a study compare", from: .moves,
        unit: .milliseconds),
      .init(
        "recall_time", \.measures.recallTime, "time from the mask to the last press",
        from: .moves, unit: .milliseconds),
      .init(
        "first_press_from_onset", \.measures.firstPressFromOnset,
        "time from the onset to the first press" + afterOnset, from: .moves,
        unit: .milliseconds),
      .init(
        "first_press_from_mask", \.measures.firstPressFromMask,
        "time from the mask to the first press", from: .moves,
        unit: .milliseconds),
      .init(
        "line_presses", \.measures.linePresses,
        "greatest number of presses of one line that began while the numerals were visible: more "
          + "than 1 were typed, not remembered; none if it was not recorded",
        from: .moves, since: 3),
    ] + turnColumns + estimateColumns
  }

  /// The requests of an agent on a virtual clock, which are told instead of times.
  private static var turnColumns: [TableColumn<Trial>] {
    [
      .init(
        "turns", \.exposure.turns,
        "number of an agent's requests after the look, up to the last move; none for other players "
          + "and on a real clock. A trial with turns has no times, neither its own nor those of "
          + "its presses: the clock only moved on command, so that no time is the agent's",
        in: .atLeast(0), since: 11),
      .init(
        "first_turn", \.exposure.firstTurn,
        "number of the request with the first press, counted like turns: 1 if no other came "
          + "before it", in: .atLeast(1), since: 11),
      .init(
        "tokens", \.exposure.tokens,
        "number of tokens that the agent's driver declared for these requests; none if it declared "
          + "none", in: .atLeast(0), since: 11),
    ]
  }

  /// The estimate of an adaptive test.
  private static var estimateColumns: [TableColumn<Trial>] {
    [
      .init(
        "estimate", \.estimate,
        "estimate of an adaptive test after the trial: the mean of the posterior; of a staircase the "
          + "mean of the last turns",
        in: .decimal, since: 4),
      .init(
        "estimate_sd", \.estimateDeviation,
        "standard deviation of the posterior; none of a staircase", in: .decimal, since: 4),
    ]
  }
}
