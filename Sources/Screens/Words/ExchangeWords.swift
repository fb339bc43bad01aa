package import Archive
import Shell

/// The error messages about lines of exported files, and rows of stores.
///
///     data.csv:12: "h" must be a number
///
/// The subject is the name of the column in the file, and so isn't translated. The line and the
/// file are added by the caller.
extension Language {
  /// Returns the error message for a row of a store, with its name.
  func words(for row: RefusedRow) -> String {
    pick("row \(row.number) of \(row.table): ", "\(row.table) の行\(row.number): ")
      + words(for: row.reason)
  }

  /// Returns the error message for an invalid line or row, whose source the caller adds.
  package func words(for reason: RowReason) -> String {
    switch reason {
    case .notUnicode: pick("it is not UTF-8", "UTF-8 ではありません")
    case .tooLong(let limit): pick("it is longer than \(limit) bytes", "\(limit)バイトより長い行です")
    case .syntax(let expected): words(for: expected)
    case .columns(let reason): words(for: reason)
    case .value(let reason, let column): words(for: reason, column)
    case .refusedRecord(let flaw): words(for: flaw)
    case .content(let reason): words(for: reason)
    }
  }

  /// Returns the syntax that was expected at an offset of a line.
  func words(for expected: ExpectedSyntax) -> String {
    let words =
      switch expected {
      case .commaOrEnd: pick("a comma or the line's end after a quote", "引用符のあとのコンマか行末")
      case .lineFeed: pick("a line feed after a return", "CR のあとの LF")
      case .noQuote: pick("no quote inside a text", "文字列の途中に引用符がないこと")
      case .endOfQuote: pick("a quote before the file's end", "ファイルの終わりの前の引用符")
      case .nothing: pick("nothing after the object", "オブジェクトのあとに何もないこと")
      case .noControl:
        pick("no control or invisible character in a text", "文字列に制御文字や見えない文字がないこと")
      case .sign(let sign, let byte): pick("\(sign) at byte \(byte)", "\(byte)バイト目の \(sign)")
      case .value(let byte):
        pick("a text, a whole number or null at byte \(byte)", "\(byte)バイト目の文字列か整数か null")
      case .escape(let byte): pick("an escape at byte \(byte)", "\(byte)バイト目のエスケープ")
      case .character(let byte): pick("a character at byte \(byte)", "\(byte)バイト目の文字")
      case .digits(let byte): pick("four digits at byte \(byte)", "\(byte)バイト目の4桁の数字")
      }
    return pick("expected \(words)", "必要なもの: \(words)")
  }

  /// Returns the error message for wrong columns.
  func words(for reason: LayoutReason) -> String {
    switch reason {
    case .wrongHeader(let column, let expected):
      pick("column \(column) is not \"\(expected)\"", "列\(column)が \(expected) ではありません")
    case .columnCount(let count, let expected):
      pick(
        "\(counted(count, "column")) instead of \(expected)", "列が\(count)個あります（\(expected)個のはずです）")
    case .tooMany(let limit):
      pick("it has more than \(limit) columns", "列が\(limit)より多くあります")
    case .unknownTable:
      pick(
        "\"table\" is not one of \"session\", \"trial\" and \"press\"",
        "table が session、trial、press のどれでもありません")
    case .otherTable(let expected):
      pick("\"table\" is not \"\(expected)\"", "table が \(expected) ではありません")
    case .unknownColumn(let name): pick("there is no column \"\(name)\"", "\(name) という列はありません")
    case .columnTwice(let name): pick("\"\(name)\" is given twice", "\(name) が2回あります")
    case .missingColumn(let name): pick("\"\(name)\" is missing", "\(name) がありません")
    }
  }

  /// Returns the error message for a single value.
  func words(for reason: ValueReason, _ column: String) -> String {
    switch reason {
    case .noNumber: pick("\"\(column)\" must be a number", "\(column) が数ではありません")
    case .noText: pick("\"\(column)\" must be a text", "\(column) が文字列ではありません")
    case .tooLarge: pick("\"\(column)\" is too large", "\(column) が大きすぎます")
    case .unknownFormat(let format):
      pick(
        "format \(format) is unknown, this is format \(TableVersion.format)",
        "形式\(format)は分かりません（ここの形式は\(TableVersion.format)です）")
    case .impossible: pick("\"\(column)\" has an impossible value", "\(column) がありえない値です")
    case .length(let limit):
      pick("\"\(column)\" takes 1 to \(limit) bytes", "\(column) は1から\(limit)バイトです")
    case .noDate: pick("\"\(column)\" must be a date", "\(column) が日時ではありません")
    case .noCode:
      pick(
        "\"\(column)\" must be a participant's code: \(codeRule)",
        "\(column) が参加者コードではありません: \(codeRule)")
    case .hiddenCharacter:
      pick(
        "\"\(column)\" has an invisible character that is not written as an escape",
        "\(column) に見えない文字があります（エスケープで書いてください）")
    case .badEscape: pick("\"\(column)\" has an unknown escape", "\(column) に分からないエスケープがあります")
    }
  }

  /// Returns the error message for values that contradict each other.
  func words(for reason: ContentReason) -> String {
    switch reason {
    case .descends(let column, let first):
      pick("\"\(column)\" is before \"\(first)\"", "\(column) が \(first) より前です")
    case .earlyMove(let number):
      pick("move \(number) is earlier than the one before", "\(number)手目が前の手より早い時刻です")
    case .refusedMove(let number, let fault):
      pick("move \(number) is not possible: ", "\(number)手目はできません: ") + words(for: fault)
    case .contradiction(let column, let source):
      pick(
        "\"\(column)\" contradicts \(words(for: source))", "\(column) が\(words(for: source))と合いません")
    case .missingPress(let index, let trialId):
      pick(
        "press \(index) of trial \"\(trialId)\" is missing", "試行 \(trialId) の\(index)回目の押下がありません")
    case .surplusPress(let index, let trialId):
      pick(
        "press \(index) of trial \"\(trialId)\" belongs to no trial before it",
        "試行 \(trialId) の\(index)回目の押下は、前のどの試行のものでもありません")
    case .notEnrolled(let code): pick("\(code) is not enrolled", "\(code) は登録されていません")
    case .notAsWritten: pick("it was changed after it was written", "書いたときと違います")
    case .missingSession(let id):
      pick("session \"\(id)\" is missing before it", "その前にセッション \(id) がありません")
    case .surplusSession(let id):
      pick("session \"\(id)\" belongs to no trial", "セッション \(id) の試行がありません")
    case .otherExport(let file):
      pick(
        "it belongs to another export than \"\(file)\"", "\(file) とは別の書き出しのものです")
    case .notAsSent: pick("not what was sent", "送ったときと違います")
    case .twice(let object, let name):
      pick(
        "\(words(for: object)) \"\(name)\" appears twice",
        "\(words(for: object)) \(name) が2つあります")
    case .differs(let object, let name, let column):
      pick(
        "\(words(for: object)) \"\(name)\" has a different \"\(column)\" in the store",
        "\(words(for: object)) \(name) は、記録にあるものと \(column) が違います")
    }
  }

  /// Returns the name of the columns that a value contradicts.
  private func words(for source: ColumnSource) -> String {
    switch source {
    case .test: pick("\"test\"", " test ")
    case .testState: pick("\"test_state\"", " test_state ")
    case .header: pick("the names of the columns", "列の名前")
    case .rule: pick("the rule", "ルール")
    case .board: pick("the board", "盤")
    case .moves: pick("the moves", "手")
    case .movesOfTrial: pick("the moves of its trial", "その試行の手")
    case .sessions: pick("its session", "そのセッション")
    case .movesColumn: pick("\"moves\"", " moves ")
    case .otherColumns: pick("the others", "ほかの列")
    case .earlierLine: pick("an earlier line", "前の行")
    case .settings: pick("\"test\" and \"test_settings\"", " test とその設定")
    case .trialsOfTest: pick("the trials of its test", "そのテストの試行")
    case .created: pick("\"created\"", "記録された日時")
    case .study: pick("the study", "研究")
    case .studyText: pick("the text of the study", "研究の文")
    }
  }

  /// Returns the noun of a kind of row.
  private func words(for object: ExchangeObject) -> String {
    switch object {
    case .news: pick("news", "お知らせ")
    case .participant: pick("participant", "参加者")
    case .session: pick("session", "セッション")
    case .trial: pick("trial", "試行")
    case .press: pick("press", "押下")
    case .study: pick("study", "研究")
    }
  }

  /// The rule for participant codes.
  package var codeRule: String { pick("1 to 32 letters, digits and \"-\"", "1から32文字の英数字とハイフン") }
}
