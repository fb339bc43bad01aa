/// Who played earlier rounds, and what their boards were drawn from, where no store has that.
struct EarlierFacts {
  /// What was true up to a round, and behind the one of the facts before.
  private struct Facts {
    let lastRound: Int
    let participant: String
    let seed: String
  }

  private var facts: [Facts] = []

  /// Takes note of what was true up to a round; what no remembered round needs is forgotten.
  mutating func note(upTo lastRound: Int, participant: String, seed: String) {
    facts.removeAll { $0.lastRound <= lastRound - RoundHistory.rememberedCount }
    guard lastRound > facts.last?.lastRound ?? 0 else { return }
    facts.append(Facts(lastRound: lastRound, participant: participant, seed: seed))
  }

  /// What was true when a round began; nil where that is still true.
  func ofRound(_ number: Int) -> (participant: String, seed: String)? {
    facts.first { number <= $0.lastRound }.map { ($0.participant, $0.seed) }
  }
}
