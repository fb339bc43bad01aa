/// The rule of a round: its mask, its time limits, and the consequences of wrong presses.
///
///     try Rule(hold: 210).description  // "mask=first empty=wrong hold=210"
public struct Rule: Hashable, Sendable {
  /// The event that masks the remaining numerals.
  ///
  ///     let rule = try Rule(mask: .never)
  ///     Rule.Mask(rawValue: "first") == .first  // true
  public enum Mask: String, CaseIterable, Sendable {
    case first, never
  }

  /// The consequence of a press on an empty cell.
  ///
  ///     let rule = try Rule(emptyCell: .ignore)
  public enum EmptyCell: String, CaseIterable, Sendable {
    case wrong, ignore
  }

  /// The consequence of a wrong press.
  ///
  ///     let rule = try Rule(wrong: .again)
  public enum Wrong: String, CaseIterable, Sendable {
    case ends
    /// The round goes on and expects the same numeral.
    case again
  }

  /// The number of presses that a line may make while the numerals are visible.
  ///
  ///     let rule = try Rule(line: .one)
  public enum Line: String, CaseIterable, Sendable {
    case any
    /// Only the first press of the line counts, so that nothing can be typed in advance.
    case one
  }

  /// The effect of a press while numerals are shown for a limited time.
  ///
  ///     let rule = try Rule(hold: 1_500, press: .ignored)
  public enum Press: String, CaseIterable, Sendable {
    /// The press is stored as early and has no other effect.
    case ignored
    /// The press is judged, and a right one masks the others, so that it ends the look.
    ///
    /// This is the meaning of a stored rule that does not say.
    case endsLook = "ends-look"
  }

  /// The limits of a hold or a time limit, in milliseconds.
  public static let holdLimits = 1...3_600_000

  public let mask: Mask
  public let emptyCell: EmptyCell
  public let wrong: Wrong
  public let line: Line
  /// The effect of a press during the hold; `endsLook` without a hold.
  public let press: Press
  /// The time in milliseconds for which the numerals are shown; `nil` for no limit.
  public let hold: Int?
  /// The time limit of the answer in milliseconds, from the mask or, without one, from the onset;
  /// `nil` for none.
  public let limit: Int?

  /// `true` if the first right press masks the other numerals.
  public var masksAtFirstPress: Bool { mask == .first }

  /// The default rule.
  public static var standard: Rule { Rule() }

  private init() {
    mask = .first
    emptyCell = .wrong
    wrong = .ends
    line = .any
    press = .endsLook
    hold = nil
    limit = nil
  }

  /// Creates a rule; throws for times outside of their limits, for a hold without a mask, and for
  /// `press` without a hold.
  public init(
    mask: Mask = .first, emptyCell: EmptyCell = .wrong, wrong: Wrong = .ends, hold: Int? = nil,
    limit: Int? = nil, line: Line = .any, press: Press? = nil
  ) throws(ExaminerError) {
    if let hold {
      guard Self.holdLimits.contains(hold) else { throw .hold(hold) }
      guard mask != .never else { throw .holdWithoutMask }
    } else if press != nil {
      throw .pressWithoutHold
    }
    if let limit, !Self.holdLimits.contains(limit) { throw .limit(limit) }
    self.mask = mask
    self.emptyCell = emptyCell
    self.wrong = wrong
    self.line = line
    self.press = press ?? .endsLook
    self.hold = hold
    self.limit = limit
  }
}

extension Rule {
  /// Returns a copy with other times, another mask or another effect of presses; the rule itself if
  /// these are invalid.
  public func with(
    mask: Mask? = nil, hold: Int?, limit: Int?, press: Press? = nil
  ) -> Rule {
    (try? Rule(
      mask: mask ?? self.mask, emptyCell: emptyCell, wrong: wrong, hold: hold, limit: limit,
      line: line, press: hold == nil ? nil : press ?? self.press)) ?? self
  }
}

extension Rule: CustomStringConvertible {
  /// The rule as arguments of `start`.
  public var description: String {
    let holding = hold.map { " hold=\($0) press=\(press.rawValue)" } ?? ""
    let again = wrong == .again ? " wrong=again" : ""
    let limited = limit.map { " limit=\($0)" } ?? ""
    let one = line == .one ? " line=one" : ""
    return "mask=\(mask.rawValue) empty=\(emptyCell.rawValue)\(again)\(holding)\(limited)\(one)"
  }
}

extension Rule {
  private static var againSuffix: String { " again" }

  /// The consequences of wrong presses as text: `wrong` or `ignore` for empty cells, perhaps with `
  /// again`.
  public var mistakes: String { emptyCell.rawValue + (wrong == .again ? Self.againSuffix : "") }

  /// Parses the text of `mistakes`; returns `nil` for any other text.
  public static func parts(ofMistakes text: String) -> (emptyCell: EmptyCell, wrong: Wrong)? {
    let isAgain = text.hasSuffix(againSuffix)
    let word = isAgain ? String(text.dropLast(againSuffix.count)) : text
    return EmptyCell(rawValue: word).map { ($0, isAgain ? .again : .ends) }
  }
}
