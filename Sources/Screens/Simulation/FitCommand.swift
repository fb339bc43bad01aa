import Archive
import Game
import Shell
import Statistics

/// The command `fit`, which estimates the memory model's parameters from real trials.
extension StatisticsController {
  /// Returns the operation of the command `fit`; `nil` if an error was written.
  private func fit(_ filter: TrialFilter, _ spread: FitMemory.Spread) -> QueuedOperation? {
    store.operation("fit") {
      FitMemory(source: $0, filter: filter, spread: spread)
    } then: { [speaker, reader] language, report in
      if report.figures.isEmpty { speaker.refuse { $0.nothingToFit(filter.participant) } }
      let lines = language.lines(of: report, filter.participant, for: reader())
      for line in lines { speaker.say { _ in line } }
      for finding in report.figures {
        if case .failure(let fault) = finding.result {
          speaker.refuse { $0.noFit(finding.code, fault) }
        }
      }
      return []
    }
  }

  /// Returns the command `fit`.
  static func fit(_ language: Language) -> Command {
    Command(
      "fit", language.help(.fit), in: .results,
      CommandForm(
        [Parameter("CODE|all", .text)],
        keys: [.key("spread", .text, "SD|fit")] + filterKeys.dropFirst()
      ) { invocation throws(ConsoleError) in
        var filter = try filter(invocation, language)
        let code = invocation.text(0)
        guard ParticipantCode.isValid(code) else {
          throw .invalid(
            language.words(for: SettingRefusal.participant), column: invocation.column(0))
        }
        filter.participant = code == "all" ? nil : code
        let spread = try spread(invocation, language)
        return .statistics { [filter] in $0.fit(filter, spread) }
      }, examples: ["fit P07", "fit all test=inoue-210", "fit all spread=1"])
  }

  /// Returns the spread that the key `spread=` asks for.
  private static func spread(
    _ invocation: Invocation, _ language: Language
  ) throws(ConsoleError) -> FitMemory.Spread {
    guard let text = invocation.text(key: "spread") else { return .fixed(nil) }
    guard text != "fit" else { return .fitted }
    guard let value = ColumnRange.decimal(text), (0.01...100).contains(value) else {
      throw .invalid(language.noSpread(text), column: invocation.column(key: "spread"))
    }
    return .fixed(value)
  }
}
