import Game
import Shell
import Studies

/// How the trials of a study are shown and played.
extension StudyView {
  /// Shows what the study fixes; does nothing for a study without such lines.
  func showPresentation(of plan: StudyPlan) {
    for line in plan.presentationLines(in: language) { speaker.say(line: line) }
  }
}

extension StudyPlan {
  /// Returns the sentences about what is fixed for all trials, and for those of each condition.
  func presentationLines(in language: Language) -> [String] {
    let own = conditions.compactMap { condition in
      condition.settings.presentation.times(in: language).map { "\(condition.name): \($0)" }
    }
    return presentation.lines(in: language) + own
  }
}

extension PresentationSettings {
  /// Returns the times before and between the trials of a condition; `nil` for the defaults.
  fileprivate func times(in language: Language) -> String? {
    var times: [String] = []
    switch fixation {
    case nil: break
    case 0?: times.append(language.pick("no fixation mark", "注視点なし"))
    case let time?:
      times.append(language.pick("fixation mark of \(time) ms", "注視点\(time)ミリ秒"))
    }
    if let interval {
      let (low, high) = (interval.lowerBound, interval.upperBound)
      times.append(
        low == high
          ? language.pick("\(low) ms between two trials", "試行の間\(low)ミリ秒")
          : language.pick(
            "\(low) to \(high) ms between two trials, drawn for each",
            "試行の間\(low)から\(high)ミリ秒、試行ごとに無作為"))
    }
    if let tolerance {
      times.append(
        language.pick("holds met within \(tolerance) ms", "提示時間の許容差\(tolerance)ミリ秒"))
    }
    return times.isEmpty ? nil : times.joined(separator: language.pick(", ", "、"))
  }

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
    switch numeralSize {
    case .character?:
      lines.append(language.pick("numerals: as text, never in large digits", "数字: いつも文字の大きさ"))
    case .block?: lines.append(language.pick("numerals: in large digits", "数字: 大きな数字"))
    case nil: break
    }
    return lines
  }
}
