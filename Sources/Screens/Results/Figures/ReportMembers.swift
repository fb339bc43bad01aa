import Archive
import ChimpSystem
import Game
import Science
import Shell
import Statistics

/// The JSON objects of the statistical commands, for other programs.
///
/// A figure that can't be computed is null. The articles' tables of members are made from the same
/// declarations.
///
///     print(report.json.line)  // {"figures":"summary","format":3,…
extension SurveyReport<Summary> {
  var json: JSONValue {
    JSONMember.summary(by: figures.grouping).object(of: self)
  }
}

extension SurveyReport<Comparison> {
  var json: JSONValue { JSONMember.compare.object(of: self) }
}

extension SurveyReport<DesignEffects> {
  var json: JSONValue { JSONMember.effects.object(of: self) }
}

extension SurveyReport<TestReliability> {
  var json: JSONValue { JSONMember.reliability.object(of: self) }
}

extension SurveyReport<Learning> {
  var json: JSONValue { JSONMember.learning.object(of: self) }
}

extension SurveyReport<Results> {
  var json: JSONValue { JSONMember.results.object(of: self) }
}

/// The version of the members, which increases when a name changes its meaning.
private let formatVersion = 3

extension JSONMember {
  /// Returns the members of a command's object: its own between those that each reply has.
  static func report<Figures>(
    _ command: String, _ members: [JSONMember<Figures>]
  ) -> [Self] where Subject == SurveyReport<Figures> {
    [
      Self("figures", "the name of the command", { _ in .text(command) }),
      Self("format", "grows when a member changes its meaning", { _ in .integer(formatVersion) }),
      .init("query", "the options that select trials", \.filter, of: JSONMember<TrialFilter>.all),
    ] + Self.members(of: \.figures, members) + [
      .init(
        "included",
        "how many trials count only because of `include=`, by reason", \.exclusions,
        of: JSONMember<Exclusions>.included),
      .init(
        "left_out",
        "how many trials are excluded, each under its first reason", \.exclusions,
        of: JSONMember<Exclusions>.excluded),
    ]
  }
}

extension JSONMember where Subject == TrialFilter {
  static var all: [Self] {
    [
      Self("participant", "the code, or null for all", { JSONValue($0.participant) }),
      Self("tests", "the names of tests", { .list($0.tests.map { .text($0) }) }),
      Self("study", "the name of a study", { JSONValue($0.study) }),
      Self("condition", "a condition of the study", { JSONValue($0.condition) }),
      Self("group", "a group of the study", { JSONValue($0.group) }),
      Self(
        "include", "the reasons of `include=`",
        { .list($0.included.map { .text($0.words.name) }) }),
      Self("exclusions", "whether the rules of studies apply", { .bool($0.appliesRules) }),
    ]
  }
}

extension JSONMember where Subject == Exclusions {
  /// The members of the trials that count only because of `include=`, and of other texts of
  /// studies.
  fileprivate static var included: [Self] {
    Exclusions.Reason.allCases.filter { $0.key != nil }.map { reason in
      Self(reason.words.name, reason.words.meaning, { .integer($0.included[reason] ?? 0) })
    } + [
      Self(
        "simulated_participants", "how many participants are simulated",
        {
          .integer($0.simulatedParticipantCount)
        }),
      .init(
        "other_texts", "trials of study texts that the store does not have",
        each: { $0.otherTexts.map { OtherText(text: $0.text, count: $0.trialCount) } },
        of: JSONMember<OtherText>.all),
    ]
  }

  /// The members of excluded trials.
  fileprivate static var excluded: [Self] {
    [Self("trials", "how many", { .integer($0.count) })]
      + Exclusions.Reason.allCases.map { reason in
        Self(reason.words.name, reason.words.meaning, { .integer($0[reason]) })
      } + [
        .optionalList(
          "by_study", "the rules of studies, if they have any",
          each: { exclusions in
            exclusions.byRule.all.map { AppliedRule(count: $0, isApplied: exclusions.appliesRules) }
          }, of: JSONMember<AppliedRule>.all),
        Self(
          "by_study_trials", "how many trials any rule excludes",
          { exclusions in
            exclusions.byRule.all.isEmpty ? nil : .integer(exclusions.byRule.trialCount)
          }),
        Self(
          "by_study_several", "how many trials several rules exclude",
          { exclusions in
            exclusions.byRule.all.isEmpty ? nil : .integer(exclusions.byRule.severalCount)
          }),
        Self(
          "unreadable_rows", "damaged studies, enrolments and participants, if any",
          {
            $0.unreadable.isEmpty ? nil : .list($0.unreadable.map { JSONValue($0) })
          }),
      ]
  }
}

/// Trials of a text of a study that the store does not have.
private struct OtherText {
  let text: StudyText
  let count: Int
}

extension JSONMember where Subject == OtherText {
  fileprivate static var all: [Self] {
    [
      Self("study", "the name of the study", { .text($0.text.study) }),
      Self("study_hash", "the hash of the text", { JSONValue($0.text.hash) }),
      Self("trials", "how many trials", { .integer($0.count) }),
    ]
  }
}

/// A rule of a study with what it excludes.
private struct AppliedRule {
  let count: RuleCounts.Count
  let isApplied: Bool
}

extension JSONMember where Subject == AppliedRule {
  fileprivate static var all: [Self] {
    [
      Self("study", "the name of the study", { .text($0.count.rule.study) }),
      Self("rule", "the rule as the study has it", { .text($0.count.rule.text) }),
      Self("trials", "how many trials it excludes", { .integer($0.count.trialCount) }),
      Self("participants", "how many participants", { .integer($0.count.participantCount) }),
      Self("applied", "false with `exclusions=no`", { .bool($0.isApplied) }),
    ]
  }
}

extension JSONMember {
  /// Returns the members that name a test: its name, its study and condition, or the settings of
  /// plain rounds.
  static func names(
    _ test: @escaping @Sendable (Subject) -> (name: String?, kind: TestKind?)
  ) -> [Self] {
    [
      Self("test", "the name of the test; null for several together", { JSONValue(test($0).name) }),
      Self("study", "the study that it belongs to", { JSONValue(test($0).kind?.text?.study) }),
      Self("study_hash", "the hash of the study's text", { JSONValue(test($0).kind?.text?.hash) }),
      Self("condition", "the condition of the study", { JSONValue(test($0).kind?.condition) }),
      Self(
        "hold", "the hold, in a condition that mixes several; else not there",
        { test($0).kind?.hold.map { .integer($0) } }),
      Self(
        "settings", "of the test `plain` outside studies", { JSONValue(test($0).kind?.settings) }),
      Self(
        "agent", "the name and version of the agent that played; else not there",
        { test($0).kind?.agent.map { .text($0.name) } }),
      Self(
        "look", "how long the agent's context keeps the numerals; else not there",
        { test($0).kind?.agent.map { .text($0.look.description) } }),
      Self(
        "look_ended", "true for trials whose look the participant ended; else not there",
        {
          test($0).kind?.isLookEnded == true ? .bool(true) : nil
        }),
    ]
  }

  /// Returns the members of `summary` with a grouping.
  static func summary(
    by grouping: Summary.Grouping?
  ) -> [Self] where Subject == SurveyReport<Summary> {
    report(
      "summary",
      [
        .optionalList(
          "primary_outcomes", "the primary outcome of each study that declares one",
          each: \.primaries, of: Figure.all.members()),
        .init("grouping", "the word of `by=`", { JSONValue($0.grouping?.rawValue) }),
        .init(
          "tests", "each test", each: \.tests,
          of: JSONMember<Summary.Test>.names { ($0.name, $0.kind) }
            + Figure.all(by: grouping).members()),
      ])
  }
}

extension JSONMember where Subject == CourseFigures {
  static var all: [Self] {
    [
      .init("steps", "each step that has trials", each: \.steps, of: JSONMember<Step>.all),
      Self("games", "how many first games are finished", { .integer($0.gameCount) }),
      Self(
        "games_without_level", "how many of them passed no step",
        {
          .integer($0.gamesWithoutLevel)
        }),
    ]
  }

  typealias Step = CourseFigures.Step
}

extension JSONMember where Subject == CourseFigures.Step {
  fileprivate static var all: [Self] {
    [
      Self("numerals", "how many numerals the step has", { .integer($0.level.numeralCount) }),
      Self("hold", "its hold in ms", { JSONValue($0.level.hold) }),
      Self("passed", "how many trials were passed", { .integer($0.passes.passedCount) }),
      Self("trials", "how many were played", { .integer($0.passes.count) }),
      Self(
        "visitors_passed", "the same of the published visitors",
        {
          JSONValue($0.published?.passedCount)
        }),
      Self(
        "visitors_trials", "the same of the published visitors",
        {
          JSONValue($0.published?.playedCount)
        }),
      Self(
        "games", "how many first games have this step as their highest",
        {
          .integer($0.gameCount)
        }),
      Self(
        "visitors_games", "the same of the published visitors",
        {
          .integer($0.publishedGameCount)
        }),
    ]
  }
}

/// The members of `learning`.
extension JSONMember where Subject == SurveyReport<Learning> {
  static var learning: [Self] {
    report(
      "learning",
      [
        .init("tests", "each test", each: \.tests, of: JSONMember<Learning.Test>.all)
      ])
  }
}

extension JSONMember where Subject == Learning.Test {
  fileprivate static var all: [Self] {
    names { ($0.name, $0.kind) } + [
      .init(
        "participants", "each participant", each: \.participants,
        of: [.init("participant", "the code", { JSONValue($0.code) })]
          + JSONMember<Learning.Participant>.members(of: \.progress, JSONMember<Progress>.all)),
      .init(
        "all", "all together, where each participant counts once", \.all,
        of: JSONMember<Progress>.all),
    ] + members(of: \.comparability, [.adapted])
  }
}

/// The members of `results`.
extension JSONMember where Subject == SurveyReport<Results> {
  static var results: [Self] {
    report(
      "results",
      [
        .init("tests", "each game", each: \.tests, of: JSONMember<Results.Test>.all),
        .init("older", "how many games only `results all` lists", { .integer($0.olderCount) }),
        .init(
          "agents", "the finished games of agents beside published results",
          each: \.agents.rows, of: JSONMember<AgentComparison.Row>.all),
      ])
  }
}

extension JSONMember where Subject == Results.Test {
  fileprivate static var all: [Self] {
    names { ($0.name, $0.kind) } + [
      Self("participant", "the code", { JSONValue($0.participant) }),
      Self("session", "the number of the session", { .integer($0.session) }),
      Self("date", "when the first round began, UTC", { .text($0.date) }),
      Self("complete", "whether it is finished", { .bool($0.isComplete) }),
      .share("passes", "the trials that were passed", \.passes),
      Self("level", "the highest level of a passed trial", { .integer($0.level) }),
      Self(
        "estimate", "what an adaptive test has found; null outside of its range",
        {
          JSONValue($0.beyond == nil ? $0.estimate : nil)
        }),
      Self(
        "sd", "the standard deviation of the estimate",
        {
          JSONValue($0.beyond == nil ? $0.deviation : nil)
        }),
      Self(
        "lower", "the lower bound of its interval",
        {
          JSONValue($0.beyond == nil ? $0.interval?.lower : nil)
        }),
      Self("upper", "the upper bound", { JSONValue($0.beyond == nil ? $0.interval?.upper : nil) }),
      Self(
        "outside", "`below` or `above` the range",
        { JSONValue($0.beyond?.rawValue) }),
      .init(
        "best", "the best game so far; null before the first finished one", \.best,
        of: JSONMember<TestScore>.all),
      .optional(
        "standing", "the rank of a first game of `zoo` among the visitors", \.standing,
        of: JSONMember<Standing>.all),
    ] + Figure.secondGame.members
  }
}

extension JSONMember where Subject == TestScore {
  fileprivate static var all: [Self] {
    [
      Self("passed", "how many trials were passed", { .integer($0.passes.passedCount) }),
      Self("trials", "how many were played", { .integer($0.passes.count) }),
      Self("level", "its level", { .integer($0.level) }),
    ]
  }
}

extension JSONMember where Subject == Standing {
  static var all: [Self] {
    [
      Self(
        "youngest", "the age from which visitors are compared", { JSONValue($0.group.youngest) }),
      Self("oldest", "the age up to which they are", { JSONValue($0.group.oldest) }),
      Self("games", "how many games of visitors", { .integer($0.gameCount) }),
      Self("below", "how many of them were lower", { .integer($0.belowCount) }),
      Self("same", "how many were the same", { .integer($0.sameCount) }),
    ] + JSONMember<Bounded>.all(of: { Bounded($0.share.value, $0.share.interval) })
  }
}
