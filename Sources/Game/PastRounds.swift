/// The latest rounds before the current one, in a ring of fixed size.
///
/// When the limit is reached, each new round replaces the oldest one.
///
///     past.rounds.last { $0.outcome == .passed }?.number
package struct PastRounds: Equatable, Sendable {
  /// The number of rounds that a session without a store remembers.
  package static let limit = 99

  /// The rounds in a ring; `oldest` is the index of the one that is replaced next.
  private var slots: [KeptRound] = []
  private var oldest = 0

  package init() {}

  /// The rounds, the oldest first.
  package var rounds: [KeptRound] { Array(slots[oldest...] + slots[..<oldest]) }

  /// Adds a round.
  ///
  /// When the limit is reached, `round` becomes the removed oldest one, whose memory can be reused.
  mutating func exchange(_ round: inout KeptRound) {
    guard slots.count == Self.limit else { return slots.append(round) }
    swap(&slots[oldest], &round)
    oldest = (oldest + 1) % Self.limit
  }
}
