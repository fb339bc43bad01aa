public import ChimpSystem
public import Examiner

/// What a study fixes of the way in which the trials of a test are shown and played.
///
///     var settings = TestSettings()
///     settings.presentation.device = .mouse
///     settings.presentation.window = TerminalSize("80x24")
public struct PresentationSettings: Equatable, Sendable {
  /// The only input device with which squares can be pressed.
  ///
  ///     PresentationSettings.Device.mouse.allows(.cursor)  // false
  public enum Device: String, CaseIterable, Sendable {
    case mouse

    /// Returns whether a press by an input device is allowed; a simulated one always is.
    public func allows(_ input: PressInput) -> Bool { input == .mouse || input == .simulated }
  }

  /// The size of numerals in boards that are shown in place; the raw values are words of study
  /// files.
  ///
  ///     PresentationSettings.NumeralSize(rawValue: "1") == .character  // true
  public enum NumeralSize: String, CaseIterable, Sendable {
    /// As text, however large the window is.
    case character = "1"
    /// In large digits, for which a block needs room.
    case block
  }

  /// The required input device; `nil` to allow all.
  public var device: Device?
  /// The smallest window in which trials may begin; `nil` for any that has room for the board.
  public var window: TerminalSize?

  /// The size of numerals; `nil` for large digits where the window has room for them.
  public var numeralSize: NumeralSize?
  /// The time of the fixation mark in milliseconds, 0 for none; `nil` for the default.
  public var fixation: Int?
  /// The time between two trials in milliseconds, from which each trial draws its own; `nil` if the
  /// participant begins each trial.
  public var interval: ClosedRange<Int>?
  /// The difference in milliseconds by which a hold may miss its time; `nil` for the default.
  public var tolerance: Int?

  public init() {}

  /// The allowed times of the fixation mark, in milliseconds.
  public static var fixationLimits: ClosedRange<Int> { 0...10_000 }
  /// The allowed intervals between two trials, in milliseconds.
  public static var intervalLimits: ClosedRange<Int> { 0...60_000 }

  /// The allowed tolerances of a hold, in milliseconds.
  public static var toleranceLimits: ClosedRange<Int> { 0...1_000 }

  /// Returns the interval of a text such as `800` or `800..1200`; `nil` for any other text.
  public static func interval(_ text: String) -> ClosedRange<Int>? {
    let parts = text.split(separator: "..", omittingEmptySubsequences: false)
    let ends = parts.compactMap { Int($0) }.filter(intervalLimits.contains)
    guard (1...2).contains(parts.count), zip(ends, parts).allSatisfy({ "\($0)" == $1 }),
      ends.count == parts.count, let low = ends.first, let high = ends.last, low <= high
    else { return nil }
    return low...high
  }

  /// The interval as a study file has it; `nil` without one.
  var intervalText: String? {
    interval.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)..\($0.upperBound)" }
  }

  /// The required device and window, as a study file has them.
  private var requirements: [String] {
    [device?.rawValue, window.map { "window=\($0)" }].compactMap(\.self)
  }

  /// The lines of a study file for all of its trials, in their normal form.
  public var fileLines: [String] {
    requirements.map { "require \($0)" }
      + (numeralSize.map { ["numerals size=\($0.rawValue)"] } ?? [])
  }

  /// Adopts what a study requires of all of its trials.
  public mutating func require(_ other: PresentationSettings) {
    device = other.device
    window = other.window
    numeralSize = other.numeralSize
  }

  /// The allowed columns and rows of a required window.
  public static var windowLimits: ClosedRange<Int> { 10...500 }
}

extension TestSettings {
  /// The keys of the text form that only a study sets, for the presentation of its trials.
  static let presentationKeys: [Key] = [
    choice("device", \.presentation.device),
    Key(
      syntax: .key("window", .text, "80x24"), text: { $0.presentation.window?.description },
      set: { $0.presentation.window = TerminalSize($1) }),
    fixationKey, intervalKey, toleranceKey, choice("numeral-size", \.presentation.numeralSize),
  ]

  /// The key of a study file for the time of the fixation mark.
  public static let fixationKey: Key = number(
    "fixation", PresentationSettings.fixationLimits, "MS", \.presentation.fixation)

  /// The key of a study file for the tolerance of a met hold.
  public static let toleranceKey: Key = number(
    "tolerance", PresentationSettings.toleranceLimits, "MS", \.presentation.tolerance)

  /// The key of a study file for the time between two trials.
  public static let intervalKey = Key(
    syntax: .key("interval", .text, "MS..MS"), text: { $0.presentation.intervalText },
    set: { $0.presentation.interval = PresentationSettings.interval($1) })

  /// Returns the interval between a trial and the one before it, in milliseconds; `nil` for the
  /// first trial, and if the participant begins each trial.
  ///
  /// It is drawn for each trial from the study's seed, the participant and the block.
  public func interval(beforeTrial number: Int) -> Int? {
    guard let interval = presentation.interval, number > 1 else { return nil }
    var generator = Generator(text: "interval/\(draw ?? "")/\(number)")
    return interval.lowerBound + generator.next(below: interval.count)
  }

  /// `true` if chance decides on something that all stations must decide alike.
  public var isDrawn: Bool { holds != nil || presentation.interval.map { $0.count > 1 } ?? false }
}

extension BoardSize {
  /// Returns the smallest window with room for a board of this size, a reply and the prompt.
  ///
  /// A cell has room for the largest numeral and a blank, and for three characters at least.
  public func leastWindow(forLargestNumeral numeral: Int) -> TerminalSize {
    let cellWidth = max(3, "\(numeral)".utf8.count + 1)
    // The column numbers, two lines of the reply, and the prompt.
    return TerminalSize(columns: cellWidth * (h + 1), rows: v + 4)
  }
}

extension TestPreset {
  /// Returns the shortest hold of a test with these settings; `nil` for one without holds.
  public func shortestHold(_ settings: TestSettings) -> Int? {
    if let holds = settings.holds { return holds.min() }
    if course.hasHolds { return TestSettings.plainHoldLimits.lowerBound }
    return plan(settings).rule.hold
  }

  /// Returns the smallest window with room for the boards of a test with these settings.
  public func leastWindow(_ settings: TestSettings) -> TerminalSize {
    let plan = plan(settings)
    return plan.size.leastWindow(forLargestNumeral: plan.range?.high ?? plan.count)
  }
}
