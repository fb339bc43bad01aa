package import Examiner

/// What a round is to be, before its board is drawn.
package struct RoundPlan: Equatable, Sendable {
  package var count: Int
  package var size: BoardSize
  package var range: NumeralRange?
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
    .seeded(try SeededIdentifier(size: size, count: count, range: range, seed: seed))
  }
}

extension RoundPlan: CustomStringConvertible {
  package var description: String {
    let numerals = count == 1 ? "1 numeral" : "\(count) numerals"
    let range = range.map { " out of \($0.low)..\($0.high)" } ?? ""
    let hold = rule.hold.map { ", hold \($0) ms" } ?? ""
    let again = rule.wrong == .again ? ", wrong presses go on" : ""
    return "\(numerals)\(range) on \(size.h)x\(size.v)\(hold)\(again)"
  }
}
