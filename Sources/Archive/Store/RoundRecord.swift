public import Examiner
public import Game
public import Records

/// The record of a round, with all columns of a trial; its presses are separate records.
///
/// The columns are read as if they were the record's own properties.
///
///     let rounds = try context.fetch(RoundRecord.self, "numbered", ["number": 7])
///     print(rounds.first?.board ?? "", rounds.first?.moves ?? "")
public final class RoundRecord: ValueRecord {
  @Relation public var session: Session?
  /// The session in which the round was resumed after its program was killed; `nil` if it wasn't.
  @Relation public var resumption: Session?
  public var values = Trial()
  public let state = RecordState()

  public init() {}

  public static var entity: String { "Round" }
  /// The number of rounds that are read at a time.
  public static var batchSize: Int { 512 }
  /// `false`, because the moves of two programs can't be merged into one round.
  public static var mergesChanges: Bool { false }

  public static func declareColumns(in columns: inout Columns<RoundRecord>) {
    columns.declare("session", \._session, onDeletion: .cascade)
    columns.declare("resumption", \._resumption, onDeletion: .nullify)
    columns.declare(Trial.columns.stored())
  }

  /// Declares the named queries, each of which uses an index.
  ///
  /// Each query is prepared only once.
  public static func declareTemplates(in templates: inout Templates) {
    templates.declare("allRounds", sortedBy: [.ascending("row")])
    templates.declare("newestRounds", sortedBy: [.descending("row")], limit: ArchivedRound.pageSize)
    templates.declare(
      "roundsAfter", where: [.when("row", .isAbove, .variable("row"))],
      sortedBy: [.ascending("row")], limit: Self.batchSize)
    templates.declare("numbered", where: [.when("row", .equals, .variable("number"))])
    templates.declare(
      "roundsNamed", where: [.when("test", .equals, .variable("test"))],
      sortedBy: [.ascending("row")])
    templates.declare(
      "roundsOfStudy", where: [.when("study", .equals, .variable("study"))],
      sortedBy: [.ascending("row")])
    templates.declare(
      "roundsResumedIn", where: [.when("resumption", .equals, .variable("session"))],
      sortedBy: [.ascending("row")])
    templates.declare(
      "roundsOfTest", where: [.when("testId", .equals, .variable("test"))],
      sortedBy: [.ascending("row")])
    templates.declare(
      "roundsOfOpenTests", where: [.when("testState", .equals, .value(TestEnd.notYet.stored))],
      sortedBy: [.descending("row")])
    templates.declare(
      "openRounds", where: [.when("outcome", .equals, .value(.null))],
      sortedBy: [.descending("row")])
    templates.declare(
      "bestRounds",
      where: [
        .when("outcome", .equals, .value(RoundOutcome.passed.stored)),
        .when("time", .differs, .value(.null)),
        .when("emptyCellRule", .differs, .value(.text("wrong again"))),
        .when("emptyCellRule", .differs, .value(.text("ignore again"))),
      ], sortedBy: [.descending("count"), .ascending("time")])
  }

  /// Returns the best results of persons or of scripts, without practice, simulated rounds and
  /// rounds whose timing failed.
  static func best(
    _ most: Int, of player: Session.Player, in context: RecordContext
  ) throws(RecordError) -> [BestResult] {
    var results: [BestResult] = []
    try context.forEachRow(RoundRecord.self, "bestRounds") { best, fault in
      let counts =
        fault == nil && !best.isPractice && !best.isSimulated && !best.values.hasMissedHold
        && best.session?.player == player
      if counts, let result = BestResult(best) { results.append(result) }
      return results.count < most
    }
    return results
  }

  /// `true` for a practice round of a test.
  var isPractice: Bool { values.isPractice }

  /// `true` if a simulated participant played the round.
  private var isSimulated: Bool {
    MoveText.read(values.moves, onset: 0)?.moves.contains { $0.input == .simulated } == true
  }

  subscript<Value: RecordValue>(
    dynamicMember member: WritableKeyPath<TrialMeasures, Value>
  ) -> Value {
    let measures: WritableKeyPath<Trial, TrialMeasures> = \.measures
    return self[dynamicMember: measures.appending(path: member)]
  }

  /// The outcome; `nil` while the round is in progress, or after its program was killed.
  public var outcome: RoundOutcome? {
    get { self[dynamicMember: \Trial.outcome].flatMap { RoundOutcome(rawValue: $0) } }
    set { if newValue != outcome { change { $0.end(newValue) } } }
  }

  /// Copies those properties of a round that never change.
  public func describe(_ round: KeptRound, at date: Int, inSession number: Int) {
    change { trial in
      trial.sessionNumber = number
      trial.describe(round)
      trial.exposure = round.exposure
      trial.onset = round.onset
      trial.finished = 0
      trial.onsetDate = InstantText(milliseconds: date).description
    }
  }

  /// Sets the columns that change with each move.
  func update(_ measures: RoundMeasures, _ outcome: RoundOutcome?, moves: String) {
    change { $0.update(measures, outcome, moves: moves) }
  }

  /// Sets these columns from the state of a session.
  func update(_ played: GameSession) {
    let round = played.round
    update(played.measures, round.outcome, moves: MoveText.text(of: round))
  }

  /// Sets all columns from the replay of a round that was not stored during play.
  public func update(from report: RoundReport) {
    update(report.measures, report.outcome, moves: MoveText.text(of: report.round))
    if let estimate = report.round.estimate { change { $0.setEstimate(estimate) } }
  }

  /// The round that the columns describe; `nil` if they are invalid.
  var kept: KeptRound? {
    let input = session?.inputMode.usualInput ?? .script
    guard var round = try? values.round(number: row, onset: values.onset, usualInput: input),
      round.board.descriptiveIdentifier == values.board
    else { return nil }
    round.outcome = outcome
    round.wasLeft = outcome == .gaveUp && values.finished == 0
    return round
  }
}

/// The record of a press in a round.
///
///     print(press.index, press.h, press.v, press.time)
public final class PressRecord: ValueRecord {
  @Relation public var round: RoundRecord?
  public var values = RoundMeasures.Press()
  public let state = RecordState()

  public init() {}

  public static var entity: String { "Press" }

  public static func declareColumns(in columns: inout Columns<PressRecord>) {
    columns.declare("round", \._round, onDeletion: .cascade)
    columns.declare(RoundMeasures.Press.columns.stored())
  }

  public static func declareTemplates(in templates: inout Templates) {
    templates.declare("allPresses", sortedBy: [.ascending("row")])
    templates.declare(
      "pressesOfRound", where: [.when("round", .equals, .variable("round"))],
      sortedBy: [.ascending("index")])
  }
}

extension Array {
  /// Returns the columns that the store has, as records declare them.
  func stored<Row>() -> [ValueColumn<Row>] where Element == TableColumn<Row> {
    filter(\.isStored)
  }
}
