public import Examiner
public import Game
public import Science
public import Shell

/// The sentences of errors of the libraries, and of the rules behind them, in both languages.
extension ExaminerError {
  /// Returns the sentence about a board, a rule or a move that is not possible.
  public func words(in language: Language) -> String { language.pick("\(self)", japanese) }

  private var japanese: String {
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

extension ScienceError {
  /// Returns the reason why a statistic can't be computed.
  public func words(in language: Language) -> String {
    switch self {
    case .empty: language.pick("none", "ありません")
    case .tooFew(_, let needed):
      language.pick("an interval needs \(needed) trials", "区間には\(needed)試行が必要です")
    case .tooMany(let most): language.pick("there are more than \(most)", "\(most)を超えています")
    case .impossibleCount(let count, let whole):
      language.pick("\(count) of \(whole) is impossible", "\(whole)のうち\(count)はありえません")
    case .impossible: language.pick("a value is out of its range", "範囲外の値があります")
    case .allPassed(let count):
      language.pick("all \(count) passed, so there is no curve", "\(count)回すべて成功のため曲線はありません")
    case .allFailed(let count):
      language.pick("all \(count) failed, so there is no curve", "\(count)回すべて失敗のため曲線はありません")
    case .separated:
      language.pick(
        "passes and failures don't overlap, so there is no curve", "成功と失敗が重ならないため曲線はありません")
    case .noSpread:
      language.pick("there is no spread, so there is no interval", "ばらつきがないため区間はありません")
    case .tooWide:
      language.pick("the interval is too wide to tell anything", "区間が広すぎて何もわかりません")
    case .notIdentified:
      language.pick(
        "not identified: the estimate is at the end of its range", "推定できません: 推定値が範囲の端にあります")
    case .notRising: language.pick("the curve does not rise", "曲線は上がりません")
    case .notConverged(let count):
      language.pick("no curve was found in \(count) steps", "\(count)段では曲線が見つかりません")
    }
  }
}

extension ParticipantCode {
  /// Returns the characters that a code has.
  public static func rule(in language: Language) -> String {
    language.pick("1 to 32 letters (a to z, A to Z), digits and \"-\"", "1から32文字の英数字とハイフン")
  }
}
