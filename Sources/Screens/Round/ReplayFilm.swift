import ChimpSystem
import Examiner
import Game
import Shell
import Terminal

/// A stored round as a sequence of timed scenes, for an animated picture or a still one.
///
/// ```swift
/// let film = ReplayFilm(round, in: .english)
/// film.film().picture()              // an animated SVG
/// try film.still(.mask).picture()    // one moment of it
/// ```
///
/// The moves are replayed by a session, so the film shows the outcomes by the rules, not the stored
/// ones.
struct ReplayFilm {
  /// A scene with its start time; it is shown until the next one.
  private struct Moment {
    /// The time since the numerals were shown, in milliseconds.
    let time: Int
    let scene: LiveScene
    let isMasked: Bool
    /// The number of presses so far.
    let pressCount: Int
  }

  private let round: KeptRound
  private let language: Language
  /// The scenes in order; the first one shows all numerals.
  private let moments: [Moment]

  /// Replays a round and stores the scene after each valid move.
  init(_ round: KeptRound, in language: Language) {
    self.round = round
    self.language = language
    var replay = RoundReplay(round)
    var pressCount = 0
    var moments = [
      Moment(
        time: 0, scene: Self.scene(replay.session, lastPress: nil, language), isMasked: false,
        pressCount: 0)
    ]
    while let step = replay.next() {
      guard case .moved(let timed, .success) = step else { continue }
      var lastPress: Cell?
      if case .press(let cell) = timed.move {
        lastPress = cell
        pressCount += 1
      }
      moments.append(
        Moment(
          time: max(0, timed.time - round.onset),
          scene: Self.scene(replay.session, lastPress: lastPress, language),
          isMasked: replay.session.examiner.isMasked, pressCount: pressCount))
    }
    if replay.session.finish == .gaveUp, round.wasLeft, let last = moments.popLast() {
      var scene = last.scene
      scene.state = round.words(for: .gaveUp, in: language)
      moments.append(
        Moment(time: last.time, scene: scene, isMasked: last.isMasked, pressCount: last.pressCount))
    }
    self.moments = moments
  }

  /// Returns the animated picture of the whole round with its original timing.
  func film() -> GridFilm { film(of: moments) }

  /// The number of scenes.
  var sceneCount: Int { moments.count }

  /// Returns a scene with a title.
  func scene(_ index: Int, title: String) -> LiveScene {
    var scene = moments[index].scene
    scene.title = title
    return scene
  }

  /// Returns the milliseconds for which a scene is shown; `nil` for the last one.
  func duration(ofScene index: Int) -> Int? {
    index + 1 < moments.count ? moments[index + 1].time - moments[index].time : nil
  }

  /// The number of presses of the whole round.
  var pressCount: Int { moments[moments.count - 1].pressCount }

  /// Returns the still picture of one moment; `nil` if the round does not have that moment.
  func still(_ moment: StillMoment) -> GridFilm? {
    let shown =
      switch moment {
      case .look: moments.first
      case .end: moments.last
      case .mask: moments.first(where: \.isMasked)
      case .press(let number): moments.first { $0.pressCount == number }
      }
    return shown.map { film(of: [$0]) }
  }

  /// Returns a picture of some scenes, in the size that the board needs.
  private func film(of moments: [Moment]) -> GridFilm {
    let isLarge = Self.isLarge(round.board)
    // A large board has so many empty cells that each byte of their character matters.
    let pen = ScenePicture.Pen(
      isPlain: false, hasColor: true, supportsUnicode: !isLarge, width: \.displayWidth,
      language: language)
    let room = Self.room(for: round.board)
    // Each sentence stands in one line, unless it is very long.
    let longest = self.moments.map { displayWidth($0.scene.sentence) }.max() ?? 0
    let columns = max(room.columns, min(longest, 80))
    let pictures = moments.map { moment in
      ScenePicture(moment.scene, columns: columns, rowCount: room.rowCount, pen: pen)
    }
    let rowCount = pictures.map(\.rows.count).max() ?? 1
    let frames = zip(moments, pictures).map { moment, picture in
      GridFilm.Frame(time: moment.time, grid: picture.grid.prefix(rowCount))
    }
    let plan = RoundPlan(like: round.board, rule: round.rule).words(in: language)
    return GridFilm(
      title: language.pick("Replay: \(plan)", "再生: \(plan)"), description: description,
      languageCode: language.rawValue, frames: frames)
  }

  /// The description of the round press by press, for readers who can't see its picture.
  private var description: String {
    var replay = RoundReplay(round)
    var parts = [round.board.words(in: language)]
    while let step = replay.next() {
      guard case .moved(let timed, .success(let outcome)) = step else { continue }
      let time = timed.time - round.onset
      let move =
        round.wasLeft && outcome == .gaveUp
        ? round.words(for: .gaveUp, in: language)
        : outcome.words(in: language, after: replay.session)
      var part = language.pick("After \(time) ms: \(move)", "\(time)ミリ秒後: \(move)")
      if case .right(_, _, masksOthers: true) = outcome {
        part += language.pick("; hidden", "、隠れました")
      }
      parts.append(part)
    }
    return parts.joined(separator: language.pick(". ", "。")) + language.pick(".", "。")
  }

  /// Returns whether a board is so large that its cells are drawn in one row, to keep the file
  /// small.
  private static func isLarge(_ board: Board) -> Bool {
    board.size.h > 16 || board.size.v > 16
  }

  /// Returns the picture's number of columns and rows.
  private static func room(for board: Board) -> (columns: Int, rowCount: Int) {
    let tileHeight = isLarge(board) ? 1 : 2
    let lastNumeral = board.numerals[board.count - 1]
    let tileWidth = max(tileHeight * 2 + 3, String(lastNumeral).utf8.count + 1)
    // The labels of the rows, the title, the sentence, the labels of the columns, and the foot.
    let columns = max(48, 4 + tileWidth * board.size.h)
    return (columns, tileHeight * board.size.v + 10)
  }

  /// Returns the scene that a terminal would show for the state of a session.
  private static func scene(
    _ session: GameSession, lastPress: Cell?, _ language: Language
  ) -> LiveScene {
    let examiner = session.examiner
    var scene = LiveScene(
      title: RoundPlan(like: examiner.board, rule: examiner.rule).words(in: language),
      sentence: "", body: .board(LiveBoard(examiner, lastPress: lastPress)))
    scene.verdict = examiner.verdict
    scene.state = examiner.state(mistakeAt: lastPress, in: language)
    if examiner.finish == nil {
      scene.sentence = examiner.instruction(isMasked: examiner.isMasked, in: language)
    }
    return scene
  }
}
