import Archive
import Game
import Records
import Shell

/// A row of an exported table, such as a trial, with all versions of its columns.
///
///     struct NewsRow: ExchangeRow {
///       static var table: String { "news" }
///       static let allColumns: [TableColumn<NewsRow>] = [.init("title", \.title, "one line"), …]
///     }
protocol ExchangeRow: TableValues {
  /// The table name, the value of `"table"` in JSON Lines.
  static var table: String { get }

  /// Creates an empty row, whose columns are set one by one.
  init()

  /// The number of the export format in the file.
  var format: Int { get set }
  /// The version of the columns with which the row was written.
  var version: Int { get set }

  /// Throws if values contradict each other, although each of them is in its range.
  func checkOrder() throws(RowReason)
}

extension ExchangeRow { func checkOrder() throws(RowReason) {} }

/// A row of an export of rounds: a session, a trial, or a press.
///
/// The large cases are indirect, so that a value is cheap to copy.
enum ExchangedRow: Equatable {
  /// A session, which precedes its first trial.
  indirect case session(SessionLine)
  /// A trial, which its presses follow as separate rows.
  indirect case trial(TrialRow)
  /// A press of the preceding trial.
  case press(PressRow)
}

/// Reads the rows of a file in one format.
protocol ExchangeReader<Row> {
  associatedtype Row

  /// The bytes of the file.
  var bytes: FileBytes { get }
  /// The line of the current row, counted from 1.
  var lineNumber: Int { get }

  /// The versions of the columns in the file's header; empty if each row has its own version.
  var versions: [Int] { get }

  /// Reads the header of the file, if it has one.
  mutating func begin() throws(RowReason)

  /// Reads the next row; returns `nil` at the end of the file.
  mutating func next() throws(RowReason) -> Row?
}

/// A trial of an export or import, with its sessions, participants and presses.
@dynamicMemberLookup
struct TrialRow: ExchangeRow {
  static var table: String { "trial" }

  var format = TableVersion.format
  var version = TableVersion.current
  /// The globally unique identifier of the trial.
  var trialId = ""
  var created = 0
  /// The session in which the trial began.
  var session = SessionRow()
  /// The session in which the trial was resumed after its program was killed; `nil` if it wasn't.
  var resumption: SessionRow?
  /// The columns of the round, including its measured values.
  var values = Trial()
  /// The presses; empty until their rows have been read.
  var presses: [PressRow] = []
  /// 1 for a simulated trial; only used in files.
  var simulated: Int?
  /// The names of the study's rules that exclude the trial from analyses; only used in files.
  var excluded: String?
  /// The way in which the trial went on after an interruption; only used in files.
  var interrupted: String?
  /// The side on which the result of an adaptive test lies outside of its range; only used in files.
  var outside: String?
  /// The answers to the questions after the trial; only used in files.
  var answers: String?
  /// The mark of the export; only used in files.
  var exportId: String?

  /// All columns: those of the trial, its sessions and its round.
  static let allColumns: [TableColumn<TrialRow>] = {
    let own: [TableColumn<TrialRow>] = [
      .init("format", \.format, "version of these columns", in: .version),
      .init("trial_id", \.trialId, "permanent identifier of the trial", in: .name),
      .init(
        "created", \.created, "time of recording of the trial, in ms since 1970 (UTC)", in: .date),
    ]
    let ofSession = SessionRow.allColumns.map { column in
      TableColumn<TrialRow>(
        column, read: { column.read(&$0.session) },
        write: { column.write($0, &$1.session) })
    }
    let ofRound = Trial.allColumns.map { column in
      TableColumn<TrialRow>(
        column, read: { column.read(&$0.values) }, write: { column.write($0, &$1.values) })
    }
    return own + ofSession + columnsOfResumption + ofRound + columnsOfMarks
  }()

  /// The columns that exist in files only.
  ///
  /// An import checks the marks `simulated` and `export_id`, ignores the remarks, and counts the
  /// trials with answers.
  private static var columnsOfMarks: [TableColumn<TrialRow>] {
    [
      .init(
        "simulated", \.simulated, simulatedMeaning, from: .movesOfTrial,
        since: TableVersion.withMarks, levels: simulatedLevels, isStored: false)
    ] + columnsOfRemarks + [
      .init(
        "answers", \.answers,
        "answers to the questions after the trial, as NAME=ANSWER with blanks between them; an "
          + "answer with other characters than letters, digits, points and hyphens is between two "
          + "quotes, in which \\\" stands for a quote and \\\\ for a backslash; none without any",
        since: 11, isStored: false),
      .init(
        "export_id", \.exportId, exportIdMeaning, since: TableVersion.withExportId,
        isStored: false),
    ]
  }

  /// The columns that tell what other rows say about the trial.
  private static var columnsOfRemarks: [TableColumn<TrialRow>] {
    [
      .init(
        "excluded", \.excluded,
        "rules of the study file that exclude the trial, or its participant with all trials "
          + "and practice, separated by semicolons; none if no rule does",
        since: TableVersion.withMarks, isStored: false),
      .init(
        "interrupted", \.interrupted,
        "what followed an interruption of the trial, as when its program was killed; none without "
          + "one, and if nobody went on with the trial, which then has no outcome. A trial that was "
          + "interrupted is in no figure (include=resumed shows it)",
        from: .movesColumn, since: 13,
        levels: [
          "paused": "it went on with the same masked board, without a limit of time",
          "resumed": "its board was shown again, or its time went on",
          "replaced": "it was given up, and another trial of the test took its place",
        ], isStored: false),
      .init(
        "estimate_outside", \.outside,
        "side on which the result of an adaptive test after the trial lies outside of its range, so "
          + "that the estimate is no result; none within it. Figures leave out a test that ended so",
        from: .trialsOfTest, since: 14,
        levels: [
          "below": "below the lowest value that the test can measure",
          "above": "above the highest value that the test can measure",
        ], isStored: false),
    ]
  }

  static var exportIdMeaning: String {
    "mark of the export, the same in all of its files; none if all rows are in one"
  }

  static var simulatedMeaning: String { "1 if a model played, 0 if a person or a script" }
  static var simulatedLevels: KeyValuePairs<String, String> {
    ["0": "a person or a script", "1": "a model"]
  }

  /// The columns of the session that resumed the trial.
  ///
  /// In early versions these were all properties of that session; since there is a table of
  /// sessions, it is only the identifier.
  private static var columnsOfResumption: [TableColumn<TrialRow>] {
    let first = SessionRow.allColumns.filter { $0.version < TableVersion.withSessions }
    return first.map { column in
      let isName = column.name == "session_id"
      return TableColumn<TrialRow>(
        column, prefix: SessionRow.resumptionPrefix,
        "last session that resumed the trial; none if none did",
        until: isName ? TableVersion.current : TableVersion.withSessions - 1, isOptional: true,
        read: { row in
          guard var session = row.resumption else { return .null }
          return column.read(&session)
        },
        write: { value, row in
          if value == .null && row.resumption == nil { return true }
          var session = row.resumption ?? SessionRow()
          defer { row.resumption = session }
          return column.write(value, &session)
        })
    }
  }

  /// The value of a column of the round, as in `row.outcome`.
  subscript<Value>(dynamicMember path: WritableKeyPath<Trial, Value>) -> Value {
    get { values[keyPath: path] }
    set { values[keyPath: path] = newValue }
  }

  /// The value of a measured column, as in `row.linePresses`.
  subscript<Value>(dynamicMember path: WritableKeyPath<TrialMeasures, Value>) -> Value {
    get { values.measures[keyPath: path] }
    set { values.measures[keyPath: path] = newValue }
  }

  func checkOrder() throws(RowReason) {
    try session.checkOrder()
    try resumption?.checkOrder(prefix: SessionRow.resumptionPrefix)
  }

  /// Throws if the row must not be imported.
  ///
  /// A store may contain rows that fail, because older versions did not check them.
  func checkEntry() throws(RowReason) {
    try session.checkEntry()
    try resumption?.checkEntry(prefix: SessionRow.resumptionPrefix)
  }

  /// Returns whether the row is an earlier state of the same trial, or the same state.
  ///
  /// Of two states that differ only in the session of their last resumption, the one with the later
  /// session is the later one.
  func isEarlier(than other: TrialRow) -> Bool {
    var same = self
    same.presses = other.presses
    if values.outcome == nil {
      guard MoveText.begins(other.values.moves, with: values.moves) else { return false }
      same.resumption = other.resumption
      same.values.moves = other.values.moves
      same.values.outcome = other.values.outcome
      same.values.correct = other.values.correct
      same.values.finished = other.values.finished
      // An earlier copy may lack values that were stored later.
      same.values.exposure = other.values.exposure
      same.values.holdMet = other.values.holdMet
      same.values.measures = other.values.measures
    }
    // A test ends, or is resumed, after its last round.
    if values.testState == TestEnd.notYet {
      same.resumption = other.resumption ?? same.resumption
      same.values.testState = other.values.testState
      same.values.testComplete = other.values.testComplete
    }
    guard same == other else { return false }
    if values == other.values, let resumption, let later = other.resumption {
      return resumption.created <= later.created
    }
    return true
  }
}

extension TrialRow {
  /// Copies a stored round and its sessions, without presses.
  init(_ round: RoundRecord, _ session: SessionRow, resumption: SessionRow?) {
    self.init(
      trialId: round.objectId, created: round.dateCreated, session: session,
      resumption: resumption, values: round.values)
    values.renew()
  }
}

/// A session of an export or import, with its participant.
@dynamicMemberLookup
struct SessionRow: TableValues {
  /// The prefix of the columns of the session that resumed a trial.
  static var resumptionPrefix: String { "resumption_" }

  var participantId = ""
  /// The participant code.
  var participant = ""
  var participantCreated = 0
  /// The globally unique identifier of the session.
  var sessionId = ""
  /// The creation time of the session, in milliseconds since 1970.
  var created = 0
  var values = Session.Values()

  static let allColumns: [TableColumn<SessionRow>] =
    [
      .init(
        "participant_id", \.participantId, "permanent identifier of the participant", in: .name),
      .init(
        "participant", \.participant, "code of the participant; names are never asked", in: .name),
      .init(
        "participant_created", \.participantCreated,
        "time of creation of the participant, in ms since 1970 (UTC)", in: .date),
      .init(
        "session_id", \.sessionId, "permanent identifier of the session, a run of the program",
        in: .name),
      .init(
        "session_created", \.created, "start of the session, in ms since 1970 (UTC)", in: .date),
    ]
    + Session.Values.allColumns.map { column in
      TableColumn(
        column, read: { column.read(&$0.values) }, write: { column.write($0, &$1.values) })
    }

  subscript<Value>(dynamicMember path: WritableKeyPath<Session.Values, Value>) -> Value {
    get { values[keyPath: path] }
    set { values[keyPath: path] = newValue }
  }

  /// Sets who played in a session that an earlier version has written.
  mutating func nameUsualPlayer() {
    if values.player == nil { values.player = values.player(of: participant).rawValue }
  }

  /// Throws if the session ended before it began.
  func checkOrder(prefix: String = "") throws(RowReason) {
    if let ended = values.dateEnded, ended < created {
      throw .descends(prefix + "session_ended", from: prefix + "session_created")
    }
  }

  /// Throws if the participant's code is invalid.
  func checkEntry(prefix: String = "") throws(RowReason) {
    if !ParticipantCode.isValid(participant) {
      throw .noCode(prefix + "participant")
    }
    let isOfAgent = values.player == Session.Player.agent.rawValue
    if isOfAgent != (values.agent != nil) { throw .impossible(prefix + "agent") }
    if isOfAgent != (values.look != nil) { throw .impossible(prefix + "look") }
  }
}

extension SessionRow {
  /// Copies a stored session, except its process, which is meaningless on other machines.
  init(_ session: Session) {
    let owner = session.participant
    participantId = owner?.objectId ?? ""
    participant = owner?.code ?? ""
    participantCreated = owner?.dateCreated ?? 0
    sessionId = session.objectId
    created = session.dateCreated
    values = session.values
    values.process = ""
    nameUsualPlayer()
  }
}

/// A row of the table of sessions.
struct SessionLine: ExchangeRow {
  static var table: String { "session" }

  var format = TableVersion.format
  var version = TableVersion.current
  var session = SessionRow()
  /// 1 for a simulated session; only used in files.
  var simulated: Int?
  /// The mark of the export; only used in files.
  var exportId: String?

  static let allColumns: [TableColumn<SessionLine>] =
    [.init("format", \.format, "version of these columns", in: .version)]
    + SessionRow.allColumns.map { column in
      TableColumn(
        column, read: { column.read(&$0.session) },
        write: { column.write($0, &$1.session) })
    }
    + [
      .init(
        "simulated", \.simulated, TrialRow.simulatedMeaning, since: TableVersion.withMarks,
        levels: TrialRow.simulatedLevels, isStored: false),
      .init(
        "export_id", \.exportId, TrialRow.exportIdMeaning, since: TableVersion.withExportId,
        isStored: false),
    ]

  func checkOrder() throws(RowReason) { try session.checkOrder() }
}

/// A row of the table of presses.
@dynamicMemberLookup
struct PressRow: ExchangeRow {
  static var table: String { "press" }

  var format = TableVersion.format
  var version = TableVersion.current
  var pressId = ""
  var trialId = ""
  var created = 0
  var values = RoundMeasures.Press()
  /// `true` for a press of a trial that is told by turns, whose time no file has.
  var isInTurns = false
  /// 1 for a simulated press; only used in files.
  var simulated: Int?
  /// The mark of the export; only used in files.
  var exportId: String?

  static let allColumns: [TableColumn<PressRow>] =
    [
      .init("format", \.format, "version of these columns", in: .version),
      .init("press_id", \.pressId, "permanent identifier of the press", in: .name),
      .init("trial_id", \.trialId, "identifier of the trial of the press", in: .name),
      .init(
        "created", \.created, "time of recording of the press, in ms since 1970 (UTC)", in: .date),
    ]
    + RoundMeasures.Press.allColumns.map { column in
      guard column.name != "time" else { return time(column) }
      return TableColumn(
        column, read: { column.read(&$0.values) }, write: { column.write($0, &$1.values) })
    }
    + [
      .init(
        "simulated", \.simulated, TrialRow.simulatedMeaning, from: .movesOfTrial,
        since: TableVersion.withMarks, levels: TrialRow.simulatedLevels, isStored: false),
      .init(
        "export_id", \.exportId, TrialRow.exportIdMeaning, since: TableVersion.withExportId,
        isStored: false),
    ]

  /// Returns the column of the time, which is empty for a press that is told by turns.
  private static func time(
    _ column: TableColumn<RoundMeasures.Press>
  ) -> TableColumn<PressRow> {
    TableColumn(
      column, isOptional: true,
      read: { $0.isInTurns ? .null : column.read(&$0.values) },
      write: { value, row in
        row.isInTurns = value == .null
        return row.isInTurns || column.write(value, &row.values)
      })
  }

  subscript<Value>(dynamicMember path: WritableKeyPath<RoundMeasures.Press, Value>) -> Value {
    get { values[keyPath: path] }
    set { values[keyPath: path] = newValue }
  }
}

extension PressRow {
  /// Copies a stored press.
  init(_ press: PressRecord, trialId: String, isInTurns: Bool) {
    self.init(
      pressId: press.objectId, trialId: trialId, created: press.dateCreated, values: press.values,
      isInTurns: isInTurns)
  }
}
