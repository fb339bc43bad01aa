import Game
import Shell
import Terminal

/// The arguments of `replay N picture=FILE` or `replay N cast=FILE`.
///
///     let operation = archive.write(try PictureRequest(line), by: store)
struct PictureRequest: Equatable {
  /// The kind of file: an animated picture, a terminal recording, or a picture of one moment.
  enum Form: Equatable { case film, recording, still(StillMoment) }

  /// The number of the round to replay.
  let number: Int
  /// The kind of file.
  let form: Form
  /// The file to write.
  let file: NamedFile
  /// `true` to replace an existing file.
  let replaces: Bool

  /// Parses the arguments of `replay`.
  ///
  /// - Throws: A refusal unless exactly one file is given, or for an unknown moment.
  init(_ invocation: Invocation) throws(Refusal) {
    let picture = invocation.file(key: "picture")
    let cast = invocation.file(key: "cast")
    let still = invocation.text(key: "still")
    guard (picture == nil) != (cast == nil), let file = picture ?? cast else {
      throw Refusal(
        "no-picture-file",
        "picture=FILE or cast=FILE must name the file to write, and only one of them",
        "書き出すファイルを picture=FILE か cast=FILE のどちらか1つで指定してください")
    }
    if still != nil && picture == nil {
      throw Refusal(
        "still-needs-picture", "still= needs picture=FILE", "still= は picture=FILE と使います",
        column: invocation.column(key: "still"))
    }
    number = invocation.number(0)
    self.file = file
    replaces = invocation.isForced
    if let still {
      guard let moment = StillMoment(still) else {
        throw Refusal(
          "no-still", "still must be look, mask, press-N or end, not \"\(still)\"",
          "still は look、mask、press-N、end のどれかです: \(still)",
          column: invocation.column(key: "still"))
      }
      form = .still(moment)
    } else {
      form = picture == nil ? .recording : .film
    }
  }
}

extension ArchiveController {
  /// Returns the operation that writes the replay of a round to a file.
  ///
  /// Throws for a moment that the round does not have.
  func write(
    _ request: PictureRequest, by store: StoreController
  ) throws -> QueuedOperation {
    let language = view.speaker.language
    let round = try finishedRound(request.number)
    let replay = ReplayFilm(round, in: language)
    let text: String
    switch request.form {
    case .film: text = replay.film().picture()
    case .recording: text = replay.film().recording()
    case .still(let moment):
      guard let still = replay.still(moment) else {
        throw moment.isMissing(inRound: request.number, pressCount: replay.pressCount)
      }
      text = still.picture()
    }
    let name = request.file.name
    return try store.write(
      text, to: request.file, replaces: request.replaces, by: "replay"
    ) { language in
      [
        language.pick(
          "wrote round \(request.number) to \"\(name)\"", "ラウンド\(request.number)を \(name) に書きました")
      ]
    }
  }
}

/// The moment of a round that a still picture shows: `look`, `mask`, `end`, or after a press.
///
///     StillMoment("mask") == .mask  // true
///     StillMoment("press-3") == .press(3)  // true
enum StillMoment: Equatable, Sendable {
  case look, mask, end
  /// After this number of presses.
  case press(Int)

  /// Parses `look`, `mask`, `press-2` or `end`; returns `nil` for any other text.
  init?(_ text: String) {
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

  /// Returns the refusal for a round of that number and so many presses, which lacks the moment.
  fileprivate func isMissing(inRound number: Int, pressCount count: Int) -> Refusal {
    switch self {
    case .mask:
      Refusal(
        "no-moment", "nothing was masked in round \(number)", "ラウンド\(number)では数字は隠されませんでした")
    // Every round has its beginning and its end.
    case .press, .look, .end:
      Refusal(
        "no-moment", "round \(number) has \(counted(count, "press", "presses"))",
        "ラウンド\(number)の押下は\(count)回です")
    }
  }
}

extension Refusal {
  /// The refusal of `--force` without a picture to write.
  static var forceNeedsPicture: Refusal {
    Refusal(
      "force-needs-picture", "--force needs picture=FILE", "--force は picture=FILE と使います")
  }
}
