import Records
package import Shell

/// Says what has been done to the store as a whole.
package final class StoreView {
  /// How many rounds are named where some are left out; a check of the store names all.
  private static var namedCount: Int { 20 }

  private let output: OutputWriter

  /// Makes a view that writes to the output.
  package init(output: OutputWriter) {
    self.output = output
  }

  /// Says why nothing is done, or no more.
  package func refuse(_ fault: StoreWorkFault) {
    output.refuse("\(fault)")
  }

  /// Says what a check has found.
  package func show(_ report: CheckStore.Report) {
    let count = report.findings.count
    guard count > 0 else {
      return say("checked \(report.rowCount) \(rows(report.rowCount)): all is well")
    }
    say("found \(count) \(count == 1 ? "fault" : "faults"):")
    for finding in report.findings { say("  \(finding)") }
  }

  /// Says what another program has said.
  package func show(_ lines: [String]) {
    for line in lines { say(escaped(line)) }
  }

  /// Says that the store has been copied.
  package func showBackup(byteCount: Int, _ path: String, lostCount: Int) {
    say("backed up \(byteCount) bytes to \"\(escaped(path))\"\(lost(lostCount))")
  }

  /// Says what has been written to which files.
  package func show(_ report: Export.Report, lostCount: Int) {
    let paths = report.paths.map { "\"\(escaped($0))\"" }.joined(separator: ", ")
    say(
      "exported \(counts(report.trialCount, report.pressCount)) to \(paths)\(lost(lostCount))"
        + damaged(report.damagedRounds))
  }

  /// Names the rounds that are left out.
  private func damaged(_ rounds: [Int]) -> String {
    guard !rounds.isEmpty else { return "" }
    let names = rounds.prefix(Self.namedCount).map { "\($0)" }.joined(separator: ", ")
    let rest = rounds.count - Self.namedCount
    return "; left out \(rounds.count) damaged \(rounds.count == 1 ? "round" : "rounds"): \(names)"
      + (rest > 0 ? " and \(rest) more" : "")
  }

  /// Says how many rounds a session without a store has forgotten.
  private func lost(_ count: Int) -> String {
    count == 0
      ? "" : "; \(count) older \(count == 1 ? "round is" : "rounds are") not known any more"
  }

  /// Says what has been taken into the store.
  package func show(_ report: Import.Report, _ path: String) {
    let counts = counts(report.trialCount, report.pressCount)
    let were = report.knownCount == 1 ? "was" : "were"
    let known = report.knownCount == 0 ? "" : "; \(report.knownCount) \(were) there already"
    say("imported \(counts) from \"\(escaped(path))\"\(known)")
  }

  /// Says how many news have been written to a file.
  package func show(_ report: ExportNews.Report, _ path: String) {
    let damaged = report.damagedCount
    let rest = damaged == 0 ? "" : "; left out \(damaged) damaged \(rows(damaged))"
    say("exported \(report.count) news to \"\(escaped(path))\"\(rest)")
  }

  /// Says how many news have been taken into the store.
  package func show(_ report: ImportNews.Report, _ path: String) {
    let were = report.knownCount == 1 ? "was" : "were"
    let known = report.knownCount == 0 ? "" : "; \(report.knownCount) \(were) there already"
    say("imported \(report.count) news from \"\(escaped(path))\"\(known)")
  }

  /// Says that what was left of the store has been written.
  package func showRecovery(rowCount: Int, _ path: String) {
    say("recovered \(rowCount) \(rows(rowCount)) to \"\(escaped(path))\"")
  }

  private func counts(_ trials: Int, _ presses: Int) -> String {
    "\(trials) \(trials == 1 ? "trial" : "trials") and "
      + "\(presses) \(presses == 1 ? "press" : "presses")"
  }

  private func rows(_ count: Int) -> String { count == 1 ? "row" : "rows" }

  private func say(_ line: String) {
    output.write(text: line)
    output.endLine()
  }
}
