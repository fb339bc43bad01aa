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
        \.secondGame, of: JSONMember<SecondGame>.all))
  }
}

extension Results {
  /// Returns how sure the newest level of each participant is, who is named if there are several.
  func secondGames(at place: FigurePlace) -> [String] {
    let isOfOne = Set(tests.map(\.participant)).count == 1
    var told: Set<String> = []
    let newestFirst = tests.reversed().compactMap { test -> String? in
      let code = isOfOne ? nil : test.participant
      guard let line = test.secondGameLine(of: code, at: place),
        told.insert(test.participant).inserted
      else { return nil }
      return line
    }
    return newestFirst.reversed()
  }
}

extension Results.Test {
  /// Returns how sure the level of this game of a participant is, or of the only participant if
  /// `code` is nil.
  ///
  /// There is none without a second game; a rank has a line of its own, which tells it, too.
  fileprivate func secondGameLine(of code: String?, at place: FigurePlace) -> String? {
    guard let secondGame, standing == nil else { return nil }
    let language = place.language
    let (whose, owner) =
      switch code {
      case nil: ("", "")
      case place.reader.ownCode?: (language.pick("your ", "あなたが"), "")
      case let code?: (language.pick("", "\(code) が"), " of \(code)")
      }
    let head = language.pick(
      "\(whose)last finished \(name) game\(owner), level \(level): ",
      "\(whose)最後まで遊んだ最近の \(name)、レベル\(level): ")
    return head + secondGame.words(in: language)
  }
}

extension JSONMember where Subject == SecondGame {
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
