package import Archive
import ChimpSystem
import Game
package import Records
package import Shell
import Studies

/// The operation of `export format=psych201`: writes what each person saw and pressed as a text, as
/// the collection Psych-201 asks.
///
///     let export = Psych201Export(source: source, file: file, replaces: false, played: [])
///
/// It contains only people, and of them only those who agreed to the consent page of their study.
package struct Psych201Export: StoreOperation {
  /// The result of the operation: the numbers of texts, of their trials and choices, and of trials
  /// that were left out.
  ///
  ///     print(report.participantCount, "participants made", report.choiceCount, "choices")
  package struct Report: DamageReport {
    package let participantCount: Int
    package let trialCount: Int
    package let choiceCount: Int
    package let skippedTrials: TranscriptOmissions
    package let skippedRounds: SkippedRounds
    /// The damaged rows of studies, enrolments and participants, whose trials are left out.
    package let unreadable: [RecordError]
    package var skippedDamagedRows: Bool { !skippedRounds.damaged.isEmpty || !unreadable.isEmpty }
  }

  package let source: StoreSource
  package let file: NamedFile
  /// `true` to replace an existing file.
  package let replaces: Bool
  /// The numbers of the rounds in progress, which are skipped because their solution is secret.
  package let played: Set<Int>
  package let options: ExportOptions

  package init(
    source: StoreSource, file: NamedFile, replaces: Bool, played: Set<Int>,
    options: ExportOptions = ExportOptions()
  ) {
    self.source = source
    self.file = file
    self.replaces = replaces
    self.played = played
    self.options = options
  }

  package var targets: [NamedFile] { [file] }

  /// Writes the file.
  ///
  /// - Throws: An error if it exists, or can't be written, or would have no text.
  package func perform(_ run: OperationRun) throws -> Report {
    try run.checkTarget(file, of: source, replaces: replaces)
    var marks = try TrialMarks(of: source, options, run)
    let consents = try run.reading(source) { context in try Consents(context) }
    var transcripts = StudyTranscripts(consents)
    let skippedRounds = try run.forEachTrial(of: source, except: played) { row in
      marks.mark(&row)
      transcripts.add(row)
    }
    let skippedTrials = transcripts.skippedTrials
    guard transcripts.trialCount > 0 else {
      throw Refusal(
        "nobody-agreed",
        "no person who agreed to the consent page of a study has finished a trial of it"
          + skippedTrials.words(in: .english),
        "研究の同意のページに同意して試行を終えた人はいません"
          + skippedTrials.words(in: .japanese))
    }
    try run.write(transcripts.lines(), to: file, replacing: replaces)
    return Report(
      participantCount: transcripts.participantCount, trialCount: transcripts.trialCount,
      choiceCount: transcripts.choiceCount, skippedTrials: skippedTrials,
      skippedRounds: skippedRounds,
      unreadable: consents.unreadable
        + marks.unreadable.filter { !consents.unreadable.contains($0) }
    )
  }
}

/// The numbers of trials that a text of people who agreed does not contain, by reason.
///
///     print("exported", report.skippedTrials.words(in: .english))
package struct TranscriptOmissions {
  /// The reason why a trial is left out; of several, the first one counts.
  enum Reason: CaseIterable {
    case simulated, agent, script, notAgreed, notOver, virtualClock, interrupted, begunAnew
    case holdMissed, severalPresses, excluded
  }

  private var counts: [Reason: Int] = [:]

  mutating func add(_ reason: Reason) { counts[reason, default: 0] += 1 }

  /// Returns the end of a sentence with the number of trials for each reason; empty without any.
  package func words(in language: Language) -> String {
    let reasons = Reason.allCases.filter { counts[$0] != nil }
    guard !reasons.isEmpty else { return "" }
    let count = reasons.reduce(0) { $0 + (counts[$1] ?? 0) }
    let parts = reasons.map { reason in
      let words = Self.words(of: reason)
      let number = counts[reason] ?? 0
      return language.pick("\(number) \(words.english)", "\(words.japanese)\(number)")
    }
    return language.pick(
      "; left out \(counted(count, "trial")): \(parts.joined(separator: ", "))",
      "。\(count)試行は除きました: \(parts.joined(separator: "、"))")
  }

  /// Returns what a trial is that is left out for a reason.
  private static func words(of reason: Reason) -> (english: String, japanese: String) {
    switch reason {
    case .simulated: ("simulated", "シミュレーション")
    case .agent: ("played by an agent", "エージェントの操作")
    case .script: ("played by a script", "スクリプトの操作")
    case .notAgreed: ("without consent", "同意なし")
    case .notOver: ("not over", "途中")
    case .virtualClock: ("on a virtual clock", "仮想時計")
    case .interrupted: ("interrupted", "中断")
    case .begunAnew: ("of blocks begun anew", "やり直したブロック")
    case .holdMissed: ("with a missed hold", "提示時間のずれ")
    case .severalPresses: ("with several presses on a line", "1行に複数の押下")
    case .excluded: ("excluded by the study", "研究の規則による除外")
    }
  }
}

/// The studies that people have agreed to take part in.
struct Consents {
  /// The plans with a consent page, by their texts.
  private var plans: [StudyText: StudyPlan] = [:]
  /// The codes of the participants who agreed to the page of each study.
  private var codes: [StudyText: Set<String>] = [:]
  /// The answers of these participants to the questions of each study.
  private var answers: [StudyText: [String: StudyAnswers]] = [:]
  /// The damaged rows of studies and enrolments.
  let unreadable: [RecordError]

  init(_ context: RecordContext) throws(RecordError) {
    for (study, plan) in try context.readableStudies() where !plan.consentHashes.isEmpty {
      let text = StudyText(study: plan.name, hash: plan.hash)
      plans[text] = plan
      for enrolment in try context.enrolments(in: study, of: plan)
      where enrolment.dateConsented != nil
        && enrolment.consentHash.map(plan.consentHashes.contains) == true
      {
        codes[text, default: []].insert(enrolment.code)
        answers[text, default: [:]][enrolment.code] = enrolment.studyAnswers
      }
    }
    unreadable = context.consumeOmissions().filter(\.isOfPeople)
  }

  /// Returns the answers of a participant of a study; none of a participant who did not agree.
  func answers(of code: String, in text: StudyText) -> StudyAnswers {
    answers[text]?[code] ?? StudyAnswers()
  }

  /// Returns the study of a trial whose participant agreed to its page; `nil` for any other trial.
  func plan(of row: TrialRow) -> StudyPlan? {
    guard let text = StudyText(of: row.values),
      codes[text]?.contains(row.session.participant) == true
    else { return nil }
    return plans[text]
  }
}
