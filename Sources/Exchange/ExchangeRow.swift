import Archive
import Console
import Game
import Records

/// A row of a table in files, with all versions of its columns.
///
///     struct NewsRow: ExchangeRow {
///       static var table: String { "news" }
///       static var allColumns: [TableColumn<NewsRow>] { [.init("title", \.title, "one line"), …] }
///     }
protocol ExchangeRow: TableValues {
  /// The name of the table: the value of `"table"` in JSON Lines.
  static var table: String { get }

  /// Creates a row whose columns are set one by one.
  init()

  /// The number of the format in the file.
  var format: Int { get set }
  /// The version of the tables in which the row was written.
  var version: Int { get set }

  /// Throws if the values contradict each other, although each is in its range.
  func checkOrder() throws(LineReason)
}

extension ExchangeRow { func checkOrder() throws(LineReason) {} }

/// A row of the tables of an export of the rounds, as it is read from a file.
///
/// The large cases are indirect, so that the others are cheap to copy.
enum ExchangedRow: Equatable {
  /// A session, which must come before the first trial that was played in it.
  indirect case session(SessionLine)
  /// A trial; its presses follow as separate rows.
  indirect case trial(TrialRow)
  /// A press of the last trial.
  case press(PressRow)
}

/// A reader of the rows of a file, for one format.
protocol ExchangeReader<Row> {
  associatedtype Row

  /// The bytes of the file.
  var bytes: FileBytes { get }
  /// The line of the current row, counted from 1.
  var lineNumber: Int { get }

  /// The versions of the tables that have the columns; empty if each row has its own.
  var versions: [Int] { get }

  /// Reads the header.
  mutating func begin() throws(LineReason)

  /// Reads the next row; `nil` at the end.
  mutating func next() throws(LineReason) -> Row?
}

/// A round in an exchange, with the sessions and the participants that it belongs to, and with its
/// presses, which are rows of their own table.
@dynamicMemberLookup
struct TrialRow: ExchangeRow {
  static var table: String { "trial" }

  var format = TableVersion.format
  var version = TableVersion.current
  /// The name of the trial in every store and every file.
  var trialId = ""
  var created = 0
  /// The session in which the trial began.
  var session = SessionRow()
  /// The session that resumed the trial after a killed program had left it.
  var resumption: SessionRow?
  /// The stored values of the round, including its measures.
  var values = Trial()
  /// The presses; empty in a row that was read alone.
  var presses: [PressRow] = []
  /// 1 for a simulated trial in a file; `nil` in a store.
  var simulated: Int?
  /// The study's rules that exclude the trial, in a file; `nil` in a store.
  var excluded: String?

  /// The columns of the trial: its own, then those of its sessions and of its round.
  static var allColumns: [TableColumn<TrialRow>] {
    let own: [TableColumn<TrialRow>] = [
      .init("format", \.format, "version of these columns", in: .version),
      .init("trial_id", \.trialId, "permanent identifier of the trial", in: .name),
      .init(
        "created", \.created, "time of recording of the trial, in ms since 1970 (UTC)", in: .date),
    ]
    let ofSession = SessionRow.allColumns.map { column in
      TableColumn<TrialRow>(
        column, read: { column.value(in: &$0.session) },
        write: { column.put($0, in: &$1.session) })
    }
    let ofRound = Trial.allColumns.map { column in
      TableColumn<TrialRow>(
        column, read: { column.value(in: &$0.values) }, write: { column.put($0, in: &$1.values) })
    }
    return own + ofSession + columnsOfResumption + ofRound + columnsOfMarks
  }

  /// The columns that exist in exports only; an import checks the first and ignores both.
  private static var columnsOfMarks: [TableColumn<TrialRow>] {
    [
      .init(
        "simulated", \.simulated, simulatedMeaning, from: .movesOfTrial,
        since: TableVersion.withMarks, levels: simulatedLevels, isStored: false),
      .init(
        "excluded", \.excluded,
        "rules of the study file that exclude the trial or its participant, separated by "
          + "semicolons; none if no rule does", since: TableVersion.withMarks, isStored: false),
    ]
  }

  static var simulatedMeaning: String { "1 if a model played, 0 if a person or a script" }
  static var simulatedLevels: KeyValuePairs<String, String> {
    ["0": "a person or a script", "1": "a model"]
  }

  /// The columns of the session that resumed the trial: all of them before there was a table of the
  /// sessions, and since then its name.
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
          return column.value(in: &session)
        },
        write: { value, row in
          if value == .null && row.resumption == nil { return true }
          var session = row.resumption ?? SessionRow()
          defer { row.resumption = session }
          return column.put(value, in: &session)
        })
    }
  }

  /// The value of a column of the round, so that it is accessed as `row.outcome`.
  subscript<Value>(dynamicMember path: WritableKeyPath<Trial, Value>) -> Value {
    get { values[keyPath: path] }
    set { values[keyPath: path] = newValue }
  }

  /// The value of a measure, such as `row.linePresses`.
  subscript<Value>(dynamicMember path: WritableKeyPath<TrialMeasures, Value>) -> Value {
    get { values.measures[keyPath: path] }
    set { values.measures[keyPath: path] = newValue }
  }

  func checkOrder() throws(LineReason) {
    try session.checkOrder()
    try resumption?.checkOrder(prefix: SessionRow.resumptionPrefix)
  }

  /// Throws if a row must not be imported.
  ///
  /// A store may contain rows that fail, because older programs did not check them.
  func checkEntry() throws(LineReason) {
    try session.checkEntry()
    try resumption?.checkEntry(prefix: SessionRow.resumptionPrefix)
  }

  /// Returns whether the row is an earlier state of the same trial.
  func isEarlier(than other: TrialRow) -> Bool {
    var same = self
    same.presses = other.presses
    if values.outcome == nil {
      guard MoveText.begins(other.values.moves, with: values.moves) else { return false }
      same.resumption = other.resumption
      same.values.moves = other.values.moves
      same.values.outcome = other.values.outcome
      same.values.correct = other.values.correct
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
    return same == other
  }
}

extension TrialRow {
  /// Copies a record with its sessions; the presses are added afterwards.
  init(_ round: RoundRecord, _ session: SessionRow, resumption: SessionRow?) {
    self.init(
      trialId: round.objectId, created: round.dateCreated, session: session,
      resumption: resumption, values: round.values)
    values.renew()
  }
}

/// A session in an exchange, with the participant that it belongs to.
@dynamicMemberLookup
struct SessionRow: TableValues {
  /// The prefix of the columns of the session that resumed a trial.
  static var resumptionPrefix: String { "resumption_" }

  var participantId = ""
  /// The participant's code.
  var participant = ""
  var participantCreated = 0
  /// The name of the session in every store and every file.
  var sessionId = ""
  /// The time of the session's creation, in milliseconds since 1970.
  var created = 0
  var values = Session.Values()

  static var allColumns: [TableColumn<SessionRow>] {
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
          column, read: { column.value(in: &$0.values) }, write: { column.put($0, in: &$1.values) })
      }
  }

  subscript<Value>(dynamicMember path: WritableKeyPath<Session.Values, Value>) -> Value {
    get { values[keyPath: path] }
    set { values[keyPath: path] = newValue }
  }

  /// Throws if the session ended before it began.
  func checkOrder(prefix: String = "") throws(LineReason) {
    if let ended = values.dateEnded, ended < created {
      throw .content(.descends(column: prefix + "session_ended", from: prefix + "session_created"))
    }
  }

  /// Throws if the participant's code is invalid.
  func checkEntry(prefix: String = "") throws(LineReason) {
    if !ParticipantCode.isValid(participant) {
      throw .value(.noCode, column: prefix + "participant")
    }
  }
}

extension SessionRow {
  /// Copies a session without its process, which has no meaning elsewhere.
  init(_ session: Session) {
    let owner = session.participant
    participantId = owner?.objectId ?? ""
    participant = owner?.code ?? ""
    participantCreated = owner?.dateCreated ?? 0
    sessionId = session.objectId
    created = session.dateCreated
    values = session.values
    values.process = ""
  }
}

/// A line of the table of sessions.
struct SessionLine: ExchangeRow {
  static var table: String { "session" }

  var format = TableVersion.format
  var version = TableVersion.current
  var session = SessionRow()
  /// 1 for a simulated session in a file; `nil` in a store.
  var simulated: Int?

  static var allColumns: [TableColumn<SessionLine>] {
    [.init("format", \.format, "version of these columns", in: .version)]
      + SessionRow.allColumns.map { column in
        TableColumn(
          column, read: { column.value(in: &$0.session) },
          write: { column.put($0, in: &$1.session) })
      }
      + [
        .init(
          "simulated", \.simulated, TrialRow.simulatedMeaning, since: TableVersion.withMarks,
          levels: TrialRow.simulatedLevels, isStored: false)
      ]
  }

  func checkOrder() throws(LineReason) { try session.checkOrder() }
}

/// A line of the table of presses.
@dynamicMemberLookup
struct PressRow: ExchangeRow {
  static var table: String { "press" }

  var format = TableVersion.format
  var version = TableVersion.current
  var pressId = ""
  var trialId = ""
  var created = 0
  var values = RoundMeasures.Press()
  /// 1 for a simulated press in a file; `nil` in a store.
  var simulated: Int?

  static var allColumns: [TableColumn<PressRow>] {
    [
      .init("format", \.format, "version of these columns", in: .version),
      .init("press_id", \.pressId, "permanent identifier of the press", in: .name),
      .init("trial_id", \.trialId, "identifier of the trial of the press", in: .name),
      .init(
        "created", \.created, "time of recording of the press, in ms since 1970 (UTC)", in: .date),
    ]
      + RoundMeasures.Press.allColumns.map { column in
        TableColumn(
          column, read: { column.value(in: &$0.values) }, write: { column.put($0, in: &$1.values) })
      }
      + [
        .init(
          "simulated", \.simulated, TrialRow.simulatedMeaning, from: .movesOfTrial,
          since: TableVersion.withMarks, levels: TrialRow.simulatedLevels, isStored: false)
      ]
  }

  subscript<Value>(dynamicMember path: WritableKeyPath<RoundMeasures.Press, Value>) -> Value {
    get { values[keyPath: path] }
    set { values[keyPath: path] = newValue }
  }
}

extension PressRow {
  /// Copies the record of a press.
  init(_ press: PressRecord, trialId: String) {
    self.init(
      pressId: press.objectId, trialId: trialId, created: press.dateCreated, values: press.values)
  }
}

/// The format of tables in files; the raw values are the endings of their names.
///
///     ExchangeFormat(endingOf: "data.csv") == .csv  // true
///     ExchangeFormat(endingOf: "data.txt") == nil  // true
package enum ExchangeFormat: String, CaseIterable, Sendable {
  /// Comma-separated values in several files, and JSON Lines in one.
  case csv, jsonl

  /// The format of a path's extension, if there is one.
  package init?(endingOf path: String) {
    guard let format = Self.allCases.first(where: { path.hasSuffix($0.ending) }) else { return nil }
    self = format
  }

  /// The extension of such files.
  package var ending: String { "." + rawValue }
}

/// The names of the files of one export, derived from the name that the user gave.
///
/// For `data.csv` they are `data-presses.csv`, `data-sessions.csv`, `data-long.csv`,
/// `data-participants.csv` and `data.csv.dictionary.txt`; JSON Lines has everything except the
/// dictionary in one file.
package struct ExchangeFiles {
  /// The file of the trials, or of everything if there is only one.
  let trials: NamedFile
  /// The file of the presses; `nil` if the file of the trials has them.
  let presses: NamedFile?
  /// The file of the sessions; `nil` if the file of the trials has them.
  let sessions: NamedFile?
  /// The file of the presses with all columns of their trials, for analysis.
  let long: NamedFile?
  /// The text that describes the columns of all these files.
  let dictionary: NamedFile
  /// The participants of studies, if there are any.
  let participants: NamedFile

  /// Derives the names.
  init(_ file: NamedFile, _ format: ExchangeFormat) {
    trials = file
    let name = file.name
    let hasEnding = name.hasSuffix(format.ending)
    let stem = hasEnding ? String(name.dropLast(format.ending.count)) : name
    func beside(_ kind: String) -> NamedFile? {
      format == .csv ? file.renamed("\(stem)-\(kind)" + (hasEnding ? format.ending : "")) : nil
    }
    presses = beside("presses")
    sessions = beside("sessions")
    long = beside("long")
    dictionary = file.renamed(name + ".dictionary.txt")
    participants = file.renamed("\(stem)-participants" + (hasEnding ? format.ending : ""))
  }

  /// All files; the one that the user named is published last.
  var all: [NamedFile] { [dictionary] + [long, sessions, presses].compactMap(\.self) + [trials] }
}
