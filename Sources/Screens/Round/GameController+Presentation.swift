import ChimpSystem
import Events
import Game
import Shell

/// What a study requires of the session in which its trials are played.
extension GameController {
  /// Throws if this session can't show or play the trials of a test as its study requires.
  ///
  /// Does nothing in a script on a virtual clock, with which nobody sees a board.
  func checkPresentation(of series: TestSeries) throws {
    guard model.hasPlayer else { return }
    let required = series.settings.presentation
    if required.device == .mouse, !application.hasStage { throw Refusal.noMouse }
    if let window = required.window { try checkWindow(window) }
    if required.numeralSize == .block { try checkLargeNumerals(of: series) }
  }

  private func checkLargeNumerals(of series: TestSeries) throws {
    guard let stage = application.stage else { throw Refusal.noLargeNumerals(in: nil) }
    guard let needed = stage.missingRoomForLargeNumerals(of: series) else { return }
    throw Refusal.noLargeNumerals(in: needed)
  }

  private func checkWindow(_ needed: TerminalSize) throws {
    guard let size = surface else {
      throw Refusal(
        "no-window", "the study needs a window of \(needed), and this session has none",
        "この研究には \(needed) のウィンドウが必要ですが、ここにはありません")
    }
    guard size.columns >= needed.columns, size.rows >= needed.rows else {
      throw Refusal(
        "window-too-small",
        "the study needs a window of \(needed) or larger, this one has \(size): enlarge it first",
        "この研究には \(needed) 以上のウィンドウが必要ですが、いまは \(size) です。先に広げてください")
    }
  }
}

extension GameModel {
  /// `true` unless a script plays on a virtual clock, with which nobody sees a board.
  var hasPlayer: Bool { clockKind == .real || session.usualInput != .script }
}

extension Refusal {
  /// The refusal of a block that needs a mouse, in a session without one.
  static var noMouse: Refusal {
    Refusal(
      "no-mouse",
      "the study takes presses by mouse only: it needs a terminal that shows boards in place "
        + "(\"set board live\")",
      "この研究はクリックだけで答えます。盤をその場に表示できる端末が必要です（set board live）")
  }

  /// The refusal of a block with large numerals, for which a window must have this size.
  fileprivate static func noLargeNumerals(in needed: TerminalSize?) -> Refusal {
    let size = needed.map { " of \($0) or larger" } ?? ""
    return Refusal(
      "no-large-numerals",
      "the study shows numerals in large digits: it needs \"set board live\" and a window\(size)",
      "この研究は大きな数字を使います。set board live と"
        + (needed.map { "、\($0) 以上の" } ?? "") + "ウィンドウが必要です")
  }

  /// The refusal of a press by keys or by a typed line.
  static var onlyMouse: Refusal {
    Refusal(
      "only-mouse", "this study takes presses by mouse only: click the square",
      "この研究はクリックだけで答えます。マスをクリックしてください")
  }
}
