import Archive
import Game
import Records
import Shell
import Studies

/// Sets the columns `simulated`, `excluded`, `interrupted`, `estimate_outside` and `answers` of
/// exported trials.
struct TrialMarks {
  private let rules: StudyExclusions
  private let includesHost: Bool
  private let appliesRules: Bool
  /// The outcomes of practice in the studies that have a criterion.
  let practices: PracticeOutcomes
  /// The number of trials so far that each rule excludes.
  private(set) var counts = RuleCounts()
  private(set) var simulated = SimulatedCounts()
  /// The answers to questions after trials, by identifier of the trial.
  private var answers: [String: String] = [:]
  private var adaptiveTests = AdaptiveTests()
  private var replay = ProcedureReplay()

  /// Creates an instance without exclusion rules.
  init(includesHost: Bool = false) {
    rules = StudyExclusions()
    self.includesHost = includesHost
    appliesRules = false
    practices = PracticeOutcomes()
  }

  /// Creates an instance with the exclusion rules of a store's studies.
  init(
    of source: StoreSource, _ options: ExportOptions, _ run: OperationRun
  ) throws {
    includesHost = options.includesHost
    appliesRules = options.appliesRules
    let exclusions = try run.reading(source) { context in
      try StudyExclusions(context, of: source, readsPractice: true, run)
    }
    answers = try run.reading(source) { context in try context.answersAfterTrials() }
    practices = exclusions.practices
    rules = options.appliesRules ? exclusions : StudyExclusions()
  }

  /// The text of the column `excluded` if a damaged row leaves the rules unknown.
  private static var unknown: String { "unknown: damaged study or enrolment" }

  /// The damaged rows of studies, enrolments and participants.
  var unreadable: [RecordError] { rules.unreadable }

  /// Sets the columns of a trial; also removes the machine's name unless it is requested.
  mutating func mark(_ row: inout TrialRow) {
    let isSimulated = row.isSimulated ? 1 : 0
    row.simulated = isSimulated
    if isSimulated == 1 { simulated.add(row.session.participant) }
    for index in row.presses.indices { row.presses[index].simulated = isSimulated }
    if !includesHost {
      if row.session.values.machine != nil { row.session.values.machine = nil }
      if row.resumption?.values.machine != nil { row.resumption?.values.machine = nil }
    }
    row.answers = answers[row.trialId]
    row.interrupted = row.values.interruption?.rawValue
    row.outside = outside(of: row.values)
    let code = row.session.participant
    if rules.areUnknown(for: row.values, of: code) { row.excluded = Self.unknown }
    guard !rules.isEmpty else { return }
    var broken = rules.rules(
      for: row.values, row.presses.map(\.values), named: row.trialId, of: code)
    // Practice and unfinished trials of an excluded participant are marked, too.
    if broken.isEmpty { broken = rules.participantRules(for: row.values, of: code) }
    counts.add(broken, of: code)
    let text = Self.text(broken)
    row.excluded = row.excluded.map { text.map { $0 + "; " + Self.unknown } ?? $0 } ?? text
  }

  /// Returns the side on which the result after a trial lies outside of the test's range.
  ///
  /// Returns `nil` within it, and if the trials don't lead to the stored estimate.
  private mutating func outside(of trial: Trial) -> String? {
    let rounds = adaptiveTests.rounds(upTo: trial)
    guard let estimate = trial.estimate, let test = trial.test,
      let standing = replay.standing(after: rounds, of: test, trial.testSettings),
      TrialEstimate(standing)?.value == estimate
    else { return nil }
    return standing.outside
  }

  /// Returns the rules that exclude a participant of a study, as text; `nil` for none.
  func rules(for code: String, in study: String) -> String? {
    Self.text(rules.rules(for: code, in: study))
  }

  /// Returns the names of the rules as text; `nil` for none.
  private static func text(_ rules: [StudyExclusions.Rule]) -> String? {
    rules.isEmpty ? nil : rules.map(\.text).joined(separator: "; ")
  }
}

extension RecordContext {
  /// Returns the answers to questions after trials by identifier of the trial, as
  /// `calm=5 why="a noise"`.
  ///
  /// A skipped question is left out.
  fileprivate func answersAfterTrials() throws(RecordError) -> [String: String] {
    var texts: [String: [String]] = [:]
    for (study, plan) in try readableStudies() where plan.asksAfterTrials {
      for enrolment in try enrolments(in: study, of: plan) {
        let answers = enrolment.studyAnswers
        for name in answers.names {
          let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
          guard let question = plan.questions.first(where: { $0.name == parts[0] }),
            question.moment == .trial, let answer = answers[name], !answer.isEmpty,
            let trial = parts.last
          else { continue }
          let isWord = answer.allSatisfy { $0.isLetter || $0.isNumber || "-.".contains($0) }
          let shown = isWord ? answer : Invocation.quoted(answer)
          texts[trial, default: []].append("\(question.name)=\(shown)")
        }
      }
    }
    return texts.mapValues { $0.joined(separator: " ") }
  }
}

/// The numbers of exported trials that no person played, and of their simulated participants.
///
///     print(counts.trialCount, "trials of", counts.participantCount, "participants")
package struct SimulatedCounts {
  package private(set) var trialCount = 0
  private var participants: Set<String> = []
  package var participantCount: Int { participants.count }

  mutating func add(_ participant: String) {
    trialCount += 1
    participants.insert(participant)
  }
}

/// The options of an export.
///
///     let options = ExportOptions(includesHost: true, appliesRules: false)
package struct ExportOptions: Equatable, Sendable {
  /// `true` to include the name of the machine on which each session ran.
  package var includesHost = false
  /// `true` to mark the trials that the rules of their studies exclude.
  package var appliesRules = true

  package init(includesHost: Bool = false, appliesRules: Bool = true) {
    self.includesHost = includesHost
    self.appliesRules = appliesRules
  }
}

extension TrialRow {
  /// `true` if the trial was simulated.
  var isSimulated: Bool {
    ParticipantCode.isSimulated(session.participant)
      || presses.contains { $0.values.input == .simulated }
  }

  /// Throws if the column `simulated` of an imported trial is wrong, or who played in its session,
  /// and clears the columns of marks but for the answers, which the importer counts.
  mutating func checkMarks(ofSession mark: Int?) throws(RowReason) {
    defer {
      simulated = nil
      excluded = nil
      interrupted = nil
      outside = nil
      exportId = nil
      for index in presses.indices {
        presses[index].simulated = nil
        presses[index].exportId = nil
      }
    }
    let expected = isSimulated ? 1 : 0
    let marks = [simulated, mark] + presses.map(\.simulated)
    guard marks.allSatisfy({ $0 == nil || $0 == expected }) else {
      throw .contradiction("simulated", .movesOfTrial)
    }
    guard (session.values.player == Session.Player.simulated.rawValue) == isSimulated else {
      throw .contradiction("player", .movesOfTrial)
    }
  }
}
