package import Examiner

/// What a round will be, before its board is drawn.
package struct RoundPlan: Equatable, Sendable {
  package var count: Int
  package var size: BoardSize
  package var range: NumeralRange?
  package var rule: Rule
  /// Whether the numerals that are drawn out of the range are to follow each other.
  package var adjacency: TestSettings.Adjacency?

  /// What the board of a plan is drawn from, or why there is none.
  package func identifier(_ seed: Seed) throws(BoardFault) -> BoardIdentifier {
    let usual = try SeededIdentifier(size: size, count: count, range: range, seed: seed)
    guard let adjacency, let range, range.count > count, count > 1 else { return .seeded(usual) }
    switch adjacency {
    case .yes:
      var generator = Generator(text: "adjacent/\(seed.text)")
      let low = range.low + generator.next(below: range.count - count + 1)
      let run = try NumeralRange(low: low, high: low + count - 1)
      return .seeded(try SeededIdentifier(size: size, count: count, range: run, seed: seed))
    case .no:
      var (identifier, number) = (usual, 0)
      while identifier.board().isRun {
        number += 1
        identifier = try SeededIdentifier(
          size: size, count: count, range: range, seed: Seed(seed, round: number))
      }
      return .seeded(identifier)
    }
  }
}

extension Board {
  /// Whether each numeral is the next one of the one before.
  fileprivate var isRun: Bool { numeral(atPlace: count - 1) - numeral(atPlace: 0) == count - 1 }
}

extension RoundPlan {
  init(like board: Board, rule: Rule) {
    self.init(count: board.count, size: board.size, range: board.range, rule: rule)
  }

  package static var first: RoundPlan {
    RoundPlan(count: 5, size: .standard, range: nil, rule: .standard)
  }

  /// The tests of the literature: the masking task with 5 and with 9 numerals, then the
  /// limited-hold task, 5 numerals out of 1..9 that are masked after 650, 430 or 210 milliseconds.
  package static var wellKnown: [RoundPlan] {
    var nine = first
    nine.count = 9
    let holds = [650, 430, 210].compactMap { milliseconds -> RoundPlan? in
      guard let range = try? NumeralRange(low: 1, high: 9), let rule = try? Rule(hold: milliseconds)
      else { return nil }
      return RoundPlan(count: 5, size: .standard, range: range, rule: rule)
    }
    return [first, nine] + holds
  }
}

/// The seed of a session: each of its rounds has a seed of its own made from it.
package struct SessionSeed: Equatable, Sendable {
  /// The longest text, so that the seeds of the rounds are short enough too.
  package static let longest = 64

  package let seed: Seed

  /// Takes a text that may be a seed, or says why it may not.
  package init(_ text: String) throws(SeedFault) {
    seed = try Seed(text)
    guard text.utf8.count <= Self.longest else { throw .tooLong(limit: Self.longest) }
  }

  /// The seed of a script that names none: the same on every machine.
  package static var script: SessionSeed { SessionSeed(.standard) }

  private init(_ seed: Seed) { self.seed = seed }

  /// The seed whose text is the number.
  package init(number: UInt32) { seed = Seed(number: number) }

  package func seed(forRound number: Int) -> Seed { Seed(seed, round: number) }
}
