package import ChimpSystem
package import Examiner
package import Game
package import Shell
package import Statistics

/// The size of a window, and the larger one that something needs.
///
///     let size = TerminalSize(columns: 30, rows: 10)
///     RoomShortage(size: size, needed: TerminalSize(columns: 40, rows: 14))
package struct RoomShortage: Equatable, Sendable {
  package let size: TerminalSize
  package let needed: TerminalSize

  package init(size: TerminalSize, needed: TerminalSize) {
    self.size = size
    self.needed = needed
  }
}

/// The texts of the live picture: titles, instructions and keys.
///
///     Remember where they are. When you press 1, the rest vanish.
///
/// On a narrow terminal a title or the keys lose their last clauses first, so the important words
/// come first.
package struct LiveWords {
  let language: Language

  package init(_ language: Language) { self.language = language }

  func pick(_ english: String, _ japanese: String) -> String {
    language.pick(english, japanese)
  }

  /// Returns the message that a window is too small for a board, with the size that it needs.
  package func noRoom(_ size: BoardSize, needed: TerminalSize) -> String {
    pick(
      "the window is too small for a board of \(size.h)x\(size.v): make it at least "
        + "\(needed.columns)x\(needed.rows)",
      "画面が小さく、\(size.h)x\(size.v)の盤が入りません。"
        + "\(needed.columns)x\(needed.rows)以上に広げてください")
  }

  /// Returns the reason why the menu is not shown, and how to begin nevertheless.
  package func noMenuRoom(_ shortage: RoomShortage) -> String {
    let size = shortage.size
    let needed = shortage.needed
    return pick(
      "this window (\(size.columns)x\(size.rows)) is too small for the menu: make it "
        + "at least \(needed.columns)x\(needed.rows) and type menu, or type start human-benchmark",
      "画面（\(size.columns)x\(size.rows)）が小さく、テストの一覧が入りません。"
        + "\(needed.columns)x\(needed.rows)以上に広げて menu と入力するか、start human-benchmark と入力してください")
  }

  package var menuTitle: String { pick("chimp: the chimpanzee memory test", "chimp: チンパンジーの記憶テスト") }

  package var menuSentence: String {
    pick(
      "Numerals appear and vanish: press them in order. Choose a test.",
      "数字が出て、消えます。小さい順に押してください。テストを選んでください。")
  }

  /// Returns the line above the menu after a test, with the score.
  package func menuSentence(behind score: String) -> String {
    pick("\(score). Choose a test.", "\(score)。テストを選んでください。")
  }

  /// Returns the description of a test in the menu.
  package func reason(for preset: TestPreset) -> String {
    description(of: preset) + boards(of: preset)
  }

  private func description(of preset: TestPreset) -> String {
    switch preset.name {
    case "human-benchmark":
      pick(
        "the web classic: one more after a pass, 3 misses end it",
        "有名なテスト: 成功すると1個増え、3回の失敗で終わる")
    case "zoo":
      pick(
        "a zoo's exhibit: you against its visitors",
        "動物園の展示: 来園者と比べてみる")
    case "monkey-ladder":
      pick("up and down: 2 s to look, 3 misses end it", "上り下り: 見る時間は2秒、3回の失敗で終わる")
    case "span":
      pick("your memory span: how many can you hold?", "記憶範囲: いくつ覚えられるか")
    case "inoue-masking":
      pick("no hurry: look as you like, 5 out of 1 to 9", "ゆっくり: 好きなだけ見て、1から9の5個")
    case "kawai": pick("Ai's test: 5 numerals out of 0 to 9", "アイのテスト: 0から9の5個")
    case "muramatsu": pick("numerals with gaps: 5 out of 1 to 19", "とびとびの数: 1から19の5個")
    case "inoue-650": pick("a long look: the numerals show for 0.65 s", "長めの提示: 数字は0.65秒")
    case "inoue-430": pick("a short look: the numerals show for 0.43 s", "短い提示: 数字は0.43秒")
    case "inoue-210":
      pick("Ayumu's test: the numerals flash for 0.2 s", "アユムのテスト: 数字は0.2秒だけ")
    default: preset.summary(in: language)
    }
  }

  /// Returns the number of a test's boards, as the end of its description; empty if it depends on
  /// the results.
  private func boards(of preset: TestPreset) -> String {
    guard case .trials(let count) = preset.course else { return "" }
    return pick(", \(count) boards", "、\(count)枚")
  }

  package var menuKeys: String {
    pick(
      "Enter, a digit or a click starts a test; ? help; Esc command line",
      "Enter、数字、クリックで開始。? は説明。Esc はコマンド入力")
  }

  /// Returns the instruction before a round begins.
  ///
  /// Before the first round of a test it tells what a press on an empty square does.
  package func preparing(
    _ preparation: RoundPreparation?, isFirst: Bool, _ emptyCell: Rule.EmptyCell
  ) -> String {
    switch preparation {
    case .fixation: pick("Look at the +", "+ を見てください")
    case .counting(let rest): pick("The numerals come in \(rest).", "数字まであと\(rest)。")
    case nil: pick("The numerals come next.", "次に数字が出ます。")
    case .waiting where isFirst:
      pick("Enter, space or a click shows the numerals. ", "Enter、スペース、クリックで数字が出ます。")
        + emptyCell.words(in: language)
    case .waiting:
      pick("Enter, space or a click shows the next numerals.", "Enter、スペース、クリックで次の数字が出ます。")
    }
  }

  /// Returns the instruction while the numerals are visible.
  ///
  /// It names the lowest numeral only if the round begins by pressing it.
  package func looking(masksAtFirstPress: Bool, hasHold: Bool, lowest: Int) -> String {
    if hasHold {
      return pick(
        "Remember where they are; they vanish after a moment.",
        "数字の場所を覚えてください。しばらくすると消えます。")
    }
    guard masksAtFirstPress else {
      return pick("Press the numerals in ascending order.", "数字を小さい順に押してください。")
    }
    return pick(
      "Remember where they are. When you press \(lowest), the rest vanish.",
      "数字の場所を覚えて、\(lowest)を押してください。残りは消えます。")
  }

  /// Returns the instruction after the first of two digits for a cell.
  package func rowComesNext(behindColumn column: Int) -> String {
    pick(
      "Column \(column): now type the row. Esc clears it.",
      "列は\(column)です。次に行の数字を押してください。Esc で消します。")
  }

  package var pressing: String {
    pick("Press the hidden numerals in ascending order.", "隠れた数字を小さい順に押してください。")
  }

  package var closedNext: String { pick("Press Enter to go on.", "Enter で進みます。") }

  package var closedBlockEnd: String {
    pick("This part is done, thank you. \(closedNext)", "ここまで終わりました。\(closedNext)")
  }

  /// Returns the number of a trial behind the title of its block; `count` is `nil` if it depends on
  /// the outcomes.
  package func closedTrial(_ number: Int, of count: Int?) -> String {
    let whole = count.map { pick(" of \($0)", "/\($0)") } ?? ""
    return pick(", trial \(number)\(whole)", "、試行\(number)\(whole)")
  }

  package var closedAgain: String { pick("Enter tries again.", "Enter でもう一度試します。") }

  package var closedMore: String {
    pick("Enter shows the rest, the up arrow goes back.", "Enter で続きを、上の矢印で前を表示します。")
  }

  package func closedPart(_ number: Int, of count: Int) -> String {
    pick("part \(number) of \(count)", "\(number)/\(count)")
  }

  package var closedEnd: String {
    pick("Thank you. Please call the experimenter.", "ありがとうございました。実験者を呼んでください。")
  }

  package var closedProblem: String {
    pick("Please call the experimenter.", "実験者を呼んでください。")
  }

  package func closedConsent(_ key: String) -> String {
    pick(
      "Type \(key) and press Enter to agree, or no and Enter: then nothing is kept.",
      "同意するときは \(key)、しないときは no と入力して Enter を押します。no では何も残りません。")
  }

  package var closedChoice: String {
    pick(
      "Choose with the arrows, a digit or a click, then press Enter.", "矢印、数字、クリックで選び、Enter を押します。")
  }

  package var closedBoardKeys: String {
    pick(
      "click, arrows and Enter, or column and row", "クリック、矢印と Enter、または列と行の数字")
  }

  package func closedLeave(hasWord: Bool) -> String {
    hasWord
      ? pick(
        "For the experimenter: type the word and press Enter. Enter alone goes back.",
        "実験者用: 言葉を入力して Enter を押します。Enter だけで戻ります。")
      : pick(
        "For the experimenter: Ctrl-C again leaves. Enter goes back.",
        "実験者用: もう一度 Ctrl-C で終わります。Enter で戻ります。")
  }

  /// Returns the question whether to leave a test, and what becomes of it.
  package func leaveQuestion(canContinue: Bool) -> String {
    canContinue
      ? pick(
        "Leave the test? It can be continued later. (y/n)",
        "テストをやめますか? あとで続けられます。(y/n)")
      : pick(
        "Leave the test? Its trials are kept, but it can't be continued. (y/n)",
        "テストをやめますか? 試行は残りますが、続きはできません。(y/n)")
  }

  /// Returns the keys at the end of a round.
  package func anotherGo(leadsToMenu: Bool) -> String {
    leadsToMenu
      ? pick("Enter plays again, Esc goes to the menu.", "Enter でもう一度、Esc でテストの一覧へ。")
      : pick("Enter plays again, Esc goes to the prompt.", "Enter でもう一度、Esc でコマンドへ。")
  }

  /// The keys while numerals are shown for a limited time.
  package var glanceKeys: String {
    pick(
      "no keys while the numerals show; Esc ends the look", "数字が出ている間、キーは使えません。Esc で提示を終えます")
  }

  package var boardKeys: String {
    pick(
      "? help; click, arrows and Enter, or column and row",
      "? は説明。クリック、矢印と Enter、または列と行の数字")
  }

  /// The keys at the end of a round besides those that play again or leave.
  package func endKeys(isTest: Bool) -> String {
    isTest
      ? pick("results lists your scores; ? help", "results で結果の一覧。? は説明")
      : pick("rounds lists your rounds; ? help", "rounds でラウンドの一覧。? は説明")
  }

  /// The keys that end the demonstration.
  package var demonstrationKeys: String {
    pick(
      "Enter or a digit starts a test, any other key goes back",
      "Enter か数字でテストを始めます。ほかのキーで戻ります")
  }

  package var questionKeys: String { pick("y or n, then Enter", "y か n を押して Enter") }

  package var helpKeys: String { pick("any key goes back", "どのキーでも戻ります") }

  package var listTitle: String { pick("the list", "リスト") }

  /// Returns the range of visible rows, to append to the title of a list.
  package func shownRows(_ rows: Range<Int>, of count: Int) -> String {
    pick(
      ": rows \(rows.lowerBound) to \(rows.upperBound - 1) of \(count)",
      ": \(count)行のうち\(rows.lowerBound)から\(rows.upperBound - 1)")
  }

  package var addButton: String { pick("[ Add ]", "[ 追加 ]") }

  package var listKeys: String {
    pick(
      "click, or arrows and Enter: a row, [ Add ]; Esc back; ? help",
      "クリックか矢印と Enter で行や [ 追加 ]。Esc で戻ります。? は説明")
  }

  package func progress(_ pressed: Int, of count: Int) -> String {
    pick("\(pressed) of \(count)", "\(pressed)/\(count)")
  }

  package func right(_ pressed: Int, of count: Int) -> String {
    pick("right: ", "正解: ") + progress(pressed, of: count)
  }

  package func passed(_ count: Int) -> String {
    pick(count == 1 ? "passed: 1 numeral" : "passed: all \(count) numerals", "成功: \(count)個すべて")
  }

  /// Returns the state of a failed round; the mistake is `nil` if the player may not know it.
  package func failed(_ pressed: Int, of count: Int, mistake: String?) -> String {
    let told = mistake.map { $0 + pick("; ", "。") } ?? ""
    return pick(
      "wrong: \(told)\(pressed) of \(count) correct", "まちがい: \(told)正解は\(pressed)/\(count)")
  }

  package func timedOut(_ pressed: Int, of count: Int) -> String {
    pick("timed out: \(pressed) of \(count) correct", "時間切れ: 正解は\(pressed)/\(count)")
  }

  /// The state of a round whose result is secret until the end of its test.
  package var over: String { pick("over", "終わり") }
  package var gaveUp: String { pick("you gave up", "降参") }
  /// The state after a test was stopped during a round.
  package var testStopped: String { pick("test stopped", "テストをやめました") }
  package var freeRound: String { pick("a round", "ラウンド") }

  package func freeSummary(_ plan: RoundPlan) -> String {
    pick("a single round: ", "1ラウンドだけ: ") + plan.words(in: language)
  }
}

extension Language {
  /// The error message of `timing` during a round on a real clock.
  package var noTimingDuringRound: String {
    pick(
      "no timing during a round: it would delay the round's clock",
      "ラウンドの途中では測れません。ラウンドの時計が遅れてしまいます")
  }

  package var noTerminal: String { pick("there is no terminal to measure", "時間を測る端末がありません") }

  /// Returns the reply of the command `timing`.
  package func lines(of sample: TimingSample) -> [String] {
    let trips = sample.roundTripFigures.map(words)
    let holds = sample.holdFigures.map(words)
    let requested = sample.requestedHold
    return [
      trips.map {
        pick(
          "round trip: \($0); until the terminal has read it, not shown it",
          "往復: \($0)。端末が読むまでの時間で、見えるまでの時間ではありません")
      } ?? pick("round trip: the terminal gives no answer", "往復: 端末が答えません"),
      holds.map { pick("written for \(requested) ms: \($0)", "\(requested)ミリ秒の提示: \($0)") },
      pick(
        "not measured: the delays of the display and the keyboard",
        "不明: 画面の書きかえの間隔、画面とキーボードの遅れ"),
    ].compactMap(\.self)
  }

  /// Returns the English summary of measured times that is stored with the session.
  package static func summary(of sample: TimingSample) -> String {
    let holds = sample.holdFigures.map {
      "hold \(sample.requestedHold): " + english.words(for: $0)
    }
    let trips = sample.roundTripFigures.map { "round trip: " + english.words(for: $0) }
    return [holds, trips].compactMap(\.self).joined(separator: "; ")
  }

  /// Returns the statistics of measured times as text.
  private func words(for figures: TimingFigures) -> String {
    let median = figures.median.decimal(2)
    let least = figures.least.decimal(2)
    let most = figures.most.decimal(2)
    let deviation = figures.deviation.map { pick(", sd ", "、標準偏差") + $0.decimal(2) } ?? ""
    return pick(
      "median \(median) ms\(deviation), range \(least) to \(most), n \(figures.count)",
      "中央値\(median)ミリ秒\(deviation)、範囲\(least)から\(most)、\(figures.count)回")
  }
}
