import ChimpSystem
import Science
import Shell
import Statistics

/// The reply of `learning`: a table of the participants of each test.
///
/// Without two sessions it has the share of the only one, and says where games are compared.
struct LearningView {
  let language: Language
  var reader = TableReader()

  /// Returns the tables, test by test, and a line about excluded trials.
  func lines(of report: SurveyReport<Learning>) -> [String] {
    let found = report.figures.tests.flatMap { test in
      let lines =
        ["\(test.label):"] + reader.lines(of: table(of: test), in: language)
        + test.all.lines(in: language, test.comparability)
      return test.kind?.marked(lines, in: language) ?? lines
    }
    let isOfOneSession = report.figures.tests.allSatisfy { !Self.hasSessions($0) }
    let hint = language.pick(
      "learning takes two sessions; \"plot score\" shows one game after the other",
      "上達には2回のセッションが必要です。plot score はゲームごとに表示します")
    return
      (found.isEmpty
      ? [noTrials(in: language)] : found + (isOfOneSession ? [hint] : []))
      + report.exclusions.notes(in: language)
  }

  /// Returns `true` if a participant has played a test in several sessions.
  private static func hasSessions(_ test: Learning.Test) -> Bool {
    test.participants.contains { $0.progress.sessions.count > 1 }
  }

  /// Returns the table of a test, without columns that would be empty.
  private func table(of test: Learning.Test) -> Table {
    let heads = [language.pick("participant", "参加者"), language.pick("sessions", "回数")]
    guard Self.hasSessions(test) else {
      return Table(
        heads + [language.pick("passed %", "成功 %")],
        test.participants.map { Array(cells(of: $0).prefix(3)) })
    }
    return Table(
      heads + [
        language.pick("first %", "最初 %"), language.pick("last %", "最後 %"),
        language.pick("odds ratio", "オッズ比"), "95 %",
      ], test.participants.map { cells(of: $0) }
    ).withoutEmptyColumns
  }

  /// Returns the table row of a participant.
  private func cells(of participant: Learning.Participant) -> [String] {
    let sessions = participant.progress.sessions
    let shares = [sessions.first, sessions.last].map {
      ($0?.share.value?.percent) ?? ""
    }
    let cells = [reader.name(of: participant.code, in: language), "\(sessions.count)"] + shares
    guard case .success(.ofTrials(let ratio)) = participant.progress.slope else { return cells }
    return cells + [ratio.value.decimal(3), ratio.interval.words(in: language) { $0.decimal(3) }]
  }
}
