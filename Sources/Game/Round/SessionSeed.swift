public import Examiner

/// The random seed of a session, from which the seed of each round's board is derived.
///
/// ```swift
/// let board = try plan.identifier(SessionSeed("monday").seed(forRound: 1))
/// ```
public struct SessionSeed: Hashable, Sendable {
  /// The maximum length of a seed's text in bytes, which leaves room for the round number.
  public static let longest = 64

  public let seed: Seed

  /// Creates a seed from a text; throws `tooLong`, or the error of `Seed` for invalid characters.
  public init(_ text: String) throws(ExaminerError) {
    seed = try Seed(text)
    guard text.utf8.count <= Self.longest else { throw .seedTooLong(limit: Self.longest) }
  }

  /// The default seed of scripts, which is the same on every machine.
  public static var script: SessionSeed { SessionSeed(.standard) }

  private init(_ seed: Seed) { self.seed = seed }

  /// Creates a seed from a number, whose decimal digits are its text.
  public init(number: UInt32) { seed = Seed(number: number) }

  /// Returns the seed of the board of a round.
  public func seed(forRound number: Int) -> Seed { Seed(seed, round: number) }
}
