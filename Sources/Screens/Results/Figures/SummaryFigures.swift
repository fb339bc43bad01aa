import ChimpSystem
import Game
import Science
import Shell
import Statistics

/// The figures of a test in `summary` and in the report, in the order in which they are told.
extension Figure where Subject == Summary.Test {
  /// Returns the figures of trials that are grouped by a number, or are not.
  static func all(by grouping: Summary.Grouping?) -> [Self] {
    [passes, guessing, credit, levels, readingOrder, positions, times, trimmed]
      + [groups(isByHold: grouping == .hold), progress, slope(isByHold: grouping == .hold)]
      + [threshold, course, published]
  }

  private static var passes: Self {
    Figure(
      .init("participants", "how many participants have played", { .integer($0.participantCount) }),
      .share("passes", "the trials that were passed", \.passes)
    ) { test, place in
      let words = test.passes.words(in: place.language)
      return switch place.kind {
      case .reply: ["\(place.name(of: test)): " + words]
      case .page(.count): [words]
      case .page: []
      }
    }
  }

  private static var guessing: Self {
    Figure(
      .init(
        "guessing", "what guessing would reach; null if the chance differs between trials",
        { test in
          test.guessing.map { JudgedGuessing(guessing: $0, isBinomial: !test.dependsOnOutcomes) }
        }, of: JSONMember<JudgedGuessing>.all)
    ) { test, place in
      place.isWhole ? test.chance(at: place) + test.byGuessing(at: place) : []
    }
  }

  private static var credit: Self {
    Figure(
      .bounded("right", "the mean of right presses before the first error") {
        Bounded($0.credit.right)
      },
      .bounded("right_share", "their mean share of the numerals") { Bounded($0.credit.share) },
      .bounded("edit_distance", "how far all presses are from the right order; with `wrong=again`")
      { $0.credit.distance.map { Bounded($0) } }
    ) { test, place in place.isWhole ? test.credit.sentences(at: place) : [] }
  }

  private static var levels: Self {
    Figure(
      .init("test_count", "how many tests were begun", { .integer($0.testCount) }),
      .init("open_test_count", "how many of them are not finished", { .integer($0.openTestCount) }),
      .init("level", "what finished tests have found", \.level, of: JSONMember<FoundLevel>.all),
      .init(
        "levels", "the same for each session", each: \.sessionLevels,
        of: [.init("session", "the number of the session", { .integer($0.session) })]
          + JSONMember<Summary.SessionLevel>.members(of: \.level, JSONMember<FoundLevel>.all))
    ) { test, place in place.isWhole ? test.levelSentences(at: place) : [] }
  }

  private static var readingOrder: Self {
    Figure(
      .share(
        "passes_elsewhere", "the same without boards whose numerals are in reading order",
        \.passesElsewhere)
    ) { test, place in place.isWhole ? test.readingOrder(at: place) : [] }
  }

  private static var positions: Self {
    Figure(
      .init(
        "positions", "each position in the sequence of numerals", each: \.positions,
        of: JSONMember<Summary.Position>.all)
    ) { test, place in
      switch place.kind {
      case .reply(nil): test.positionSentences(at: place)
      case .reply(.position): place.table(test.plot(.position))
      default: []
      }
    }
  }

  private static var times: Self {
    Figure(
      .init(
        "first_press_since", "whether the first press is timed from `onset` or `mask`",
        { .text($0.isFirstSeen ? "onset" : "mask") }),
      .times("first_press", "the geometric mean of its time, in ms", \.firstPress),
      .times(
        "later_presses", "that of the other presses, each from the one before", \.laterPresses),
      .optional(
        "turns", "the requests of an agent after the look, instead of times; else not there",
        \.turns, of: JSONMember<Turns>.all)
    ) { test, place in
      // The page has times in its charts only, and requests of agents in none.
      place.kind == .reply(nil) || place.isWhole && test.turns != nil
        ? test.timeSentences(at: place) : []
    }
  }

  private static var trimmed: Self {
    Figure(
      .init(
        "trimmed", "the outliers among the times; null without a rule", \.trimmed,
        of: JSONMember<TrimmedTimes>.all)
    ) { test, place in
      place.isWhole || place.kind == .reply(.position)
        ? test.trimmed?.lines(in: place.language) ?? [] : []
    }
  }

  private static func groups(isByHold: Bool) -> Self {
    Figure(
      .init(
        "groups", "the trials of each count of numerals, or of each hold, with `by=`",
        each: \.groups, of: JSONMember<TrialGroup>.all(isByHold: isByHold))
    ) { test, place in
      switch place.kind {
      case .reply(.count): place.table(test.plot(.count))
      case .reply(.hold): place.table(test.plot(.hold))
      case .reply(.session): place.table(test.plot(.session))
      default: []
      }
    }
  }

  private static var progress: Self {
    Figure(
      members: JSONMember.members(of: \.progress, JSONMember<Progress>.all)
        + JSONMember.members(of: \.comparability, [.adapted])
    ) { test, place in
      guard place.isWhole || place.kind == .reply(.session) else { return [] }
      return test.progress.lines(in: place.language, test.comparability)
    }
  }

  private static func slope(isByHold: Bool) -> Self {
    Figure(
      .value(
        "slope",
        "the slope of passes over counts of numerals, or over logarithms of holds; null of one "
          + "participant",
        { try? $0.slope?.get() },
        as: isByHold ? JSONMember<Slope>.ofHolds : JSONMember<Slope>.all)
    ) { test, place in
      switch place.kind {
      case .reply(.count), .page(.count): test.slopeLines(in: place.language, .count)
      case .reply(.hold), .page(.hold): test.slopeLines(in: place.language, .hold)
      default: []
      }
    }
  }

  private static var threshold: Self {
    Figure(
      .init(
        "threshold", "the hold at which half of the trials are passed", { $0.threshold?.half },
        of: JSONMember<Summary.HalfHold>.all)
    ) { test, place in
      place.kind == .reply(.hold) || place.kind == .page(.hold)
        ? test.thresholdSentences(at: place) : []
    }
  }

  private static var course: Self {
    Figure(
      .optional(
        "course", "the steps of the test `zoo`; not there for other tests", \.course,
        of: JSONMember<CourseFigures>.all)
    ) { test, place in
      // The page has a table of its own.
      place.kind == .reply(nil)
        ? test.course?.lines(in: place.language, for: place.reader) ?? [] : []
    }
  }

  private static var published: Self {
    Figure { test, place in
      guard place.isWhole else { return [] }
      return test.name.flatMap(TestPreset.named)?.publishedResults(in: place.language) ?? []
    }
  }
}

extension FigurePlace {
  /// `true` for the report's page, where the name of the test is a heading.
  var isOfPage: Bool { if case .page = kind { true } else { false } }

  /// Returns the name of a test: its own, or that all tests are together.
  func name(of test: Summary.Test) -> String {
    if test.kind?.isOutsideStudies == true { return language.pick("outside studies", "研究の外") }
    return test.label ?? language.pick("all tests", "すべてのテスト")
  }

  /// Returns a plot as a table, with its explanation.
  fileprivate func table(_ plot: Plot) -> [String] {
    let plot = LabelledPlot(plot, language)
    return (plot.plot.explanation(in: language).map { [$0] } ?? []) + reader.lines(of: plot)
  }
}
