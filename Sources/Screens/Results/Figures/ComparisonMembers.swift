import Archive
import ChimpSystem
import Game
import Science
import Shell
import Statistics

/// The members of `compare`.
extension JSONMember where Subject == SurveyReport<Comparison> {
  static var compare: [Self] { report("compare", JSONMember<Comparison>.all) }
}

extension JSONMember where Subject == Comparison {
  fileprivate static var all: [Self] {
    [
      .optional(
        "primary", "the primary outcome of the study; not there without one", \.primary,
        of: Figure.all.members()),
      Self(
        "kind", "what the conditions are: `test`, `hold`, `condition` and so on",
        {
          .text($0.kind.name)
        }),
      .init(
        "conditions", "each condition", each: \.conditions,
        of: [.init("condition", "its word", { .text($0.word) })]
          + JSONMember<Comparison.Condition>.members(of: \.passes, JSONMember<Share>.all)),
      .init(
        "pairs", "each pair: `first` minus `second`",
        each: { comparison in
          comparison.pairs.map { ComparedPair(pair: $0, kind: comparison.kind) }
        }, of: Figure.all.members()),
      .init(
        "family", "the contrasts over which p is adjusted; null outside of a study", \.family,
        of: JSONMember<ContrastFamily>.all),
      .init(
        "trimmed", "the outliers among the times; null without a rule", \.trimmed,
        of: JSONMember<TrimmedTimes>.all),
      Self(
        "trial_limit", "how many trials are compared; null for all",
        {
          JSONValue($0.trialLimit)
        }),
    ]
  }
}

extension TrialCondition.Kind {
  fileprivate var name: String {
    switch self {
    case .test: "test"
    case .hold: "hold"
    case .count: "count"
    case .participant: "participant"
    case .condition: "condition"
    case .group: "group"
    }
  }
}

extension JSONMember where Subject == ContrastFamily {
  fileprivate static var all: [Self] {
    [
      Self("study", "the name of the study", { .text($0.study) }),
      Self("kind", "`condition` or `group`", { .text($0.kind.name) }),
      Self("contrasts", "how many contrasts", { .integer($0.contrastCount) }),
      Self(
        "primary", "the outcome whose primary contrast is not adjusted; else not there",
        {
          $0.primaryOutcome.map { .text($0.name) }
        }),
      Self(
        "complete", "false if only some trials of the study are compared: p is not adjusted",
        {
          .bool($0.isComplete)
        }),
      .init(
        "data", "the options that change all contrasts", \.data,
        of: JSONMember<DataOptions>.all),
    ]
  }
}

extension JSONMember where Subject == DataOptions {
  static var all: [Self] {
    [
      Self(
        "include", "the reasons of `include=`",
        { .list($0.included.map { .text($0.words.name) }) }),
      Self("exclusions", "whether the rules of studies apply", { .bool($0.appliesRules) }),
      Self(
        "trim", "the rule for outliers; null without one",
        { options in
          switch options.trim {
          case .range(let range)?:
            ["latency": .list([.number(range.lowerBound), .number(range.upperBound)])]
          case .deviations(let count)?: ["sd": .number(count)]
          case nil: .null
          }
        }),
    ]
  }
}

/// The results on shared boards, and the p-values adjusted for all contrasts.
struct JudgedBoards {
  let boards: Comparison.SharedBoards
  let adjusted: [ContrastStatistic: Double]
}

extension JSONMember where Subject == JudgedBoards {
  static var all: [Self] {
    [
      Self("boards", "how many boards", { .integer($0.boards.boardCount) }),
      Self("participants", "of how many participants", { .integer($0.boards.participantCount) }),
      Self(
        "both", "how many were passed in both conditions",
        {
          .integer($0.boards.outcomes.bothCount)
        }),
      Self("only_first", "only in the first", { .integer($0.boards.outcomes.onlyFirstCount) }),
      Self("only_second", "only in the second", { .integer($0.boards.outcomes.onlySecondCount) }),
      Self("neither", "in neither", { .integer($0.boards.outcomes.neitherCount) }),
      Self(
        "mcnemar_p", "McNemar's exact p; null of several participants",
        {
          JSONValue($0.boards.exactProbability)
        }),
      Self("mcnemar_holm_p", "Holm's p for it", { JSONValue($0.adjusted[.mcNemar]) }),
      Self("mcnemar_mid_p", "the mid-p", { JSONValue($0.boards.midProbability) }),
      Self("mcnemar_mid_holm_p", "Holm's p for it", { JSONValue($0.adjusted[.midP]) }),
    ]
  }
}

/// A regression, and its p-value adjusted for all contrasts.
struct JudgedRegression {
  let fit: MixedLogistic
  let adjusted: Double?
}

extension JSONMember where Subject == JudgedRegression {
  static var all: [Self] {
    [Self("method", "`mixed`", { _ in "mixed" })]
      + members(of: \.fit, JSONMember<MixedLogistic>.all)
      + [Self("holm_p", "Holm's p; null if p is not adjusted", { JSONValue($0.adjusted) })]
  }
}

/// A difference of a measure, and the p-values adjusted for all contrasts.
struct JudgedDifference {
  let difference: Comparison.Difference
  let adjusted: [ContrastStatistic: Double]

  fileprivate var tested: TestedDifference? { try? difference.result.get() }
}

extension JSONMember where Subject == JudgedDifference {
  static var all: [Self] {
    [
      Self(
        "measure", "`accuracy`, `first_press` or `later_presses`",
        {
          .text($0.difference.measure.name)
        }),
      Self(
        "unit", "what is counted: `participants`, `boards` or `trials`",
        {
          .text($0.difference.unit.name)
        }),
      Self(
        "paired", "whether both conditions have the same units",
        {
          .bool($0.difference.unit.isPaired)
        }),
      Self(
        "count", "how many units, of two groups a list; null for trials",
        {
          $0.difference.unit.count
        }),
      Self(
        "missing",
        "how many of two groups have not played all conditions; not there for other units"
      ) { $0.difference.unfinishedCount.map { .integer($0) } },
    ]
      + JSONMember<Bounded>.all(of: { Bounded($0.tested?.estimate.value, $0.tested?.interval) })
      + test
  }

  private static var test: [Self] {
    [
      Self("t", "the statistic", { JSONValue($0.tested?.statistic) }),
      Self("df", "its degrees of freedom", { JSONValue($0.tested?.degrees) }),
      Self("p", "its p-value", { JSONValue($0.tested?.probability) }),
      Self(
        "holm_p", "Holm's p; null if p is not adjusted",
        {
          JSONValue($0.adjusted[.means($0.difference.measure)])
        }),
      .bounded("d_z", "the effect size of paired differences") { judged in
        judged.tested?.effect.map { Bounded($0.size.value, $0.interval) }
      },
      Self(
        "g", "the same without the bias of small samples; of groups, in pooled deviations",
        { JSONValue($0.tested?.effect?.unbiasedSize ?? $0.tested?.groupEffect) }),
      Self(
        "wilcoxon_p", "the p-value of Wilcoxon's signed ranks",
        {
          JSONValue($0.tested?.effect?.signedRankProbability)
        }),
      Self(
        "wilcoxon_holm_p", "Holm's p for it",
        {
          JSONValue($0.adjusted[.ranks($0.difference.measure)])
        }),
    ]
  }
}

extension Comparison.Measure {
  var name: String {
    switch self {
    case .accuracy: "accuracy"
    case .firstPress: "first_press"
    case .laterPresses: "later_presses"
    }
  }
}

extension Comparison.Difference.Unit {
  fileprivate var name: String {
    switch self {
    case .participants, .groups: "participants"
    case .boards: "boards"
    case .trials: "trials"
    }
  }

  fileprivate var isPaired: Bool {
    switch self {
    case .participants, .boards: true
    case .groups, .trials: false
    }
  }

  fileprivate var count: JSONValue {
    switch self {
    case .participants(let count), .boards(let count): .integer(count)
    case .groups(let first, let second): .list([.integer(first), .integer(second)])
    case .trials: .null
    }
  }
}
