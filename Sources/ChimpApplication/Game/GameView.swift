package import Shell

/// Shows the modes, and what they wait for.
package struct GameView {
  private let output: OutputWriter

  /// Makes a view that writes to the output.
  package init(output: OutputWriter) {
    self.output = output
  }

  /// Says which mode there is, and which one comes with the next Update.
  package func showMode(_ name: String, next: String?) {
    say("mode: \(name)" + (next.map { ", \($0) is next" } ?? ""))
  }

  /// Says how many credits there are.
  package func show(_ credits: CreditModel) {
    say(Self.words(for: credits))
  }

  /// Says who plays what, and for how many credits.
  package func showCredit(_ credits: CreditModel, _ plan: RoundPlan) {
    say("credit: \(Self.words(for: credits)), \(credits.participant) plays \(plan)")
  }

  /// Says how a test stands.
  package func show(_ series: TestSeries) {
    say("\(series.preset.name): \(series)" + (series.isOver ? ", the test is over" : ""))
  }

  /// Lists the tests and the lines that begin them.
  package func show(_ items: [LiveScene.MenuItem]) {
    for item in items { say("\(item.line): \(item.summary)") }
  }

  /// Says what will be played.
  package func showPlan(_ plan: RoundPlan) {
    say("test: \(plan)")
  }

  /// Says that the numerals are placed.
  package func showReady(_ plan: RoundPlan) {
    say("ready: \(plan)")
  }

  /// Says why the round does not begin for which somebody has waited.
  package func showNoStart(_ fault: RoundFault) {
    say("no start: \(fault)")
  }

  /// Says how many seconds are left.
  package func showCountdown(_ seconds: Int) {
    say("\(seconds)")
  }

  /// Says why something can't be done.
  package func refuse(_ words: String) {
    output.refuse(words)
  }

  private static func words(for credits: CreditModel) -> String {
    guard credits.isCounting else { return "free play" }
    return credits.count == 1 ? "1 credit" : "\(credits.count) credits"
  }

  private func say(_ words: String) {
    output.write(text: escaped(words))
    output.endLine()
  }
}
