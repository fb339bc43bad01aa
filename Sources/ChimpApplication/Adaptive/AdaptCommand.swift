import Science
import Shell

/// The command `adapt`, and what procedures add to the keys of a test.
extension GameController {
  static var procedureKeys: [Parameter] { TestSettings.procedureKeys.map(\.parameter) }

  static func adapt(_ language: Language) -> Command {
    let words = CommandWords(language)
    return Command(
      "adapt", words.adapt, in: .tests, isSafe: true,
      .asking([Parameter("WHAT", .choice(["span", "hold"]))], keys: testKeys) {
        invocation throws(ArgumentFault) in
        let name = "adapt-" + invocation.text(0)
        return RoundAction.test(name, try testSettings(name, invocation, language))
      },
      examples: ["adapt span", "adapt hold method=staircase start=430", "adapt span sd=0.4"],
      notes: words.adaptNotes)
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
