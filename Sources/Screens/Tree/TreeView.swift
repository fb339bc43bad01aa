import Events
import Shell

/// The view of the event tree: writes the tree and what happened to its objects.
///
///     let view = TreeView(speaker)
///     view.show(root, ignored: [:], isSecret: false)
final class TreeView {
  private let speaker: Speaker

  /// Creates the view.
  init(_ speaker: Speaker) { self.speaker = speaker }

  /// Writes the tree, and how many messages of each kind were ignored because of wrong numbers.
  ///
  /// A secret tree shows numerals; its drawing is removed when the round is masked.
  func show(_ root: EventObject, ignored counts: [MessageKind: Int], isSecret: Bool) {
    speaker.output.conceal(if: isSecret) {
      for line in root.drawing { speaker.say(line: line) }
    }
    for kind in MessageKind.allCases {
      guard let count = counts[kind] else { continue }
      speaker.say(
        "wrong parameters for \"\(kind)\": \(counted(count, "event")) ignored",
        "\(kind) の値が正しくないため\(count)件を無視しました")
    }
  }

  /// Writes whether an object handled an event that was sent to it.
  func showSent(_ words: String, to name: String, isHandled: Bool) {
    if isHandled {
      speaker.say("sent \(words) to \(name): handled", "\(name) へ送信: \(words)。受け取られました")
    } else {
      speaker.say(
        "sent \(words) to \(name): nothing there handled it",
        "\(name) へ送信: \(words)。受け取るものはありませんでした")
    }
  }

  /// Writes how long a wait has taken.
  func showWait(_ milliseconds: Int) {
    speaker.say("waited \(milliseconds) ms", "\(milliseconds)ミリ秒待ちました")
  }

  /// Writes that an object is now enabled or disabled.
  func showState(of object: EventObject) {
    if object.isEnabled {
      speaker.say("enabled: \(object.name)", "有効: \(object.name)")
    } else {
      speaker.say("disabled: \(object.name)", "無効: \(object.name)")
    }
  }
}
