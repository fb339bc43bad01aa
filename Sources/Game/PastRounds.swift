/// The latest rounds before the current one, in a ring buffer.
///
/// When the limit is reached, each new round replaces the oldest one.
///
///     past.rounds.last { $0.outcome == .passed }?.number
package struct PastRounds: Equatable, Sendable {
  /// The maximum number of rounds in the buffer.
  package static let limit = 99

  /// The slots of the ring buffer; `oldest` is the index of the slot to replace next.
  private var slots: [KeptRound] = []
  private var oldest = 0

  package init() {}

  /// The rounds in order, the oldest first.
  package var rounds: [KeptRound] { Array(slots[oldest...] + slots[..<oldest]) }

  /// Adds a round; if the buffer is full, returns the removed oldest round in `round`.
  ///
  /// The caller can reuse the memory of the removed round.
  mutating func exchange(_ round: inout KeptRound) {
    guard slots.count == Self.limit else { return slots.append(round) }
    swap(&slots[oldest], &round)
    oldest = (oldest + 1) % Self.limit
  }
}
