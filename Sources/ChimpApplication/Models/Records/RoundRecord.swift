package import Records

/// A round with all that a trial record wants; its presses are records of their own.
///
/// Its board, its rule and its moves say it all; the other columns can be made of them, and are
/// there for whoever reads the store without this program.
package final class RoundRecord: Record {
  /// Whether a round was part of a test.
  package enum TrialPhase: String, RecordValue, Sendable {
    case practice
    case test
  }

  /// What takes the numerals from view.
  package enum Condition: String, RecordValue, Sendable {
    /// The first right press.
    case masking
    /// The end of the hold.
    case hold
    /// Nothing.
    case unmasked
  }

  @Relation package var session: Session?
  /// The session that took the round up, after a killed program had left it behind.
  @Relation package var resumption: Session?
  /// The tests of a session are blocks, and so are the rounds between them; counted from 1.
  @Column package var block = 1
  /// The rounds of a block are counted from 1.
  @Column package var trial = 1
  @Column package var trialPhase = TrialPhase.practice
  /// The name of the test of which the round is a part.
  @Column package var test: String?
  @Column package var condition = Condition.masking
  /// `first` or `never`.
  @Column package var maskRule = ""
  /// `wrong` or `ignore`, and ` again` behind it where a wrong press does not end the round.
  @Column package var emptyCellRule = ""
  @Column package var requestedHold: Int?
  @Column package var measuredHold: Int?
  /// How many numerals there are.
  @Column package var count = 0
  /// What the numerals were drawn from, such as `1..9`.
  @Column package var numeralRange = ""
  /// The descriptive identifier, which has the cell of every numeral.
  @Column package var board = ""
  /// The seeded identifier, where the board was drawn.
  @Column package var seededBoard: String?
  @Column package var generatorVersion: Int?
  /// When the numerals were shown, in milliseconds since the session began.
  @Column package var onset = 0
  /// The same in universal time, as ISO 8601 writes it.
  @Column package var onsetDate = ""
  /// The moves with their times since the onset, as `MoveText` writes them.
  @Column package var moves = ""
  /// How the round ended; nil where it goes on or was left behind.
  @Column package var outcome: RoundOutcome?
  /// How many numerals were pressed rightly before the first error.
  @Column package var pressedCount = 0
  /// From the onset to the last press.
  @Column package var time: Int?
  @Column package var studyTime: Int?
  @Column package var recallTime: Int?
  @Column package var firstPressFromOnset: Int?
  @Column package var firstPressFromMask: Int?
  package let state = RecordState()

  package static var entity: String { "Round" }

  /// Makes a round that no context knows yet.
  package init() {}

  package static func declareColumns(in columns: inout Columns<RoundRecord>) {
    columns.declare("session", \.session, onDeletion: .cascade)
    columns.declare("resumption", \.resumption, onDeletion: .nullify)
    columns.declare("block", \.block)
    columns.declare("trial", \.trial)
    columns.declare("trialPhase", \.trialPhase)
    columns.declare("test", \.test)
    columns.declare("condition", \.condition)
    columns.declare("maskRule", \.maskRule)
    columns.declare("emptyCellRule", \.emptyCellRule)
    columns.declare("requestedHold", \.requestedHold)
    columns.declare("measuredHold", \.measuredHold)
    columns.declare("count", \.count)
    columns.declare("numeralRange", \.numeralRange)
    columns.declare("board", \.board)
    columns.declare("seededBoard", \.seededBoard)
    columns.declare("generatorVersion", \.generatorVersion)
    columns.declare("onset", \.onset)
    columns.declare("onsetDate", \.onsetDate)
    columns.declare("moves", \.moves)
    columns.declare("outcome", \.outcome)
    columns.declare("pressedCount", \.pressedCount)
    columns.declare("time", \.time)
    columns.declare("studyTime", \.studyTime)
    columns.declare("recallTime", \.recallTime)
    columns.declare("firstPressFromOnset", \.firstPressFromOnset)
    columns.declare("firstPressFromMask", \.firstPressFromMask)
  }

  package static func declareTemplates(in templates: inout Templates<RoundRecord>) {
    templates.declare("allRounds", sortedBy: [.ascending(\.row)])
    templates.declare(
      "newestRounds", sortedBy: [.descending(\.row)], limit: ArchivedRound.pageSize)
    templates.declare("numbered", where: [.when(\.row, .equals, .variable("number"))])
    templates.declare(
      "roundsOfTest",
      where: [
        .when(\.test, .equals, .variable("test")), .when(\.block, .equals, .variable("block")),
        .when(\.row, .isBelow, .variable("row")),
      ], sortedBy: [.descending(\.row)])
    templates.declare(
      "openRounds", where: [.when(\.outcome, .equals, .value(nil))],
      sortedBy: [.descending(\.row)])
    templates.declare(
      "bestRounds",
      where: [
        .when(\.outcome, .equals, .value(.passed)), .when(\.time, .differs, .value(nil)),
        .when(\.emptyCellRule, .differs, .value("wrong again")),
        .when(\.emptyCellRule, .differs, .value("ignore again")),
      ],
      sortedBy: [.descending(\.count), .ascending(\.time)], limit: 3)
  }
}
