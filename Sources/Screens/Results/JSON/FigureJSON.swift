import Archive
package import ChimpSystem
import Game
import Science
package import Statistics

/// Converts the results of statistical commands to JSON, for other programs.
///
/// A figure that can't be computed is null. Every figure is `value`, and the bounds of its interval
/// of 95 % are `lower` and `upper`.
///
///     print(report.json.line)  // {"figures":"summary","format":3,…
package enum FigureJSON {
  /// The version of the member names, which increases when a name changes its meaning.
  static var format: Int { 3 }

  /// Returns the JSON object of a command: its name, the version, the results, and the exclusions.
  fileprivate static func object<Figures>(
    _ name: String, _ report: SurveyReport<Figures>, _ members: JSONValue
  ) -> JSONValue {
    let head: JSONValue = [
      "figures": .text(name), "format": .integer(format), "query": JSONValue(report.filter),
    ]
    return head.joined(with: members)
      .joined(with: [
        "included": JSONValue(included: report.exclusions),
        "left_out": JSONValue(report.exclusions),
      ])
  }
}

extension SurveyReport<Summary> {
  package var json: JSONValue {
    FigureJSON.object(
      "summary", self,
      [
        "grouping": JSONValue(figures.grouping?.rawValue),
        "tests": .list(
          figures.tests.map { JSONValue($0, by: figures.grouping) }),
      ])
  }
}

extension SurveyReport<Comparison> {
  package var json: JSONValue {
    let conditions = figures.conditions.map { condition -> JSONValue in
      let name: JSONValue = ["condition": JSONValue(condition.word)]
      return name.joined(with: JSONValue(condition.passes))
    }
    return FigureJSON.object(
      "compare", self,
      [
        "kind": JSONValue(figures.kind), "conditions": .list(conditions),
        "pairs": .list(figures.pairs.map(JSONValue.init)),
        "family": figures.family.map(JSONValue.init) ?? .null,
        "trimmed": JSONValue(figures.trimmed),
        "trial_limit": JSONValue(figures.trialLimit),
      ])
  }
}

extension SurveyReport<Learning> {
  package var json: JSONValue {
    let tests = figures.tests.map { test -> JSONValue in
      let participants = test.participants.map { participant -> JSONValue in
        let name: JSONValue = ["participant": JSONValue(participant.code)]
        return name.joined(with: JSONValue(participant.progress))
      }
      return JSONValue(test.name, test.kind).joined(with: [
        "participants": .list(participants), "all": JSONValue(test.all),
      ])
    }
    return FigureJSON.object("learning", self, ["tests": .list(tests)])
  }
}

extension SurveyReport<Results> {
  package var json: JSONValue {
    FigureJSON.object(
      "results", self,
      [
        "tests": .list(figures.tests.map(JSONValue.init)),
        "older": JSONValue(figures.olderCount),
      ])
  }
}

extension JSONValue {
  fileprivate init(_ test: Summary.Test, by grouping: Summary.Grouping?) {
    let name = grouping == .hold ? "hold" : "count"
    let groups = test.groups.map { JSONValue($0, name) }
    let levels = test.sessionLevels.map { session -> JSONValue in
      let number: JSONValue = ["session": JSONValue(session.session)]
      return number.joined(with: JSONValue(session.level))
    }
    let figures: JSONValue = [
      "participants": JSONValue(test.participantCount),
      "passes": JSONValue(test.passes), "passes_elsewhere": JSONValue(test.passesElsewhere),
      "guessing": test.guessing.map {
        JSONValue($0, isBinomial: !test.dependsOnOutcomes)
      } ?? .null,
      "right": JSONValue(test.credit.right), "right_share": JSONValue(test.credit.share),
      "edit_distance": test.credit.distance.map(JSONValue.init) ?? .null,
      "positions": .list(test.positions.map(JSONValue.init)),
      "first_press_since": test.isFirstSeen ? "onset" : "mask",
      "first_press": JSONValue(test.firstPress), "later_presses": JSONValue(test.laterPresses),
      "trimmed": JSONValue(test.trimmed),
    ]
    self = JSONValue(test.name, test.kind).joined(with: figures)
      .joined(with: JSONValue(test.progress))
      .joined(with: [
        "test_count": JSONValue(test.testCount),
        "open_test_count": JSONValue(test.openTestCount),
        "level": test.level.map(JSONValue.init) ?? .null, "levels": .list(levels),
        "groups": .list(groups),
        "slope": (try? test.slope?.get()).map(JSONValue.init) ?? .null,
        "threshold": JSONValue(test.threshold),
      ])
    guard let course = test.course else { return }
    self = joined(with: ["course": JSONValue(course)])
  }

  /// The members that name a test: its name, its study and condition, or the settings of plain
  /// rounds.
  fileprivate init(_ name: String?, _ kind: TestKind?) {
    self = [
      "test": JSONValue(name), "study": JSONValue(kind?.text?.study),
      "study_hash": JSONValue(kind?.text?.hash), "condition": JSONValue(kind?.condition),
      "settings": JSONValue(kind?.settings),
    ]
    if kind?.isLookEnded == true { self = joined(with: ["look_ended": .bool(true)]) }
  }

  private init(_ course: CourseFigures) {
    let steps = course.steps.map { step -> JSONValue in
      let own: JSONValue = [
        "numerals": JSONValue(step.level.numeralCount), "hold": JSONValue(step.level.hold),
        "passed": JSONValue(step.passes.passedCount), "trials": JSONValue(step.passes.count),
        "visitors_passed": JSONValue(step.published?.passedCount),
        "visitors_trials": JSONValue(step.published?.playedCount),
        "games": JSONValue(step.gameCount), "visitors_games": JSONValue(step.publishedGameCount),
      ]
      return own
    }
    self = [
      "steps": .list(steps), "games": JSONValue(course.gameCount),
      "games_without_level": JSONValue(course.gamesWithoutLevel),
    ]
  }

  private init(_ position: Summary.Position) {
    let group = position.group
    let share = position.group.share
    self = [
      "position": JSONValue(group.numbers.lowerBound), "right": JSONValue(share.passedCount),
      "reached": JSONValue(share.count), "participants": JSONValue(share.participants?.count),
      "value": JSONValue(share.value), "lower": JSONValue(share.interval?.lower),
      "upper": JSONValue(share.interval?.upper),
    ]
    self = joined(
      with: ["chance": JSONValue(group.chance), "time": JSONValue(position.time)])
  }

  /// Creates the members of a group of trials, with its number under the given name, which is null
  /// for trials without a hold, and for those whose look was ended early.
  private init(_ group: TrialGroup, _ name: String) {
    let number = group.numbers.lowerBound
    let isHold = name == "hold"
    self = .object([Member(name: name, value: isHold && number <= 0 ? .null : .integer(number))])
    if isHold { self = joined(with: ["look_ended": .bool(number == TrialGroup.endedLooks)]) }
    self = joined(with: JSONValue(group.share))
      .joined(with: ["chance": JSONValue(group.chance)])
  }

  private init(_ guessing: Guessing, isBinomial: Bool) {
    let fewest = isBinomial ? guessing.fewestAbove : nil
    let probability = isBinomial ? guessing.probability : nil
    self = [
      "numerals": JSONValue(guessing.numeralCount), "guessed": JSONValue(guessing.guessedCount),
      "value": JSONValue(guessing.share), "mean_right": JSONValue(guessing.meanRightCount),
      "fewest_above": JSONValue(fewest), "p": JSONValue(probability),
    ]
  }

  private init(_ level: FoundLevel) {
    self = [
      "kind": level.isHold ? "hold" : "span", "test_count": JSONValue(level.testCount),
      "outside_below": JSONValue(level.outside.belowCount),
      "outside_above": JSONValue(level.outside.aboveCount), "value": JSONValue(level.mean),
      "lower": JSONValue(level.interval?.lower), "upper": JSONValue(level.interval?.upper),
    ]
  }

  private init(_ threshold: Summary.Threshold?) {
    guard case .estimate(let half)? = threshold else {
      self = .null
      return
    }
    let curve: JSONValue =
      switch half.curve {
      case .ofTrials: ["curve": "trials"]
      case .mixed: ["curve": "mixed"]
      case .ofParticipants(let count, _):
        ["curve": "participants", "participants": .integer(count)]
      }
    self = JSONValue(half.estimate.value, half.estimate.interval)
      .joined(with: ["guess": JSONValue(half.guess), "lapse": JSONValue(half.lapse)])
      .joined(with: curve)
  }

  fileprivate init(_ progress: Progress) {
    let sessions = progress.sessions.map { group -> JSONValue in
      let number: JSONValue = ["session": JSONValue(group.numbers.lowerBound)]
      return number.joined(with: JSONValue(group.share))
    }
    self = [
      "sessions": .list(sessions),
      "learning": (try? progress.slope.get()).map(JSONValue.init) ?? .null,
    ]
  }

  /// Creates the members of a regression slope: an odds ratio per unit, or a difference of
  /// proportions.
  private init(_ slope: Slope) {
    switch slope {
    case .ofTrials(let ratio):
      self = ["method": "logistic", "odds_ratio": JSONValue(ratio.value, ratio.interval)]
    case .overParticipants(.mixed(let fit)): self = JSONValue(fit)
    case .overParticipants(.byParticipant(let slopes, because: let fault)):
      let slope = slopes.coefficients[1]
      let isTelling = slope.degrees >= Double(Interval.fewestValues - 1)
      self = [
        "method": "by_participant", "participants": JSONValue(slopes.participantCount),
        "difference": JSONValue(
          slope.difference.value, isTelling ? slope.difference.interval : nil),
        "t": JSONValue(slope.statistic), "df": JSONValue(slope.degrees),
        "p": JSONValue(slope.probability), "no_mixed": .text(Self.name(of: fault)),
      ]
    }
  }

  /// Creates the members of an effect in a mixed logistic regression.
  fileprivate init(_ fit: MixedLogistic) {
    let effect = fit.coefficients[1]
    self = [
      "method": "mixed", "participants": JSONValue(fit.participantCount),
      "boards": JSONValue(fit.boardCount), "trials": JSONValue(fit.trialCount),
      "intercept": JSONValue(fit.coefficients[0].value),
      "intercept_se": JSONValue(fit.coefficients[0].error),
      "slope": JSONValue(effect.value), "slope_se": JSONValue(effect.error),
      "odds_ratio": JSONValue(effect.oddsRatio.value, effect.oddsRatio.interval),
      "z": JSONValue(effect.statistic), "p": JSONValue(effect.probability),
      "participant_sd": JSONValue(fit.participantDeviation),
      "board_sd": JSONValue(fit.boardDeviation), "singular": .bool(fit.isSingular),
      "deviance": JSONValue(fit.deviance),
    ]
  }

  fileprivate init(_ test: Results.Test) {
    let figures: JSONValue = [
      "participant": JSONValue(test.participant),
      "session": JSONValue(test.session), "date": JSONValue(test.date),
      "complete": .bool(test.isComplete), "passes": JSONValue(test.passes),
      "level": JSONValue(test.level),
      "estimate": JSONValue(test.beyond == nil ? test.estimate : nil),
      "sd": JSONValue(test.beyond == nil ? test.deviation : nil),
      "lower": JSONValue(test.beyond == nil ? test.interval?.lower : nil),
      "upper": JSONValue(test.beyond == nil ? test.interval?.upper : nil),
      "outside": JSONValue(test.beyond.map { $0 == .lower ? "below" : "above" }),
      "best": test.best.map { best in
        [
          "passed": JSONValue(best.passes.passedCount), "trials": JSONValue(best.passes.count),
          "level": JSONValue(best.level),
        ]
      } ?? .null,
    ]
    self = JSONValue(test.name, test.kind).joined(with: figures)
    guard let standing = test.standing else { return }
    self = joined(with: ["standing": JSONValue(standing)])
  }

  private init(_ standing: Standing) {
    let share = standing.share
    self = [
      "youngest": JSONValue(standing.group.youngest), "oldest": JSONValue(standing.group.oldest),
      "games": JSONValue(standing.gameCount), "below": JSONValue(standing.belowCount),
      "same": JSONValue(standing.sameCount),
    ]
    self = joined(with: JSONValue(share.value, share.interval))
  }
}

/// The parts of JSON results that several commands have in common.
extension JSONValue {
  /// Creates the members of a value with its interval; null without a value.
  fileprivate init(_ value: Double?, _ interval: Interval?) {
    self =
      value == nil
      ? .null
      : [
        "value": JSONValue(value), "lower": JSONValue(interval?.lower),
        "upper": JSONValue(interval?.upper),
      ]
  }

  fileprivate init(_ share: Share) {
    self = [
      "passed": JSONValue(share.passedCount), "trials": JSONValue(share.count),
      "participants": JSONValue(share.participants?.count), "value": JSONValue(share.value),
      "lower": JSONValue(share.interval?.lower), "upper": JSONValue(share.interval?.upper),
    ]
  }

  fileprivate init(_ mean: UnitMean) {
    self = JSONValue(mean.value, mean.interval)
  }

  fileprivate init(_ trimmed: TrimmedTimes?) {
    self =
      trimmed.map { trimmed in
        JSONValue(trimmed.rule).joined(with: [
          "below": JSONValue(trimmed.belowCount), "above": JSONValue(trimmed.aboveCount),
        ])
      } ?? .null
  }

  fileprivate init(_ rule: LatencyTrim) {
    switch rule {
    case .range(let range):
      self = ["latency": .list([.number(range.lowerBound), .number(range.upperBound)])]
    case .deviations(let count): self = ["sd": .number(count)]
    }
  }

  fileprivate init(_ latency: Latency) {
    self = [
      "presses": JSONValue(latency.count),
      "participants": JSONValue(latency.participantCount),
      "unknown": JSONValue(latency.missingCount),
      "impossible": JSONValue(latency.impossibleCount), "value": JSONValue(latency.mean),
      "lower": JSONValue(latency.interval?.lower), "upper": JSONValue(latency.interval?.upper),
    ]
  }

  fileprivate init(_ exclusions: Exclusions) {
    let reasons = Exclusions.Reason.allCases.map { reason in
      Member(name: Self.name(of: reason), value: .integer(exclusions[reason]))
    }
    let rules = exclusions.byRule.all.map { count -> JSONValue in
      [
        "study": .text(count.rule.study), "rule": .text(count.rule.text),
        "trials": .integer(count.trialCount), "participants": .integer(count.participantCount),
        "applied": .bool(exclusions.appliesRules),
      ]
    }
    let byStudy = [
      Member(name: "by_study", value: .list(rules)),
      // A trial that two rules exclude counts once.
      Member(name: "by_study_trials", value: .integer(exclusions.byRule.trialCount)),
      Member(name: "by_study_several", value: .integer(exclusions.byRule.severalCount)),
    ]
    let unreadable = exclusions.unreadable.map(JSONValue.init)
    self = .object(
      [Member(name: "trials", value: .integer(exclusions.count))] + reasons
        + (rules.isEmpty ? [] : byStudy)
        + (unreadable.isEmpty ? [] : [Member(name: "unreadable_rows", value: .list(unreadable))]))
  }

  /// Creates the members of the trials that are counted only because of `include=`, and of other
  /// texts of studies.
  fileprivate init(included exclusions: Exclusions) {
    let reasons = Exclusions.Reason.allCases.filter { $0.key != nil }.map { reason in
      Member(name: Self.name(of: reason), value: .integer(exclusions.included[reason] ?? 0))
    }
    let texts = exclusions.otherTexts.map { text, count -> JSONValue in
      [
        "study": .text(text.study), "study_hash": JSONValue(text.hash),
        "trials": .integer(count),
      ]
    }
    self = .object(
      reasons + [
        Member(
          name: "simulated_participants",
          value: .integer(exclusions.simulatedParticipantCount)),
        Member(name: "other_texts", value: .list(texts)),
      ])
  }

  /// Creates the members of the selection of trials.
  fileprivate init(_ filter: TrialFilter) {
    self = [
      "participant": JSONValue(filter.participant),
      "tests": .list(filter.tests.map { .text($0) }), "study": JSONValue(filter.study),
      "condition": JSONValue(filter.condition), "group": JSONValue(filter.group),
      "include": .list(filter.included.map { .text(Self.name(of: $0)) }),
      "exclusions": .bool(filter.appliesRules),
    ]
  }

  /// Returns the stable name of an exclusion's reason.
  private static func name(of reason: Exclusions.Reason) -> String {
    switch reason {
    case .free: "no_test"
    case .notOver: "not_over"
    case .practice: "practice"
    case .simulated: "simulated"
    case .script: "scripts"
    case .virtualClock: "virtual_clock"
    case .resumed: "resumed"
    case .holdMissed: "hold_missed"
    case .lookEnded: "look_ended"
    case .severalPresses: "several_presses"
    case .damaged: "damaged"
    case .forgotten: "forgotten"
    case .stale: "stale"
    }
  }
}

/// The JSON members of the command `compare`.
extension JSONValue {
  fileprivate init(_ kind: TrialCondition.Kind) {
    switch kind {
    case .test: self = "test"
    case .hold: self = "hold"
    case .count: self = "count"
    case .participant: self = "participant"
    case .condition: self = "condition"
    case .group: self = "group"
    }
  }

  fileprivate init(_ family: ContrastFamily) {
    self = [
      "study": .text(family.study), "kind": JSONValue(family.kind),
      "contrasts": JSONValue(family.contrastCount), "complete": .bool(family.isComplete),
      "data": [
        "include": .list(family.included.map { .text(Self.name(of: $0)) }),
        "exclusions": .bool(family.appliesRules),
        "trim": family.trim.map(JSONValue.init) ?? .null,
      ],
    ]
  }

  fileprivate init(_ pair: Comparison.Pair) {
    let regression = (try? pair.regression?.get()).map { fit in
      JSONValue(fit).joined(with: ["holm_p": JSONValue(pair.adjusted[.regression])])
    }
    self = [
      "first": JSONValue(pair.first), "second": JSONValue(pair.second),
      "boards": pair.boards.map { JSONValue($0, pair.adjusted) } ?? .null,
      "difference": JSONValue(pair.difference?.value, pair.difference?.interval),
      "regression": regression ?? .null,
    ]
    if case .failure(let fault)? = pair.regression {
      self = joined(with: ["no_regression": .text(Self.name(of: fault))])
    }
    self = joined(with: [
      "differences": .list(pair.differences.map { JSONValue($0, pair.adjusted) })
    ])
  }

  private init(
    _ boards: Comparison.SharedBoards, _ adjusted: [ContrastStatistic: Double]
  ) {
    let outcomes = boards.outcomes
    self = [
      "boards": JSONValue(boards.boardCount), "participants": JSONValue(boards.participantCount),
      "both": JSONValue(outcomes.bothCount), "only_first": JSONValue(outcomes.onlyFirstCount),
      "only_second": JSONValue(outcomes.onlySecondCount),
      "neither": JSONValue(outcomes.neitherCount),
      "mcnemar_p": JSONValue(boards.exactProbability),
      "mcnemar_holm_p": JSONValue(adjusted[.mcNemar]),
      "mcnemar_mid_p": JSONValue(boards.midProbability),
      "mcnemar_mid_holm_p": JSONValue(adjusted[.midP]),
    ]
  }

  private init(
    _ difference: Comparison.Difference, _ adjusted: [ContrastStatistic: Double]
  ) {
    let measure: JSONValue =
      switch difference.measure {
      case .accuracy: ["measure": "accuracy"]
      case .firstPress: ["measure": "first_press"]
      case .laterPresses: ["measure": "later_presses"]
      }
    let unit: JSONValue =
      switch difference.unit {
      case .participants(let count):
        ["unit": "participants", "paired": .bool(true), "count": .integer(count)]
      case .groups(let first, let second):
        [
          "unit": "participants", "paired": .bool(false),
          "count": .list([.integer(first), .integer(second)]),
        ]
      case .boards(let count):
        ["unit": "boards", "paired": .bool(true), "count": .integer(count)]
      case .trials: ["unit": "trials", "paired": .bool(false), "count": .null]
      }
    let tested = try? difference.result.get()
    let effect = tested?.effect
    self = measure.joined(with: unit)
      .joined(with: [
        "value": JSONValue(tested?.estimate.value), "lower": JSONValue(tested?.interval?.lower),
        "upper": JSONValue(tested?.interval?.upper), "t": JSONValue(tested?.statistic),
        "df": JSONValue(tested?.degrees), "p": JSONValue(tested?.probability),
        "holm_p": JSONValue(adjusted[.means(difference.measure)]),
        "d_z": JSONValue(effect?.size.value, effect?.interval),
        "g": JSONValue(effect?.unbiasedSize),
        "wilcoxon_p": JSONValue(effect?.signedRankProbability),
        "wilcoxon_holm_p": JSONValue(adjusted[.ranks(difference.measure)]),
      ])
  }

  /// Returns the stable name of the reason why there is no mixed regression.
  fileprivate static func name(of fault: ScienceError) -> String {
    switch fault {
    case .empty: "no_trials"
    case .tooFew: "too_few_participants"
    case .tooMany: "too_many"
    case .allPassed: "all_passed"
    case .allFailed: "all_failed"
    case .separated: "separated"
    case .noSpread: "no_spread"
    case .tooWide: "too_wide"
    case .notConverged: "not_converged"
    case .notRising, .impossible, .impossibleCount: "impossible"
    }
  }
}
