import Archive
import ChimpSystem
import Examiner
import Game
import Shell

/// The view of stored rounds: a list, one round, or a replay.
///
///     ArchiveView(speaker: speaker, isTestOn: false, reader: reader).showNone()
struct ArchiveView {
  /// Writes sentences to the output.
  let speaker: Speaker
  /// `true` during a test, in which board identifiers are secret.
  let isTestOn: Bool
  /// The width of the window and the format for the list.
  let reader: TableReader

  /// Writes the column titles of the list.
  ///
  /// A spoken list has none, because each line names its fields.
  func showHead() {
    guard !reader.isSpoken else { return }
    speaker.say(line: row(titles))
  }

  private var titles: [String] {
    speaker.language == .english
      ? ["round", "onset", "result", "pressed", "board"] : ["番号", "提示", "結果", "押した数", "盤"]
  }

  /// Writes the line of a round; of a damaged or unanswered one, only the number and date.
  func showLine(_ archived: ArchivedRound) {
    let number = "\(archived.number)"
    let date = date(archived.date)
    let language = speaker.language
    guard let round = archived.round else {
      return speaker.say(line: row([number, date, language.pick("damaged", "破損")]))
    }
    guard !archived.isUnanswered else {
      return speaker.say(line: row([number, date, language.pick("unanswered", "未回答")]))
    }
    let report = RoundReport(round)
    let fields = [
      number, date, report.outcomeWords(in: language), report.progress(in: language),
      identifier(report),
    ]
    speaker.say(line: row(fields))
  }

  /// Writes that there are no rounds.
  func showNone() { speaker.say("no rounds", "ラウンドはありません") }

  /// Writes a round with its presses and times and, if it has ended, its board.
  func show(_ archived: ArchivedRound, _ round: KeptRound) {
    let report = RoundReport(round)
    RoundReportView(speaker: speaker, isTestOn: isTestOn, reader: reader)
      .show(report, date: archived.date)
    guard report.outcome != nil else { return }
    if reader.isSpoken { return SpokenBoard(speaker).show(round.board) }
    draw(BoardImage(round.board))
  }

  /// Writes a round move by move, and compares the replayed outcome with the stored one.
  func play(_ kept: KeptRound) {
    var replay = RoundReplay(kept)
    let identifier = identifier(RoundReport(kept))
    speaker.say(
      "replay of round \(kept.number): \(identifier)", "ラウンド\(kept.number)の再生: \(identifier)")
    draw(replay.session)
    while let step = replay.next() {
      guard case .moved(let timed, let result) = step else { continue }
      let time = timed.time - kept.onset
      let isCutOff = kept.wasLeft && (try? result.get()) == .gaveUp
      let words =
        isCutOff
        ? kept.words(for: .gaveUp, in: speaker.language)
        : words(for: result, after: replay.session)
      speaker.say(
        "\(time) ms, \(timed.move): \(words)", "\(time)ミリ秒、\(timed.move): \(words)")
      // In words, the moves say what each board would.
      if !reader.isSpoken { draw(replay.session) }
    }
    let then = kept.words(for: kept.outcome, in: speaker.language)
    let outcome = replay.session.finish
    let now = kept.words(for: outcome, in: speaker.language)
    if replay.endsTheSame {
      speaker.say("the outcome is the same: \(then)", "結果は同じです: \(then)")
    } else {
      speaker.say(
        "the outcome differs: \(then) then, \(now) now", "結果が違います: 前は\(then)、今は\(now)")
    }
  }

  /// Returns the result of a replayed move; `session` is the state after it.
  private func words(
    for result: Result<Outcome, any Error>, after session: GameSession
  ) -> String {
    let language = speaker.language
    switch result {
    case .success(.right): return language.pick("right", "正解")
    case .success(.passed): return language.pick("passed", "成功")
    case .success(.wrong(let cell, _, _)), .success(.mistaken(let cell, _, _)):
      let mistake = session.examiner.mistake(at: cell, in: language)
      return language.pick("wrong, \(mistake)", "まちがい、\(mistake)")
    case .success(.ignored): return language.pick("ignored", "無視")
    case .success(.early): return language.pick("early", "早すぎ")
    case .success(.masked): return language.pick("hidden", "隠しました")
    case .success(.gaveUp): return language.pick("given up", "降参")
    case .success(.timedOut): return language.pick("timed out", "時間切れ")
    case .failure(let rejection):
      let reason = Refusal(rejection).words(in: language)
      return language.pick("refused, \(reason)", "拒否、\(reason)")
    }
  }

  /// Returns the identifier of a board, or a placeholder while a test keeps it secret.
  private func identifier(_ report: RoundReport) -> String {
    RoundReportView.identifier(report, isTestOn: isTestOn, in: speaker.language)
  }

  /// The window width in columns that the complete list needs.
  private static let wholeWidth = 76

  /// `true` if the window is narrower than the complete list.
  private var isNarrow: Bool { reader.columns.map { $0 < Self.wholeWidth } ?? false }

  /// Returns a date; in a narrow window, without seconds.
  private func date(_ date: String) -> String {
    isNarrow ? date.prefix(10).dropFirst(5) + " " + date.dropFirst(11).prefix(5) : date
  }

  /// Returns a line of the list, with aligned fields or as a sentence.
  ///
  /// In a narrow window it has no board identifier, which `round N` shows.
  private func row(_ fields: [String]) -> String {
    guard !reader.isSpoken else {
      return Table(titles, [fields]).sentence(of: fields, in: speaker.language)
    }
    let isWhole = fields.count == 5
    let fields = isNarrow && isWhole ? Array(fields.dropLast()) : fields
    let widths = isNarrow ? [5, 11, 8, 0] : [6, 24, 8, 8, 0]
    var row = ""
    for (index, (field, width)) in zip(fields, widths).enumerated() {
      let isPadded = isWhole && index < widths.count - 1
      row +=
        index == 0
        ? field.rightAligned(to: width) : "  " + field.padded(to: isPadded ? width : 0)
    }
    return row
  }

  /// Writes the board of a session, or its description for screen readers.
  private func draw(_ session: GameSession) {
    if reader.isSpoken {
      SpokenBoard(speaker).show(session)
    } else {
      draw(BoardImage(session.examiner, isMasked: session.looksMasked))
    }
  }

  /// Writes the text drawing of a board.
  private func draw(_ image: BoardImage) { speaker.output.write(image.bytes) }
}
