import ChimpSystem
import Game
import Shell

/// The position of a required window in the file, and its size.
struct WindowRequirement {
  let size: TerminalSize
  let line: Int
  let column: Int
}

extension StudyFile {
  /// Parses a line `require`, which has a device, a window or both.
  func parseRequirement() throws(StudyError) {
    let device = invocation.textIfGiven(0).flatMap(PresentationSettings.Device.init)
    let text = invocation.text(key: "window")
    guard device != nil || text != nil else {
      let usages = ["require mouse", "require window=80x24"]
      throw StudyError(syntax: .missing("DEVICE", usages: usages))
    }
    if let device {
      guard plan.presentation.device == nil else {
        throw StudyError.usedTwice("require \(device.rawValue)", column: invocation.column(0))
      }
      plan.presentation.device = device
    }
    if let text, let column = invocation.column(key: "window") {
      try parseWindow(text, at: column)
    }
  }

  private func parseWindow(_ text: String, at column: Int) throws(StudyError) {
    let limits = PresentationSettings.windowLimits
    guard let size = TerminalSize(text), limits.contains(size.columns), limits.contains(size.rows)
    else {
      throw StudyError(
        "\"\(text)\" is not a window such as 80x24: columns and rows from "
          + "\(limits.lowerBound) to \(limits.upperBound)",
        "80x24 のようなウィンドウの大きさではありません（桁と行は\(limits.lowerBound)から"
          + "\(limits.upperBound)）: \(text)", column: column)
    }
    guard plan.presentation.window == nil else {
      throw StudyError.usedTwice("require window=", column: column)
    }
    plan.presentation.window = size
    windowRequirement = WindowRequirement(size: size, line: lineNumber, column: column)
  }

  /// Throws if the required window has no room for the boards of a condition, or of the practice.
  func checkWindow() throws(StudyError) {
    guard let requirement = windowRequirement else { return }
    for condition in plan.conditions + (plan.practice.map { [$0] } ?? []) {
      let needed = condition.preset.leastWindow(condition.settings)
      guard requirement.size.columns >= needed.columns, requirement.size.rows >= needed.rows else {
        throw StudyError(
          "a window of \(requirement.size) has no room for the boards of \(condition.name), "
            + "which need \(needed)",
          "\(requirement.size) のウィンドウには \(condition.name) の盤が入りません。\(needed) が必要です",
          column: requirement.column, line: requirement.line)
      }
    }
  }

  /// Parses a line `numerals`, which has a size.
  private func parseNumerals() throws(StudyError) {
    guard let text = invocation.text(key: "size") else {
      throw StudyError(syntax: .missing("size=", usages: ["numerals size=1|block"]))
    }
    plan.presentation.numeralSize = PresentationSettings.NumeralSize(rawValue: text)
  }

  /// The keywords of what a session must have for the study, and of how it shows numerals.
  static var requirementKeywords: [Command<StudyFile>] {
    let devices = PresentationSettings.Device.allCases.map(\.rawValue)
    return [
      word(
        "require", [Parameter("DEVICE", .choice(devices), .optional)],
        [.key("window", .text, "80x24")]
      ) { file throws(StudyError) in
        try file.parseRequirement()
      },
      word(
        "numerals", [],
        [.key("size", .choice(PresentationSettings.NumeralSize.allCases.map(\.rawValue)))]
      ) { file throws(StudyError) in
        try file.parseNumerals()
      },
    ]
  }
}
