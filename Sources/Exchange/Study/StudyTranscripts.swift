import Archive
import ChimpSystem
import Examiner
import Game
import Shell
import Studies

/// The texts of participants of studies, in which each choice is between `<<` and `>>`.
///
///     var transcripts = StudyTranscripts(consents)
///     transcripts.add(row)
///     let bytes = transcripts.lines()
struct StudyTranscripts {
  /// A participant of a study.
  private struct Participant: Hashable {
    let study: StudyText
    let code: String
  }

  /// What a participant saw and pressed in a trial.
  private struct Episode {
    /// The onset in ISO 8601, by which the trials are in the order in which they were played.
    let date: String
    let session: Int
    let block: Int
    let isPractice: Bool
    /// The number of the trial in its block, from which a reader sees that one was left out.
    let number: Int
    let condition: String?
    let sentences: String
    /// The time of each choice since the onset, in milliseconds.
    let times: [Int]
  }

  private let consents: Consents
  private var plans: [Participant: StudyPlan] = [:]
  private var episodes: [Participant: [Episode]] = [:]
  /// The participants in the order of their first trials in the store.
  private var participants: [Participant] = []
  private(set) var skippedTrials = TranscriptOmissions()
  private(set) var trialCount = 0
  private(set) var choiceCount = 0
  var participantCount: Int { participants.count }

  init(_ consents: Consents) { self.consents = consents }

  /// Adds a trial, or counts it as left out.
  mutating func add(_ row: TrialRow) {
    if let reason = Self.reason(toLeaveOut: row) { return skippedTrials.add(reason) }
    guard let plan = consents.plan(of: row), let study = StudyText(of: row.values),
      let board = try? BoardIdentifier(row.values.board).board()
    else { return skippedTrials.add(.notAgreed) }
    if let reason = Self.reason(toLeaveOutOfText: row) { return skippedTrials.add(reason) }
    let participant = Participant(study: study, code: row.session.participant)
    if plans[participant] == nil {
      plans[participant] = plan
      participants.append(participant)
    }
    let times = row.presses.map(\.values).filter { $0.judgement != .early }.map(\.time)
    trialCount += 1
    choiceCount += times.count
    episodes[participant, default: []].append(
      Episode(
        date: row.values.onsetDate, session: row.values.sessionNumber ?? 1,
        block: row.values.studyBlock ?? 0,
        isPractice: row.values.isPractice,
        number: row.values.trial, condition: row.values.studyCondition,
        sentences: Self.sentences(about: row, on: board)
          + Self.ratings(
            .trial, after: row.trialId, of: plan,
            consents.answers(of: row.session.participant, in: study))
          + Self.verdict(of: row),
        times: times))
  }

  /// Returns why a trial was not played by a person; `nil` if one did.
  private static func reason(toLeaveOut row: TrialRow) -> TranscriptOmissions.Reason? {
    let sessions = [row.session] + [row.resumption].compactMap(\.self)
    let players = sessions.map { $0.values.player(of: $0.participant) }
    if row.isSimulated || players.contains(.simulated) { return .simulated }
    if players.contains(.agent) { return .agent }
    return players.contains(.script) ? .script : nil
  }

  /// Returns why a person's trial has no complete text with real times; `nil` if it has one.
  private static func reason(toLeaveOutOfText row: TrialRow) -> TranscriptOmissions.Reason? {
    if !row.values.isOver { return .notOver }
    if row.session.values.isVirtual { return .virtualClock }
    // A session may resume a test after a complete trial, which then has no interruption.
    if MoveText.read(row.values.moves, onset: 0)?.gaps.isEmpty != true { return .interrupted }
    if row.values.testState == TestEnd.stale.rawValue { return .begunAnew }
    if row.values.hasMissedHold { return .holdMissed }
    if row.values.measures.linePresses ?? 0 > 1 { return .severalPresses }
    return row.excluded == nil ? nil : .excluded
  }

  /// Returns a line for each participant.
  func lines() -> [UInt8] {
    participants.flatMap { Array((line(of: $0).line + "\n").utf8) }
  }

  /// Returns the text of a participant with the times of the choices.
  private func line(of participant: Participant) -> JSONValue {
    guard let plan = plans[participant] else { return .null }
    let trials = (episodes[participant] ?? []).sorted { $0.date < $1.date }
    var text = Self.introduction + Self.pages("start", of: plan)
    for (index, trial) in trials.enumerated() {
      let last = index == 0 ? nil : trials[index - 1]
      let isFirst =
        last?.session != trial.session || last?.block != trial.block
        || last?.isPractice != trial.isPractice
      if isFirst {
        if let last { text += self.ratings(after: last, of: participant, plan) }
        text += Self.heading(of: trial, in: plan)
      }
      text += "Trial \(trial.number). \(trial.sentences)\n"
    }
    if let last = trials.last { text += ratings(after: last, of: participant, plan) }
    return [
      "text": .text(text), "experiment": .text(plan.name), "participant": .text(participant.code),
      "RTs": .list(trials.flatMap(\.times).map(JSONValue.integer)),
    ]
  }

  /// Returns the line with the ratings after the block of its last trial; empty without any.
  private func ratings(
    after trial: Episode, of participant: Participant, _ plan: StudyPlan
  ) -> String {
    guard !trial.isPractice else { return "" }
    let answers = consents.answers(of: participant.code, in: participant.study)
    let text = Self.ratings(.block, after: "\(trial.block)", of: plan, answers)
    return text.isEmpty ? "" : "After the block:\(text)\n"
  }

  /// Returns the questions of a moment with the answers, which have no time and no marks; without
  /// texts that the participant typed.
  private static func ratings(
    _ moment: StudyQuestion.Moment, after part: String, of plan: StudyPlan, _ answers: StudyAnswers
  ) -> String {
    plan.questions.filter { $0.moment == moment && $0.kind != .text }.map { question in
      guard let answer = answers[question.answerName(after: part)], !answer.isEmpty else {
        return ""
      }
      let labels = question.labels(in: .english)
      let scale =
        if case .scale(let range) = question.kind, labels.count == 2 {
          " (\(range.lowerBound) = \(labels[0]) to \(range.upperBound) = \(labels[1]))"
        } else { "" }
      return " " + withoutMarks("\(question.text(in: .english))\(scale) You answer \(answer).")
    }.joined()
  }

  /// What all tests have in common.
  private static let introduction = """
    Numerals appear on a board of cells and may be masked. You press their cells in ascending \
    order of the numerals. A cell is named by its column from the left and its row from the top, \
    both counted from 1.

    """

  /// Returns the lines above the first trial of a block: its name, and the pages before it.
  private static func heading(of trial: Episode, in plan: StudyPlan) -> String {
    let name = trial.condition.map { " \(withoutMarks($0))" } ?? ""
    let kind = trial.isPractice ? "practice" : "block"
    let isPracticeOfStudy = trial.block == 0
    let occasion = isPracticeOfStudy ? "practice" : trial.condition ?? ""
    return "\nSession \(trial.session), \(kind)\(name):\n" + pages(occasion, of: plan)
  }

  /// Returns the pages of a moment, in English if the study has them in English.
  private static func pages(_ occasion: String, of plan: StudyPlan) -> String {
    plan.pages(at: occasion, in: .english).map { lines in
      lines.map { withoutMarks($0) + "\n" }.joined()
    }.joined()
  }

  /// Returns a text without the marks of choices.
  private static func withoutMarks(_ text: String) -> String {
    var result = ""
    for character in text {
      if let last = result.last, last == character, "<>".contains(character) { result += " " }
      result.append(character)
    }
    return result
  }

  /// Returns what the participant saw and pressed in a trial, and what the program replied before
  /// its end.
  private static func sentences(about row: TrialRow, on board: Board) -> String {
    let cells = zip(board.numerals, board.cells).map { "\($0) at \($1.h),\($1.v)" }
    var text =
      "A board of \(board.size.h) by \(board.size.v) cells: \(cells.joined(separator: "; ")). "
      + look(of: row.values)
    let presses = judgedPresses(of: row)
    for (index, press) in presses.enumerated() {
      text += " You press <<\(press.h),\(press.v)>>."
      let isEnd = index == presses.count - 1 && endsByPress(row.values)
      if tellsOutcome(row.values), !isEnd { text += reply(to: press) }
    }
    switch row.values.outcome.flatMap(RoundOutcome.init) {
    case .gaveUp: return text + " You give up."
    case .timedOut: return text + " The time is over."
    default: return text
    }
  }

  /// Returns what the program replied to the press that ended a trial; the participant reads it
  /// after the questions about the trial.
  private static func verdict(of row: TrialRow) -> String {
    guard tellsOutcome(row.values), endsByPress(row.values),
      let last = judgedPresses(of: row).last
    else { return "" }
    let isPassed = row.values.isCompleted
    return reply(to: last) + (isPassed ? " You passed." : " You failed.")
  }

  private static func judgedPresses(of row: TrialRow) -> [RoundMeasures.Press] {
    row.presses.map(\.values).filter { $0.judgement != .early }
  }

  private static func tellsOutcome(_ values: Trial) -> Bool {
    let settings = values.testSettings.flatMap(TestSettings.init)
    return settings?.feedback != TestSettings.Feedback.none
  }

  private static func endsByPress(_ values: Trial) -> Bool {
    [RoundOutcome.passed, .failed].map(\.rawValue).contains(values.outcome)
  }

  private static func reply(to press: RoundMeasures.Press) -> String {
    switch press.judgement {
    case .right: " Right."
    case .wrong: " Wrong."
    case .ignored, .early: " Nothing happens."
    }
  }

  /// Returns the sentences about what masks the numerals, and about the time.
  private static func look(of values: Trial) -> String {
    let mask =
      switch Trial.Condition(rawValue: values.condition) {
      case .hold:
        values.measures.lookEnded == 1
          ? "You end the look before \(values.requestedHold ?? 0) ms are over."
          : "They are masked after \(values.requestedHold ?? 0) ms."
      case .masking: "The first right press masks the others."
      case .unmasked, nil: "They stay visible."
      }
    return mask + (values.limit.map { " You have \($0) ms." } ?? "")
  }
}
