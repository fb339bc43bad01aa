package import Examiner
package import Shell

/// Shows the modes, and what they wait for.
package struct GameView {
  private let speaker: Speaker

  /// Makes a view that speaks.
  package init(_ speaker: Speaker) { self.speaker = speaker }

  /// Says which mode there is, and which one comes with the next Update.
  package func showMode(_ name: String, next: String?) {
    speaker.say { $0.mode(name, next: next) }
  }

  /// Says how many credits there are.
  package func show(_ credits: CreditModel) { speaker.say { $0.credits(credits) } }

  /// Says who plays what, and for how many credits.
  package func showCredit(_ credits: CreditModel, _ plan: RoundPlan) {
    speaker.say { $0.credit(credits, plan) }
  }

  /// Says how a test stands.
  package func show(_ series: TestSeries) { speaker.say { $0.standing(series) } }

  /// Says what a test that is over came to.
  func showResult(of series: TestSeries, best: TestScore?) {
    guard let words = speaker.language.result(of: series, best: best) else { return }
    speaker.say { _ in words }
  }

  /// Whether a test that goes on is to be stopped, as a question.
  func leaveQuestion(_ series: TestSeries) -> String {
    speaker.language.leaveQuestion(series.preset)
  }

  /// Says what the boards are drawn from.
  func showSeed(_ seed: SessionSeed) { speaker.say { $0.drawn(from: seed) } }

  /// Says that a test that was left behind goes on.
  package func showResumed(_ series: TestSeries) { speaker.say { $0.resumed(series) } }

  /// Says that a test was ended before its end.
  package func showStopped(_ series: TestSeries) { speaker.say { $0.stopped(series) } }

  /// Says that the numerals are placed, and how their round begins.
  package func showWaiting(_ plan: RoundPlan) { speaker.say { $0.waiting(plan) } }

  /// Shows where to look: a mark at the centre of the board.
  package func showFixation(on size: BoardSize) { draw(BoardImage(markedAtCentre: size)) }

  private func draw(_ image: borrowing BoardImage) {
    speaker.output.write(image.text)
    speaker.output.notePicture(byteCount: image.text.count)
  }

  /// Lists the tests and the lines that begin them.
  package func showMenu() {
    let items = LiveScene.menuItems(in: speaker.language)
    for item in items { speaker.say { _ in "\(item.line): \(item.summary)" } }
  }

  /// Says what will be played.
  package func showPlan(_ plan: RoundPlan) { speaker.say { $0.nextPlan(plan) } }

  /// Says that the numerals are placed.
  package func showReady(_ plan: RoundPlan) { speaker.say { $0.ready(plan) } }

  /// Says why the round does not begin for which somebody has waited.
  package func showNoStart(_ fault: RoundFault) { speaker.say { $0.noStart(fault) } }

  /// Says how many seconds are left.
  package func showCountdown(_ seconds: Int) { speaker.say { _ in "\(seconds)" } }

  /// Says why the mode can't change.
  package func refuse(_ fault: ModeFault) { speaker.refuse { $0.words(for: fault) } }
}
