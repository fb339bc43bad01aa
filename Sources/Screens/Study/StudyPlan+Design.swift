import Game
import Shell
import Studies

/// The design of a study in words, for its preregistration and its report.
extension StudyPlan {
  /// Returns a line for each cell of each condition, with the keys of the study file.
  func conditionLines(in language: Language) -> [String] {
    conditions.flatMap { condition in
      let mixed =
        condition.cells.count > 1
        ? language.pick(", mixed with the other holds", "、ほかの提示時間と混ぜて") : ""
      return condition.cells.map { cell in
        let series = TestSeries(condition.preset, condition.settings(of: cell))
        let trials =
          series.trialLimit.map { language.pick(", \(counted($0, "trial"))", "、\($0)試行") }
          ?? language.pick(", as many trials as its results ask for", "、試行の数は結果によります")
        let keys = "\(condition.settings)"
        let tellsHold = !condition.preset.searchesHold
        let plan = series.plan.words(in: language, tellsHold: tellsHold)
        return "\(cell.name): \(condition.preset.name), \(plan)"
          + condition.preset.course.search(in: language) + trials + mixed
          + (keys.isEmpty ? "" : " (\(keys))")
          + (condition.stopsFailed
            ? language.pick(
              "; who fails its practice, ends there", "。練習ができなかった人はそこで終わります") : "")
      }
    }
  }

  /// Returns how the groups are assigned.
  func groupAssignment(in language: Language) -> String {
    switch groupWeights {
    case let weights? where Set(weights).count > 1:
      language.pick(
        "by chance in permuted blocks, with the weights "
          + weights.map(String.init).joined(separator: ":"),
        "並べ替えブロックで無作為に、比は" + weights.map(String.init).joined(separator: ":"))
    case _?: language.pick("by chance in permuted blocks", "並べ替えブロックで無作為に")
    case nil:
      language.pick("the smallest group is filled first", "人数のいちばん少ないグループから")
    }
  }

  /// Returns what a difference of conditions may come from besides them, because all play them in
  /// the same order; `nil` if the orders are balanced or random.
  func orderCaution(in language: Language) -> String? {
    guard order == .fixed, conditions.count > 1 else { return nil }
    let isOfBoards = boards == .same
    return language.pick(
      "all play the conditions in the same order, so that a difference may also come from practice"
        + (isOfBoards ? " or from their boards" : "") + ": order latin balances "
        + (isOfBoards ? "both" : "it"),
      "全員が同じ順序で条件を行うので、条件の差は練習" + (isOfBoards ? "や盤" : "")
        + "の差かもしれません。order latin で釣り合います")
  }

  /// Returns the sentence about the orders of the conditions.
  func orderSentence(in language: Language) -> String {
    switch order {
    case .fixed: language.pick("all have the order of the file.", "全員がファイルの順です。")
    case .random:
      language.pick(
        "each participant has a random one of \(orderCount).",
        "参加者ごとに\(orderCount)通りから無作為に選びます。")
    case .latin:
      language.pick(
        "\(orderCount) balanced orders (Williams 1949); a participant gets the one that the "
          + "fewest have.",
        "\(orderCount)通りの釣り合った順序（Williams 1949）。いちばん人数の少ない順序になります。")
    }
  }
}

extension TestPreset.Course {
  /// Returns what the answers decide in an adaptive test; empty for another one.
  fileprivate func search(in language: Language) -> String {
    guard case .procedure(let target) = self else { return "" }
    return switch target {
    case .span:
      language.pick(" first, then as many as the answers ask for", "から始め、あとの個数は答えで決まる")
    case .hold: language.pick(" that follows from the answers", "（答えで決まる）")
    }
  }
}
