public import Examiner

/// The properties of a round to play, such as the number of numerals, except the seed of its board.
///
///     let plan = RoundPlan(count: 5, size: .standard, rule: .standard)
///     try plan.identifier(Seed("apple"))  // seeded(8x5n5#1/apple)
public struct RoundPlan: Equatable, Sendable {
  public var count: Int
  public var size: BoardSize
  public var range: NumeralRange?
  public var rule: Rule
  /// `yes` if the numerals must be consecutive, `no` if they must not be; `nil` to allow both.
  public var adjacency: TestSettings.Adjacency?

  public init(
    count: Int, size: BoardSize, range: NumeralRange? = nil, rule: Rule,
    adjacency: TestSettings.Adjacency? = nil
  ) {
    self.count = count
    self.size = size
    self.range = range
    self.rule = rule
    self.adjacency = adjacency
  }

  /// Returns the identifier of the board that this plan and a seed generate.
  ///
  /// Throws if no such board exists.
  public func identifier(_ seed: Seed) throws(ExaminerError) -> BoardIdentifier {
    let usual = try SeededIdentifier(size: size, count: count, range: range, seed: seed)
    guard let adjacency, let range, range.count > count, count > 1 else { return .seeded(usual) }
    switch adjacency {
    case .yes:
      var generator = Generator(text: "adjacent/\(seed.text)")
      let low = range.low + generator.next(below: range.count - count + 1)
      let run = try NumeralRange(low: low, high: low + count - 1)
      return .seeded(try SeededIdentifier(size: size, count: count, range: run, seed: seed))
    case .no:
      var identifier = usual
      var number = 0
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
  /// `true` if the numerals are consecutive, such as 4, 5, 6.
  fileprivate var isRun: Bool { numerals[count - 1] - numerals[0] == count - 1 }
}

extension RoundPlan {
  /// Creates the plan of further boards like an existing one.
  public init(like board: Board, rule: Rule) {
    self.init(count: board.count, size: board.size, range: board.range, rule: rule)
  }

  public static var first: RoundPlan {
    RoundPlan(count: 5, size: .standard, range: nil, rule: .standard)
  }

  /// The plans of the tests in the literature: masking with 5 and 9 numerals, and the limited-hold
  /// task.
  ///
  /// The limited-hold task shows 5 numerals out of 1...9 for 650, 430 or 210 milliseconds.
  public static var wellKnown: [RoundPlan] {
    var nine = first
    nine.count = 9
    let holds = [650, 430, 210].compactMap { milliseconds -> RoundPlan? in
      guard let range = try? NumeralRange(low: 1, high: 9),
        let rule = try? Rule(hold: milliseconds, press: .ignored)
      else { return nil }
      return RoundPlan(count: 5, size: .standard, range: range, rule: rule)
    }
    return [first, nine] + holds
  }
}
