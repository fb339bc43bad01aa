import ChimpSystem
import Examiner
import Game
import Shell

/// The view of a round's report: the board, the rule, the times and a table of presses.
///
///     RoundReportView(speaker: speaker, isTestOn: false).show(RoundReport(round))
struct RoundReportView {
  let speaker: Speaker
  /// `true` during a test, in which the seeds of boards must stay secret.
  let isTestOn: Bool
  /// The width of the window and the format for the table.
  let reader: TableReader

  /// Creates the view of reports.
  init(speaker: Speaker, isTestOn: Bool, reader: TableReader) {
    self.speaker = speaker
    self.isTestOn = isTestOn
    self.reader = reader
  }

  /// Writes the report; `date` is the date of a stored round, `nil` for the current one.
  func show(_ report: RoundReport, date: String? = nil) {
    let round = report.round
    showHeading(report)
    let identifier = Self.identifier(report, isTestOn: isTestOn, in: language)
    speaker.say("board: \(identifier)", "盤: \(identifier)")
    if report.outcome != nil && round.board.isInReadingOrder {
      speaker.say("order: the numerals could be pressed row by row", "順序: 数字は上の行から順に押せました")
    }
    speaker.say("rule: \(round.rule)", "ルール: \(round.rule)")
    if let test = round.test {
      speaker.say(
        "test: \(test.name), trial \(test.number)", "テスト: \(test.name)、試行\(test.number)")
    }
    showOnset(of: round, date: date)
    for gap in round.gaps {
      speaker.say(
        "interrupted after \(counted(gap, "move")), and resumed later",
        "\(gap)手のあとで中断し、あとで再開しました")
    }
    showHold(report)
    showTimes(report)
    showPresses(report)
  }

  private var language: Language { speaker.language }

  /// Writes the outcome and the number of pressed numerals.
  private func showHeading(_ report: RoundReport) {
    let number = report.round.number
    let progress = report.progress(in: language)
    let outcome = report.outcomeWords(in: language)
    guard report.outcome != .gaveUp else {
      let ending = report.round.wasLeft ? outcome : language.pick("gave up", "降参")
      return speaker.say(
        "round \(number): \(ending) at \(progress)", "ラウンド\(number): \(ending)、\(progress)")
    }
    speaker.say(
      "round \(number): \(outcome), \(progress)", "ラウンド\(number): \(outcome)、\(progress)")
  }

  /// Writes when the numerals were shown: in milliseconds, and as a date for a stored round.
  private func showOnset(of round: KeptRound, date: String?) {
    let isOfThisSession = date != nil || round.gaps.isEmpty
    let time =
      isOfThisSession
      ? duration(round.onset) : language.pick("in an earlier session", "以前のセッション")
    let date = date.map { language.pick(", \($0)", "、\($0)") } ?? ""
    speaker.say("onset: \(time)\(date)", "提示: \(time)\(date)")
  }

  /// Writes the requested and the measured time of visibility; writes nothing without a hold.
  private func showHold(_ report: RoundReport) {
    guard let requested = report.round.rule.hold else { return }
    let measured: String
    if report.round.exposure.isInTurns {
      measured = language.pick("told by requests", "要求の数で示します")
    } else if let time = report.measuredHold {
      measured = language.pick("measured \(time) ms", "実測\(time)ミリ秒")
    } else if report.outcome == nil && !report.wasMasked {
      measured = language.pick("not over", "途中")
    } else if !report.round.gaps.isEmpty {
      measured = notKnown
    } else if report.wasMasked {
      measured = language.pick("masked before", "その前に隠されました")
    } else {
      measured = language.pick("the round ended before", "その前にラウンドが終わりました")
    }
    speaker.say(
      "hold: requested \(requested) ms, \(measured)", "提示時間: 指定\(requested)ミリ秒、\(measured)")
  }

  /// Returns the seed or the cells of a board, as far as they may be shown.
  ///
  /// The cells are shown after the round. During a test both are hidden, because the seed of one
  /// board reveals the next.
  static func identifier(_ report: RoundReport, isTestOn: Bool, in language: Language)
    -> String
  {
    let board = report.round.board
    let isOver = report.outcome != nil
    let isHidden = report.round.test != nil && (isTestOn || !isOver)
    if let origin = board.origin, !isHidden { return origin.description }
    if isOver { return board.descriptiveIdentifier }
    return isHidden ? language.pick("hidden", "秘密") : language.pick("described", "記述された盤")
  }

  /// Writes the times before and after the mask; writes nothing before the first press.
  private func showTimes(_ report: RoundReport) {
    let exposure = report.round.exposure
    if exposure.isInTurns { return speaker.say(line: exposure.turnWords(in: language)) }
    let study =
      report.studyTime.map(duration)
      ?? (report.wasMasked
        ? notKnown : language.pick("nothing was masked", "数字は隠されませんでした"))
    speaker.say("study time: \(study)", "学習時間: \(study)")
    if let recall = report.recallTime {
      speaker.say("recall time: \(recall) ms", "想起時間: \(recall)ミリ秒")
    }
    if let time = report.firstPressFromOnset {
      let mask =
        report.firstPressFromMask.map {
          language.pick(", \($0) ms after the mask", "、隠してから\($0)ミリ秒")
        } ?? ""
      speaker.say(
        "first press: \(time) ms after the onset\(mask)", "最初の押下: 提示から\(time)ミリ秒\(mask)")
    }
  }

  private func duration(_ milliseconds: Int) -> String {
    language.pick("\(milliseconds) ms", "\(milliseconds)ミリ秒")
  }

  private var notKnown: String { language.pick("not known", "不明") }

  /// Writes the table of presses; writes nothing before the first press.
  private func showPresses(_ report: RoundReport) {
    guard !report.presses.isEmpty else { return }
    var rows = [
      language == .english
        ? ["press", "cell", "held", "due", "result", "time", "line_latency"]
        : ["回", "マス", "数字", "正答", "結果", "時間", "行の間隔"]
    ]
    for (index, press) in report.presses.enumerated() {
      // During the round, the numeral of a cell that is still to be pressed stays secret.
      let isSecret = press.judgement == .wrong || press.judgement == .early
      let isHidden = report.outcome == nil && isSecret
      let held = isHidden ? "?" : press.numeral.map { "\($0)" } ?? "-"
      rows.append([
        "\(index + 1)", "\(press.h) \(press.v)", held, "\(press.expected)",
        words(for: press.judgement), report.round.exposure.isInTurns ? "-" : "\(press.time)",
        press.lineLatency.map { "\($0)" } ?? "-",
      ])
    }
    let isNarrow = reader.columns.map { $0 < Self.widths.reduce(0, +) } ?? false
    let isSpoken = reader.isSpoken
    let lines =
      isSpoken
      ? reader.lines(of: Table(rows[0], Array(rows.dropFirst()), textColumns: 0), in: language)
      : isNarrow ? aligned(rows, textColumns: 0, for: reader) : rows.map(Self.row)
    for line in lines { speaker.say(line: line) }
  }

  /// Returns the result of a press in a word.
  private func words(for judgement: RoundMeasures.Judgement) -> String {
    switch judgement {
    case .right: language.pick("right", "正解")
    case .wrong: language.pick("wrong", "まちがい")
    case .ignored: language.pick("ignored", "無視")
    case .early: language.pick("early", "早すぎ")
    }
  }

  /// The column widths of the table in a wide window.
  private static let widths = [5, 7, 8, 8, 9, 9, 14]

  /// Returns a table row with fields aligned to the right.
  private static func row(_ fields: [String]) -> String {
    zip(fields, widths).map { $0.rightAligned(to: $1) }.joined()
  }
}

extension Exposure {
  /// Returns the requests of an agent that are told instead of times.
  func turnWords(in language: Language) -> String {
    let first = firstTurn.map {
      language.pick("the first press with request \($0), ", "最初の押下は\($0)番目の要求、")
    }
    let all = turns ?? 0
    let tokens = tokens.map { language.pick(", \(counted($0, "token"))", "、トークン\($0)個") }
    return language.pick("requests after the look: ", "提示のあとの要求: ") + (first ?? "")
      + language.pick("\(all) in all", "全部で\(all)") + (tokens ?? "")
  }
}

extension RoundReport {
  /// Returns the number of pressed numerals, and of all: `3 of 5`.
  func progress(in language: Language) -> String {
    let count = round.board.count
    return language.pick(
      "\(measures.pressedCount) of \(count)", "\(measures.pressedCount)/\(count)")
  }
}

extension RoundReport {
  /// Returns the outcome in a word.
  func outcomeWords(in language: Language) -> String { round.words(for: outcome, in: language) }
}

extension KeptRound {
  /// Returns an outcome of the round in a word.
  ///
  /// A round in progress when it or its test was stopped was cut off: nobody gave it up.
  func words(for outcome: RoundOutcome?, in language: Language) -> String {
    outcome == .gaveUp && wasLeft
      ? language.pick("cut off", "打ち切り") : outcome.words(in: language)
  }
}

extension RoundOutcome {
  /// Returns the outcome in a word.
  func words(in language: Language) -> String {
    switch self {
    case .passed: language.pick("passed", "成功")
    case .failed: language.pick("failed", "失敗")
    case .gaveUp: language.pick("given up", "降参")
    case .timedOut: language.pick("timed out", "時間切れ")
    case .quit: language.pick("quit", "終了")
    }
  }
}

extension RoundOutcome? {
  /// Returns the outcome in a word; `nil` is a round in progress.
  func words(in language: Language) -> String {
    self?.words(in: language) ?? language.pick("not over", "途中")
  }

  /// Returns the outcome as the beginning of a line about a round, which may have been cut off;
  /// empty during the round.
  func beginning(in language: Language, wasLeft: Bool) -> String {
    switch self {
    case nil: return ""
    case .gaveUp where wasLeft: return language.pick("cut off at ", "打ち切り、")
    case .gaveUp: return language.pick("you gave up at ", "降参、")
    case .some(let finish):
      let outcome = finish.words(in: language)
      return language.pick("\(outcome), ", "\(outcome)、")
    }
  }
}
