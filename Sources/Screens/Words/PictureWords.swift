import Examiner
package import Game
package import Shell

/// The moment of a round that a still picture shows: `look`, `mask`, `end`, or after a press.
///
///     StillMoment("mask") == .mask  // true
///     StillMoment("press-3") == .press(3)  // true
package enum StillMoment: Equatable, Sendable {
  case look, mask, end
  /// After this number of presses.
  case press(Int)

  /// Parses `look`, `mask`, `press-2` or `end`; returns `nil` for any other text.
  package init?(_ text: String) {
    switch text {
    case "look": self = .look
    case "mask": self = .mask
    case "end": self = .end
    default:
      let rest = text.dropFirst("press-".count)
      guard text.hasPrefix("press-") || text.hasPrefix("press "), let number = Int(rest), number > 0
      else { return nil }
      self = .press(number)
    }
  }
}

/// Texts of pictures and recordings of rounds, and replies about written files.
///
///     wrote round 3 to "round.svg"
///
/// A picture has a description of what it shows, for readers who can't see it: it tells the round
/// press by press.
extension Language {
  /// Returns the title of a picture: the round's properties.
  package func pictureTitle(_ round: KeptRound) -> String {
    pick("Replay: ", "再生: ") + words(for: RoundPlan(like: round.board, rule: round.rule))
  }

  /// Returns the reply that a picture was written.
  package func wrotePicture(of number: Int, _ path: String) -> String {
    pick("wrote round \(number) to \"\(path)\"", "ラウンド\(number)を \(path) に書きました")
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

  /// Returns the description of a round press by press, for readers who can't see its picture.
  package func pictureText(_ round: KeptRound) -> String {
    var replay = RoundReplay(round)
    var parts = [spoken(round.board)]
    while let step = replay.next() {
      guard case .moved(let timed, .success(let outcome)) = step else { continue }
      let time = duration(timed.time - round.onset)
      var part =
        pick("After \(time): ", "\(time)後: ") + spoken(outcome, of: replay.session.examiner)
      if case .right(_, _, masksOthers: true) = outcome { part += pick("; ", "、") + spokenMask }
      parts.append(part)
    }
    return parts.joined(separator: pick(". ", "。")) + pick(".", "。")
  }
}

/// The texts about the picture of the menu.
extension Language {
  package func wroteMenu(_ path: String) -> String {
    pick("wrote the menu to \"\(path)\"", "テストの一覧を \(path) に書きました")
  }
}
