/// How a round is played: when the numerals are masked, what an empty cell counts as, whether a
/// wrong press ends it, how long an answer may take, and how many presses one line may make.
package struct Rule: Hashable, Sendable {
  /// When the first press masks the other numerals.
  package enum Mask: String, CaseIterable, Sendable {
    case first, never
  }

  /// What a press on an empty cell is.
  package enum EmptyCell: String, CaseIterable, Sendable {
    case wrong, ignore
  }

  /// What follows a wrong press.
  package enum Wrong: String, CaseIterable, Sendable {
    case ends
    /// The round goes on, with the same numeral due.
    case again
  }

  /// How many presses a line may make that begins while the numerals can be seen.
  package enum Line: String, CaseIterable, Sendable {
    case any
    /// Only its first press is made, so that nothing is typed beforehand.
    case one
  }

  /// The shortest and the longest hold or limit, in milliseconds.
  package static let holdLimits = 1...3_600_000

  package let mask: Mask
  package let emptyCell: EmptyCell
  package let wrong: Wrong
  package let line: Line
  // Small, because a rule is copied with each move; 0 where there is none.
  private let holdTime: Int32
  private let limitTime: Int32

  /// After how many milliseconds the numerals are masked by themselves.
  package var hold: Int? { holdTime > 0 ? Int(holdTime) : nil }

  /// How many milliseconds after the mask the round is over; after the onset where nothing masks.
  package var limit: Int? { limitTime > 0 ? Int(limitTime) : nil }

  /// Whether the first right press masks the others.
  package var masksAtFirstPress: Bool { if case .first = mask { true } else { false } }

  /// The rule of a round for which none is given.
  package static var standard: Rule { Rule() }

  private init() {
    (mask, emptyCell, wrong, line) = (.first, .wrong, .ends, .any)
    (holdTime, limitTime) = (0, 0)
  }

  /// Takes a rule, or says why it can't be.
  package init(
    mask: Mask = .first, emptyCell: EmptyCell = .wrong, wrong: Wrong = .ends, hold: Int? = nil,
    limit: Int? = nil, line: Line = .any
  ) throws(RuleFault) {
    if let hold {
      guard Self.holdLimits.contains(hold) else { throw .hold(hold) }
      guard mask != .never else { throw .holdWithoutMask }
    }
    if let limit, !Self.holdLimits.contains(limit) { throw .limit(limit) }
    (self.mask, self.emptyCell, self.wrong, self.line) = (mask, emptyCell, wrong, line)
    holdTime = Int32(hold ?? 0)
    limitTime = Int32(limit ?? 0)
  }
}

extension Rule {
  /// The same with other times, or another mask; unchanged where that can't be.
  package func with(mask: Mask? = nil, hold: Int?, limit: Int?) -> Rule {
    (try? Rule(
      mask: mask ?? self.mask, emptyCell: emptyCell, wrong: wrong, hold: hold, limit: limit,
      line: line)) ?? self
  }
}

extension Rule: CustomStringConvertible {
  /// The rule as `start` takes it.
  package var description: String {
    let holding = hold.map { " hold=\($0)" } ?? ""
    let again = wrong == .again ? " wrong=again" : ""
    let limited = limit.map { " limit=\($0)" } ?? ""
    let one = line == .one ? " line=one" : ""
    return "mask=\(mask.rawValue) empty=\(emptyCell.rawValue)\(again)\(holding)\(limited)\(one)"
  }
}

extension Rule {
  private static var againSuffix: String { " again" }

  /// What presses do that are not right, in a text: `wrong` or `ignore`, what one on an empty cell
  /// is, and ` again` behind it where the round goes on after a wrong one.
  package var mistakes: String { emptyCell.rawValue + (wrong == .again ? Self.againSuffix : "") }

  /// Takes a rule whose `mistakes` are written so; nil where nothing is.
  package static func parts(ofMistakes text: String) -> (emptyCell: EmptyCell, wrong: Wrong)? {
    let isAgain = text.hasSuffix(againSuffix)
    let word = isAgain ? String(text.dropLast(againSuffix.count)) : text
    return EmptyCell(rawValue: word).map { ($0, isAgain ? .again : .ends) }
  }
}

/// Why a rule can't be.
package enum RuleFault: Error, Equatable {
  case hold(Int)
  case limit(Int)
  case holdWithoutMask
}

extension RuleFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .hold(let milliseconds):
      "a hold of \(milliseconds) ms is not from 1 to \(Rule.holdLimits.upperBound)"
    case .limit(let milliseconds):
      "a limit of \(milliseconds) ms is not from 1 to \(Rule.holdLimits.upperBound)"
    case .holdWithoutMask: "hold= masks the numerals, mask=never does not"
    }
  }
}
