import Archive
import Examiner
import Game
import Shell

/// The game of a day: one test, whose boards follow from the date and are the same everywhere.
///
///     let daily = Daily(on: "2026-11-28")
///     daily?.settings.seed?.seed.text  // daily-2026-11-28
struct Daily: Equatable, Sendable {
  /// The test of every day.
  static var testName: String { "human-benchmark" }
  private static var beginning: String { "daily-" }

  /// The date, `YYYY-MM-DD`.
  let date: String
  /// The settings of the test: the seed of the date.
  let settings: TestSettings

  /// Creates the game of a date; `nil` unless there is such a day.
  init?(on date: String) {
    guard InstantText("\(date)T00:00:00.000Z") != nil,
      let seed = try? SessionSeed(Self.beginning + date)
    else { return nil }
    self.date = date
    var settings = TestSettings()
    settings.seed = seed
    self.settings = settings
  }

  /// Returns the name of a test as users see it: that of a daily game has its date.
  static func name(
    ofTest test: String, _ settings: TestSettings, in language: Language
  ) -> String {
    guard let date = date(of: settings, test: test) else { return test }
    return language.pick("daily \(date)", "\(date) のゲーム")
  }

  /// Returns the date of a game with these settings; `nil` if it has other boards.
  static func date(of settings: TestSettings, test: String) -> String? {
    guard test == testName, let text = settings.seed?.seed.text, text.hasPrefix(beginning) else {
      return nil
    }
    return Daily(on: String(text.dropFirst(beginning.count)))?.date
  }
}
