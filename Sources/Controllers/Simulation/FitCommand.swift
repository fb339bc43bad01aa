import Analysis
import Console
import Game
import Operations
import Reports
import Simulation
import Words

/// The command `fit`, which estimates the memory model's parameters from real trials.
extension StatisticsController {
  /// Returns the operation of the command `fit`; `nil` if an error was written.
  private func fit(_ filter: TrialFilter, fitsSpread: Bool) -> QueuedOperation? {
    store.operation("fit") {
      FitMemory(source: $0, filter: filter, fitsSpread: fitsSpread)
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
        keys: [.key("spread", .choice(["1", "fit"]))] + filterKeys.dropFirst()
      ) { invocation throws(ConsoleError) in
        var filter = try filter(invocation, language)
        let code = invocation.text(0)
        guard ParticipantCode.isValid(code) else {
          throw .invalid(
            language.words(for: SettingFault.participant), column: invocation.column(0))
        }
        filter.participant = code == "all" ? nil : code
        let fitsSpread = invocation.text(key: "spread") == "fit"
        return .statistics { [filter] in $0.fit(filter, fitsSpread: fitsSpread) }
      }, examples: ["fit P07", "fit all test=inoue-210"])
  }
}
