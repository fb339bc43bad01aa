package import Examiner

extension MoveFault: SpokenFact {
  package var japanese: String {
    switch self {
    case .offBoard(let cell, let size): cell.japanese(outside: size)
    case .alreadyPressed(let cell): "マス \(cell.h) \(cell.v) はもう押しました"
    case .alreadyMasked: "数字はもう隠れています"
    case .noHold: "このラウンドには提示時間がありません"
    case .noLimit: "制限時間は始まっていません"
    case .roundOver: "ラウンドは終わっています"
    }
  }
}

extension BoardFault: SpokenFact {
  package var japanese: String {
    switch self {
    case .columns(let h): "\(h)列: 盤の列は1から99までです"
    case .rows(let v): "\(v)行: 盤の行は1から99までです"
    case .empty: "盤には数字が1個以上必要です"
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
    }
  }
}

extension IdentifierFault: SpokenFact {
  package var japanese: String {
    switch self {
    case .expected(let part, let place): "\(place)文字目に\(part.japanese)が必要です"
    case .leadingZero(let place): "\(place)文字目の数が0で始まっています"
    case .numberTooLarge(let place): "\(place)文字目の数が大きすぎます"
    case .unknownGenerator(let version, let place): "\(place)文字目の生成器\(version)は分かりません（ここの生成器は1です）"
    case .board(let fault): fault.japanese
    case .seed(let fault): fault.japanese
    }
  }
}

extension SeedFault: SpokenFact {
  package var japanese: String {
    switch self {
    case .empty: "シードには1文字以上が必要です"
    case .tooLong(let limit): "シードは\(limit)バイトまでです"
    case .character(let scalar): "シードに使えない文字です: \(scalar.escapedHexadecimal)"
    }
  }
}

extension RuleFault: SpokenFact {
  package var japanese: String {
    switch self {
    case .hold(let milliseconds): "提示時間は1から\(Rule.holdLimits.upperBound)ミリ秒までです: \(milliseconds)"
    case .limit(let milliseconds): "制限時間は1から\(Rule.holdLimits.upperBound)ミリ秒までです: \(milliseconds)"
    case .holdWithoutMask: "hold= は数字を隠しますが、mask=never は隠しません"
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
