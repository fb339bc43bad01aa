import Examiner

/// What the examiner refuses; the English sentences are its own.
extension Language {
  /// Why a move was refused.
  func words(for fault: MoveFault) -> String {
    switch fault {
    case .offBoard(let cell, let size): pick("\(fault)", offBoard(cell, size))
    case .alreadyPressed(let cell): pick("\(fault)", "マス \(cell.h) \(cell.v) はもう押しました")
    case .alreadyMasked: pick("\(fault)", "数字はもう隠れています")
    case .noHold: pick("\(fault)", "このラウンドには提示時間がありません")
    case .noLimit: pick("\(fault)", "制限時間は始まっていません")
    case .roundOver: pick("\(fault)", "ラウンドは終わっています")
    }
  }

  /// Why a board can't be.
  func words(for fault: BoardFault) -> String {
    switch fault {
    case .columns(let h): pick("\(fault)", "\(h)列: 盤の列は1から99までです")
    case .rows(let v): pick("\(fault)", "\(v)行: 盤の行は1から99までです")
    case .empty: pick("\(fault)", "盤には数字が1個以上必要です")
    case .doesNotFit(let count, let size):
      pick("\(fault)", "\(size.h)x\(size.v)の盤（\(size.cellCount)マス）に\(count)個の数字は入りません")
    case .uneven(let cells, let numerals):
      pick("\(fault)", "\(numerals)個の数字にマスが\(cells)個あります")
    case .numeral(let numeral): pick("\(fault)", "数字は0から999999までです: \(numeral)")
    case .notAscending(let numeral): pick("\(fault)", "数字が小さい順に並んでいません: \(numeral)")
    case .rangeDescends(let low, let high):
      pick("\(fault)", "数字の範囲が逆です: \(low)..\(high)")
    case .rangeTooSmall(let count, let range):
      pick("\(fault)", "\(range.low)..\(range.high)（\(range.count)個）から\(count)個は選べません")
    case .offBoard(let cell, let size): pick("\(fault)", offBoard(cell, size))
    case .cellTwice(let cell): pick("\(fault)", "マス \(cell.h) \(cell.v) が2回あります")
    }
  }

  private func offBoard(_ cell: Cell, _ size: BoardSize) -> String {
    cell.h < 1 || cell.h > size.h
      ? "列\(cell.h)は盤にありません（列は1から\(size.h)まで）"
      : "行\(cell.v)は盤にありません（行は1から\(size.v)まで）"
  }

  /// Why a text is no identifier.
  func words(for fault: IdentifierFault) -> String {
    switch fault {
    case .expected(let part, let place):
      pick("\(fault)", "\(place)文字目に\(japanese(part))が必要です")
    case .leadingZero(let place): pick("\(fault)", "\(place)文字目の数が0で始まっています")
    case .numberTooLarge(let place): pick("\(fault)", "\(place)文字目の数が大きすぎます")
    case .unknownGenerator(let version, let place):
      pick("\(fault)", "\(place)文字目の生成器\(version)は分かりません（ここの生成器は1です）")
    case .board(let fault): words(for: fault)
    case .seed(let fault): words(for: fault)
    }
  }

  private func japanese(_ part: IdentifierPart) -> String {
    switch part {
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

  /// Why a text is no seed.
  func words(for fault: SeedFault) -> String {
    switch fault {
    case .empty: pick("\(fault)", "シードには1文字以上が必要です")
    case .tooLong(let limit): pick("\(fault)", "シードは\(limit)バイトまでです")
    case .character(let scalar):
      pick("\(fault)", "シードに使えない文字です: \(scalar.escapedHexadecimal)")
    }
  }

  /// Why a rule can't be.
  func words(for fault: RuleFault) -> String {
    switch fault {
    case .hold(let milliseconds):
      pick("\(fault)", "提示時間は1から\(Rule.holdLimits.upperBound)ミリ秒までです: \(milliseconds)")
    case .limit(let milliseconds):
      pick("\(fault)", "制限時間は1から\(Rule.holdLimits.upperBound)ミリ秒までです: \(milliseconds)")
    case .holdWithoutMask:
      pick("\(fault)", "hold= は数字を隠しますが、mask=never は隠しません")
    }
  }
}

extension Unicode.Scalar {
  fileprivate var escapedHexadecimal: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
