/// The latest rounds before the one that is played: a new one takes the place of the oldest.
struct PastRounds {
  private static var limit: Int { RoundHistory.rememberedCount - 1 }

  private var places: [KeptRound] = []
  /// Where the oldest round is.
  private var oldest = 0

  /// The rounds, the latest last.
  var rounds: [KeptRound] { Array(places[oldest...] + places[..<oldest]) }

  mutating func append(_ round: KeptRound) {
    guard places.count == Self.limit else { return places.append(round) }
    places[oldest] = round
    oldest = (oldest + 1) % Self.limit
  }
}
