import Examiner
import Shell

/// The commands about tests, and the keys of `start TEST`.
extension GameController {
  static func testCommands(_ language: Language) -> [Command] {
    [
      Command(
        "begin", language.help(.begin), in: .tests, isSafe: true,
        CommandForm { _ in .message(.action(RoundAction.begin)) },
        examples: ["begin"]),
      Command(
        "stop", language.help(.stop), in: .tests, isSafe: true,
        CommandForm { _ in .message(.action(RoundAction.stop)) },
        examples: ["stop"]),
    ]
  }

  static var testKeys: [Parameter] {
    [
      .key("practice", .number(TestSettings.practiceLimits), "N"),
      .key("until", .number(TestSettings.trialLimits), "N"),
      .key("trials", .number(TestSettings.trialLimits), "N"), .key("count", .number(1...9801), "N"),
      .key("seed", .text, "TEXT"), .key("limit", .number(Rule.holdLimits), "MS"),
      .key("begin", .choice(["key", "countdown", "now"])),
      .key("feedback", .choice(["full", "outcome", "none"])), .key("numerals", .text, "1..9"),
      .key("adjacent", .choice(["yes", "no"])), .key("mask", .choice(["first", "never"])),
    ] + procedureKeys
  }

  /// Takes the keys of a test, as far as it takes them.
  static func testSettings(
    _ name: String, _ invocation: Invocation, _ language: Language
  ) throws(ArgumentFault) -> TestSettings {
    var settings = TestSettings()
    settings.until = invocation.number(key: "until")
    settings.practice = invocation.number(key: "practice") ?? 0
    settings.trials = invocation.number(key: "trials")
    settings.count = invocation.number(key: "count")
    settings.limit = invocation.number(key: "limit")
    settings.begin = invocation.text(key: "begin").flatMap { TestSettings.Begin(rawValue: $0) }
    settings.feedback =
      invocation.text(key: "feedback").flatMap { TestSettings.Feedback(rawValue: $0) } ?? .full
    settings.numerals = try range(invocation, language)
    settings.adjacency = invocation.text(key: "adjacent").flatMap {
      TestSettings.Adjacency(rawValue: $0)
    }
    settings.mask = invocation.text(key: "mask").flatMap { Rule.Mask(rawValue: $0) }
    if let text = invocation.text(key: "seed") {
      do throws(SeedFault) { settings.seed = try SessionSeed(text) } catch {
        throw .invalid(language.words(for: error), column: invocation.column(key: "seed"))
      }
    }
    settings.procedure = try procedureSettings(invocation, language)
    if let preset = TestPreset.named(name) {
      try checkProcedure(settings, preset, invocation, language)
      try check(settings, preset, invocation, language)
    }
    return settings
  }

  /// Refuses what a test can't be played with.
  private static func check(
    _ settings: TestSettings, _ preset: TestPreset, _ invocation: Invocation, _ language: Language
  ) throws(ArgumentFault) {
    let name = preset.name
    if let until = settings.until, settings.practice < until {
      throw .invalid(language.needsPractice(until), column: invocation.column(key: "until"))
    }
    if let counts = preset.counts {
      guard let count = settings.count ?? (preset.needsCount ? nil : preset.plan.count) else {
        throw .invalid(language.needsCount(name, counts), column: nil)
      }
      guard counts.contains(count) else {
        throw .invalid(
          language.noCount(name, counts, count), column: invocation.column(key: "count"))
      }
    }
    guard !preset.ranges.isEmpty else {
      for key in ["numerals", "adjacent", "mask"] as [StaticString]
      where invocation.column(key: key) != nil {
        throw .invalid(language.noKey(name, key), column: invocation.column(key: key))
      }
      return
    }
    if let range = settings.numerals, !preset.ranges.contains(range) {
      throw .invalid(
        language.noRange(name, preset.ranges, range), column: invocation.column(key: "numerals"))
    }
  }
}
