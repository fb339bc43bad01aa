/// The latest rounds before the one that is played: a new one takes the place of the oldest.
package struct PastRounds: Equatable, Sendable {
  package static let limit = 99

  private var places: [KeptRound] = []
  private var oldest = 0

  package init() {}

  package var rounds: [KeptRound] { Array(places[oldest...] + places[..<oldest]) }

  /// Takes a round.
  ///
  /// When the limit is reached, `round` becomes the oldest one, whose memory can serve the next
  /// round.
  mutating func exchange(_ round: inout KeptRound) {
    guard places.count == Self.limit else { return places.append(round) }
    swap(&places[oldest], &round)
    oldest = (oldest + 1) % Self.limit
  }
}
