import Examiner
import Game
package import Shell

/// Texts of pictures and recordings of rounds, and replies about written files.
///
///     wrote round 3 to "round.svg"
///
/// A picture has a description of what it shows, for readers who can't see it: it tells the round
/// press by press.
extension Language {
  /// The error message if not exactly one file is given.
  package var noPictureFile: String {
    pick(
      "picture=FILE or cast=FILE must name the file to write, and only one of them",
      "書き出すファイルを picture=FILE か cast=FILE のどちらか1つで指定してください")
  }

  package var stillNeedsPicture: String {
    pick("still= needs picture=FILE", "still= は picture=FILE と使います")
  }

  package func noStill(_ text: String) -> String {
    pick(
      "still must be look, mask, press-N or end, not \"\(text)\"",
      "still は look、mask、press-N、end のどれかです: \(text)")
  }

  /// Returns the error message for a moment that a round with this number of presses does not have.
  package func missing(
    _ moment: StillMoment, inRound number: Int, pressCount count: Int
  ) -> String {
    switch moment {
    case .mask: pick("nothing was masked in round \(number)", "ラウンド\(number)では数字は隠されませんでした")
    // Every round has its beginning and its end.
    case .press, .look, .end:
      pick(
        "round \(number) has \(counted(count, "press", "presses"))",
        "ラウンド\(number)の押下は\(count)回です")
    }
  }

  package var forceNeedsPicture: String {
    pick("--force needs picture=FILE", "--force は picture=FILE と使います")
  }
}
