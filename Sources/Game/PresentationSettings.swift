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

  /// The required input device; `nil` to allow all.
  public var device: Device?
  /// The smallest window in which trials may begin; `nil` for any that has room for the board.
  public var window: TerminalSize?

  public init() {}

  /// The required device and window, as a study file has them.
  public var requirements: [String] {
    [device?.rawValue, window.map { "window=\($0)" }].compactMap(\.self)
  }

  /// Adopts what a study requires of all of its trials.
  public mutating func require(_ other: PresentationSettings) {
    device = other.device
    window = other.window
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
  ]
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
  /// Returns the smallest window with room for the boards of a test with these settings.
  public func leastWindow(_ settings: TestSettings) -> TerminalSize {
    let plan = plan(settings)
    return plan.size.leastWindow(forLargestNumeral: plan.range?.high ?? plan.count)
  }
}
