/// The latest rounds before the one that is played: a new one takes the place of the oldest.
struct PastRounds {
  private static var limit: Int { RoundHistory.rememberedCount - 1 }

  private var places: [KeptRound] = []
  /// Where the oldest round is.
  private var oldest = 0

  /// The rounds, the latest last.
  var rounds: [KeptRound] { Array(places[oldest...] + places[..<oldest]) }

  /// Takes a round and, where there are many, gives the oldest one for it, whose memory can serve
  /// the next round.
  mutating func exchange(_ round: inout KeptRound) {
    guard places.count == Self.limit else { return places.append(round) }
    swap(&places[oldest], &round)
    oldest = (oldest + 1) % Self.limit
  }
}
