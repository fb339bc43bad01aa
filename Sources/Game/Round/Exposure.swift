public import ChimpSystem

/// The measured times at which a terminal showed the numerals of a round, and the requests of an
/// agent in it.
///
/// Times are in milliseconds since the onset, the moment at which the numerals were shown. All are
/// `nil` without a terminal, and in rounds stored by versions that did not measure them.
///
///     var exposure = Exposure(earlyInputs: 0)
///     exposure.shown = 12
///     exposure.measuredShown  // Optional(12)
public struct Exposure: Equatable, Sendable {
  /// The time at which the program began to write the numerals.
  public var shown: Int?
  /// The time at which the terminal acknowledged that it had shown the numerals.
  public var acknowledged: Int?
  /// The time between the terminal's acknowledgements of the numerals and of the mask.
  public var acknowledgedHold: Int?
  /// The number of keys ignored between the fixation mark and the mask; `nil` in rounds of early
  /// versions.
  public var earlyInputs: Int?
  /// The size of the window at the onset, and each change with its time: `80x24;1350 110x40`.
  ///
  /// It is `nil` without a terminal, and in rounds of early versions.
  public var window: String?
  /// The time between the end of the test's previous trial and the fixation mark, or the numerals
  /// without a mark.
  public var interval: Int?
  /// The time between the fixation mark and the numerals.
  public var fixation: Int?
  /// The number of an agent's requests from the look to its last move; `nil` for any other player,
  /// and on a real clock.
  public var turns: Int?
  /// The number of the request with the first press, counted from the first one after the look.
  public var firstTurn: Int?
  /// The number of tokens that the driver declared for these requests; `nil` without any.
  public var tokens: Int?

  public init(
    earlyInputs: Int? = nil, window: String? = nil, turns: Int? = nil
  ) {
    self.earlyInputs = earlyInputs
    self.window = window
    self.turns = turns
  }

  /// Notes the size of the window at a time since the onset; does nothing if it is unchanged.
  public mutating func note(_ size: String, at time: Int) {
    guard let window else { return self.window = size }
    guard window != size, !window.hasSuffix(" " + size) else { return }
    self.window = "\(window);\(time) \(size)"
  }

  /// Returns `true` if the window had fewer columns or rows than a size at the onset, or after a
  /// change; `false` for an unknown size.
  public func isSmaller(than size: TerminalSize) -> Bool {
    (window ?? "").split(separator: ";").contains { part in
      guard let own = part.split(separator: " ").last.flatMap({ TerminalSize(String($0)) }) else {
        return false
      }
      return own.columns < size.columns || own.rows < size.rows
    }
  }

  /// Returns `true` for a text of `window`.
  public static func isWindow(_ text: String) -> Bool {
    text.split(separator: ";", omittingEmptySubsequences: false).enumerated().allSatisfy { part in
      let words = part.element.split(separator: " ", omittingEmptySubsequences: false)
      let sides = words.last?.split(separator: "x", omittingEmptySubsequences: false) ?? []
      let numbers = (part.offset == 0 ? [] : words.prefix(1)) + sides
      return words.count == (part.offset == 0 ? 1 : 2) && sides.count == 2
        && numbers.allSatisfy { number in Int(number).map { $0 >= 0 && "\($0)" == number } ?? false
        }
    }
  }

  /// `true` for a round that is told by turns: its clock moves only on command, so that no time
  /// between two moves is the player's.
  public var isInTurns: Bool { turns != nil }

  /// Counts a request of an agent; does nothing in any other round.
  mutating func countTurn(tokens declared: Int?) {
    guard let turns else { return }
    self.turns = turns + 1
    if let declared { tokens = (tokens ?? 0) + declared }
  }

  /// The start time from which the hold is measured; in rounds of early versions, the onset.
  public var measuredShown: Int? { earlyInputs == nil ? nil : shown }
}

/// The output that a terminal is asked to acknowledge: the numerals or the mask.
///
///     _ = try session.handle(.exposure(.acknowledged(.numerals)), at: 1_015)
public enum ExposurePart: Sendable { case numerals, mask }

/// The time for which the numerals were visible, compared with the requested time, the hold.
///
///     HoldAccuracy(requested: 210, measured: 212).isMet  // true
///     HoldAccuracy(requested: 210, measured: 400).isMet  // false
public struct HoldAccuracy: Equatable, Sendable {
  /// The default error of a hold, in milliseconds and as a fraction; the larger one applies.
  private static let usualTolerance = (milliseconds: 20, fraction: 0.1)

  public let requested: Int
  public let measured: Int
  /// The allowed error in milliseconds; `nil` for the default.
  public let tolerance: Int?

  public init(requested: Int, measured: Int, tolerance: Int? = nil) {
    self.requested = requested
    self.measured = measured
    self.tolerance = tolerance
  }

  /// `true` if the hold is within the tolerance of the requested one, by default 20 ms or 10 %.
  public var isMet: Bool {
    let error = (measured - requested).magnitude
    if let tolerance { return error <= tolerance }
    return error <= Self.usualTolerance.milliseconds
      || Double(error) <= Double(requested) * Self.usualTolerance.fraction
  }
}
