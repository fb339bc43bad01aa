import Archive
import Game
import Shell
import Statistics

/// The command `fit`, which estimates the memory model's parameters from real trials.
extension StatisticsController {
  /// Returns the operation of the command `fit`.
  private func fit(
    _ filter: TrialFilter, _ spread: FitMemory.Spread, _ analysis: AskedAnalysis?
  ) throws -> QueuedOperation {
    let source = try store.finishedTrials(for: "fit")
    return store.queued(FitMemory(source: source, filter: filter, spread: spread)) {
      [self] _, report in
      if report.figures.contains(where: { $0.pressCount > 0 }) {
        note(analysis, of: report.exclusions)
      }
      FitView(speaker: speaker, reader: reader).show(report, of: filter.participant)
      return []
    }
  }

  static var fit: Command<Application> {
    Command(
      "fit",
      Text(
        """
        find the memory that explains a participant's trials best
        C           how many numerals are taken in, and tau within how many ms
        decay       the share that is lost again, a second; slips: the share of the presses
        spread=     the spread of what is taken in, from trial to trial: a number, as spread=1, or \
        fit, so that it is fitted, too (default: 0.8)
        Intervals leave out the prior of their own number: they say what the data tell. A number \
        of which the data tell less than its prior, or no bound, is not identified and not shown. \
        The weight of the prior says how far it has drawn a number towards its median.
        """,
        """
        参加者の試行をいちばんよく説明する記憶を推定します
        C           覚える個数。tau はそれにかかるミリ秒
        decay       1秒に忘れる割合。slips は押しまちがいの割合
        spread=     覚える個数のばらつき: spread=1 のような値か、推定する fit（既定は0.8）
        区間はその値の事前分布を除いて求めます。データより事前分布のほうが多くを決める値と、限界の\
        ない値は推定できないとし、表示しません。事前分布の重みは、値がその中央値にどれだけ寄せられたかです。
        """), in: .results,
      .operation(
        [Parameter("CODE|all", .text)],
        keys: [.key("spread", .text, "SD|fit")] + filterKeys.dropFirst()
      ) { program, line in
        var filter = try filter(line)
        let code = line.text(0)
        guard ParticipantCode.isValid(code) else {
          throw Refusal.invalidCode.at(line.column(0))
        }
        filter.participant = code == "all" ? nil : code
        return try program.statistics.fit(
          filter, try spread(line),
          AskedAnalysis("fit", line, of: [code == "all" ? code : "..."]))
      }, examples: ["fit P07", "fit all test=inoue-210", "fit all spread=1"])
  }

  /// Returns the spread that the key `spread=` asks for.
  private static func spread(
    _ invocation: Invocation
  ) throws -> FitMemory.Spread {
    guard let text = invocation.text(key: "spread") else { return .fixed(nil) }
    guard text != "fit" else { return .fitted }
    guard let value = ColumnRange.decimal(text), (0.01...100).contains(value) else {
      throw Refusal(
        "no-spread", "spread must be fit or a number from 0.01 to 100, not \"\(text)\"",
        "spread は fit か、0.01から100の数です: \(text)", column: invocation.column(key: "spread"))
    }
    return .fixed(value)
  }
}
