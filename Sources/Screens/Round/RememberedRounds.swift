import Archive
import Game
import Shell

/// The archive of rounds of a session without a store, kept in memory.
///
///     let model = GameModel(clock: .virtual())
///     let rounds = RememberedRounds(model) { milliseconds in milliseconds }
///     rounds.forEach(inAll: true) { round in print(round.number) }
final class RememberedRounds: RoundArchive {
  private let model: GameModel
  private let date: (Int) -> Int

  /// Creates the archive; `date` converts session time to milliseconds since 1970.
  init(_ model: GameModel, date: @escaping (Int) -> Int) {
    self.model = model
    self.date = date
  }

  func forEach(inAll isWhole: Bool, _ body: (ArchivedRound) -> Void) {
    let rounds = model.session.rememberedRounds
    for round in rounds.suffix(isWhole ? rounds.count : ArchivedRound.pageSize) {
      body(archived(round))
    }
  }

  func round(_ number: Int) throws -> ArchivedRound {
    guard let round = model.session.rememberedRounds.last(where: { $0.number == number }) else {
      throw Refusal.noRound(number)
    }
    return archived(round)
  }

  private func archived(_ round: KeptRound) -> ArchivedRound {
    ArchivedRound(
      number: round.number, date: "\(InstantText(milliseconds: date(round.onset)))", round: round)
  }
}
