package import Shell

extension Language {
  /// The error message of `timing` during a round on a real clock.
  package var noTimingDuringRound: String {
    pick(
      "no timing during a round: it would delay the round's clock",
      "ラウンドの途中では測れません。ラウンドの時計が遅れてしまいます")
  }

  package var noTerminal: String { pick("there is no terminal to measure", "時間を測る端末がありません") }
}
