/// How a round is played: when the numerals are masked, and what an empty cell counts as.
package struct Rule: Hashable, Sendable {
  /// When the first press masks the other numerals.
  package enum Mask: String, CaseIterable, Sendable {
    case first
    case never
  }

  /// What a press on an empty cell is.
  package enum EmptyCell: String, CaseIterable, Sendable {
    case wrong
    case ignore
  }

  /// The shortest and the longest hold, in milliseconds.
  package static let holdLimits = 1...3_600_000

  package let mask: Mask
  package let emptyCell: EmptyCell
  /// After how many milliseconds the numerals are masked by themselves.
  package let hold: Int?

  /// Whether the first right press masks the others.
  package var masksAtFirstPress: Bool {
    if case .first = mask { true } else { false }
  }

  /// The rule of whoever names none.
  package static var standard: Rule { Rule() }

  private init() {
    mask = .first
    emptyCell = .wrong
    hold = nil
  }

  /// Takes a rule, or says why it can't be.
  package init(
    mask: Mask = .first, emptyCell: EmptyCell = .wrong, hold: Int? = nil
  ) throws(RuleFault) {
    if let hold {
      guard Self.holdLimits.contains(hold) else { throw .hold(hold) }
      guard mask != .never else { throw .holdWithoutMask }
    }
    self.mask = mask
    self.emptyCell = emptyCell
    self.hold = hold
  }
}

extension Rule: CustomStringConvertible {
  /// The rule as `start` takes it.
  package var description: String {
    let holding = hold.map { " hold=\($0)" } ?? ""
    return "mask=\(mask.rawValue) empty=\(emptyCell.rawValue)\(holding)"
  }
}

/// Why a rule can't be.
package enum RuleFault: Error, Equatable {
  case hold(Int)
  case holdWithoutMask
}

extension RuleFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .hold(let milliseconds):
      "a hold of \(milliseconds) ms is not from 1 to \(Rule.holdLimits.upperBound)"
    case .holdWithoutMask: "hold= masks the numerals, mask=never does not"
    }
  }
}
