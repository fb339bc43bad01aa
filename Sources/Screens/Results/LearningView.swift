import ChimpSystem
import Science
import Shell
import Statistics

/// The reply of `learning`: a table of the participants of each test.
struct LearningView {
  let language: Language
  var reader = TableReader()

  /// Returns the tables, test by test, and a line about excluded trials.
  func lines(of report: SurveyReport<Learning>) -> [String] {
    let heads = [
      language.pick("participant", "参加者"), language.pick("sessions", "回数"),
      language.pick("first %", "最初 %"),
      language.pick("last %", "最後 %"), language.pick("odds ratio", "オッズ比"), "95 %",
    ]
    let found = report.figures.tests.flatMap { test in
      ["\(test.label):"]
        + aligned([heads] + test.participants.map { cells(of: $0) }, for: reader)
        + (test.all.sessions.count > 1 ? [test.all.words(in: language)] : [])
    }
    return (found.isEmpty ? [noTrials(in: language)] : found)
      + report.exclusions.notes(in: language)
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
