package import Analysis
import Characters
import Console
import Game
import Science

extension Language {
  /// What a survey has found, test by test, and what it left out.
  package func lines(of report: Survey<SummaryTally>.Report) -> [String] {
    let names = [""] + TestPreset.names
    let blocks = names.compactMap { name in report.tally.blocks[name].map { (name, $0) } }
    let found = blocks.flatMap { lines(of: $1, $0, report.tally) }
    return (found.isEmpty ? [noTrials] : found) + lines(of: report.leftOut)
  }

  var noTrials: String { pick("no trials count", "対象になる試行はありません") }

  func lines(of leftOut: LeftOut) -> [String] {
    guard leftOut.count > 0 else { return [] }
    let reasons = LeftOut.Reason.allCases.filter { leftOut[$0] > 0 }
      .map { pick("\(leftOut[$0]) ", "") + words(for: $0) + pick("", "\(leftOut[$0])") }
      .joined(separator: pick(", ", "、"))
    let trials = counted(leftOut.count, "trial")
    return [pick("left out: \(trials): \(reasons)", "除外した試行\(leftOut.count): \(reasons)")]
  }

  private func words(for reason: LeftOut.Reason) -> String {
    switch reason {
    case .free: pick("outside a test", "テスト外のラウンド")
    case .notOver: pick("not over", "途中")
    case .practice: pick("practice", "練習")
    case .simulated: pick("simulated", "シミュレーション")
    case .virtualClock: pick("virtual clock", "仮想時計")
    case .resumed: pick("resumed across a gap", "中断後に再開")
    case .holdMissed: pick("hold not met", "提示時間のずれ")
    case .severalPresses: pick("several presses on a line", "1行に複数の押下")
    case .damaged: pick("damaged", "破損")
    case .forgotten: pick("not known any more", "もう残っていません")
    }
  }

  private func lines(
    of block: SummaryTally.Block, _ name: String, _ tally: SummaryTally
  ) -> [String] {
    let head = (name.isEmpty ? pick("all tests", "すべてのテスト") : name) + ": "
    let passes = head + passes(block.whole.passes)
    func table(_ kind: Figure.Kind) -> [String] { aligned(figure(kind, name, tally)?.table ?? []) }
    return switch tally.grouping {
    case nil:
      [passes, chance(of: block)] + guessing(block) + levels(tally, name)
        + readingOrder(block.whole) + positions(block) + latencies(block) + learning(block)
        + published(name)
    case .position: [passes] + table(.position)
    case .session: [passes] + table(.session) + learning(block)
    case .count: [passes] + table(.count)
    case .hold: [passes] + table(.hold) + threshold(block)
    }
  }

  /// What the tests of a name have found, and how many were not finished.
  func levels(_ tally: SummaryTally, _ name: String) -> [String] {
    let tests = tally.results.rows.filter { $0.name == name }
    let openCount = tests.count { !$0.isComplete }
    let open = pick(
      "not finished: \(openCount) of \(counted(tests.count, "test"))",
      "途中まで: \(tests.count)回中\(openCount)回")
    guard let found = tally.results.levels(of: name, by: { _ in 0 })[0], let mean = found.mean
    else { return openCount > 0 ? [open] : [] }
    func shown(_ level: Double) -> String { level.decimal(found.isHold ? 0 : 1) }
    let interval = found.interval.map { range($0, shown) }.map {
      pick(" (95 % \($0))", "（95 % \($0)）")
    }
    let count = found.testCount
    return [
      (found.isHold ? pick("hold found: ", "提示時間の推定: ") : pick("span: ", "記憶範囲: "))
        + (found.isHold ? duration(mean) : shown(mean)) + (interval ?? "")
        + (count == 1 ? pick(", 1 test", "、1回") : pick(", mean of \(count) tests", "、\(count)回の平均"))
    ] + (openCount > 0 ? [open] : [])
  }

  private func chance(of block: SummaryTally.Block) -> String {
    guard let chance = block.chance else {
      return pick(
        "chance depends on the numerals: by=count tells it", "偶然の割合は個数によります（by=count で表示します）")
    }
    return self.chance(chance, trialCount: block.whole.passes.count)
  }

  /// How likely guessing passes as many, and how far it and the trials come before an error.
  private func guessing(_ block: SummaryTally.Block) -> [String] {
    let (passed, count) = (block.whole.passes.passedCount, block.whole.passes.count)
    guard let chance = block.chance, let right = try? block.whole.positions.meanRightCount() else {
      return []
    }
    let tail = probability("p", chance.ofPassing(atLeast: passed, of: count))
    let (mean, guessed) = (right.decimal(2), chance.meanRightCount.decimal(2))
    return [
      pick(
        "by guessing: \(passed) or more of \(count) with \(tail); right before the first error "
          + "\(guessed), here \(mean)",
        "偶然なら: \(passed)回以上の成功 \(tail)。最初の誤りまでの正解 \(guessed)、ここでは\(mean)")
    ]
  }

  /// What guessing reaches, and from how many passes on it does not.
  func chance(_ chance: Chance, trialCount count: Int) -> String {
    let factorial = chance.numeralCount - (chance.isFirstSeen ? 1 : 0)
    let share = self.chance(chance)
    let words = pick("chance \(share) (1/\(factorial)!), ", "偶然 \(share)（1/\(factorial)!）、")
    guard let fewest = chance.fewestAbove(trialCount: count) else {
      return words + pick("no number of \(count) is above it", "\(count)回では偶然を超えません")
    }
    return words
      + pick("\(fewest) or more of \(count) are above it", "\(count)回中\(fewest)回以上で偶然を超えます")
  }

  func chance(_ chance: Chance) -> String {
    let share = 100 * chance.ofSequence
    return share < 0.005 ? "< 0.01 %" : "\(share.decimal(2)) %"
  }

  func readingOrder(_ summary: TestSummary) -> [String] {
    let rest = summary.passesElsewhere
    let count = summary.passes.count - rest.count
    guard count > 0 else { return [] }
    return [
      pick(
        "reading-order boards: \(count), without \(count == 1 ? "it" : "them") "
          + "\(rest.passedCount) of \(rest.count)",
        "読む順の盤: \(count)、除くと\(rest.count)回中\(rest.passedCount)回成功")
    ]
  }

  private func positions(_ block: SummaryTally.Block) -> [String] {
    guard let places = try? block.whole.positions.proportions(), !places.isEmpty else { return [] }
    let shares = places.prefix(9).enumerated().compactMap { place, proportion in
      (try? proportion.value()).map { "\(place + 1): \($0.percent) %" }
    }
    let rest = places.count > 9 ? pick(", and so on", "など") : ""
    return [
      pick("right where reached (a trial ends at its error): ", "到達した順番での正解（誤りで終了）: ")
        + shares.joined(separator: ", ") + rest
    ]
  }

  private func latencies(_ block: SummaryTally.Block) -> [String] {
    let isSeen = block.chances.contains(where: \.isFirstSeen)
    return [
      (isSeen
        ? pick("first press after onset: ", "提示から最初の押下: ")
        : pick("first press after mask: ", "隠れてから最初の押下: ")) + latency(block.whole.firstLatencies),
      pick("later presses: ", "その後の押下: ") + latency(block.whole.laterLatencies),
    ]
  }

  private func learning(_ block: SummaryTally.Block) -> [String] {
    block.sessions.count > 1 ? [learning(block.sessions)] : []
  }

  func learning(_ sessions: [Int: Proportion]) -> String {
    let head = pick("sessions: \(sessions.count), ", "セッション: \(sessions.count)、")
    do throws(StatisticFault) {
      let ratio = try LearningCurve(sessions.points).oddsRatio().usable(orElse: .separated)
      let range = range(ratio.interval) { $0.decimal(3) }
      return head + pick("odds ratio a session ", "セッションごとのオッズ比 ") + ratio.value.decimal(3)
        + pick(" (95 % \(range))", "（95 % \(range)）")
    } catch { return head + words(for: error) }
  }

  func published(_ name: String) -> [String] {
    guard let published = TestPreset.named(name)?.published else { return [] }
    let finding =
      switch published {
      case .ayumu(let percent):
        pick("Ayumu about \(percent) %, practised humans match him", "アユム約\(percent) %、練習した人は並ぶ")
      case .ai(let four, let five):
        pick("Ai over \(four) % with 4, about \(five) % with 5", "アイ 4個で\(four) %以上、5個で約\(five) %")
      }
    return [pick("published: ", "文献: ") + finding + " (\(published.source))"]
  }

  func threshold(_ block: SummaryTally.Block) -> [String] {
    let holds = block.parts.filter { $0.key > 0 }
    guard holds.count > 1 else { return [] }
    let head = pick("hold for half: ", "半分成功する提示時間: ")
    guard let chance = block.chances.first(where: { !$0.isFirstSeen }),
      block.chances.allSatisfy({ $0.isFirstSeen || $0 == chance })
    else { return [head + pick("not with several counts", "個数が1つのときだけ")] }
    do throws(StatisticFault) {
      let curve = try HoldCurve(holds.points, guess: chance.ofSequence)
      let threshold = try curve.threshold().usable(orElse: .notRising)
      let range = range(threshold.interval) { $0.decimal(0) }
      return [head + duration(threshold.value) + pick(" (95 % \(range))", "（95 % \(range)）")]
    } catch { return [head + words(for: error)] }
  }

  package func noTest(_ text: String) -> String {
    pick("no test is called \"\(text)\"", "\(text) というテストはありません")
      + pick(" (", "（") + TestPreset.names.joined(separator: ", ") + pick(")", "）")
  }

  package func noCondition(_ word: String) -> String {
    pick(
      "neither one test, a count, a hold nor a participant: \"\(word)\"",
      "1つのテスト、個数、提示時間、参加者のどれでもありません: \(word)")
  }

  package func otherKind(_ first: String, _ word: String) -> String {
    pick("\"\(first)\" and \"\(word)\" are not of one kind", "\(first) と \(word) は種類が違います")
  }

  package func conditionTwice(_ word: String) -> String {
    pick("the same condition twice: \"\(word)\"", "同じ条件が2回あります: \(word)")
  }

  package func tooManyConditions(_ most: Int) -> String {
    pick("no more than \(most) conditions are compared", "比べられる条件は\(most)つまでです")
  }
}

extension [Int: Proportion] {
  var points: [CurvePoint] {
    sorted { $0.key < $1.key }.map { CurvePoint(place: Double($0.key), $0.value) }
  }
}

extension CommandWords {
  package static let compare = CommandWords(
    """
    compare tests, holds, counts or participants
    A condition is a test (the end of its name is enough), a count (a number below 50), a hold
    (any other number) or a participant (all of them with by=participant). All are of one kind.
    Of each pair the second is told minus the first.
    Boards that a participant played in both are paired: McNemar, Newcombe for pairs. Times
    are compared by their logarithms, paired by participants where there are two, or else by
    boards. Otherwise Newcombe's difference and Welch's test are told.
    """,
    """
    テスト、提示時間、個数、参加者を比べます
    条件はテストの名前（終わりだけでも可）、50未満の個数、50以上の提示時間、または参加者です。
    by=participant ならすべて参加者です。種類は1つに限り、2つずつ、あとから前を引いて表示します。
    同じ参加者が両方で解いた盤は対にします（McNemar、Newcombe）。時間は対数で、参加者が
    2人以上なら参加者で、そうでなければ盤で対にします。対がなければ Newcombe と Welch です。
    """)

  package static let learning = CommandWords(
    "tell how participants learn from session to session", "セッションごとの上達を表示します")

  package static let results = CommandWords(
    """
    list the tests with their scores, and the best ones so far
    The newest tests come last; all lists the older ones too.
    """,
    """
    テストの結果とそれまでの最高を一覧にします
    新しいテストが最後です。all で古いものも表示します。
    """)

  package static let plot = CommandWords(
    """
    draw accuracy, positions, times, learning or spans
    accuracy       tests; position, latency: places of the sequence; learning: sessions;
                   span: what the tests found by session, and counts of numerals. Each has
                   its interval of 95 %.
    set plot       ascii, blocks or braille
    width=N        40 to 200 columns (default: those of the terminal, or 80)
    """,
    """
    正答率、順番、時間、上達、記憶範囲を図にします
    accuracy       テストごと。position と latency は順番、learning はセッション、
                   span はテストの推定（セッションごと）と個数ごと。区間は95 %です
    set plot       ascii、blocks、braille
    width=N        40から200桁（既定は端末の幅、または80）
    """)

  package static let summary = CommandWords(
    """
    tell what all trials say together: accuracy, chance, times
    test=NAME      only this test; the end of a name, as 210, means the test too
    by=            parts the trials by their numerals, hold, session or position
    include=       trials that are left out otherwise: those of a virtual clock, as scripts
                   have it, of practice, simulated or resumed across a gap; or all of these
    Rounds outside a test, trials that are not over and those with several presses on a line
    are always left out. The reply counts what it leaves out. Intervals are of 95 %.
    """,
    """
    すべての試行をまとめて表示します
    test=NAME      このテストだけ。210 のように名前の終わりだけでも書けます
    by=            個数、提示時間、セッション、順番で分けます
    include=       ふだん除く試行も数えます: 仮想時計（スクリプト）、練習、シミュレーション、再開、
                   またはそのすべて
    テスト外のラウンド、途中の試行、1行で複数押した試行はいつも除き、数を知らせます。区間は95 %です。
    """)
}
