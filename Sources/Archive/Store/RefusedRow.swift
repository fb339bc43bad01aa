public import Examiner
import Game
public import Records
public import Shell
import Studies

/// An invalid or damaged row of a store, or line of a file, with the reason.
///
///     let row = RefusedRow(table: "Round", number: 7, reason: .value(.impossible, column: "mask"))
///     row.reason.column  // mask
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
    let reason = reason.words(in: language)
    guard let table else { return "\(file ?? ""):\(number): \(reason)" }
    let row = language.pick("row \(number) of \(table): ", "\(table) の行\(number): ")
    return (file.map { "\($0): " } ?? "") + row + reason
  }
}

/// The reason why a line of a file or a row of a store is invalid.
///
///     let reason = RowReason.value(.impossible, column: "mask")
///     throw RefusedRow(table: nil, number: 12, reason: reason, in: "data.csv")
public enum RowReason: Equatable, Sendable {
  /// The line is not valid UTF-8.
  case notUnicode
  case tooLong(limit: Int)
  /// The line can't be parsed; the value is the expected syntax.
  case syntax(ExpectedSyntax)
  /// The header is wrong, or the line has the wrong columns.
  case columns(LayoutReason)
  /// A value is invalid by itself.
  case value(ValueReason, column: String)
  /// The record of the store rejects its values.
  case refusedRecord(NewsFlaw)
  /// Values contradict each other or other rows.
  case content(ContentReason)

  /// Creates the reason for an error of a record: an unreadable column, or a wrong checksum.
  public init(_ error: RecordError) {
    self =
      if case .unreadable(_, _, let column) = error {
        .value(.impossible, column: column)
      } else { .content(.notAsWritten) }
  }

  /// The name of the column that is invalid; empty if the whole row is.
  public var column: String {
    switch self {
    case .value(_, let column), .content(.contradiction(let column, _)),
      .content(.descends(let column, _)), .content(.differs(_, _, let column)):
      column
    default: ""
    }
  }
}

extension RowReason {
  /// Returns the error message for an invalid line or row, whose source the caller adds.
  public func words(in language: Language) -> String {
    switch self {
    case .notUnicode: language.pick("it is not UTF-8", "UTF-8 ではありません")
    case .tooLong(let limit):
      language.pick("it is longer than \(limit) bytes", "\(limit)バイトより長い行です")
    case .syntax(let expected): expected.words(in: language)
    case .columns(let reason): reason.words(in: language)
    case .value(let reason, let column): reason.words(column, in: language)
    case .refusedRecord(let flaw): flaw.words(in: language)
    case .content(let reason): reason.words(in: language)
    }
  }
}

/// The syntax that a parser expected at an offset; bytes count from 1.
///
///     let reason = RowReason.syntax(.sign(":", byte: 8))
public enum ExpectedSyntax: Equatable, Sendable {
  /// A comma or the line end, after a quoted cell.
  case commaOrEnd
  /// A line feed, after a return.
  case lineFeed
  /// No quote, in the middle of a cell.
  case noQuote
  /// A closing quote.
  case endOfQuote
  /// The end of the line.
  case nothing
  /// No control or invisible character, unless it is escaped.
  case noControl

  case sign(Unicode.Scalar, byte: Int)
  case value(byte: Int)
  case escape(byte: Int)
  case character(byte: Int)
  case digits(byte: Int)
}

extension ExpectedSyntax {
  /// Returns the syntax that was expected at an offset of a line.
  fileprivate func words(in language: Language) -> String {
    let words =
      switch self {
      case .commaOrEnd: language.pick("a comma or the line's end after a quote", "引用符のあとのコンマか行末")
      case .lineFeed: language.pick("a line feed after a return", "CR のあとの LF")
      case .noQuote: language.pick("no quote inside a text", "文字列の途中に引用符がないこと")
      case .endOfQuote: language.pick("a quote before the file's end", "ファイルの終わりの前の引用符")
      case .nothing: language.pick("nothing after the object", "オブジェクトのあとに何もないこと")
      case .noControl:
        language.pick("no control or invisible character in a text", "文字列に制御文字や見えない文字がないこと")
      case .sign(let sign, let byte):
        language.pick("\(sign) at byte \(byte)", "\(byte)バイト目の \(sign)")
      case .value(let byte):
        language.pick("a text, a whole number or null at byte \(byte)", "\(byte)バイト目の文字列か整数か null")
      case .escape(let byte): language.pick("an escape at byte \(byte)", "\(byte)バイト目のエスケープ")
      case .character(let byte): language.pick("a character at byte \(byte)", "\(byte)バイト目の文字")
      case .digits(let byte): language.pick("four digits at byte \(byte)", "\(byte)バイト目の4桁の数字")
      }
    return language.pick("expected \(words)", "必要なもの: \(words)")
  }
}

/// The reason why the columns of a table are wrong.
///
///     let reason = RowReason.columns(.columnCount(61, expected: 62))
public enum LayoutReason: Equatable, Sendable {
  /// The column at this position, counted from 1, has another name or is missing.
  case wrongHeader(position: Int, expected: String)
  case columnCount(Int, expected: Int)
  /// There are more columns than are read.
  case tooMany(limit: Int)
  case unknownTable
  case otherTable(expected: String)
  case unknownColumn(String)
  case columnTwice(String)
  case missingColumn(String)
}

extension LayoutReason {
  /// Returns the error message for wrong columns.
  fileprivate func words(in language: Language) -> String {
    switch self {
    case .wrongHeader(let column, let expected):
      language.pick("column \(column) is not \"\(expected)\"", "列\(column)が \(expected) ではありません")
    case .columnCount(let count, let expected):
      language.pick(
        "\(counted(count, "column")) instead of \(expected)", "列が\(count)個あります（\(expected)個のはずです）")
    case .tooMany(let limit):
      language.pick("it has more than \(limit) columns", "列が\(limit)より多くあります")
    case .unknownTable:
      language.pick(
        "\"table\" is not one of \"session\", \"trial\" and \"press\"",
        "table が session、trial、press のどれでもありません")
    case .otherTable(let expected):
      language.pick("\"table\" is not \"\(expected)\"", "table が \(expected) ではありません")
    case .unknownColumn(let name):
      language.pick("there is no column \"\(name)\"", "\(name) という列はありません")
    case .columnTwice(let name): language.pick("\"\(name)\" is given twice", "\(name) が2回あります")
    case .missingColumn(let name): language.pick("\"\(name)\" is missing", "\(name) がありません")
    }
  }
}

/// The reason why the value of a column is invalid.
///
///     let reason = RowReason.value(.length(limit: 64), column: "participant")
public enum ValueReason: Equatable, Sendable {
  case noNumber, noText, tooLarge
  case unknownFormat(Int)
  /// The value is outside the range of the column.
  case impossible
  case length(limit: Int)
  case noDate
  /// The participant code is invalid.
  case noCode
  /// A character is invisible and must be written as an escape.
  case hiddenCharacter
  case badEscape
}

extension ValueReason {
  /// Returns the error message for a single value.
  fileprivate func words(_ column: String, in language: Language) -> String {
    switch self {
    case .noNumber: language.pick("\"\(column)\" must be a number", "\(column) が数ではありません")
    case .noText: language.pick("\"\(column)\" must be a text", "\(column) が文字列ではありません")
    case .tooLarge: language.pick("\"\(column)\" is too large", "\(column) が大きすぎます")
    case .unknownFormat(let format):
      language.pick(
        "format \(format) is unknown, this is format \(TableVersion.format)",
        "形式\(format)は分かりません（ここの形式は\(TableVersion.format)です）")
    case .impossible: language.pick("\"\(column)\" has an impossible value", "\(column) がありえない値です")
    case .length(let limit):
      language.pick("\"\(column)\" takes 1 to \(limit) bytes", "\(column) は1から\(limit)バイトです")
    case .noDate: language.pick("\"\(column)\" must be a date", "\(column) が日時ではありません")
    case .noCode:
      language.pick(
        "\"\(column)\" must be a participant's code: \(ParticipantCode.rule(in: language))",
        "\(column) が参加者コードではありません: \(ParticipantCode.rule(in: language))")
    case .hiddenCharacter:
      language.pick(
        "\"\(column)\" has an invisible character that is not written as an escape",
        "\(column) に見えない文字があります（エスケープで書いてください）")
    case .badEscape:
      language.pick("\"\(column)\" has an unknown escape", "\(column) に分からないエスケープがあります")
    }
  }
}

/// The reason why a row contradicts itself or other rows.
///
///     let reason = RowReason.content(.contradiction(column: "correct", of: .moves))
public enum ContentReason: Equatable, Sendable {
  /// A date is before another one that it must follow.
  case descends(column: String, from: String)
  /// The move at this index, counted from 1, is earlier than the previous one.
  case earlyMove(Int)
  /// The rules don't allow a move.
  case refusedMove(Int, ExaminerError)
  /// A value differs from the one that other columns determine.
  case contradiction(column: String, of: ColumnSource)
  /// The trial lacks the press with this number.
  case missingPress(Int, trialId: String)
  /// A press belongs to no trial.
  case surplusPress(Int, trialId: String)
  /// The participant with this code is not enrolled in the study.
  case notEnrolled(String)
  /// The checksum of the row is wrong, or that of another row.
  case notAsWritten
  /// The session of a trial is missing in the file.
  case missingSession(String)
  /// A session of the file has no trials.
  case surplusSession(String)
  /// The row belongs to another export than the named file.
  case otherExport(file: String)
  /// The identifier has occurred before in the file.
  case twice(ExchangeObject, String)
  /// The store has the same identifier with another value in this column.
  case differs(ExchangeObject, String, column: String)
}

extension ContentReason {
  /// Returns the error message for values that contradict each other.
  fileprivate func words(in language: Language) -> String {
    switch self {
    case .descends(let column, let first):
      language.pick("\"\(column)\" is before \"\(first)\"", "\(column) が \(first) より前です")
    case .earlyMove(let number):
      language.pick("move \(number) is earlier than the one before", "\(number)手目が前の手より早い時刻です")
    case .refusedMove(let number, let fault):
      language.pick("move \(number) is not possible: ", "\(number)手目はできません: ")
        + fault.words(in: language)
    case .contradiction(let column, let source):
      language.pick(
        "\"\(column)\" contradicts \(source.words(in: language))",
        "\(column) が\(source.words(in: language))と合いません")
    case .missingPress(let index, let trialId):
      language.pick(
        "press \(index) of trial \"\(trialId)\" is missing", "試行 \(trialId) の\(index)回目の押下がありません")
    case .surplusPress(let index, let trialId):
      language.pick(
        "press \(index) of trial \"\(trialId)\" belongs to no trial before it",
        "試行 \(trialId) の\(index)回目の押下は、前のどの試行のものでもありません")
    case .notEnrolled(let code): language.pick("\(code) is not enrolled", "\(code) は登録されていません")
    case .notAsWritten: language.pick("it was changed after it was written", "書いたときと違います")
    case .missingSession(let id):
      language.pick("session \"\(id)\" is missing before it", "その前にセッション \(id) がありません")
    case .surplusSession(let id):
      language.pick("session \"\(id)\" belongs to no trial", "セッション \(id) の試行がありません")
    case .otherExport(let file):
      language.pick(
        "it belongs to another export than \"\(file)\"", "\(file) とは別の書き出しのものです")
    case .twice(let object, let name):
      language.pick(
        "\(object.words(in: language)) \"\(name)\" appears twice",
        "\(object.words(in: language)) \(name) が2つあります")
    case .differs(let object, let name, let column):
      language.pick(
        "\(object.words(in: language)) \"\(name)\" has a different \"\(column)\" in the store",
        "\(object.words(in: language)) \(name) は、記録にあるものと \(column) が違います")
    }
  }
}

/// The kind of object that an error message names, such as a trial or a session.
///
///     let reason = RowReason.content(.twice(.trial, "01J-3"))
public enum ExchangeObject: Sendable {
  case news, participant, session, trial, press, study
}

extension ExchangeObject {
  /// Returns the noun of a kind of row.
  fileprivate func words(in language: Language) -> String {
    switch self {
    case .news: language.pick("news", "お知らせ")
    case .participant: language.pick("participant", "参加者")
    case .session: language.pick("session", "セッション")
    case .trial: language.pick("trial", "試行")
    case .press: language.pick("press", "押下")
    case .study: language.pick("study", "研究")
    }
  }
}

extension ColumnSource {
  /// Returns the name of the columns that a value contradicts.
  fileprivate func words(in language: Language) -> String {
    switch self {
    case .test: language.pick("\"test\"", " test ")
    case .testState: language.pick("\"test_state\"", " test_state ")
    case .header: language.pick("the names of the columns", "列の名前")
    case .rule: language.pick("the rule", "ルール")
    case .board: language.pick("the board", "盤")
    case .moves: language.pick("the moves", "手")
    case .movesOfTrial: language.pick("the moves of its trial", "その試行の手")
    case .sessions: language.pick("its session", "そのセッション")
    case .movesColumn: language.pick("\"moves\"", " moves ")
    case .otherColumns: language.pick("the others", "ほかの列")
    case .earlierLine: language.pick("an earlier line", "前の行")
    case .settings: language.pick("\"test\" and \"test_settings\"", " test とその設定")
    case .trialsOfTest: language.pick("the trials of its test", "そのテストの試行")
    case .created: language.pick("\"created\"", "記録された日時")
    case .study: language.pick("the study", "研究")
    case .studyText: language.pick("the text of the study", "研究の文")
    }
  }
}

extension NewsFlaw {
  /// Returns the sentence about a property of a news item that is not valid.
  public func words(in language: Language) -> String {
    switch self {
    case .noTitle: language.pick("a title needs at least 1 character", "題名には1文字以上が必要です")
    case .noURL:
      language.pick(
        "an image needs a URL, such as https://example.org/a.png",
        "画像には https://example.org/a.png のような URL が必要です")
    }
  }
}
