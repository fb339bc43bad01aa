import ChimpSystem
import Examiner
import Game
import Science
import Shell
import Statistics
import Terminal

/// The score of a finished test and of the games before it, for the picture at the end of a game.
///
/// ```swift
/// let end = EndOfGame(series, behind: bests.earlier, comparisons: [], in: .english)
/// end?.score  // 7
/// ```
struct EndOfGame: Equatable, Sendable {
  /// The score in digits.
  let score: String
  /// What the digits count, such as `numerals` or `%`.
  let unit: String
  /// The scores of the latest games and of this one, the latest last.
  let scores: [Int]
  /// The labels of the scores, such as the number of numerals.
  let labels: [String]
  /// The lines about the score, the first of which compares it.
  let comparisons: [String]

  /// The number of games that are shown beside the score.
  static var gameCount: Int { 10 }

  /// Creates the picture of a finished test; `nil` for a test without a score.
  init?(
    _ series: TestSeries, behind earlier: EarlierScores?, comparisons: [String],
    in language: Language
  ) {
    guard series.isOver, let byLevel = series.preset.isScoredByLevel,
      series.countedTrialCount > 0
    else { return nil }
    self.comparisons = comparisons
    let course = series.preset.course
    let own = TestScore(series)
    let all = (earlier?.all ?? []).suffix(Self.gameCount - 1) + [own]
    if byLevel {
      scores = all.map(\.level)
      labels = all.map { "\(course.step($0.level)?.numeralCount ?? $0.level)" }
      score = labels[labels.count - 1]
      unit =
        course.trainingCount > 0
        ? course.step(own.level).map { language.pick("at \($0.hold) ms", "\($0.hold)ミリ秒") } ?? ""
        : language.pick(own.level == 1 ? "numeral" : "numerals", "個")
    } else {
      scores = all.map { Int((100 * ((try? $0.passes.value()) ?? 0)).rounded()) }
      labels = scores.map(String.init)
      score = labels[labels.count - 1]
      unit = "%"
    }
  }
}

extension SceneCanvas {
  /// Draws the end of a game; returns the next free row.
  ///
  /// These are its comparisons, its score with the scores before it and, if there is room, the
  /// board of the last trial.
  mutating func draw(
    _ end: EndOfGame, _ board: LiveBoard, from first: Int, footRowCount: Int
  ) -> Int {
    var used = first
    for (index, line) in end.comparisons.enumerated() {
      let rows = text.wrapped(line)
      // The score, the state of the last trial and the keys are more important.
      guard index == 0 || grid.rowCount - used - rows.count > LargeDigits.height + 3 else { break }
      used += draw(rows, from: used, index == 0 ? .good : .plain)
    }
    let free = grid.rowCount - used - footRowCount
    let dotHeight = free >= 48 ? 3 : free >= 30 ? 2 : 1
    if free > LargeDigits.height * dotHeight {
      used += drawLarge(end, from: used + 1, dotHeight: dotHeight) + 1
    } else if end.scores.count > 1, free > 0 {
      used += draw(
        [caption(ofGames: end.scores.count) + ": " + labels(of: end).joined(separator: " ")],
        from: used)
    }
    // Replies, such as the lines to share, have three rows below the keys.
    let rest = grid.rowCount - used - 6
    guard rest > 0,
      let geometry = BoardGeometry(
        board.size, columns: text.columns, rowCount: min(rest, board.size.v * 2 + 1),
        top: used + 1, digitCount: board.digitCount)?.moved(toMargin: margin)
    else {
      // The empty row above the state is the first that is omitted.
      return min(used + 1, max(used, grid.rowCount - footRowCount))
    }
    draw(board, geometry)
    return used + 1 + geometry.rowCount
  }

  /// Draws the score in large digits, with the latest scores at its right; returns the number of
  /// rows.
  private mutating func drawLarge(_ end: EndOfGame, from first: Int, dotHeight: Int) -> Int {
    let digits = LargeDigits(end.score)
    let dotWidth = dotHeight * 2
    let height = LargeDigits.height * dotHeight
    let left = margin + 2
    draw(digits, row: first, column: left, dotWidth: dotWidth, dotHeight: dotHeight)
    let unitColumn = left + digits.columnCount(dotWidth: dotWidth) + 1
    grid.put(end.unit, row: first + height - 1, column: unitColumn, .bold)
    if end.scores.count > 1 {
      let column = unitColumn + max(displayWidth(end.unit), 2) + 2
      drawScores(of: end, row: first + height - LargeDigits.height, column: column)
    }
    return height
  }

  /// Returns the line above the scores that are shown.
  private func caption(ofGames count: Int) -> String {
    pen.language.pick("the last \(count) games", "最近の\(count)回")
  }

  /// Returns the labels of the scores; the best one has an asterisk.
  private func labels(of end: EndOfGame) -> [String] {
    let best = end.scores.lastIndex(of: end.scores.max() ?? 0)
    return end.labels.enumerated().map { $0 == best ? "\($1)*" : $1 }
  }

  /// Draws the latest scores as bars of three rows with their labels; without the characters of
  /// bars, only the labels.
  private mutating func drawScores(of end: EndOfGame, row: Int, column: Int) {
    let all = labels(of: end)
    let width = (all.map(\.utf8.count).max() ?? 1) + 1
    let count = min(all.count, (grid.columns - column) / width)
    guard count > 1 else { return }
    let labels = all.suffix(count)
    let top = max(1, end.scores.suffix(count).max() ?? 1)
    let caption = caption(ofGames: count)
    let short = pen.language.pick("last \(count)", "\(count)回")
    let hasRoom = displayWidth(caption) <= grid.columns - column
    grid.put(hasRoom ? caption : short, row: row, column: column, .dim)
    for (index, score) in end.scores.suffix(count).enumerated() {
      let left = column + index * width
      let label = labels[labels.startIndex + index]
      let style: TextGrid.Style = label.hasSuffix("*") ? .good : .plain
      grid.put(label, row: row + LargeDigits.height - 1, column: left, style)
      drawBar(ofEighths: score * 24 / top, row: row + 3, left..<left + width - 1, style)
    }
  }

  /// Draws a bar upwards from a row, in eighths of a row; nothing without its characters.
  private mutating func drawBar(
    ofEighths height: Int, row: Int, _ columns: Range<Int>, _ style: TextGrid.Style
  ) {
    let full: Unicode.Scalar = "\u{2588}"
    guard !pen.isPlain, pen.supportsUnicode, grid.columnCount(of: full) == 1 else { return }
    for offset in 0..<3 {
      let eighths = min(8, max(0, height - 8 * offset))
      guard eighths > 0, let sign = Unicode.Scalar(0x2580 + UInt32(eighths)) else { continue }
      grid.fill(row: row - offset, columns, with: sign, style)
    }
  }
}
