package import Examiner
package import Shell

/// Sentences for screen readers, which describe boards and moves.
///
///     3 numerals: 1 at column 3 row 2; 2 at column 1 row 2; 3 at column 1 row 1
///
/// A numeral comes before its cell, because it is looked for first; the sentences are short,
/// because a screen reader reads every word.
extension Language {
  /// Returns the numerals in ascending order, each with its cell.
  package func spoken(_ board: Board, fromIndex first: Int = 0) -> String {
    var cells: [String] = []
    board.forEachNumeral(fromIndex: first) { numeral, cell in
      cells.append(pick("\(numeral) at ", "\(numeral)は") + spoken(cell))
    }
    return pick("\(counted(cells.count, "numeral")): ", "数字\(cells.count)個: ")
      + cells.joined(separator: pick("; ", "、"))
  }

  package func spoken(_ cell: Cell) -> String {
    pick("column \(cell.h) row \(cell.v)", "列\(cell.h)行\(cell.v)")
  }

  /// Returns the sentence at the start of a round.
  package func spokenStart(ofRound number: Int, on size: BoardSize) -> String {
    pick(
      "round \(number): \(counted(size.h, "column")), \(counted(size.v, "row"))",
      "ラウンド\(number): \(size.h)列、\(size.v)行")
  }

  package func spokenResumption(ofRound number: Int) -> String {
    pick("round \(number) continues", "ラウンド\(number)の続きです")
  }

  package var spokenMask: String { pick("hidden", "隠れました") }

  /// Returns the sentence about the numeral to press next.
  package func spokenNext(_ numeral: Int) -> String { pick("\(numeral) next", "次は\(numeral)") }

  /// Returns the sentence about a move; `examiner` is the state after it.
  package func spoken(_ outcome: Outcome, of examiner: borrowing ChimpanzeeExaminer) -> String {
    let next =
      examiner.finish == nil
      ? pick(", ", "、") + spokenNext(examiner.board.numeral(atIndex: examiner.pressedCount)) : ""
    switch outcome {
    case .right: return pick("right", "正解") + next
    case .passed: return pick("right, passed", "正解、成功")
    case .wrong(_, let held?, let expected):
      return pick(
        "wrong: that was \(held), \(expected) came next", "まちがい: \(held)でした。正しくは\(expected)でした")
    case .wrong(_, nil, let expected):
      return pick(
        "wrong: nothing there, \(expected) came next", "まちがい: 何もありません。正しくは\(expected)でした")
    case .mistaken: return pick("wrong", "まちがい") + next
    case .ignored: return pick("ignored: nothing there", "無視: 何もありません") + next
    case .early: return earlyPress
    case .masked: return spokenMask + next
    case .gaveUp: return pick("you gave up", "降参")
    case .timedOut: return pick("timed out", "時間切れ")
    }
  }
}
