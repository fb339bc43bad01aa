import Archive
import ChimpSystem
import Game
import Science
import Shell
import Statistics

/// The table of agents beside people and chimpanzees, in `results` and in the report.
///
///     test           player            n          result  95 %  source
///     kawai, 4       llama 3.1, …      50 trials  92.0 %  81.2 to 96.8  this store
///     kawai, 4       chimpanzee Ai     1          >= 90 %  not published  Kawai & …
struct AgentComparisonView {
  let language: Language

  /// Returns the heading, the table and what can't be compared; none without an agent's game.
  func lines(of comparison: AgentComparison, for reader: TableReader) -> [String] {
    guard !comparison.rows.isEmpty else { return [] }
    let rows = table(of: comparison)
    let table = Table(rows[0], Array(rows.dropFirst()), textColumns: 6)
    return ["\(title):"] + reader.lines(of: table, in: language) + notes
  }

  var title: String {
    language.pick("Agents beside people and chimpanzees", "エージェントと人、チンパンジー")
  }

  /// Returns the table; the first row has the column titles.
  func table(of comparison: AgentComparison) -> [[String]] {
    [
      [
        language.pick("test", "テスト"), language.pick("player", "プレイヤー"),
        language.pick("n", "数"), language.pick("result", "結果"),
        language.pick("95 % interval", "95 %区間"), language.pick("source", "出典"),
      ]
    ] + comparison.rows.map(cells)
  }

  /// Returns the table for a page, which has the sources below it.
  func narrowTable(of comparison: AgentComparison) -> [[String]] {
    table(of: comparison).map { Array($0.dropLast()) }
  }

  /// Returns the source of each published row, each once.
  func sources(of comparison: AgentComparison) -> [String] {
    comparison.rows.reduce(into: []) { lines, row in
      guard let source = row.source else { return }
      let player = row.player.words(in: language)
      let line = language.pick("\(row.test), \(player): ", "\(row.test)、\(player): ") + source
      if !lines.contains(line) { lines.append(line) }
    }
  }

  /// The lines about what can't be compared.
  var notes: [String] {
    [
      language.pick(
        "look=context can't be compared with people, who see the numerals once; look=withheld and "
          + "look=delay:N are promises of the driver",
        "look=context は、数字を1回しか見ない人とは比べられません。look=withheld と look=delay:N は、"
          + "動かす側の約束です"),
      language.pick(
        "times and holds can't be compared: an agent on a virtual clock has no times, no limit of "
          + "time, and a look of one reply; students and Ayumu had a look of 650 or 210 ms, the "
          + "zoo's visitors a touch screen",
        "時間は比べられません。仮想時計のエージェントには時間も時間制限もなく、提示は1つの応答です。"
          + "学生とアユムの提示時間は650か210ミリ秒、動物園の来園者はタッチスクリーンです"),
    ]
  }

  private func cells(of row: AgentComparison.Row) -> [String] {
    [
      test(of: row), row.player.words(in: language), count(of: row), result(of: row),
      interval(of: row),
      row.source ?? (row.isOfAgent ? language.pick("this store", "この記録") : ""),
    ]
  }

  private func test(of row: AgentComparison.Row) -> String {
    guard let count = row.numeralCount else { return row.test }
    return language.pick("\(row.test), \(count) numerals", "\(row.test)、\(count)個")
  }

  private func count(of row: AgentComparison.Row) -> String {
    let count = row.count
    switch row.player {
    case .agent where row.passes != nil:
      return language.pick(counted(count, "trial"), "\(count)試行")
    case .agent: return language.pick(counted(count, "game"), "\(count)ゲーム")
    case .visitors: return language.pick(counted(count, "first game"), "最初の\(count)ゲーム")
    case .students: return language.pick(counted(count, "person", "people"), "\(count)人")
    case .chimpanzee: return language.pick(counted(count, "chimpanzee"), "\(count)頭")
    case .unpublished: return ""
    }
  }

  private func result(of row: AgentComparison.Row) -> String {
    if let value = row.passes?.value { return "\(value.percent) %" }
    if let percent = row.percent {
      return row.isAtLeast
        ? language.pick("over \(percent) %", "\(percent) %以上")
        : language.pick("about \(percent) %", "約\(percent) %")
    }
    guard let level = row.level else { return language.pick("not published", "発表なし") }
    let name = name(ofLevel: level, in: row)
    guard row.isOfAgent else { return language.pick("median \(name)", "中央値\(name)") }
    let rank = row.standing?.words(in: language)
    let first = row.count > 1 ? language.pick("first game ", "最初のゲームは") : ""
    return first + name + (rank.map { language.pick(", \($0)", "、\($0)") } ?? "")
  }

  private func interval(of row: AgentComparison.Row) -> String {
    if let interval = row.passes?.interval { return interval.words(in: language, \.percent) }
    if let levels = row.levels {
      let (lower, upper) = (levels.lowerBound, levels.upperBound)
      return name(ofLevel: lower, in: row) + language.pick(" to ", "〜")
        + name(ofLevel: upper, in: row)
    }
    if let standing = row.standing {
      return standing.share.interval.words(in: language, Standing.percent) + " %"
    }
    switch row.player {
    case .unpublished: return ""
    case .agent: return language.pick("one game", "1ゲームのため不明")
    default: return language.pick("not published", "発表なし")
    }
  }

  private func name(ofLevel level: Int, in row: AgentComparison.Row) -> String {
    let course = TestPreset.named(row.test)?.course
    let name = course?.name(ofLevel: level, in: language) ?? "\(level)"
    return course?.trainingCount ?? 0 > 0 ? name : language.pick("level \(name)", "レベル\(name)")
  }
}

extension AgentComparison.Row {
  /// `true` for an agent's games, `false` for a publication.
  var isOfAgent: Bool { if case .agent = player { true } else { false } }

  /// The share of passed trials, of an agent or published.
  fileprivate var share: Double? { passes?.value ?? percent.map { Double($0) / 100 } }
}

extension AgentComparison.Player {
  /// Returns the player, or the sample of a publication.
  func words(in language: Language) -> String {
    switch self {
    case .agent(let agent):
      language.pick("agent \(agent)", "エージェント \(agent)")
    case .chimpanzee(let name): language.pick("chimpanzee \(name)", "チンパンジーの\(name)")
    case .students: language.pick("students", "学生")
    case .visitors: language.pick("visitors of 16 to 59 years", "16〜59歳の来園者")
    case .unpublished: language.pick("people and chimpanzees", "人とチンパンジー")
    }
  }

  /// The name of an agent or a chimpanzee.
  fileprivate var ownName: String? {
    switch self {
    case .agent(let agent): agent.name
    case .chimpanzee(let name): name
    case .students, .visitors, .unpublished: nil
    }
  }

  fileprivate var look: String? {
    if case .agent(let agent) = self { agent.look.description } else { nil }
  }

  /// The stable name of the kind of player.
  fileprivate var name: String {
    switch self {
    case .agent: "agent"
    case .chimpanzee: "chimpanzee"
    case .students: "students"
    case .visitors: "visitors"
    case .unpublished: "unpublished"
    }
  }
}

/// The plot of agents beside publications, as far as both have a share of passed trials.
extension AgentComparisonView {
  /// Returns the plot of as many rows as fit; `nil` with fewer than two shares.
  func plot(of comparison: AgentComparison) -> Plot? {
    let points = comparison.rows.compactMap { row in
      row.share.map { (label: label(of: row), value: $0, row: row) }
    }
    guard points.count > 1 else { return nil }
    var plot = Plot(
      .accuracy, .share, test: nil,
      points: points.prefix(FigureDrawing.mostColumns).enumerated().map { index, point in
        Plot.Point(
          Double(index), .test(point.label), value: point.value, point.row.passes?.interval,
          count: point.row.count)
      })
    plot.hasAgents = true
    return plot
  }

  /// Returns the label of a point, as short as it can be.
  private func label(of row: AgentComparison.Row) -> String {
    let test = row.test + (row.numeralCount.map { " \($0)" } ?? "")
    return switch row.player {
    case .agent(let agent): "\(test): \(agent)"
    case .chimpanzee(let name): "\(test): \(name)"
    default: "\(test): \(row.player.words(in: language))"
    }
  }
}

extension JSONMember where Subject == AgentComparison.Row {
  static var all: [Self] { ofPlayer + ofResult + JSONMember<Bounded>.all(of: bounded) }

  private static var ofPlayer: [Self] {
    [
      Self("test", "the name of the test", { .text($0.test) }),
      Self(
        "numerals", "how many numerals; null for a test that changes it",
        { JSONValue($0.numeralCount) }),
      Self(
        "player",
        "`agent`, `students`, `chimpanzee`, `visitors`, or `unpublished`",
        { .text($0.player.name) }),
      Self(
        "name", "the name and version of the agent, or of the chimpanzee; else null",
        { JSONValue($0.player.ownName) }),
      Self("look", "that of the agent; else null", { JSONValue($0.player.look) }),
      Self("count", "how many trials, games, people or chimpanzees", { .integer($0.count) }),
    ]
  }

  private static var ofResult: [Self] {
    [
      Self(
        "at_least", "true if the published share is only a lower bound; else not there",
        { $0.isAtLeast ? .bool(true) : nil }),
      Self("level", "the level of a first game, or the published median", { JSONValue($0.level) }),
      .optional(
        "standing", "the rank of the first game among the visitors", \.standing,
        of: JSONMember<Standing>.all),
      Self("source", "the publication; null for an agent", { JSONValue($0.source) }),
    ]
  }

  private static func bounded(_ row: AgentComparison.Row) -> Bounded {
    Bounded(row.share, row.passes?.interval)
  }
}
