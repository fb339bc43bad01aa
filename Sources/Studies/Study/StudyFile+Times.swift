import Game
import Shell

/// The times before and between the trials of a condition.
extension StudyFile {
  /// The keys of a condition for the times of its trials.
  static var timeParameters: [Parameter] {
    [
      .key("fixation", .number(PresentationSettings.fixationLimits), "MS"),
      .key("interval", .text, "MS..MS"),
    ]
  }

  /// Reads the times of a condition's trials.
  func readTimes(_ settings: inout TestSettings) throws(StudyError) {
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
}
