import ChimpSystem
import Science
import Shell
import Statistics

/// The members of values that many figures have, and which the table of members explains once.
///
/// Every value is `value`, and the bounds of its interval of 95 % are `lower` and `upper`.
extension JSONMember where Subject == Share {
  static var all: [Self] {
    [
      Self("passed", "how many were passed", { .integer($0.passedCount) }),
      Self("trials", "how many were played", { .integer($0.count) }),
      Self(
        "participants", "how many participants the value is a mean of; null for one alone",
        { JSONValue($0.participants?.count) }),
    ] + JSONMember<Bounded>.all(of: { Bounded($0.value, $0.interval) })
  }
}

extension JSONMember where Subject == Latency {
  static var all: [Self] {
    [
      Self("presses", "how many presses have a time", { .integer($0.count) }),
      Self(
        "participants", "how many participants the value is a mean of; null for one alone",
        { JSONValue($0.participantCount) }),
      Self("unknown", "how many presses have no known time", { .integer($0.missingCount) }),
      Self("impossible", "how many have a time of 0 or below", { .integer($0.impossibleCount) }),
    ] + JSONMember<Bounded>.all(of: { Bounded($0.mean, $0.interval) })
  }
}

/// A value with its interval, as far as both are known.
struct Bounded {
  let value: Double?
  let interval: Interval?

  init(_ value: Double?, _ interval: Interval?) {
    self.value = value
    self.interval = interval
  }

  init(_ mean: UnitMean) { self.init(mean.value, mean.interval) }
}

extension JSONMember where Subject == Bounded {
  static var all: [Self] {
    [
      Self("value", "a share, a mean or a ratio", { JSONValue($0.value) }),
      Self("lower", "the lower bound of its interval of 95 %", { JSONValue($0.interval?.lower) }),
      Self("upper", "the upper bound", { JSONValue($0.interval?.upper) }),
    ]
  }

  /// Returns these members for a part of another subject.
  static func all<Whole>(
    of part: @escaping @Sendable (Whole) -> Bounded
  ) -> [JSONMember<Whole>] { JSONMember<Whole>.members(of: part, all) }
}

extension JSONMember {
  /// Creates a member with a value and its interval; null without a value.
  static func bounded(
    _ name: String, _ meaning: String, _ part: @escaping @Sendable (Subject) -> Bounded?
  ) -> Self {
    value(
      name, meaning, { part($0).flatMap { $0.value == nil ? nil : $0 } },
      as: JSONMember<Bounded>.all)
  }

  /// Creates a member with a share.
  static func share(
    _ name: String, _ meaning: String, _ part: @escaping @Sendable (Subject) -> Share
  ) -> Self { value(name, meaning, part, as: JSONMember<Share>.all) }

  /// Creates a member with the mean of press times.
  static func times(
    _ name: String, _ meaning: String, _ part: @escaping @Sendable (Subject) -> Latency
  ) -> Self { value(name, meaning, part, as: JSONMember<Latency>.all) }
}

/// The rule for outliers among times, and the numbers that it has left out.
extension JSONMember where Subject == TrimmedTimes {
  static var all: [Self] {
    [
      Self("latency", "the bounds of `latency=`, in ms; not there with `trim=`") { trimmed in
        guard case .range(let range) = trimmed.rule else { return nil }
        return .list([.number(range.lowerBound), .number(range.upperBound)])
      },
      Self("sd", "the number of `trim=`; not there with `latency=`") { trimmed in
        guard case .deviations(let count) = trimmed.rule else { return nil }
        return .number(count)
      },
      Self("below", "how many shorter times were left out", { .integer($0.belowCount) }),
      Self("above", "how many longer ones", { .integer($0.aboveCount) }),
    ]
  }
}

/// A slope of passes: an odds ratio a step, or a difference of proportions.
extension JSONMember where Subject == Slope {
  static var all: [Self] {
    [
      Self(
        "method",
        "`logistic` for the trials of one participant; of several, `mixed` (a regression with "
          + "random intercepts) or `by_participant` (the mean of the participants' lines)",
        { .text($0.method) })
    ] + members(of: { $0.ratio }, JSONMember<Ratio>.all)
      + members(of: { $0.mixed }, JSONMember<MixedLogistic>.all)
      + members(of: { $0.lines }, JSONMember<MeanLine>.all)
  }
}

/// A slope over holds, whose reply tells it for a doubled hold.
extension JSONMember where Subject == Slope {
  static var ofHolds: [Self] {
    all
      + members(
        of: { $0.mixed },
        [
          JSONMember<MixedLogistic>.bounded(
            "odds_ratio_doubled",
            "of `mixed` over holds: the same for a doubled hold, as the reply tells it; else not "
              + "there"
          ) { fit in
            let ratio = fit.oddsRatio(ofStep: .hold)
            return Bounded(ratio.value, ratio.interval)
          }
        ])
      + members(
        of: { $0.lines },
        [
          JSONMember<MeanLine>.bounded(
            "difference_doubled",
            "of `by_participant` over holds: the same for a doubled hold, as the reply tells it; else "
              + "not there"
          ) { line in
            let change = line.slopes.difference(ofStep: .hold)
            return Bounded(change.value, line.isTelling ? change.interval : nil)
          }
        ])
  }
}

extension Slope {
  fileprivate var method: String {
    switch self {
    case .ofTrials: "logistic"
    case .overParticipants(.mixed): "mixed"
    case .overParticipants(.byParticipant): "by_participant"
    }
  }

  fileprivate var ratio: Ratio? {
    if case .ofTrials(let ratio) = self { Ratio(estimate: ratio) } else { nil }
  }

  fileprivate var mixed: MixedLogistic? {
    if case .overParticipants(.mixed(let fit)) = self { fit } else { nil }
  }

  fileprivate var lines: MeanLine? {
    guard case .overParticipants(.byParticipant(let slopes, because: let fault)) = self else {
      return nil
    }
    return MeanLine(slopes: slopes, fault: fault)
  }
}

/// The odds ratio of one participant's trials.
private struct Ratio {
  let estimate: Estimate
}

extension JSONMember where Subject == Ratio {
  fileprivate static var all: [Self] {
    [
      .bounded("odds_ratio", "of `logistic`: the odds ratio a session") {
        Bounded($0.estimate.value, $0.estimate.interval)
      }
    ]
  }
}

extension JSONMember where Subject == MixedLogistic {
  /// The members of the effect in a mixed logistic regression.
  static var all: [Self] {
    [
      Self(
        "participants", "of a regression: how many participants it has",
        {
          .integer($0.participantCount)
        }),
      Self(
        "boards", "how many boards; 0 if their effects are left out",
        { .integer($0.boardCount) }),
      Self("trials", "how many trials", { .integer($0.trialCount) }),
      Self("intercept", "the log odds at the origin", { JSONValue($0.coefficients[0].value) }),
      Self("intercept_se", "its standard error", { JSONValue($0.coefficients[0].error) }),
      Self("slope", "the effect in log odds", { JSONValue($0.coefficients[1].value) }),
      Self("slope_se", "its standard error", { JSONValue($0.coefficients[1].error) }),
      .bounded(
        "odds_ratio",
        "the effect as an odds ratio: of a condition, a session, a numeral, or of 1 of the natural "
          + "logarithm of holds"
      ) { fit in
        let ratio = fit.coefficients[1].oddsRatio
        return Bounded(ratio.value, ratio.interval)
      },
      Self(
        "z", "Wald's statistic, or Student's between groups",
        { JSONValue($0.coefficients[1].statistic) }),
      Self(
        "df", "its degrees of freedom; null for Wald's",
        { JSONValue($0.coefficients[1].degrees) }),
      Self("p", "its p-value", { JSONValue($0.coefficients[1].probability) }),
      Self(
        "participant_sd", "the standard deviation of the participants' intercepts",
        {
          JSONValue($0.participantDeviation)
        }),
      Self("board_sd", "that of the boards' intercepts", { JSONValue($0.boardDeviation) }),
      Self("singular", "whether one of both is 0", { .bool($0.isSingular) }),
      Self("deviance", "the deviance of the fit", { JSONValue($0.deviance) }),
      .optional(
        "random_slopes", "whether the condition's effect differs by participant; else not there",
        \.slopes, of: JSONMember<Result<RandomSlopes, ScienceError>>.all),
    ]
  }
}

extension JSONMember where Subject == Result<RandomSlopes, ScienceError> {
  fileprivate static var all: [Self] {
    [
      Self("carried", "whether the regression has random slopes") {
        .bool((try? $0.get().deviation) != nil)
      },
      Self("sd", "the standard deviation of the participants' slopes; null without them") {
        JSONValue(try? $0.get().deviation)
      },
      Self("ratio", "the likelihood ratio against random intercepts; null if not estimated") {
        JSONValue(try? $0.get().ratio)
      },
      Self("p", "its p-value, below 0.2 where the data carry them") {
        JSONValue(try? $0.get().probability)
      },
    ]
  }
}

/// The mean of the participants' lines, and why there is no regression.
private struct MeanLine {
  let slopes: ParticipantSlopes
  let fault: ScienceError

  /// `true` if the interval says anything.
  var isTelling: Bool { slopes.isTelling }
}

extension JSONMember where Subject == MeanLine {
  fileprivate static var all: [Self] {
    [
      Self(
        "participants", "of `by_participant`: how many participants have a line",
        {
          .integer($0.slopes.participantCount)
        }),
      .bounded(
        "difference",
        "the mean change of the share a session, a numeral, or 1 of the natural logarithm of holds"
      ) { line in
        let difference = line.slopes.coefficients[1].difference
        return Bounded(difference.value, line.isTelling ? difference.interval : nil)
      },
      Self("t", "its statistic", { JSONValue($0.slopes.coefficients[1].statistic) }),
      Self("df", "the degrees of freedom", { JSONValue($0.slopes.coefficients[1].degrees) }),
      Self("p", "its p-value", { JSONValue($0.slopes.coefficients[1].probability) }),
      Self(
        "no_mixed", "why there is no regression, such as `too_few_participants`",
        {
          .text($0.fault.name)
        }),
    ]
  }
}

extension ScienceError {
  /// The stable name of the reason why there is no mixed regression.
  var name: String {
    switch self {
    case .empty: "no_trials"
    case .tooFew: "too_few_participants"
    case .tooMany: "too_many"
    case .allPassed: "all_passed"
    case .allFailed: "all_failed"
    case .separated: "separated"
    case .noSpread: "no_spread"
    case .tooWide: "too_wide"
    case .notIdentified: "not_identified"
    case .notConverged: "not_converged"
    case .notRising, .impossible, .impossibleCount: "impossible"
    }
  }
}
