import ChimpSystem
import Science
import Shell
import Statistics

extension Credit {
  /// Returns the partial scores: right presses, their proportion, and the edit distance.
  func sentences(at place: FigurePlace) -> [String] {
    let language = place.language
    func shown(_ mean: UnitMean, _ format: (Double) -> String, _ unit: String) -> String? {
      guard let value = mean.value else { return nil }
      let interval = mean.interval.map {
        let range = $0.words(in: language, format)
        return language.pick(" (95 % t \(range))", "（95 % t \(range)）")
      }
      return format(value) + unit + (interval ?? "")
    }
    guard let right = shown(right, { $0.decimal(2) }, ""),
      let share = shown(share, \.percent, " %")
    else { return [] }
    let distance = distance.flatMap { shown($0, { $0.decimal(2) }, "") }.map {
      language.pick("; edit distance \($0)", "。編集距離 \($0)")
    }
    return [
      language.pick(
        "right before the first error: \(right); of the numerals \(share)",
        "最初の誤りまでの正解: \(right)。個数に対して \(share)")
        + (distance ?? "")
    ]
  }
}

extension Summary.Test {
  /// Returns the proportion on boards that are not in reading order; nothing if all are not.
  func readingOrder(at place: FigurePlace) -> [String] {
    let language = place.language
    let rest = passesElsewhere
    let count = passes.count - rest.count
    guard count > 0 else { return [] }
    return [
      language.pick(
        "boards in reading order: \(count); without \(count == 1 ? "it" : "them") "
          + "\(rest.passedCount) of \(rest.count) passed",
        "読む順の盤: \(count)、除くと\(rest.count)回中\(rest.passedCount)回成功")
    ]
  }

  /// Returns the proportion of right presses at each position, up to the ninth.
  func positionSentences(at place: FigurePlace) -> [String] {
    let language = place.language
    guard !positions.isEmpty else { return [] }
    let shares = positions.prefix(9).compactMap { position in
      let group = position.group
      return group.share.value.map { "\(group.numbers.lowerBound): \($0.percent) %" }
    }
    let rest = positions.count > 9 ? language.pick(", and so on", "など") : ""
    let list = shares.joined(separator: ", ") + rest
    guard credit.distance == nil else {
      return [
        language.pick(
          "right at each position that was reached without an error: \(list)",
          "誤りなしで到達した順番での正解: \(list)")
      ]
    }
    return [
      language.pick(
        "right at each position that was reached (a trial ends at its error): \(list)",
        "到達した順番での正解（誤りで終了）: \(list)")
    ]
  }
}

extension JSONMember where Subject == Summary.Position {
  static var all: [Self] {
    [
      Self("position", "the position, from 1", { .integer($0.group.numbers.lowerBound) }),
      Self("right", "how many presses were right there", { .integer($0.group.share.passedCount) }),
      Self(
        "reached", "how many trials reached it without an error",
        {
          .integer($0.group.share.count)
        }),
      Self(
        "participants", "how many participants the value is a mean of",
        {
          JSONValue($0.group.share.participants?.count)
        }),
    ] + JSONMember<Bounded>.all(of: { Bounded($0.group.share.value, $0.group.share.interval) })
      + [
        Self("chance", "the share that guessing reaches", { JSONValue($0.group.chance) }),
        .times("time", "the geometric mean of the time of right presses, in ms", \.time),
      ]
  }
}
