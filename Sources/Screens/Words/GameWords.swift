package import Archive
import ChimpSystem
package import Examiner
package import Game
package import Shell

/// Sentences about modes, credits and the beginning of rounds, and error messages about moves.
///
///     mode: attract, credit is next (with the next "wait")
///
/// An error message names the cell, number or range that is wrong. It must reveal neither the
/// numerals of a masked board nor their positions.
extension Language {
  /// Returns the error message for a command about the round.
  package func words(for refusal: RoundRefusal) -> String {
    switch refusal {
    case .rejected(let rejection): words(for: rejection)
    case .board(let fault): words(for: fault)
    case .terminalTooSmall(let size, let needed): noRoom(size, needed: needed)
    case .unknownRound(let number):
      pick(
        "there is no round \(number) (\"rounds\" lists them)",
        "ラウンド\(number)はありません（rounds で一覧を表示します）")
    case .notOver(let number): pick("round \(number) is still running", "ラウンド\(number)はまだ終わっていません")
    case .cannotHide:
      pick(
        "no timed looks here: this terminal can't make the numerals vanish",
        "提示時間のあるラウンドはできません。数字を消す必要がありますが、この端末では消せません")
    case .cannotSpeakHold:
      pick(
        "no timed looks with a spoken board: hearing the numerals takes longer",
        "読み上げる盤では、提示時間のあるラウンドはできません。聞き終える前に数字が隠れます")
    case .nothingInterrupted: pick("no round was interrupted", "中断したラウンドはありません")
    case .nothingWaits: pick("no trial is waiting to begin", "開始を待っている試行はありません")
    case .testGoesOn: pick("a test is running (\"stop\" ends it)", "テストの途中です（stop でやめられます）")
    case .testIsSilent:
      pick(
        "this test shows no results before its end (feedback= in \"help tests\")",
        "このテストの結果は終わるまで見られません（help tests の feedback=）")
    case .noTest: pick("no test is running (\"menu\" lists them)", "テストは行っていません（menu で選びます）")
    case .playedElsewhere:
      pick(
        "another program has continued this round (\"start\" begins another one)",
        "このラウンドは、ほかのプログラムで続けられました（start で別のラウンドを始めます）")
    case .keptTooMuch(let limit):
      pick(
        "a restricted session keeps at most \(limit) rounds and presses",
        "制限されたセッションで残せるのは、ラウンドと押下を合わせて\(limit)件までです")
    }
  }

  /// Returns the error message for a board that does not fit on the terminal.
  private func noRoom(_ size: TerminalSize, needed: TerminalSize) -> String {
    pick(
      "the board needs \(needed.columns) columns and \(needed.rows) lines, "
        + "the terminal has \(size.columns) and \(size.rows)",
      "盤には\(needed.columns)桁と\(needed.rows)行が必要ですが、"
        + "端末は\(size.columns)桁と\(size.rows)行です")
  }

  /// Returns the error message for an input that the session rejects.
  package func words(for rejection: Rejection) -> String {
    switch rejection {
    case .noRound:
      pick(
        "no round yet (\"menu\" shows the tests, \"start 5 8 5\" begins a round)",
        "ラウンドはまだありません（menu でテストを、start 5 8 5 でラウンドを始めます）")
    case .noCredit: pick("no credit is left (\"coin\" puts one in)", "クレジットがありません（coin で入れられます）")
    case .move(let fault): words(for: fault)
    case .cellTwice(let cell):
      pick("square \(cell.h) \(cell.v) is given twice", "マス \(cell.h) \(cell.v) が2回あります")
    case .damagedRound(let number):
      pick(
        "round \(number) is damaged (\"check-store\" lists the damage)",
        "ラウンド\(number)の記録は壊れています（check-store で調べます）")
    }
  }

  /// Evaluates an expression about a board or a rule; throws its error message in this language,
  /// about the argument at a column.
  package func checking<Result>(
    at column: @autoclosure () -> Int?, _ work: @autoclosure () throws(ExaminerError) -> Result
  ) throws(ConsoleError) -> Result {
    do throws(ExaminerError) { return try work() } catch {
      throw .invalid(words(for: error), column: column())
    }
  }

  /// Returns the error message for a board identifier, with the position of the error.
  package func damagedIdentifier(_ error: ExaminerError) -> String {
    pick("damaged identifier: ", "識別子が正しくありません: ") + words(for: error)
  }

  func noRange(_ text: String) -> String {
    pick(
      "numerals= takes a range such as 1..9, not \"\(text)\"",
      "numerals= は 1..9 のような範囲で書いてください: \(text)")
  }
}

extension ExaminerError: SpokenFact {
  package var japanese: String {
    switch self {
    case .columns(let h): "\(h)列: 盤の列は1から99までです"
    case .rows(let v): "\(v)行: 盤の行は1から99までです"
    case .noNumeral: "盤には数字が1個以上必要です"
    case .doesNotFit(let count, let size):
      "\(size.h)x\(size.v)の盤（\(size.cellCount)マス）に\(count)個の数字は入りません"
    case .uneven(let cells, let numerals): "\(numerals)個の数字にマスが\(cells)個あります"
    case .numeral(let numeral): "数字は0から999999までです: \(numeral)"
    case .notAscending(let numeral): "数字が小さい順に並んでいません: \(numeral)"
    case .rangeDescends(let low, let high): "数字の範囲が逆です: \(low)..\(high)"
    case .rangeTooSmall(let count, let range):
      "\(range.low)..\(range.high)（\(range.count)個）から\(count)個は選べません"
    case .offBoard(let cell, let size): cell.japanese(outside: size)
    case .cellTwice(let cell): "マス \(cell.h) \(cell.v) が2回あります"
    case .emptySeed: "シードには1文字以上が必要です"
    case .seedTooLong(let limit): "シードは\(limit)バイトまでです"
    case .seedCharacter(let scalar): "シードに使えない文字です: \(scalar.escapedHexadecimal)"
    case .expected(let part, let index): "\(index)文字目に\(part.japanese)が必要です"
    case .leadingZero(let index): "\(index)文字目の数が0で始まっています"
    case .numberTooLarge(let index): "\(index)文字目の数が大きすぎます"
    case .unknownGenerator(let version, let index): "\(index)文字目の生成器\(version)は分かりません（ここの生成器は1です）"
    case .hold(let milliseconds): "提示時間は1から\(Rule.holdLimits.upperBound)ミリ秒までです: \(milliseconds)"
    case .limit(let milliseconds): "制限時間は1から\(Rule.holdLimits.upperBound)ミリ秒までです: \(milliseconds)"
    case .holdWithoutMask: "hold= は数字を隠しますが、mask=never は隠しません"
    case .pressWithoutHold: "press= は提示時間中の押下の効果で、hold= が必要です"
    case .alreadyPressed(let cell): "マス \(cell.h) \(cell.v) はもう押しました"
    case .alreadyMasked: "数字はもう隠れています"
    case .noHold: "このラウンドには提示時間がありません"
    case .noLimit: "制限時間は始まっていません"
    case .roundOver: "ラウンドは終わっています"
    }
  }
}

extension IdentifierPart {
  fileprivate var japanese: String {
    switch self {
    case .columns: "列の数"
    case .sign(let sign): " \(sign) "
    case .rows: "行の数"
    case .column: "列"
    case .row: "行"
    case .numeral: "数字"
    case .count: "数字の個数"
    case .generator: "生成器の版"
    case .end: "終わり"
    }
  }
}

extension Cell {
  /// Returns the column or row that is outside of the board, in Japanese.
  fileprivate func japanese(outside size: BoardSize) -> String {
    h < 1 || h > size.h ? "列\(h)は盤にありません（列は1から\(size.h)まで）" : "行\(v)は盤にありません（行は1から\(size.v)まで）"
  }
}

extension Unicode.Scalar {
  fileprivate var escapedHexadecimal: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
