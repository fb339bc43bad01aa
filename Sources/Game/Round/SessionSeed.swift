package import Examiner

/// The seed of a session: each of its rounds has a seed of its own made from it.
package struct SessionSeed: Equatable, Sendable {
  /// The longest text, so that the seeds of the rounds are short enough too.
  package static let longest = 64

  package let seed: Seed

  /// Takes a text that may be a seed, or says why it may not.
  package init(_ text: String) throws(SeedError) {
    seed = try Seed(text)
    guard text.utf8.count <= Self.longest else { throw .tooLong(limit: Self.longest) }
  }

  /// The seed of a script that names none: the same on every machine.
  package static var script: SessionSeed { SessionSeed(.standard) }

  private init(_ seed: Seed) { self.seed = seed }

  /// The seed whose text is the number.
  package init(number: UInt32) { seed = Seed(number: number) }

  /// What the board of a round is drawn from.
  package func seed(forRound number: Int) -> Seed { Seed(seed, round: number) }
}
