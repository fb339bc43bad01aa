import Game
import Shell

/// The times before and between the trials of a condition.
extension StudyFile {
  /// The keys of a condition for the times of its trials.
  static var timeParameters: [Parameter] {
    [
      .key("fixation", .number(PresentationSettings.fixationLimits), "MS"),
      .key("interval", .text, "MS..MS"),
      .key("tolerance", .number(PresentationSettings.toleranceLimits), "MS"),
    ]
  }

  /// Reads the times of a condition's trials.
  func readTimes(_ settings: inout TestSettings, of preset: TestPreset) throws(StudyError) {
    try readTolerance(&settings, of: preset)
    if let text = invocation.text(key: "fixation") {
      TestSettings.fixationKey.set(&settings, text)
    }
    guard let text = invocation.text(key: "interval") else { return }
    TestSettings.intervalKey.set(&settings, text)
    guard settings.presentation.interval != nil else {
      let limits = PresentationSettings.intervalLimits
      throw StudyError(
        "\"\(text)\" is not an interval such as 800 or 800..1200: milliseconds from "
          + "\(limits.lowerBound) to \(limits.upperBound), the shorter one first",
        "800 や 800..1200 のような間隔ではありません（\(limits.lowerBound)から\(limits.upperBound)ミリ秒、"
          + "短いほうが先）: \(text)", column: invocation.column(key: "interval"))
    }
  }

  /// Reads the tolerance of met holds, which must be shorter than each hold.
  private func readTolerance(
    _ settings: inout TestSettings, of preset: TestPreset
  ) throws(StudyError) {
    guard let text = invocation.text(key: "tolerance") else { return }
    TestSettings.toleranceKey.set(&settings, text)
    let column = invocation.column(key: "tolerance")
    guard let hold = preset.shortestHold(settings) else {
      throw StudyError(
        "tolerance= needs a hold, such as hold=300", "tolerance= には hold=300 のような提示時間が必要です",
        column: column)
    }
    guard let tolerance = settings.presentation.tolerance, tolerance < hold else {
      throw StudyError(
        "a tolerance of \(text) ms is not shorter than a hold of \(hold) ms",
        "許容差\(text)ミリ秒は提示時間\(hold)ミリ秒より短くありません", column: column)
    }
  }
}
