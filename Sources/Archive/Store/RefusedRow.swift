import Game
public import Records
public import Shell
import Studies

/// An invalid or damaged row of a store, or line of a file, with the reason.
///
///     let row = RefusedRow(table: "Round", number: 7, reason: .impossible("mask"))
///     row.words(in: .english)  // row 7 of Round: "mask" has an impossible value
public struct RefusedRow: Error, Equatable, Sendable {
  /// The name of the file; `nil` for the store of the session.
  public let file: String?
  /// The table of the row; `nil` for a line of a file.
  public let table: String?
  /// The number of the row in its table, or of the line; both count from 1.
  public let number: Int
  public let reason: RowReason

  public init(table: String?, number: Int, reason: RowReason, in file: String? = nil) {
    self.file = file
    self.table = table
    self.number = number
    self.reason = reason
  }

  /// Returns the row with the name of the file that has it.
  public func inFile(_ file: String) -> RefusedRow {
    RefusedRow(table: table, number: number, reason: reason, in: file)
  }

  /// Creates the value for a record that could not be read completely.
  public init(_ record: some Record, _ error: RecordError) {
    self.init(table: type(of: record).entity, number: record.row, reason: RowReason(error))
  }
}

extension RefusedRow {
  /// Returns the sentence about the row, with its place.
  ///
  ///     data.csv:12: "h" must be a number
  public func words(in language: Language) -> String {
    let reason = reason.text.in(language)
    guard let table else { return "\(file ?? ""):\(number): \(reason)" }
    let row = language.pick("row \(number) of \(table): ", "\(table) の行\(number): ")
    return (file.map { "\($0): " } ?? "") + row + reason
  }
}

/// The reason why a line of a file or a row of a store is invalid, whose source the caller adds.
///
///     throw RowReason("it is not UTF-8", "UTF-8 ではありません")
public struct RowReason: Error, Equatable, Sendable {
  public let text: Text
  /// The name of the column that is invalid; empty if the whole row is.
  public let column: String
  /// `true` if the store has the row with another value.
  public var isDifference = false

  public init(_ english: String, _ japanese: String, column: String = "") {
    text = Text(english, japanese)
    self.column = column
  }

  /// Creates the reason for an error of a record: an unreadable column, or a wrong checksum.
  public init(_ error: RecordError) {
    self =
      if case .unreadable(_, _, let column) = error { .impossible(column) } else { .notAsWritten }
  }

  /// Creates the reason that a news item is not valid.
  public init(_ flaw: NewsFlaw) { self.init(flaw.text.english, flaw.text.japanese) }
}

/// What is said in several places.
extension RowReason {
  public static let notUnicode = RowReason("it is not UTF-8", "UTF-8 ではありません")
  /// The checksum of the row is wrong, or that of another row.
  public static let notAsWritten = RowReason("it was changed after it was written", "書いたときと違います")

  public static func tooLong(limit: Int) -> RowReason {
    RowReason("it is longer than \(limit) bytes", "\(limit)バイトより長い行です")
  }

  public static func tooMany(limit: Int) -> RowReason {
    RowReason("it has more than \(limit) columns", "列が\(limit)より多くあります")
  }

  public static func missingColumn(_ name: String) -> RowReason {
    RowReason("\"\(name)\" is missing", "\(name) がありません")
  }

  public static func noNumber(_ column: String) -> RowReason {
    RowReason("\"\(column)\" must be a number", "\(column) が数ではありません", column: column)
  }

  public static func noText(_ column: String) -> RowReason {
    RowReason("\"\(column)\" must be a text", "\(column) が文字列ではありません", column: column)
  }

  public static func tooLarge(_ column: String) -> RowReason {
    RowReason("\"\(column)\" is too large", "\(column) が大きすぎます", column: column)
  }

  /// The value is outside the range of the column.
  public static func impossible(_ column: String) -> RowReason {
    RowReason("\"\(column)\" has an impossible value", "\(column) がありえない値です", column: column)
  }

  public static func noDate(_ column: String) -> RowReason {
    RowReason("\"\(column)\" must be a date", "\(column) が日時ではありません", column: column)
  }

  /// The participant code is invalid.
  public static func noCode(_ column: String) -> RowReason {
    RowReason(
      "\"\(column)\" must be a participant's code: \(ParticipantCode.rule(in: .english))",
      "\(column) が参加者コードではありません: \(ParticipantCode.rule(in: .japanese))", column: column)
  }

  /// A value differs from the one that other columns determine.
  public static func contradiction(_ column: String, _ source: ColumnSource) -> RowReason {
    RowReason(
      "\"\(column)\" contradicts \(source.words.english)",
      "\(column) が\(source.words.japanese)と合いません", column: column)
  }

  /// A date is before another one that it must follow.
  public static func descends(_ column: String, from first: String) -> RowReason {
    RowReason(
      "\"\(column)\" is before \"\(first)\"", "\(column) が \(first) より前です", column: column)
  }

  /// The trial lacks the press with this number.
  public static func missingPress(_ index: Int, trialId: String) -> RowReason {
    RowReason(
      "press \(index) of trial \"\(trialId)\" is missing", "試行 \(trialId) の\(index)回目の押下がありません")
  }

  /// A press belongs to no trial.
  public static func surplusPress(_ index: Int, trialId: String) -> RowReason {
    RowReason(
      "press \(index) of trial \"\(trialId)\" belongs to no trial before it",
      "試行 \(trialId) の\(index)回目の押下は、前のどの試行のものでもありません")
  }

  /// The row belongs to another export than the named file.
  public static func otherExport(file: String) -> RowReason {
    RowReason("it belongs to another export than \"\(file)\"", "\(file) とは別の書き出しのものです")
  }

  /// The identifier has occurred before in the file.
  public static func twice(_ object: ExchangeObject, _ name: String) -> RowReason {
    RowReason(
      "\(object.words.english) \"\(name)\" appears twice",
      "\(object.words.japanese) \(name) が2つあります")
  }

  /// The store has the same identifier with another value in this column.
  public static func differs(
    _ object: ExchangeObject, _ name: String, column: String
  ) -> RowReason {
    var reason = RowReason(
      "\(object.words.english) \"\(name)\" has a different \"\(column)\" in the store",
      "\(object.words.japanese) \(name) は、記録にあるものと \(column) が違います", column: column)
    reason.isDifference = true
    return reason
  }
}

/// The kind of object that an error message names, such as a trial or a session.
///
///     throw RowReason.twice(.trial, "01J-3")
public enum ExchangeObject: Sendable {
  case news, participant, session, trial, press, study
}

extension ExchangeObject {
  /// The noun of a kind of row.
  fileprivate var words: Text {
    switch self {
    case .news: Text("news", "お知らせ")
    case .participant: Text("participant", "参加者")
    case .session: Text("session", "セッション")
    case .trial: Text("trial", "試行")
    case .press: Text("press", "押下")
    case .study: Text("study", "研究")
    }
  }
}

extension ColumnSource {
  /// The name of the columns that a value contradicts.
  fileprivate var words: Text {
    switch self {
    case .test: Text("\"test\"", " test ")
    case .testState: Text("\"test_state\"", " test_state ")
    case .header: Text("the names of the columns", "列の名前")
    case .rule: Text("the rule", "ルール")
    case .board: Text("the board", "盤")
    case .moves: Text("the moves", "手")
    case .movesOfTrial: Text("the moves of its trial", "その試行の手")
    case .sessions: Text("its session", "そのセッション")
    case .movesColumn: Text("\"moves\"", " moves ")
    case .otherColumns: Text("the others", "ほかの列")
    case .earlierLine: Text("an earlier line", "前の行")
    case .settings: Text("\"test\" and \"test_settings\"", " test とその設定")
    case .trialsOfTest: Text("the trials of its test", "そのテストの試行")
    case .created: Text("\"created\"", "記録された日時")
    case .study: Text("the study", "研究")
    case .studyText: Text("the text of the study", "研究の文")
    }
  }
}

extension NewsFlaw {
  /// The sentence about a property of a news item that is not valid.
  public var text: Text {
    switch self {
    case .noTitle: Text("a title needs at least 1 character", "題名には1文字以上が必要です")
    case .noURL:
      Text(
        "an image needs a URL, such as https://example.org/a.png",
        "画像には https://example.org/a.png のような URL が必要です")
    }
  }
}
