import Examiner
import Shell

/// The commands about tests, and the keys of `start TEST`.
extension GameController {
  static var testKeys: [Parameter] { TestSettings.keys.map(\.parameter) }

  /// Takes the keys of a test, as far as it takes them.
  static func testSettings(
    _ name: String, _ invocation: Invocation, _ language: Language
  ) throws(ArgumentFault) -> TestSettings {
    var settings = TestSettings()
    for key in TestSettings.keys {
      if let text = invocation.text(key: key.parameter.name) { key.take(&settings, text) }
    }
    settings.numerals = try range(invocation, language)
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
