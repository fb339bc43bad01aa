import Examiner
import Science
import Shell

/// The keys of `start TEST`, and the command `adapt`.
extension GameController {
  static var testKeys: [Parameter] { TestSettings.keys.map(\.parameter) }

  static func testSettings(
    _ name: String, _ invocation: Invocation, _ language: Language
  ) throws(ArgumentFault) -> TestSettings {
    var settings = try settings(TestSettings.keys, invocation, language)
    settings.numerals = try range(invocation, language)
    if let text = invocation.text(key: "seed") {
      do throws(SeedFault) { settings.seed = try SessionSeed(text) } catch {
        throw .invalid(language.words(for: error), column: invocation.column(key: "seed"))
      }
    }
    if let preset = TestPreset.named(name) {
      try checkProcedure(settings, preset, invocation, language)
      try check(settings, preset, invocation, language)
    }
    return settings
  }

  static func settings(
    _ keys: [TestSettings.Key], _ invocation: Invocation, _ language: Language
  ) throws(ArgumentFault) -> TestSettings {
    var settings = TestSettings()
    for key in keys {
      if let text = invocation.text(key: key.parameter.name) { key.take(&settings, text) }
    }
    // A deviation that is none has words of its own.
    _ = try invocation.decimals(key: "sd", [ProcedureSettings.deviations], language)
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
      return try refuse(["numerals", "adjacent", "mask"], invocation) { language.noKey(name, $0) }
    }
    if let range = settings.numerals, !preset.ranges.contains(range) {
      throw .invalid(
        language.noRange(name, preset.ranges, range), column: invocation.column(key: "numerals"))
    }
  }

  private static func refuse(
    _ keys: [StaticString], _ invocation: Invocation, _ words: (StaticString) -> String
  ) throws(ArgumentFault) {
    for key in keys {
      if let column = invocation.column(key: key) { throw .invalid(words(key), column: column) }
    }
  }

  static var procedureKeys: [Parameter] { TestSettings.procedureKeys.map(\.parameter) }

  static func adapt(_ language: Language) -> Command {
    Command(
      "adapt", language.help(.adapt), in: .tests, isSafe: true,
      .asking([Parameter("WHAT", .choice(["span", "hold"]))], keys: testKeys) {
        invocation throws(ArgumentFault) in
        let name = "adapt-" + invocation.text(0)
        return RoundAction.test(name, try testSettings(name, invocation, language))
      },
      examples: ["adapt span", "adapt hold method=staircase start=430", "adapt span sd=0.4"])
  }

  /// Refuses what a procedure can't begin with, and what other tests don't take.
  static func checkProcedure(
    _ settings: TestSettings, _ preset: TestPreset, _ invocation: Invocation, _ language: Language
  ) throws(ArgumentFault) {
    let name = preset.name
    guard case .procedure(let target) = preset.course else {
      return try refuse(procedureKeys.map(\.name), invocation) { language.noKey(name, $0) }
    }
    let method = settings.procedure.method ?? .quest
    try refuse(AdaptiveProcedure.surplusKeys(target, method), invocation) {
      language.noKey(name, $0, method)
    }
    do throws(StatisticFault) {
      _ = try AdaptiveProcedure(target, settings, count: settings.count ?? preset.plan.count)
    } catch {
      throw .invalid(
        language.noProcedure(name, error),
        column: invocation.column(key: "start") ?? invocation.column(key: "count"))
    }
  }
}
