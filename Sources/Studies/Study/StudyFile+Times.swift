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
      throw StudyError(
        .presentation(.notInterval(text)), column: invocation.column(key: "interval"))
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
      throw StudyError(.presentation(.toleranceWithoutHold), column: column)
    }
    guard let tolerance = settings.presentation.tolerance, tolerance < hold else {
      throw StudyError(.presentation(.largeTolerance(text, hold: hold)), column: column)
    }
  }
}
