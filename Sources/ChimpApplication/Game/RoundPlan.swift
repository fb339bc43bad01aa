package import Examiner

/// What a round is to be, before its board is drawn.
package struct RoundPlan: Equatable, Sendable {
  package var count: Int
  package var size: BoardSize
  package var range: NumeralRange?
  /// Whether the numerals that are drawn out of the range are to follow each other.
  package var adjacency: TestSettings.Adjacency?
  package var rule: Rule

  /// Makes a plan.
  package init(count: Int, size: BoardSize, range: NumeralRange?, rule: Rule) {
    self.count = count
    self.size = size
    self.range = range
    self.rule = rule
  }

  /// The plan for a board like this one.
  package init(like board: Board, rule: Rule) {
    self.init(
      count: board.count, size: board.size, range: board.range, rule: rule)
  }

  /// What the board of a plan is drawn from, or why there is none.
  package func identifier(_ seed: Seed) throws(BoardFault) -> BoardIdentifier {
    let usual = try SeededIdentifier(size: size, count: count, range: range, seed: seed)
    guard let adjacency, let range, range.count > count, count > 1 else { return .seeded(usual) }
    switch adjacency {
    case .yes:
      var low = range.low
      var generator = Generator(text: "adjacent/\(seed.text)")
      low += generator.next(below: range.count - count + 1)
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
  fileprivate var isRun: Bool {
    numeral(atPlace: count - 1) - numeral(atPlace: 0) == count - 1
  }
}

extension RoundPlan: CustomStringConvertible {
  package var description: String {
    let numerals = count == 1 ? "1 numeral" : "\(count) numerals"
    let range = range.map { " out of \($0.low)..\($0.high)" } ?? ""
    let hold = rule.hold.map { ", hold \($0) ms" } ?? ""
    let limit = rule.limit.map { ", limit \($0) ms" } ?? ""
    let again = rule.wrong == .again ? ", wrong presses go on" : ""
    let adjacent =
      switch adjacency {
      case .yes?: ", adjacent,"
      case .no?: ", not adjacent,"
      case nil: ""
      }
    return "\(numerals)\(range)\(adjacent) on \(size.h)x\(size.v)\(hold)\(limit)\(again)"
  }
}
