import Science
import Shell

/// The command `adapt`, and what procedures add to the keys of a test.
extension GameController {
  static var procedureKeys: [Parameter] {
    [
      .key("method", .choice(ProcedureSettings.Method.allCases.map(\.rawValue))),
      .key("start", .number(1...2_000), "N"), .key("step", .number(1...18), "N"),
      .key("down", .number(1...3), "N"), .key("sd", .text, "SD"),
    ]
  }

  static func adapt(_ language: Language) -> Command {
    Command(
      "adapt", language.help(.adapt), in: .tests, isSafe: true,
      CommandForm([Parameter("WHAT", .choice(["span", "hold"]))], keys: testKeys) {
        invocation throws(ArgumentFault) in
        let name = "adapt-" + invocation.text(0)
        return .message(
          .action(RoundAction.test(name, try testSettings(name, invocation, language))))
      },
      examples: ["adapt span", "adapt hold method=staircase start=430", "adapt span sd=0.4"])
  }

  static func procedureSettings(
    _ invocation: Invocation, _ language: Language
  ) throws(ArgumentFault) -> ProcedureSettings {
    var settings = ProcedureSettings()
    settings.method = invocation.text(key: "method").flatMap(ProcedureSettings.Method.init)
    settings.start = invocation.number(key: "start")
    settings.step = invocation.number(key: "step")
    settings.down = invocation.number(key: "down")
    settings.deviation = try invocation.decimals(
      key: "sd", [ProcedureSettings.deviations], language)?.first.map {
        Int(($0 * 1000).rounded())
      }
    return settings
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
