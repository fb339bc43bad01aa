package import Examiner

/// The seed of a session, from which the seed of each round is derived.
///
/// ```swift
/// let board = try plan.identifier(SessionSeed("monday").seed(forRound: 1))
/// ```
package struct SessionSeed: Equatable, Sendable {
  /// The largest length of the text in bytes, which leaves room for the number of a round.
  package static let longest = 64

  package let seed: Seed

  /// Creates a seed from a text; throws the error of ``Seed``, or `tooLong`.
  package init(_ text: String) throws(SeedError) {
    seed = try Seed(text)
    guard text.utf8.count <= Self.longest else { throw .tooLong(limit: Self.longest) }
  }

  /// The seed of a script that does not set one: the same on every machine.
  package static var script: SessionSeed { SessionSeed(.standard) }

  private init(_ seed: Seed) { self.seed = seed }

  /// Creates the seed whose text is the number.
  package init(number: UInt32) { seed = Seed(number: number) }

  /// Returns the seed of a round's board.
  package func seed(forRound number: Int) -> Seed { Seed(seed, round: number) }
}
