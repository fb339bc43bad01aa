import ChimpSystem
import Science
import Shell
import Statistics

/// How sure one score is: a second game of the same person.
extension Figure where Subject == Results.Test {
  static var secondGame: Self {
    Figure(
      .optional(
        "second_game",
        "a second game of the same person, by a model of the players; not there without a model",
        \.secondGame, of: FigureMember<SecondGame>.all)
    ) { test, place in
      // A rank has a line of its own, which tells its second game, too.
      guard let second = test.secondGame, test.standing == nil else { return [] }
      let language = place.language
      let head = language.pick(
        "last finished \(test.name) game, level \(test.level): ",
        "最後まで遊んだ最近の \(test.name)、レベル\(test.level): ")
      return [head + second.words(in: language)]
    }
  }
}

extension Results {
  /// Returns how sure the newest level is; nothing for several participants.
  func secondGames(at place: FigurePlace) -> [String] {
    let newest = tests.last { $0.standing == nil && $0.secondGame != nil }
    guard let newest, Set(tests.map(\.participant)).count == 1 else { return [] }
    return [Figure.secondGame].sentences(about: newest, at: place)
  }
}

extension FigureMember where Subject == SecondGame {
  fileprivate static var all: [Self] {
    [
      Self("kind", "`rank` among the visitors, or `level`") { second in
        if case .rank = second { .text("rank") } else { .text("level") }
      },
      Self("lower", "the lower bound of its value", { JSONValue($0.bounds.lower) }),
      Self("upper", "the upper bound", { JSONValue($0.bounds.upper) }),
      Self(
        "probability", "how likely its value is within the bounds", { JSONValue($0.probability) }),
    ]
  }
}

extension SecondGame {
  /// Returns where a second game of the same person lies, and how likely.
  func words(in language: Language) -> String {
    switch self {
    case .rank(let rank):
      let (lower, upper) = (Standing.percent(rank.lower), Standing.percent(rank.upper))
      return language.pick(
        "a second game of the same person lies between \(lower) and \(upper) % in 9 of 10 cases",
        "同じ人の2回目は、10回中9回は\(lower)〜\(upper) %の間です")
    case .level(let second):
      let (lower, upper) = (second.levels.lowerBound, second.levels.upperBound)
      let cases = (100 * second.probability).decimal(0)
      return language.pick(
        "a second game of the same person reaches level \(lower) to \(upper) in \(cases) of 100 "
          + "cases",
        "同じ人の2回目は、100回中\(cases)回はレベル\(lower)〜\(upper)です")
    }
  }
}
