import Game
import Shell
import Studies

/// How the trials of a study are shown and played.
extension StudyView {
  /// Shows what the study fixes; does nothing for a study without such lines.
  func showPresentation(of plan: StudyPlan) {
    for line in plan.presentation.lines(in: language) { speaker.say(line: line) }
  }
}

extension PresentationSettings {
  /// Returns the sentences about what a study fixes for all of its trials.
  func lines(in language: Language) -> [String] {
    var lines: [String] = []
    if device == .mouse {
      lines.append(
        language.pick("presses: by mouse only, keys do nothing", "答え方: クリックだけ、キーは効かない"))
    }
    if let window {
      lines.append(language.pick("window: \(window) or larger", "ウィンドウ: \(window) 以上"))
    }
    return lines
  }
}
