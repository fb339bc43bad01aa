import Archive
import ChimpSystem
import Science
import Shell
import Statistics
import Studies

/// The members of `effects`.
extension JSONMember where Subject == SurveyReport<DesignEffects> {
  static var effects: [Self] {
    report(
      "effects",
      [
        .init(
          "studies", "each study with trials", each: \.studies,
          of: Figure<DesignEffects.Study>.all.members())
      ])
  }
}

/// The members of `reliability`.
extension JSONMember where Subject == SurveyReport<TestReliability> {
  static var reliability: [Self] {
    report(
      "reliability",
      [
        .init(
          "tests", "each test", each: \.tests, of: Figure<TestReliability.Test>.all.members())
      ])
  }
}

/// The figures of a study in `effects`.
extension Figure where Subject == DesignEffects.Study {
  static var all: [Self] { [primary, interactions, orders, notes] }

  private static var primary: Self {
    Figure(
      .init("study", "the name of the study") { .text($0.name) },
      .optional(
        "primary", "the primary outcome of the study; not there without one", \.primary,
        of: Figure<PrimaryOutcome>.all.members())
    ) { study, place in
      study.primary.map { Figure<PrimaryOutcome>.all.sentences(about: $0, at: place) } ?? []
    }
  }

  private static var interactions: Self {
    Figure(
      .init(
        "interactions", "each pair of conditions with each pair of groups", each: \.interactions,
        of: Figure<DesignEffects.Effect>.all.members())
    ) { study, place in
      study.interactions.flatMap {
        Figure<DesignEffects.Effect>.all.sentences(about: $0, at: place)
      }
    }
  }

  private static var orders: Self {
    Figure(
      .init(
        "orders", "each pair of conditions: what it adds to come first", each: \.orders,
        of: Figure<DesignEffects.Effect>.all.members())
    ) { study, place in
      study.orders.flatMap { Figure<DesignEffects.Effect>.all.sentences(about: $0, at: place) }
    }
  }

  private static var notes: Self {
    Figure(
      .init("complete", "false if only some trials of the study are selected: p is not adjusted") {
        .bool($0.isComplete)
      },
      .init(
        "trimmed", "the outliers among the times; null without a rule", \.trimmed,
        of: JSONMember<TrimmedTimes>.all)
    ) { study, place in
      (study.trimmed?.lines(in: place.language) ?? []) + study.familyLines(in: place.language)
    }
  }
}

extension DesignEffects.Study {
  /// Returns the line about the effects among which p-values are adjusted; empty if there is only
  /// one of each kind.
  func familyLines(in language: Language) -> [String] {
    let counts = [interactions.count, orders.count]
    guard counts.contains(where: { $0 > 1 }) else { return [] }
    guard isComplete else {
      return [
        language.pick(
          "p is not adjusted: only some trials of \(name) are selected",
          "p は調整していません: \(name) の試行の一部です")
      ]
    }
    return [
      language.pick(
        "Holm: adjusted for \(counted(counts[0], "interaction")) and for "
          + "\(counted(counts[1], "order")) of \(name), each outcome and each test on its own",
        "Holm: \(name) の交互作用\(counts[0])個、順序\(counts[1])個で、指標と検定ごとに調整")
    ]
  }
}

/// The figures of a difference of differences.
extension Figure where Subject == DesignEffects.Effect {
  static var all: [Self] { [sides, differences, cautions, regression] }

  private static var sides: Self {
    Figure(
      .init("first", "the condition from which the other one is subtracted") {
        .text($0.conditions[0])
      }, .init("second", "the one that is subtracted") { .text($0.conditions[1]) },
      .init("first_group", "the group from which the other one is subtracted; null for an order") {
        JSONValue($0.groups?[0])
      },
      .init("second_group", "the one that is subtracted") { JSONValue($0.groups?[1]) }
    ) { effect, place in [effect.head(in: place.language) + ":"] }
  }

  private static var differences: Self {
    Figure(
      .init(
        "differences", "as in `compare`: each measure's difference between the two sides",
        each: { effect in
          effect.differences.map { JudgedDifference(difference: $0, adjusted: effect.adjusted) }
        }, of: JSONMember<JudgedDifference>.all)
    ) { effect, place in
      guard !effect.isConfounded else { return [place.confounded(effect)] }
      return effect.differences.map { place.words(for: $0, effect.adjusted) }
    }
  }

  private static var cautions: Self {
    Figure(
      members: JSONMember.members(of: \.comparability, JSONMember<Comparability>.all)
    ) { effect, place in
      effect.isConfounded
        ? [] : effect.comparability.cautions(about: effect.differences, in: place.language)
    }
  }

  private static var regression: Self {
    Figure(
      .value(
        "regression", "the effect in a regression with both conditions and both sides",
        { effect in
          (try? effect.regression?.get()).map {
            JudgedRegression(fit: $0, adjusted: effect.adjusted[.regression])
          }
        }, as: JSONMember<JudgedRegression>.all),
      .init("no_regression", "why there is none; else not there") { effect in
        guard case .failure(let fault)? = effect.regression else { return nil }
        return .text(fault.name)
      }
    ) { effect, place in
      guard !effect.isConfounded, let regression = effect.regression else { return [] }
      return [
        place.words(for: regression, effect.adjusted[.regression], isOfGroups: true)
      ]
    }
  }
}

extension DesignEffects.Effect {
  /// Returns what the effect is about.
  func head(in language: Language) -> String {
    let pair = "\(conditions[0]) - \(conditions[1])"
    guard let groups else {
      return language.pick(
        "coming first, of \(conditions[0]) and \(conditions[1])",
        "\(conditions[0]) と \(conditions[1]) で先に行う効果")
    }
    return language.pick(
      "interaction of \(pair) and \(groups[0]) - \(groups[1])",
      "\(pair) と \(groups[0]) - \(groups[1]) の交互作用")
  }

  /// `true` if all participants are of one group, or had the same order of the two conditions.
  fileprivate var isConfounded: Bool {
    guard case .groups(let first, let second)? = differences.first?.unit else {
      return false
    }
    return min(first, second) == 0
  }
}

extension FigurePlace {
  /// Returns the line for two conditions that nobody, or everybody, played in one order, or that
  /// nobody of a group played.
  fileprivate func confounded(_ effect: DesignEffects.Effect) -> String {
    guard case .groups(let first, let second)? = effect.differences.first?.unit,
      first + second > 0
    else { return noTrials(in: language) }
    if let groups = effect.groups {
      let group = groups[first > 0 ? 1 : 0]
      return language.pick(
        "nobody of \(group) has played both conditions", "\(group) の群には両方の条件を行った人がいません")
    }
    let earlier = effect.conditions[first > 0 ? 0 : 1]
    return language.pick(
      "all played \(earlier) first, so that order and condition can't be told apart",
      "全員が \(earlier) を先に行ったので、順序と条件を区別できません")
  }
}

/// The figures of a test in `reliability`.
extension Figure where Subject == TestReliability.Test {
  static var all: [Self] { [names, halves, regression, sessions, sessionRegression, cautions] }

  private static var names: Self {
    Figure(members: JSONMember<TestReliability.Test>.names { ($0.name, $0.kind) })
  }

  private static var halves: Self {
    Figure(
      .init(
        "halves", "each measure by odd and even trials, for the whole test by Spearman and Brown",
        each: \.halves, of: JSONMember<TestReliability.Figure>.all)
    ) { test, place in
      [place.language.pick("\(test.label), odd and even trials:", "\(test.label)、奇数と偶数の試行:")]
        + place.lines(of: test.halves)
    }
  }

  private static var sessions: Self {
    Figure(
      .init(
        "sessions", "each measure by the first two sessions; empty without two",
        each: \.sessions, of: JSONMember<TestReliability.Figure>.all)
    ) { test, place in
      guard !test.sessions.isEmpty else { return [] }
      return [
        place.language.pick(
          "\(test.label), first and second session:", "\(test.label)、1回目と2回目のセッション:")
      ] + place.lines(of: test.sessions)
    }
  }
}

/// The warning that little can be concluded from a test's shares.
extension Figure where Subject == TestReliability.Test {
  private static var cautions: Self {
    Figure(members: JSONMember.members(of: \.comparability, [.adapted])) { test, place in
      test.comparability.cautions(in: place.language)
    }
  }
}

extension JSONMember where Subject == TestReliability.Figure {
  fileprivate static var all: [Self] {
    [
      Self("measure", "`accuracy`, `first_press` or `later_presses`", { .text($0.measure.name) }),
      Self("participants", "of how many participants", { JSONValue($0.found?.participantCount) }),
      Self("r", "the correlation; null if there is none", { JSONValue($0.found?.correlation) }),
    ]
      + members(
        of: { figure in
          figure.found.map { Bounded($0.value, $0.interval) }
        }, JSONMember<Bounded>.all)
  }
}

extension TestReliability.Figure {
  fileprivate var found: Reliability? { try? result.get() }
}

extension FigurePlace {
  /// Returns a line for each measure.
  fileprivate func lines(of figures: [TestReliability.Figure]) -> [String] {
    figures.map { figure in
      let name = figure.measure.words(in: language)
      switch figure.result {
      case .failure(.tooFew(let count, let needed)):
        return name
          + language.pick(
            ": it takes \(needed) participants with the trials for it, here "
              + (count == 1 ? "is 1" : "are \(count)"),
            ": そのための試行がある参加者が\(needed)人必要です（今は\(count)人）")
      case .failure(let fault): return "\(name): \(fault.words(in: language))"
      case .success(let found):
        let people = found.participantCount
        let head = language.pick(
          "\(name) of \(counted(people, "participant")): ", "参加者\(people)人の\(name): ")
        let correlation = "r = \(found.correlation.decimal(2))"
        guard let value = found.value else {
          return head
            + language.pick(
              "the halves do not agree, \(correlation); the formula of Spearman and Brown takes an r "
                + "above 0",
              "奇数と偶数の試行は一致しません、\(correlation)。スピアマン・ブラウンの式は正の r にだけ使えます")
        }
        return head + language.pick("reliability ", "信頼性 ") + value.decimal(2)
          + (found.interval?.bracketed(in: language) { $0.decimal(2) } ?? "")
          + language.pick(", ", "、") + correlation
      }
    }
  }
}
