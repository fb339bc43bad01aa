import Examiner
import Science
import Shell

/// The keys of `start TEST`, and the command `adapt`.
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

  static func procedureSettings(
    _ invocation: Invocation, _ language: Language
  ) throws(ArgumentFault) -> ProcedureSettings {
    var settings = TestSettings()
    for key in TestSettings.procedureKeys {
      if let text = invocation.text(key: key.parameter.name) { key.take(&settings, text) }
    }
    // A deviation that is none has words of its own.
    _ = try invocation.decimals(key: "sd", [ProcedureSettings.deviations], language)
    return settings.procedure
  }

  /// Refuses what a procedure can't begin with, and what other tests don't take.
  static func checkProcedure(
    _ settings: TestSettings, _ preset: TestPreset, _ invocation: Invocation, _ language: Language
  ) throws(ArgumentFault) {
    let name = preset.name
    guard case .procedure(let target) = preset.course else {
      for key in procedureKeys.map(\.name) where invocation.column(key: key) != nil {
        throw .invalid(language.noKey(name, key), column: invocation.column(key: key))
      }
      return
    }
    let method = settings.procedure.method ?? .quest
    for key in AdaptiveProcedure.surplusKeys(target, method) {
      guard let column = invocation.column(key: key) else { continue }
      throw .invalid(language.noKey(name, key, method), column: column)
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
