/// Where the rounds are that can be looked up by their numbers.
package protocol RoundArchive: AnyObject {
  /// Hands over a page of the newest rounds, or all of them, the newest last.
  func forEach(inAll isWhole: Bool, _ body: (ArchivedRound) -> Void) throws(RoundFault)

  /// The round with a number.
  func round(_ number: Int) throws(RoundFault) -> ArchivedRound
}

/// A round as it can be looked up.
package struct ArchivedRound: Equatable, Sendable {
  /// How many rounds a page of the list has.
  package static let pageSize = 20

  package let number: Int
  /// When the numerals were shown, as ISO 8601 writes it.
  package let date: String
  /// Nil where what is kept can't be read.
  package let round: KeptRound?

  /// Makes a round that can be looked up.
  package init(number: Int, date: String, round: KeptRound?) {
    self.number = number
    self.date = date
    self.round = round
  }
}

/// The rounds that a session remembers which keeps nothing.
package final class RememberedRounds: RoundArchive {
  private let model: GameModel
  private let date: (Int) -> Int

  /// Makes an archive; `date` tells what a moment of the session was, in milliseconds since 1970.
  package init(_ model: GameModel, date: @escaping (Int) -> Int) {
    self.model = model
    self.date = date
  }

  package func forEach(inAll isWhole: Bool, _ body: (ArchivedRound) -> Void) {
    let rounds = model.rememberedRounds
    for round in rounds.suffix(isWhole ? rounds.count : ArchivedRound.pageSize) {
      body(archived(round))
    }
  }

  package func round(_ number: Int) throws(RoundFault) -> ArchivedRound {
    guard let round = model.rememberedRounds.last(where: { $0.number == number }) else {
      throw .unknownRound(number)
    }
    return archived(round)
  }

  private func archived(_ round: KeptRound) -> ArchivedRound {
    ArchivedRound(
      number: round.number, date: "\(InstantText(milliseconds: date(round.onset)))", round: round)
  }
}
