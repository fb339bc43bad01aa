package import Analysis
import Game
import Science

/// The figures of a command as JSON, for other programs: each name and its meaning is in `Studies`.
///
/// What can't be computed is null. Every figure is `value`, and the ends of its interval of 95 %
/// are `lower` and `upper`.
package enum FigureJSON {
  /// The version of the names; it grows if one of them changes its meaning.
  static var format: Int { 1 }

  fileprivate static func object<Figures>(
    _ name: String, _ report: SurveyReport<Figures>, _ members: JSONValue
  ) -> JSONValue {
    let head: JSONValue = ["figures": .text(name), "format": .integer(format)]
    return head.joined(with: members)
      .joined(with: ["left_out": JSONValue(report.exclusions)])
  }
}

extension SurveyReport<Summary> {
  package var json: JSONValue {
    FigureJSON.object(
      "summary", self,
      [
        "grouping": JSONValue(figures.grouping?.rawValue),
        "tests": .list(figures.tests.map { JSONValue($0, by: figures.grouping) }),
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
        "board_limit": JSONValue(figures.boardLimit),
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
      return [
        "test": JSONValue(test.name), "participants": .list(participants),
        "all": JSONValue(test.all),
      ]
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
    self = [
      "test": JSONValue(test.name), "passes": JSONValue(test.passes),
      "passes_elsewhere": JSONValue(test.passesElsewhere),
      "guessing": test.guessing.map(JSONValue.init) ?? .null,
      "mean_right": JSONValue(test.meanRightCount),
      "positions": .list(test.positions.map(JSONValue.init)),
      "first_press_since": test.isFirstSeen ? "onset" : "mask",
      "first_press": JSONValue(test.firstPress), "later_presses": JSONValue(test.laterPresses),
    ]
    self = joined(with: JSONValue(test.progress))
      .joined(with: [
        "test_count": JSONValue(test.testCount),
        "open_test_count": JSONValue(test.openTestCount),
        "level": test.level.map(JSONValue.init) ?? .null, "levels": .list(levels),
        "groups": .list(groups), "threshold": JSONValue(test.threshold),
      ])
  }

  private init(_ position: Summary.Position) {
    let (group, share) = (position.group, position.group.share)
    self = [
      "position": JSONValue(group.numbers.lowerBound), "right": JSONValue(share.passedCount),
      "reached": JSONValue(share.count),
    ]
    self = joined(with: JSONValue(share.estimate))
      .joined(with: ["chance": JSONValue(group.chance), "time": JSONValue(position.time)])
  }

  /// A group by the name of its number; a hold of 0 is none.
  private init(_ group: TrialGroup, _ name: String) {
    let number = group.numbers.lowerBound
    let isNone = name == "hold" && number == 0
    self = .object([Member(name: name, value: isNone ? .null : .integer(number))])
    self = joined(with: JSONValue(group.share))
      .joined(with: ["chance": JSONValue(group.chance)])
  }

  private init(_ guessing: Guessing) {
    self = [
      "numerals": JSONValue(guessing.numeralCount), "guessed": JSONValue(guessing.guessedCount),
      "value": JSONValue(guessing.share), "mean_right": JSONValue(guessing.meanRightCount),
      "fewest_above": JSONValue(guessing.fewestAbove), "p": JSONValue(guessing.probability),
    ]
  }

  private init(_ level: FoundLevel) {
    self = ["kind": level.isHold ? "hold" : "span", "test_count": JSONValue(level.testCount)]
    self = joined(with: JSONValue(level.mean, level.interval))
  }

  private init(_ threshold: Summary.Threshold?) {
    if case .estimate(let estimate)? = threshold {
      self = JSONValue(estimate.value, estimate.interval)
    } else {
      self = .null
    }
  }

  fileprivate init(_ progress: Progress) {
    let sessions = progress.sessions.map { group -> JSONValue in
      let number: JSONValue = ["session": JSONValue(group.numbers.lowerBound)]
      return number.joined(with: JSONValue(group.share))
    }
    let ratio = try? progress.oddsRatio.get()
    self = [
      "sessions": .list(sessions),
      "odds_ratio": ratio.map { JSONValue($0.value, $0.interval) } ?? .null,
    ]
  }

  fileprivate init(_ test: Results.Test) {
    self = [
      "test": JSONValue(test.name), "participant": JSONValue(test.participant),
      "session": JSONValue(test.session), "date": JSONValue(test.date),
      "complete": .bool(test.isComplete), "passes": JSONValue(test.passes),
      "level": JSONValue(test.level), "estimate": JSONValue(test.estimate),
      "sd": JSONValue(test.deviation),
      "best": [
        "passed": JSONValue(test.best.passes.passedCount),
        "trials": JSONValue(test.best.passes.count), "level": JSONValue(test.best.level),
      ],
    ]
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

/// The parts that several commands share.
extension JSONValue {
  /// A figure with its interval; null without a value.
  fileprivate init(_ value: Double?, _ interval: Interval?) {
    self =
      value == nil
      ? .null
      : [
        "value": JSONValue(value), "lower": JSONValue(interval?.lower),
        "upper": JSONValue(interval?.upper),
      ]
  }

  /// The members of an estimate, all null without one.
  fileprivate init(_ estimate: Estimate?) {
    self = [
      "value": JSONValue(estimate?.value), "lower": JSONValue(estimate?.interval.lower),
      "upper": JSONValue(estimate?.interval.upper),
    ]
  }

  fileprivate init(_ share: Share) {
    self = ["passed": JSONValue(share.passedCount), "trials": JSONValue(share.count)]
    self = joined(with: JSONValue(share.estimate))
  }

  fileprivate init(_ latency: Latency) {
    self = [
      "presses": JSONValue(latency.count), "unknown": JSONValue(latency.missingCount),
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
    let byStudy = rules.isEmpty ? [] : [Member(name: "by_study", value: .list(rules))]
    self = .object(
      [Member(name: "trials", value: .integer(exclusions.count))] + reasons + byStudy)
  }

  private static func name(of reason: Exclusions.Reason) -> String {
    switch reason {
    case .free: "no_test"
    case .notOver: "not_over"
    case .practice: "practice"
    case .simulated: "simulated"
    case .virtualClock: "virtual_clock"
    case .resumed: "resumed"
    case .holdMissed: "hold_missed"
    case .severalPresses: "several_presses"
    case .damaged: "damaged"
    case .forgotten: "forgotten"
    }
  }
}

/// The parts of a comparison.
extension JSONValue {
  fileprivate init(_ kind: TrialCondition.Kind) {
    switch kind {
    case .test: self = "test"
    case .hold: self = "hold"
    case .count: self = "count"
    case .participant: self = "participant"
    case .condition: self = "condition"
    }
  }

  fileprivate init(_ pair: Comparison.Pair) {
    self = [
      "first": JSONValue(pair.first), "second": JSONValue(pair.second),
      "boards": pair.boards.map(JSONValue.init) ?? .null,
      "difference": JSONValue(pair.difference?.value, pair.difference?.interval),
      "accuracy": pair.accuracy.map(JSONValue.init) ?? .null,
      "times": .list(pair.times.map(JSONValue.init)),
    ]
  }

  private init(_ boards: Comparison.SharedBoards) {
    let outcomes = boards.outcomes
    self = [
      "both": JSONValue(outcomes.bothCount), "only_first": JSONValue(outcomes.onlyFirstCount),
      "only_second": JSONValue(outcomes.onlySecondCount),
      "neither": JSONValue(outcomes.neitherCount),
      "mcnemar_p": JSONValue(boards.exactProbability),
      "mcnemar_mid_p": JSONValue(boards.midProbability),
    ]
  }

  private init(_ accuracy: Comparison.PairedDifference) {
    self = ["participants": JSONValue(accuracy.count)]
    self = joined(with: JSONValue(accuracy.result))
  }

  private init(_ times: Comparison.TimeDifference) {
    let measure: JSONValue = [
      "measure": times.measure == .firstPress ? "first_press" : "later_presses"
    ]
    let unit: JSONValue =
      switch times.unit {
      case .participants(let count): ["paired_by": "participant", "pairs": .integer(count)]
      case .boards(let count): ["paired_by": "board", "pairs": .integer(count)]
      case .groups: ["paired_by": .null, "pairs": .null]
      }
    self = measure.joined(with: unit).joined(with: JSONValue(times.result))
  }

  private init(_ result: Result<TestedDifference, StatisticFault>) {
    let difference = try? result.get()
    let effect = difference?.effect
    self = JSONValue(difference?.estimate)
      .joined(with: [
        "t": JSONValue(difference?.statistic), "df": JSONValue(difference?.degrees),
        "p": JSONValue(difference?.probability),
        "d_z": JSONValue(effect?.size.value, effect?.size.interval),
        "g": JSONValue(effect?.unbiasedSize),
        "wilcoxon_p": JSONValue(effect?.signedRankProbability),
      ])
  }
}
