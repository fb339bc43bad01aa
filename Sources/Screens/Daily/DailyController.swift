import Archive
import Examiner
import Game
import Shell
import Terminal

/// The controller of the game of the day, and of games that are shared with others.
///
///     try application.daily.start("2026-11-28")
final class DailyController {
  private unowned let application: Application
  private let view: DailyView

  /// Creates the controller.
  init(_ application: Application) {
    self.application = application
    view = DailyView(application.speaker)
  }

  /// Begins the game of a date, by default of today.
  ///
  /// - Throws: A refusal for no date, or for a script without one, whose days are not real.
  func start(_ date: String?) throws {
    guard let date = date ?? today else {
      throw Refusal(
        "daily-needs-date", "a script gives the date: daily 2026-11-28",
        "スクリプトでは日付を書きます: daily 2026-11-28")
    }
    guard let daily = Daily(on: date), let preset = TestPreset.named(Daily.testName) else {
      throw Refusal(
        "no-date", "a date is written like 2026-11-28, not \"\(date)\"",
        "日付は 2026-11-28 のように書きます: \(date)")
    }
    if let today, today < date {
      throw Refusal(
        "no-date-yet", "the boards of \(date) come on that day (UTC); today is \(today)",
        "\(date) の盤はその日（UTC）になってからです。今日は \(today) です")
    }
    view.showBeginning(of: date, first: attempts(on: daily.settings).first.map { .level($0.level) })
    try application.game.start(preset, daily.settings)
  }

  /// The date of today (UTC); `nil` if the clock is not real.
  private var today: String? {
    guard application.passesTime else { return nil }
    let now = InstantText(milliseconds: application.programStore.date(at: nil))
    return String(now.description.prefix("2026-11-28".utf8.count))
  }

  /// The score of the first attempt on the boards of today; `nil` before it, and if the clock is
  /// not real.
  var scoreOfToday: TestScore? {
    today.flatMap { Daily(on: $0) }.flatMap { attempts(on: $0.settings).first }
  }

  /// Returns the scores of the player's attempts on the boards of a date, also of those that were
  /// left.
  private func attempts(on settings: TestSettings) -> [TestScore] {
    guard let seed = settings.seed else { return [] }
    return application.storedRounds.map {
      (try? $0.attempts(atTest: Daily.testName, on: seed)) ?? []
    } ?? rememberedScores(seed)
  }

  /// Returns the scores of the session's attempts on some boards.
  private func rememberedScores(_ seed: SessionSeed) -> [TestScore] {
    var scores: [TestScore] = []
    for round in application.game.session.rememberedRounds {
      guard let test = round.test, test.settings.seed == seed, let outcome = round.outcome
      else { continue }
      if test.number == 1 || scores.isEmpty { scores.append(TestScore()) }
      scores[scores.count - 1].add(isPassed: outcome == .passed, level: round.board.count)
    }
    return scores
  }

  /// Returns `true` for a later attempt on the boards of a date, since only the first one counts.
  private func isPractice(_ game: PlayedGame) -> Bool {
    guard let date = game.date, let daily = Daily(on: date) else { return false }
    return attempts(on: daily.settings).count > 1
  }

  /// Writes the two lines about the last finished test, and copies them to the clipboard of a
  /// terminal; in ASCII where a terminal has no more signs.
  func share(isASCII: Bool) throws {
    let isPoor = application.records.isPerson && !application.environment.supportsUnicode
    let game = try application.archive.lastGame()
    let lines = view.lines(of: game, isPractice: isPractice(game), isASCII: isASCII || isPoor)
    view.show(lines)
    application.environment.terminal?.copy(lines.map { $0 + "\n" }.joined())
  }

  /// Returns the operation that writes the last finished test, or its card, to a file.
  func write(
    _ file: NamedFile, isCard: Bool, replaces: Bool
  ) throws -> QueuedOperation {
    let game = try application.archive.lastGame()
    let lines = view.lines(of: game, isPractice: isPractice(game), isASCII: false)
    let card = GridFilm(
      title: "chimp \(game.name)", description: lines[0],
      languageCode: application.language.rawValue,
      lines: lines[0].split(separator: " · ").map(String.init) + ["", lines[1]])
    return try application.store.write(
      isCard ? card.picture() : game.text, to: file, replaces: replaces, by: "share",
      reporting: .results
    ) { language in
      let name = file.name
      guard !isCard else {
        return [language.pick("wrote the card to \"\(name)\"", "\(name) に書きました")]
      }
      return [
        language.pick(
          "wrote the game to \"\(name)\", with the solution of every board",
          "ゲームを \(name) に書きました。すべての盤の答えが入っています"), lines[1],
      ]
    }
  }

  /// Checks that a file has a code, and that its moves give what it claims.
  func verify(_ code: String, _ file: NamedFile) throws {
    let bytes = try file.beginning(of: PlayedGame.longest + 1)
    guard bytes.count <= PlayedGame.longest, let text = String(validating: bytes, as: UTF8.self)
    else {
      throw Refusal(
        "damaged-game", "\"\(file.name)\" is too long for a game, or no text",
        "\(file.name) はゲームには長すぎるか、文字列ではありません")
    }
    let own = PlayedGame.code(of: bytes)
    func letters(_ code: String) -> String { code.lowercased().filter { $0 != "-" && $0 != " " } }
    guard letters(own) == letters(code) else {
      throw otherProof(code, own: own, of: text, file)
    }
    view.showProof(of: try PlayedGame(text, named: file.name))
  }

  /// Returns the refusal of a code that is not that of a file: it says what in the file can't be
  /// true, or that it is another game.
  private func otherProof(
    _ code: String, own: String, of text: String, _ file: NamedFile
  ) -> Refusal {
    func reason(in language: Language) -> String {
      guard PlayedGame.isGame(text) else {
        return language.pick("it is no game of chimp", "chimp のゲームではありません")
      }
      do throws(Refusal) {
        let game = try PlayedGame(text, named: file.name)
        let words = DailyView.words(about: game, in: language)
        return language.pick(
          "its moves are those of another game: \(words)", "手順は別のゲームのものです: \(words)")
      } catch { return error.words(in: language) }
    }
    return Refusal(
      "other-proof",
      "the proof of \"\(file.name)\" is \(own), not \(code); \(reason(in: .english))",
      "\(file.name) の証明は \(code) ではなく \(own) です。\(reason(in: .japanese))")
  }
}
