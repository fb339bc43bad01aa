import Archive
import ChimpSystem
import Examiner
import Game
import Science
import Shell
import Statistics

/// A finished test as a text that anybody can replay: its settings, and the moves of each round.
///
/// The text has the solution of every board. Its code is a hash of it, so that a line with the code
/// can be shown to others before the text is.
///
///     let game = PlayedGame(rounds: session.rememberedRounds)
///     game?.code  // k3f9-a2b4-c5d6-e7f8
///     try PlayedGame(text, named: "game").check()
struct PlayedGame: Equatable, Sendable {
  /// A round of the game.
  private struct Trial: Equatable {
    /// The identifier of the board, by its seed.
    let board: String
    let outcome: RoundOutcome
    /// The time at which the numerals were shown, since the onset; `nil` if no terminal told it.
    let shown: Int?
    let moves: String
  }

  /// The result of a test: its level, its passes, or its estimate.
  enum Score: Equatable, Sendable {
    case level(Int)
    case passes(Int, of: Int)
    case estimate(String, beyond: RangeEnd?)

    /// The result in the file of a game.
    var text: String {
      if case .estimate(let value, _) = self { "estimate \(value)" } else { words(in: .english) }
    }

    /// Returns the result in words.
    func words(in language: Language) -> String {
      switch self {
      case .level(let level): language.pick("level \(level)", "レベル\(level)")
      case .passes(let count, of: let all):
        language.pick("\(count) of \(all)", "\(all)回のうち\(count)回")
      case .estimate(let value, let end):
        end.map { $0.words(value, in: language) }
          ?? language.pick("estimate \(value)", "推定\(value)")
      }
    }
  }

  /// The maximum size of a game's text in bytes.
  static var longest: Int { 1 << 20 }

  /// The longest time of a round, in milliseconds, so that the times of all rounds can be added.
  private static var longestTime: Int { 1_000_000_000_000 }

  private let preset: TestPreset
  private let settings: TestSettings
  /// The agent that played, as it was declared; `nil` for any other player.
  let agent: AgentName?
  private let trials: [Trial]
  /// The result of the test.
  let score: Score
  /// The median time between two presses, in milliseconds; `nil` without such times, and for an
  /// agent.
  let pressTime: Int?
  /// `true` for each round that counts and was passed.
  let passes: [Bool]

  /// Returns the result in words; of a course its step, such as `4 at 800 ms`.
  func scoreWords(in language: Language) -> String {
    guard case .level(let level) = score, preset.course.trainingCount > 0 else {
      return score.words(in: language)
    }
    return preset.course.name(ofLevel: level, in: language)
  }

  /// The name of the game: of a daily one with its date, otherwise that of the test.
  var name: String { date.map { "daily \($0)" } ?? preset.name }

  /// The date of a daily game; `nil` for any other.
  var date: String? {
    Daily.date(of: settings, test: preset.name)
  }
}

extension PlayedGame {
  /// Creates the last finished test of some rounds, which are in order; `nil` if there is none.
  ///
  /// `agent` is the agent that played; `nil` for any other player.
  init?(rounds: [KeptRound], by agent: AgentName? = nil) {
    guard let end = rounds.lastIndex(where: { $0.testEnd == .complete }),
      let start = rounds[...end].lastIndex(where: { $0.test?.number == 1 })
    else { return nil }
    self.init(test: Array(rounds[start...end]), by: agent)
  }

  /// Creates the game of all rounds of a finished test; `nil` if a round is missing.
  init?(test own: [KeptRound], by agent: AgentName? = nil) {
    guard let test = own.last?.test, own.count == test.number,
      let preset = TestPreset.named(test.name)
    else { return nil }
    self.preset = preset
    self.agent = agent
    settings = test.settings
    trials = own.map { round in
      Trial(
        board: round.board.origin?.description ?? round.board.descriptiveIdentifier,
        outcome: round.outcome ?? .quit, shown: round.exposure.measuredShown,
        moves: MoveText.text(of: round))
    }
    guard let end = try? Self.replay(preset, settings, trials) else { return nil }
    (score, passes) = (end.score, end.passes)
    pressTime = agent == nil ? end.pressTime : nil
  }

  /// The text of the game, which ``init(_:named:)`` reads.
  var text: String {
    var lines = [Self.head, "test \(preset.name)", "settings \(settings.description)"]
    if let agent { lines += ["agent \(agent.name)", "look \(agent.look)"] }
    if let date { lines.append("date \(date)") }
    lines += [
      "score \(score.text)", "press \(pressTime.map { "\($0) ms" } ?? "unknown")",
    ]
    for trial in trials {
      let shown = trial.shown.map { "\($0)" } ?? "-"
      lines.append("trial \(trial.board) \(trial.outcome.rawValue) \(shown) \(trial.moves)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The code of the game: 80 bits of the hash of its text, as four groups of four characters.
  var code: String { Self.code(of: Array(text.utf8)) }

  /// Returns the code of a text.
  static func code(of text: [UInt8]) -> String {
    var hash = SecureHash()
    // The letters of base 32 without those that look like a digit.
    let letters = Array("0123456789abcdefghjkmnpqrstvwxyz")
    var signs: [Character] = []
    var (rest, bitCount) = (0, 0)
    for byte in hash.hash(of: text).prefix(10) {
      rest = rest << 8 | Int(byte)
      bitCount += 8
      while bitCount >= 5 {
        bitCount -= 5
        signs.append(letters[rest >> bitCount & 31])
      }
      rest &= 1 << bitCount - 1
    }
    return stride(from: 0, to: signs.count, by: 4).map { String(signs[$0..<$0 + 4]) }
      .joined(separator: "-")
  }
}

/// Reading and checking a game.
extension PlayedGame {
  /// The first line of a game's text.
  private static var head: String { "chimp-game 1" }

  /// Returns whether a text begins as that of a game.
  static func isGame(_ text: String) -> Bool { text.hasPrefix(head + "\n") }

  /// Parses the text of a file with this name, and replays it.
  ///
  /// - Throws: A refusal that says which line is none of a game, or which claim the moves do not
  ///   give.
  init(_ text: String, named name: String) throws(Refusal) {
    var reader = GameReader(text, named: name)
    guard try reader.next("chimp-game") == "1" else { throw reader.damaged("chimp-game 1") }
    guard let preset = TestPreset.named(try reader.next("test")) else {
      throw reader.damaged("test human-benchmark")
    }
    guard let settings = TestSettings(try reader.next("settings")), preset.accepts(settings) else {
      throw reader.damaged("settings seed=daily-2026-11-28")
    }
    self.preset = preset
    self.settings = settings
    agent = reader.isAt("agent") ? try Self.agent(&reader) : nil
    let date = reader.isAt("date") ? try reader.next("date") : nil
    let claim = try reader.next("score")
    pressTime = Int(try reader.next("press").prefix { $0 != " " })
    trials = try Self.trials(&reader)
    let end = try Self.replay(preset, settings, trials)
    (score, passes) = (end.score, end.passes)
    try Self.compare("score", claim, score.text)
    let foundTime = agent == nil ? end.pressTime : nil
    try Self.compare("press", pressTime.map { "\($0) ms" }, foundTime.map { "\($0) ms" })
    try Self.compare("date", date, self.date)
    try checkForm(of: text, named: name)
  }

  /// Reads the name and the look of the agent that played.
  private static func agent(_ reader: inout GameReader) throws(Refusal) -> AgentName {
    let player = try reader.next("agent")
    guard DeclaredPlayer.isAgent(player) else { throw reader.damaged("agent NAME VERSION") }
    guard let look = AgentLook(try reader.next("look")) else {
      throw reader.damaged("look withheld")
    }
    return AgentName(name: player, look: look)
  }

  /// Reads the trials, up to the end of the text.
  private static func trials(_ reader: inout GameReader) throws(Refusal) -> [Trial] {
    var trials: [Trial] = []
    while reader.hasLines {
      let parts = try reader.next("trial").split(
        separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 4, let outcome = RoundOutcome(rawValue: String(parts[1])) else {
        throw reader.damaged("trial BOARD OUTCOME SHOWN MOVES")
      }
      trials.append(
        Trial(
          board: String(parts[0]), outcome: outcome, shown: Int(parts[2]), moves: String(parts[3])))
    }
    return trials
  }

  /// Throws unless a text is exactly that of the game, since its code is made of every byte.
  private func checkForm(of text: String, named name: String) throws(Refusal) {
    guard self.text != text else { return }
    let own = self.text.split(separator: "\n", omittingEmptySubsequences: false)
    let given = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(own, given).enumerated().first { $1.0 != $1.1 }?.offset ?? own.count - 1
    throw Self.damaged(name, line: line + 1, "\(own[min(line, own.count - 1)])")
  }

  /// Returns the refusal of a line that is none of a game.
  fileprivate static func damaged(_ name: String, line: Int, _ expected: String) -> Refusal {
    Refusal(
      "damaged-game", "\(name):\(line): a game has \"\(expected)\" here",
      "\(name):\(line): ここは \(expected) のはずです")
  }

  /// Throws if a claim is not what the moves give.
  private static func compare(
    _ word: String, _ claimed: String?, _ found: String?
  ) throws(Refusal) {
    guard claimed != found else { return }
    let (claimed, found) = (claimed ?? "none", found ?? "none")
    throw Refusal(
      "unproven-game", "\(word) is \(claimed) in the file, but its moves give \(found)",
      "ファイルの \(word) は \(claimed) ですが、手順からは \(found) になります")
  }

  /// The result of a replay.
  private typealias Result = (score: Score, pressTime: Int?, passes: [Bool])

  /// Plays the rounds again, by the rules of the test and on the boards that it prescribes.
  private static func replay(
    _ preset: TestPreset, _ settings: TestSettings, _ trials: [Trial]
  ) throws(Refusal) -> Result {
    var session = GameSession()
    var test = TestSeries(preset, settings)
    var latencies: [Int] = []
    var passes: [Bool] = []
    for (index, trial) in trials.enumerated() {
      let number = index + 1
      guard !test.isOver else {
        throw impossible(number, "the test was over before it", "テストはその前に終わっています")
      }
      let game = try game(of: test, trial, number)
      do {
        try play(trial, game, of: test, isFirst: index == 0, in: &session)
      } catch {
        throw impossible(number, "its moves break the rules", "手順が規則に合いません")
      }
      guard session.finish == trial.outcome, let next = session.lastTest
      else {
        throw impossible(
          number, "its moves do not end as \(trial.outcome.rawValue)",
          "手順の結果が \(trial.outcome.rawValue) になりません")
      }
      if next.trialCount > settings.practice { passes.append(trial.outcome == .passed) }
      let presses = session.measures.presses.filter { $0.judgement == .right }
      latencies += presses.dropFirst().compactMap(\.lineLatency)
      test = next
    }
    guard test.isOver else {
      throw Refusal(
        "unproven-game", "the test goes on after the last trial of the file",
        "ファイルの最後の試行のあとも、テストは続きます")
    }
    return (score(of: test), median(latencies), passes)
  }

  /// Returns the game of the test's next round on the board of a trial.
  private static func game(
    of test: TestSeries, _ trial: Trial, _ number: Int
  ) throws(Refusal) -> ChimpanzeeExaminer {
    guard let identifier = try? BoardIdentifier(trial.board) else {
      throw impossible(number, "\(trial.board) is no board", "\(trial.board) は盤ではありません")
    }
    let prescribed = test.preset.boardSeed(ofTrial: number, test.settings)
    guard let seed = prescribed ?? identifier.board().origin?.seed,
      let expected = try? test.plan.identifier(seed), expected.board() == identifier.board()
    else {
      throw impossible(
        number, "its board is not that of the test there", "盤がそのテストのものではありません")
    }
    return .startGame(expected, rule: test.plan.rule)
  }

  /// Plays a round in the session.
  ///
  /// The times of a file may be any numbers: they must ascend, and their sums must not overflow.
  private static func play(
    _ trial: Trial, _ game: ChimpanzeeExaminer, of test: TestSeries, isFirst: Bool,
    in session: inout GameSession
  ) throws {
    let start = (session.round.moves.last?.time ?? 0) + 1_000
    if isFirst {
      _ = try session.handle(.start(game, of: test), at: start)
    } else {
      _ = try session.handle(.place(game), at: start)
      _ = try session.handle(.begin, at: start)
    }
    guard 0...longestTime ~= trial.shown ?? 0 else { throw Rejection.noRound }
    if let shown = trial.shown { _ = try session.handle(.exposure(.shown), at: start + shown) }
    guard let read = MoveText.read(trial.moves, onset: session.round.onset) else {
      throw Rejection.noRound
    }
    var time = session.round.onset
    guard (read.moves.last?.time ?? time) - time <= longestTime else { throw Rejection.noRound }
    for (index, move) in read.moves.enumerated() {
      guard move.time >= time else { throw Rejection.noRound }
      for (place, gap) in read.gaps.enumerated() where gap == index {
        let isPause = place >= read.gaps.count - read.pauseCount
        _ = try session.handle(isPause ? .pause : .interrupt, at: time)
      }
      time = move.time
      _ = try session.handle(
        .move(move.move), at: time, by: move.input, digitDelay: move.digitDelay)
    }
  }

  /// Returns the refusal of a trial that can't have been played.
  private static func impossible(_ number: Int, _ english: String, _ japanese: String) -> Refusal {
    Refusal("unproven-game", "trial \(number): \(english)", "試行\(number): \(japanese)")
  }

  /// Returns the score of a finished test.
  private static func score(of series: TestSeries) -> Score {
    let outcome = TestOutcome(series, best: nil)
    switch outcome.isScoredByLevel {
    case true: return .level(outcome.score.level)
    case false: return .passes(outcome.score.passes.passedCount, of: outcome.score.passes.count)
    case nil:
      return .estimate(series.estimate?.value ?? "-", beyond: series.beyond)
    }
  }

  /// Returns the median of some times; `nil` without any.
  private static func median(_ times: [Int]) -> Int? {
    guard !times.isEmpty else { return nil }
    let sorted = times.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}

/// Reads the lines of a game's text in order, each of which begins with a word.
private struct GameReader {
  private let name: String
  private var lines: ArraySlice<Substring>
  /// The number of the line that was read last, counted from 1.
  private var number = 0

  /// Creates a reader of the text of a file with this name.
  init(_ text: String, named name: String) {
    self.name = name
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
  }

  /// `true` if there is a line besides the empty one at the end.
  var hasLines: Bool { lines.count > 1 }

  /// Returns whether the next line begins with a word.
  func isAt(_ word: String) -> Bool { lines.first?.hasPrefix(word + " ") == true }

  /// Returns the rest of the next line, which begins with a word.
  mutating func next(_ word: String) throws(Refusal) -> String {
    number += 1
    guard isAt(word), let line = lines.popFirst() else { throw damaged("\(word) ...") }
    return String(line.dropFirst(word.utf8.count + 1))
  }

  /// Returns the refusal of the line that was read last.
  func damaged(_ expected: String) -> Refusal {
    PlayedGame.damaged(name, line: number, expected)
  }
}
