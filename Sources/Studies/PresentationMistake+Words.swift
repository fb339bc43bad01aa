import Game
import Shell

extension PresentationMistake {
  /// Returns the error message for the presentation of a study's trials.
  func words(in language: Language) -> String {
    switch self {
    case .notWindow(let text):
      language.pick(
        "\"\(text)\" is not a window such as 80x24: columns and rows from "
          + "\(PresentationSettings.windowLimits.lowerBound) to "
          + "\(PresentationSettings.windowLimits.upperBound)",
        "80x24 のようなウィンドウの大きさではありません（桁と行は"
          + "\(PresentationSettings.windowLimits.lowerBound)から"
          + "\(PresentationSettings.windowLimits.upperBound)）: \(text)")
    case .notInterval(let text):
      language.pick(
        "\"\(text)\" is not an interval such as 800 or 800..1200: milliseconds from "
          + "\(PresentationSettings.intervalLimits.lowerBound) to "
          + "\(PresentationSettings.intervalLimits.upperBound), the shorter one first",
        "800 や 800..1200 のような間隔ではありません（"
          + "\(PresentationSettings.intervalLimits.lowerBound)から"
          + "\(PresentationSettings.intervalLimits.upperBound)ミリ秒、短いほうが先）: \(text)")
    case .toleranceWithoutHold:
      language.pick(
        "tolerance= needs a hold, such as hold=300", "tolerance= には hold=300 のような提示時間が必要です")
    case .largeTolerance(let tolerance, let hold):
      language.pick(
        "a tolerance of \(tolerance) ms is not shorter than a hold of \(hold) ms",
        "許容差\(tolerance)ミリ秒は提示時間\(hold)ミリ秒より短くありません")
    case .smallWindow(let size, let condition, let needed):
      language.pick(
        "a window of \(size) has no room for the boards of \(condition), which need \(needed)",
        "\(size) のウィンドウには \(condition) の盤が入りません。\(needed) が必要です")
    }
  }
}
