package import Characters
package import Console
import Events
import Examiner
package import Game
package import Models
package import Terminal
import Views
package import Words

/// The game on a terminal: shows it as a scene above the prompt, and turns keys and clicks into
/// lines.
///
/// It changes nothing itself: a key becomes a line such as `press 2 3`, which takes the path of
/// every other line. It reads the game each time that something may have changed, and redraws only
/// if the scene differs.
///
///     stage.style = .plain
///     let rows = stage.rows(columns: 80, rowCount: 22) { _ in 1 }
///     if case .line(let line, _) = stage.handle(.click(column: 12, row: 4), typed: "") {
///       print(line)
///     }
package final class LiveStage: Stage {
  /// The style in which boards are shown; the raw values are the words of `set board`.
  ///
  ///     LiveStage.Style.live.isInPlace  // true
  ///     LiveStage.Style.spoken.isInPlace  // false
  package enum Style: String, CaseIterable, Sendable {
    /// In place, with areas for masks and large digits where there is room.
    case live
    /// In place, with ASCII characters only.
    case plain
    /// Line by line, as in scripts.
    case line
    /// In words, line by line, for screen readers.
    case spoken

    /// `true` if a stage above the prompt shows the board.
    package var isInPlace: Bool { self == .live || self == .plain }
  }

  /// The identity of the current round; when it changes, the user's choices on the stage are reset.
  struct Moment: Equatable {
    /// The number of the round.
    var number: Int
    /// `true` if the next round is placed and waits.
    var isWaiting: Bool
  }

  /// The input of a picture; if it is equal, the picture is reused.
  typealias Drawing = (
    scene: LiveScene, columns: Int, rowCount: Int, isPlain: Bool, hasColor: Bool
  )

  /// The style; only `live` and `plain` have a stage.
  package var style = Style.live
  /// `true` if the terminal accepts UTF-8.
  package var supportsUnicode = true
  /// The latest picture and its input.
  var drawn: (drawing: Drawing, picture: ScenePicture)?
  /// The items of the menu, with the language of their words.
  private var menu: (language: Language, items: [LiveScene.MenuItem])?
  /// `true` if the latest picture showed the demonstration.
  private var isDemonstration = false
  /// The controller of the game, which the stage only reads.
  let game: GameController
  /// The demonstration, whose pages cover the stage.
  let demonstration: DemonstrationController
  /// The language, and whether there are colours.
  let speaker: Speaker
  /// The selected item of the menu.
  var selected = 0
  /// The cell that is selected with the arrow keys, and the number of its round.
  ///
  /// At the start of a round no cell is selected.
  var chosen: (cell: Cell, round: Int)?
  /// The round ended by an error after which keys are no longer dropped, because one was accepted.
  var releasedRound: Int?
  let holder: ClosedSessionHolder
  /// The text after the prompt.
  var typed = ""
  /// `true` while the user is asked about leaving the test.
  var asksToLeave = false
  /// `true` if the help covers the board.
  var isHelping = false
  /// The moment at which the menu was opened; it is shown until a round begins.
  private var menuMoment: Moment? = Moment(number: 0, isWaiting: false)
  /// The number of the last round while the first trial of a test waits, otherwise `nil`.
  private var unbegunNumber: Int?
  /// The moment at which the user left the stage with Escape.
  private var leftMoment: Moment?
  /// The list screen and the moment at which it was opened; it is shown until a round begins.
  var list: (screen: ListScreen, moment: Moment)?
  /// The room of the latest round when it began; without room, it is played line by line to its
  /// end.
  private var roomCheck: (moment: Moment, hasRoom: Bool)?
  /// The state of the game when the latest key came.
  private var stateAtLastKey: (moment: Moment, isPlaying: Bool)?

  package init(
    _ game: GameController, _ demonstration: DemonstrationController, _ speaker: Speaker,
    _ holder: ClosedSessionHolder = ClosedSessionHolder()
  ) {
    self.holder = holder
    self.game = game
    self.demonstration = demonstration
    self.speaker = speaker
  }

  /// The words of the stage.
  var words: LiveWords { LiveWords(speaker.language) }
  /// The items of the menu.
  var items: [LiveScene.MenuItem] {
    if let menu, menu.language == speaker.language { return menu.items }
    let items = LiveScene.menuItems(in: speaker.language)
    menu = (speaker.language, items)
    return items
  }

  /// Updates the stage from the game, and returns whether it is shown now, above the prompt.
  ///
  /// A page of a study leaves it for the prompt, and each moment has its room checked once.
  package func refresh() -> Bool {
    guard style.isInPlace else { return false }
    if isClosed { return true }
    // Enter after a page of a study must not begin a test of the menu.
    if holder.consumeOpenPage() { leaveToPrompt() }
    leaveUnbegunTest()
    if isList { return hasRoom }
    guard leftMoment != moment else { return false }
    if roomCheck?.moment != moment { roomCheck = (moment, hasRoom) }
    return roomCheck?.hasRoom == true
  }

  /// Opens the menu, or the prompt without room for it, if a test was stopped before its first
  /// trial.
  ///
  /// Otherwise the board of an earlier round would look like that of the test.
  private func leaveUnbegunTest() {
    let wasUnbegun = unbegunNumber == session.number
    unbegunNumber = isWaiting && game.series?.trialCount == 0 ? session.number : nil
    guard wasUnbegun, !isWaiting, !isPlaying, !isTest else { return }
    if !showMenu() { leaveToPrompt() }
  }

  /// The room that the menu needs, if the window has less; `nil` if boards are not shown in place.
  package var missingMenuRoom: RoomShortage? {
    guard style.isInPlace, !isClosed, let size = game.surface(), !hasRoom(for: menuScene) else {
      return nil
    }
    let rowCount = StageScreen.rowCount(forRoom: ScenePicture.leastRowCount(forItems: items.count))
    return RoomShortage(
      size: size, needed: TerminalSize(columns: ScenePicture.leastMenuColumns, rows: rowCount))
  }

  /// `true` if pasted text goes to the prompt; during a trial of a test it could only be an
  /// accident.
  package var acceptsPastes: Bool {
    isMenu || (isPlaying ? !isTest : !(isAfterError && isTest))
  }
  package var isClosed: Bool { closed != nil }

  /// Returns whether the stage already shows everything important in the newest reply, so that its
  /// last rows above the prompt are enough.
  package func showsWholeReply(isTyped: Bool) -> Bool {
    if isClosed { return true }
    guard !isMenu, !isList else { return false }
    // A line has begun or ended a round or a test, or numerals are visible for a limited time.
    return !isTyped || stateAtLastKey?.moment != moment
      || isTest && stateAtLastKey?.isPlaying != isPlaying
      || isPlaying && !session.looksMasked && session.rule.hold != nil
  }

  package func noteTyped(_ text: String) { typed = text }

  /// Returns `false` for the lines of presses, which the main screen does without.
  package func keepsLine(_ line: String) -> Bool {
    line != "begin" && !line.hasPrefix("press ")
  }

  /// Opens the menu of tests; returns `false` if there is no room for it.
  package func showMenu() -> Bool {
    menuMoment = moment
    leftMoment = nil
    roomCheck = nil
    list = nil
    return refresh()
  }

  /// Opens the list in place; returns `false` during a round or a test, or if there is no room.
  package func showList(_ model: ListModel) -> Bool {
    guard style.isInPlace, !isPlaying, !isWaiting, !isTest else { return false }
    list = (ListScreen(model), moment)
    guard hasRoom else {
      list = nil
      return false
    }
    return true
  }

  /// Selects a row that has changed; returns `false` if the list isn't shown.
  package func showListRow(_ row: Int) -> Bool {
    guard isList, refresh() else { return false }
    list?.screen.choose(.row(row))
    return true
  }

  /// Returns the rows of the stage, which are only drawn again if something has changed.
  package func rows(columns: Int, rowCount: Int, width: @escaping ScreenText.Width) -> [String] {
    let isPlain = style == .plain
    let screen = ScreenText(columns: columns, width: width)
    let scene = closed.map { self.scene(of: $0, rowCount: rowCount, screen) } ?? scene
    let drawing: Drawing = (scene, columns, rowCount, isPlain, speaker.output.hasColor && !isPlain)
    if let drawn, drawn.drawing == drawing { return filled(drawn.picture.rows, rowCount) }
    let pen = pen(isPlain: isPlain, hasColor: drawing.hasColor, width)
    let picture = ScenePicture(drawing.scene, columns: columns, rowCount: rowCount, pen: pen)
    drawn = (drawing, picture)
    isDemonstration = demonstration.isShowing && !isClosed
    return filled(picture.rows, rowCount)
  }

  /// Returns the rows of a picture; those of a closed session leave no room for replies.
  private func filled(_ rows: [String], _ rowCount: Int) -> [String] {
    isClosed ? rows + Array(repeating: "", count: max(0, rowCount - rows.count)) : rows
  }

  /// The row of the first choice that is shown.
  var firstItemRow: Int? { drawn?.picture.firstItemRow }

  /// Returns the line of a press for two digits, or for a click on a cell; `nil` for other keys,
  /// and if no round is being played.
  package func pressLine(
    for key: StageKey, afterDigit digit: String
  ) -> (line: String, origin: LineOrigin)? {
    guard isPlaying, closed?.isLeaving != true else { return nil }
    if case .click(let column, let row) = key {
      let cell = drawn?.picture.geometry?.cell(column: column - 1, row: row - 1)
      return cell.map { (press($0), .mouse) }
    }
    guard let cell = namedCell(key, digit), session.board.size.contains(cell) else { return nil }
    return (press(cell), .direct)
  }

  /// Handles a key.
  ///
  /// Returns a line to run, `handled`, or `passed` for a key of the prompt.
  package func handle(_ key: StageKey, typed: String) -> StageAnswer {
    if let closed { return handle(key, in: closed) }
    let wasHelping = isHelping
    isHelping = false
    stateAtLastKey = (moment, isPlaying)
    if asksToLeave { return answerQuestion(key) }
    // Any key but a letter only closes the help.
    if wasHelping, key == .character("?") || !key.isLetter { return .handled }
    // The first digit of a press is dropped if the round has ended before the second.
    let isLineEmpty = typed.isEmpty
    let typed = isAfterError && typed.unicodeScalars.allSatisfy { $0.digit != nil } ? "" : typed
    if typed.isEmpty, dropsLatePress(key, onEmptyLine: isLineEmpty) { return .handled }
    if isDemonstration, !typed.isEmpty || !key.isLetter {
      isDemonstration = false
      // A click enters the credit mode; the key has already ended the demonstration, and is still
      // handled.
      if case .click = key { return .line("mode \(ModeName.credit.rawValue)", .mouse) }
    }
    if case .click(let column, let row) = key { return click(column - 1, row - 1) }
    if isPlaying, let cell = namedCell(key, typed) { return .line(press(cell), .direct) }
    guard typed.isEmpty else { return .passed }
    switch key {
    case .escape: return leave()
    case .character(Self.interrupt), .character(Self.inputEnd): return isTest ? leave() : .passed
    case .arrow(let direction): return move(direction)
    case .character("\r"), .character("\n"), .character(" "): return enter()
    case .character("?"):
      isHelping = true
      return .handled
    case .click, .character("\u{fffd}"): return .handled
    case .character(let scalar): return isMenu ? choose(scalar) : .passed
    }
  }
}

extension LiveStage {
  /// `true` if numerals are shown for a time, or are about to be.
  var isGlance: Bool {
    hasFixation || isPlaying && !session.looksMasked && session.rule.hold != nil
  }

  var session: GameSession { game.model.session }
  var moment: Moment { Moment(number: session.number, isWaiting: isWaiting) }

  /// `true` if the numerals of a round are placed and have yet to be requested.
  var isWaiting: Bool { session.hasPlaced }
  var canBegin: Bool { session.preparation == .waiting }
  var hasFixation: Bool { session.preparation == .fixation }
  /// The cell chosen with the arrows in this round.
  var cursor: Cell? { chosen.flatMap { $0.round == session.number ? $0.cell : nil } }
  /// `true` if the list is shown.
  var isList: Bool { list?.moment == moment }
  /// `true` if the menu is shown.
  package var isMenu: Bool { menuMoment == moment && !isList }
  /// `true` if a round is being played.
  var isPlaying: Bool { !isWaiting && session.isOpen }
  /// `true` if a test is in progress.
  var isTest: Bool { game.series != nil }

  /// `true` if the scene fits on the terminal, in its simplest form.
  private var hasRoom: Bool { hasRoom(for: scene) }

  func hasRoom(for scene: LiveScene) -> Bool {
    guard let size = game.surface() else { return true }
    return ScenePicture.hasRoom(
      for: scene, columns: size.columns, rowCount: StageScreen.room(of: size.rows),
      pen: pen(isPlain: false, hasColor: false, \.displayWidth))
  }

  /// Returns the pen with which a scene is drawn.
  private func pen(
    isPlain: Bool, hasColor: Bool, _ width: @escaping ScreenText.Width
  ) -> ScenePicture.Pen {
    ScenePicture.Pen(
      isPlain: isPlain, hasColor: hasColor, supportsUnicode: supportsUnicode && !isPlain,
      width: width,
      language: speaker.language)
  }

  /// Leaves the menu and the board for the prompt until a round begins.
  func leaveToPrompt() { leftMoment = moment }

  var language: Language { speaker.language }

  /// `true` if the window has room for the board of a closed session.
  package var hasBoardRoom: Bool {
    hasRoom(for: isWaiting ? waitingScene : roundScene)
  }
}

extension PressInput {
  /// Creates the input device of a line's origin; the two enumerations have the same raw values.
  package init(_ origin: LineOrigin) { self = PressInput(rawValue: origin.rawValue) ?? .line }
}
