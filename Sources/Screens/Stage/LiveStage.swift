package import ChimpSystem
import Events
import Examiner
package import Game
import Shell
package import Terminal

/// The stage: a live picture of the game above the prompt, which turns keys and clicks into command
/// lines.
///
/// It changes the game in one way only: a press before the mask is noted in the model, because a line
/// would delay the mask. Any other key becomes a line such as `press 2 3`, which is run like a typed
/// one. It reads the game whenever something may have changed, and redraws only if the
/// contents differ.
///
///     let rows = stage.rows(columns: 80, rowCount: 22) { _ in 1 }
///     if case .line(let line, _) = stage.handle(.click(column: 12, row: 4), typed: "") {
///       print(line)
///     }
package final class LiveStage {
  /// The round in progress or waiting; highlights and cursors are reset when it changes.
  struct Moment: Equatable {
    /// The round number.
    var number: Int
    /// `true` if the next round is placed but has not begun.
    var isWaiting: Bool
  }

  /// Everything on which the picture depends; while it is equal, the last picture is reused.
  typealias Drawing = (
    scene: LiveScene, columns: Int, rowCount: Int, isPlain: Bool, hasColor: Bool
  )

  /// `true` if the terminal can show characters outside of ASCII.
  package var supportsUnicode = true
  /// The last picture, with the values on which it depends.
  var drawn: (drawing: Drawing, picture: ScenePicture)?
  /// The items of the menu, with the language of their texts and the state of the scores in them.
  private var menu: (language: Language, scores: Int, items: [LiveScene.MenuItem])?
  /// `true` if the last picture showed the demonstration.
  private var isDemonstration = false
  /// The controller of the game.
  let game: GameController
  /// The demonstration, whose pages replace the game's picture.
  let demonstration: DemonstrationController
  /// Provides the language, and whether colours are on.
  let speaker: Speaker
  /// The index of the highlighted menu item.
  var selected = 0
  /// The cell under the cursor of the arrow keys, with the number of its round.
  ///
  /// A round begins without a cursor.
  var chosen: (cell: Cell, round: Int)?
  /// The number of a round that an error ended, once late presses are no longer ignored.
  var releasedRound: Int?
  let studyScreen: StudyScreen
  /// The text typed after the prompt so far.
  var typed = ""
  /// `true` while the user is asked whether to leave the test.
  var asksToLeave = false
  /// The letters that may follow the one that answered that question, with its time, until another
  /// key; otherwise `nil`.
  var answer: (rest: Substring, time: Int)?
  /// The time at which the key `s` has shared a game, until another key.
  var sharedAt: Int?
  /// `true` if the next key is the first letter of a command, although it might share a game.
  package var beginsCommand = false
  /// The yes-or-no question of the running command, which the picture shows, too, because the rows
  /// below it may have no room; `nil` without one.
  package var question: String?
  /// `true` while the help covers the board.
  var isHelping = false
  /// The round during which the menu was opened; a new round closes the menu.
  private var menuMoment: Moment? = Moment(number: 0, isWaiting: false)
  /// The number of the last round while the first trial of a test waits, otherwise `nil`.
  private var unbegunNumber: Int?
  /// The round during which the user left the live picture with Escape.
  private var leftMoment: Moment?
  /// The list screen, with the round during which it was opened; a new round closes it.
  var list: (screen: ListScreen, moment: Moment)?
  /// The replay of an earlier round; `nil` if none is shown.
  var replay: ReplaySequence?
  /// The round that began last, with `true` if its picture fitted on the terminal.
  ///
  /// If it did not, the round is shown as lines of text until its end.
  private var roomCheck: (moment: Moment, hasRoom: Bool)?
  /// The round at the last key press, and `true` if it was in progress.
  private var stateAtLastKey: (moment: Moment, isPlaying: Bool)?

  /// A number that changes when another screen or game begins, so that messages about the one
  /// before disappear.
  package private(set) var screenNumber = 0
  /// The subject of the last picture, by which another screen or game is recognized.
  private var lastScreen: Screen?

  init(
    _ game: GameController, _ demonstration: DemonstrationController, _ speaker: Speaker,
    _ studyScreen: StudyScreen = StudyScreen()
  ) {
    self.studyScreen = studyScreen
    self.game = game
    self.demonstration = demonstration
    self.speaker = speaker
  }

  /// The items of the menu.
  var items: [LiveScene.MenuItem] {
    let scores = game.bests.changeCount
    if let menu, menu.language == speaker.language, menu.scores == scores { return menu.items }
    let items = game.menuItems
    menu = (speaker.language, scores, items)
    return items
  }

  /// Updates the picture from the game; returns whether it is shown now.
  ///
  /// A page of a study hides it. At the beginning of each round it is checked once that the picture
  /// fits.
  package func refresh() -> Bool {
    guard style.isInPlace else { return false }
    if isClosed { return true }
    // Enter after a page of a study must not begin a test of the menu.
    if studyScreen.consumeOpenPage() { leaveToPrompt() }
    leaveUnbegunTest()
    countScreens()
    if isList || replay != nil { return hasRoom }
    guard leftMoment != moment else { return false }
    if roomCheck?.moment != moment { roomCheck = (moment, hasRoom) }
    return roomCheck?.hasRoom == true
  }

  /// The subject of a picture.
  private struct Screen {
    var isMenu: Bool
    var isList: Bool
    var test: TestSeries?
    var round: Int

    /// Returns whether this is the game of an earlier picture; all trials of a test are one game.
    func isSameGame(as earlier: Screen) -> Bool {
      guard let test else { return round == earlier.round }
      guard let earlier = earlier.test else { return false }
      return test.preset.name == earlier.preset.name && test.trialCount >= earlier.trialCount
    }
  }

  /// Counts the screens and games.
  private func countScreens() {
    let screen = Screen(isMenu: isMenu, isList: isList, test: game.series, round: session.number)
    defer { lastScreen = screen }
    guard let lastScreen else { return }
    let isSameScreen = screen.isMenu == lastScreen.isMenu && screen.isList == lastScreen.isList
    if !isSameScreen || !screen.isSameGame(as: lastScreen) { screenNumber += 1 }
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
  var missingMenuRoom: RoomShortage? {
    guard style.isInPlace, !isClosed, let size = game.surface, !hasRoom(for: menuScene) else {
      return nil
    }
    let rowCount = StageScreen.rowCount(forRoom: ScenePicture.leastRowCount(forItems: items.count))
    return RoomShortage(
      size: size, needed: TerminalSize(columns: ScenePicture.leastMenuColumns, rows: rowCount))
  }

  /// `true` if pasted text goes to the prompt; `false` during a round of a test, where it is an
  /// accident.
  package var acceptsPastes: Bool {
    isMenu || (isPlaying ? !isTest : !(isAfterError && isTest))
  }
  /// `true` in a closed session, which has no prompt.
  package var isClosed: Bool { closed != nil }

  /// Returns whether the picture shows everything important of the last reply, so that only a few
  /// rows of the reply are needed.
  package func showsWholeReply(isTyped: Bool) -> Bool {
    if isClosed { return true }
    guard !isMenu, !isList, sharedAt == nil else { return false }
    // A line has begun or ended a round or a test, or numerals are visible for a limited time.
    return !isTyped || stateAtLastKey?.moment != moment
      || isTest && stateAtLastKey?.isPlaying != isPlaying
      || !isWaiting && session.isHolding
  }

  /// Called with the text after the prompt before the picture is drawn.
  package func noteTyped(_ text: String) { typed = text }

  /// Returns whether the main screen keeps the line of a key: all but those that act on a board.
  package func keepsLine(_ line: String) -> Bool {
    line != "begin" && line != Self.replacement && !line.hasPrefix("press ")
  }

  /// Shows the menu of tests; returns `false` if it doesn't fit on the terminal.
  func showMenu() -> Bool {
    menuMoment = moment
    leftMoment = nil
    roomCheck = nil
    list = nil
    return refresh()
  }

  /// Closes a menu that was opened over a board, on which a round is played or waits.
  func closeMenu() { menuMoment = nil }

  /// Shows the list screen; returns `false` during a round or a test, or if it doesn't fit.
  func showList(_ model: ListModel) -> Bool {
    guard style.isInPlace, !isPlaying, !isWaiting, !isTest else { return false }
    list = (ListScreen(model), moment)
    guard hasRoom else {
      list = nil
      return false
    }
    return true
  }

  /// Plays a finished round on the live board; returns `false` during a round or a test, or if it
  /// doesn't fit.
  func play(_ round: KeptRound, in container: EventContainer) -> Bool {
    guard style.isInPlace, !isClosed, !isPlaying, !isWaiting, !isTest else { return false }
    let replay = ReplaySequence(round, in: language, binding: container)
    guard hasRoom(for: replay.scene) else {
      replay.end()
      return false
    }
    self.replay = replay
    return true
  }

  /// `true` if the replay has gone on since the picture was drawn.
  package var isOutdated: Bool { replay.map { $0.scene != drawn?.drawing.scene } ?? false }

  /// Handles a key during a replay: Enter and space show the next press, others end it.
  private func handle(_ key: StageKey, in replay: ReplaySequence) -> StageAnswer {
    if key == .character(ControlKey.suspension) { return .passed }
    if !replay.isOver, key.isEnter || key == .character(" ") {
      replay.skip()
    } else {
      replay.end()
      self.replay = nil
    }
    return .handled
  }

  /// Highlights a row of the list screen; returns `false` if that screen isn't shown.
  func showListRow(_ row: Int) -> Bool {
    guard isList, refresh() else { return false }
    list?.screen.choose(.row(row))
    return true
  }

  /// Returns the rows of the picture for a terminal of some size.
  ///
  /// They are drawn again only if something has changed.
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

  /// Returns the number of rows for the menu within so many, without its title if necessary; `nil`
  /// if its items have no room, and for other pictures.
  package func menuRowCount(within rowCount: Int) -> Int? {
    guard !isClosed, case .menu(let items, _) = scene.body,
      rowCount >= ScenePicture.leastRowCount(forItems: items.count)
    else { return nil }
    return rowCount
  }

  /// Returns the rows of a picture, filled up in a closed session so that no reply is visible.
  private func filled(_ rows: [String], _ rowCount: Int) -> [String] {
    isClosed ? rows + Array(repeating: "", count: max(0, rowCount - rows.count)) : rows
  }

  /// The position of the terminal's cursor behind a question; `nil` to leave it in the prompt.
  package var questionCursor: ScreenPosition? { drawn?.picture.cursor }

  /// The row of the first item of a menu or list; `nil` if none is visible.
  var firstItemRow: Int? { drawn?.picture.firstItemRow }

  /// Returns the command line of a press by two digits or a click; `nil` for other keys, and
  /// without a round in progress.
  package func pressLine(
    for key: StageKey, afterDigit digit: String
  ) -> (line: String, device: PressInput)? {
    pressedCell(for: key, afterDigit: digit).map { (press($0.cell), $0.device) }
  }

  /// Returns the cell of a press by two digits or a click; `nil` for other keys, and without a
  /// round in progress.
  private func pressedCell(
    for key: StageKey, afterDigit digit: String
  ) -> (cell: Cell, device: PressInput)? {
    guard isPlaying, closed?.isLeaving != true else { return nil }
    if case .click(let column, let row) = key {
      let cell = drawn?.picture.geometry?.cell(column: column - 1, row: row - 1)
      return cell.map { ($0, .mouse) }
    }
    guard !needsMouse else { return nil }
    guard let cell = namedCell(key, digit), session.board.size.contains(cell) else { return nil }
    return (cell, .direct)
  }

  /// Keeps a press before the mask, for which nothing is written; returns `false` if the rule
  /// counts it, and for other keys.
  package func keepsEarlyPress(
    for key: StageKey, afterDigit digit: String, digitDelay: Int?
  ) -> Bool {
    guard session.examiner.ignoresPresses,
      let (cell, device) = pressedCell(for: key, afterDigit: digit)
    else { return false }
    game.model.noteEarlyPress(cell, from: PressOrigin(device, digitDelay: digitDelay))
    return true
  }

  /// Handles a key or click.
  ///
  /// Returns a command line to run, `handled`, or `passed` for a key that the line editor must
  /// handle.
  package func handle(_ key: StageKey, typed: String) -> StageAnswer {
    if let closed { return handle(key, in: closed) }
    answer = nil
    sharedAt = nil
    defer { beginsCommand = false }
    let wasHelping = isHelping
    isHelping = false
    stateAtLastKey = (moment, isPlaying)
    if let replay { return handle(key, in: replay) }
    if asksToLeave { return answerQuestion(key) }
    // Any key closes the help, and does nothing else.
    if wasHelping, key != .character(ControlKey.suspension) { return .handled }
    // The first digit of a press is dropped if the round has ended before the second.
    let isLineEmpty = typed.isEmpty
    let typed = isAfterError && typed.unicodeScalars.allSatisfy { $0.digit != nil } ? "" : typed
    if typed.isEmpty, dropsLatePress(key, onEmptyLine: isLineEmpty) { return .handled }
    if isDemonstration {
      isDemonstration = false
      // A click enters the credit mode.
      if case .click = key { return .line("mode \(ModeName.credit.rawValue)", .mouse) }
      if typed.isEmpty, onlyGoesBack(key) { return .handled }
    }
    if case .click(let column, let row) = key { return click(column - 1, row - 1) }
    if isPlaying, typed.isEmpty, ignoresKey(key) { return .handled }
    if isPlaying, let cell = namedCell(key, typed) { return .line(press(cell), .direct) }
    guard typed.isEmpty else { return .passed }
    // Before the numerals are visible, digits would only pile up after the prompt.
    if isWaiting, case .character(let scalar) = key, scalar.digit != nil { return .handled }
    if !beginsCommand, sharesGame(key) {
      sharedAt = game.model.now
      return .line("share", .direct)
    }
    return answer(to: key)
  }

  /// Returns the answer to a key that no question, help, demonstration or typed text takes.
  private func answer(to key: StageKey) -> StageAnswer {
    switch key {
    case .escape: return leave()
    case .character(ControlKey.interrupt), .character(ControlKey.inputEnd):
      return isTest ? leave() : .passed
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
  /// `true` while a question or the help stands where the board is, or before it.
  var isBoardCovered: Bool { asksToLeave || isHelping }

  /// `true` while the picture must not change: at the fixation mark, and while the numerals are
  /// shown for a limited time.
  var isGlance: Bool { hasFixation || !isWaiting && session.isHolding }

  /// The way in which boards are shown; only `live` and `plain` have a live picture.
  var style: BoardStyle { game.application.boardStyle }
  var session: GameSession { game.model.session }
  var moment: Moment { Moment(number: session.number, isWaiting: isWaiting) }

  /// `true` if the next round is placed but has not begun.
  var isWaiting: Bool { session.hasPlaced }
  var canBegin: Bool { session.preparation == .waiting }
  var hasFixation: Bool { session.preparation == .fixation }
  /// The cell under the cursor in the current round; `nil` without a cursor.
  var cursor: Cell? { chosen.flatMap { $0.round == session.number ? $0.cell : nil } }
  /// `true` if the list screen is shown.
  var isList: Bool { list?.moment == moment }
  /// `true` if the menu of tests is shown.
  var isMenu: Bool { menuMoment == moment && !isList && replay == nil }
  /// `true` if a round is in progress.
  var isPlaying: Bool { !isWaiting && session.isOpen }
  /// `true` if a test is in progress.
  var isTest: Bool { game.series != nil }
  /// `true` if the last round of a finished test is shown.
  var showsEndOfGame: Bool { !isMenu && !isList && !isWaiting && finishedSeries?.isOver == true }

  /// `true` if the picture fits on the terminal in its simplest form.
  private var hasRoom: Bool { hasRoom(for: scene) }

  func hasRoom(for scene: LiveScene) -> Bool {
    guard let size = game.surface else { return true }
    return ScenePicture.hasRoom(
      for: scene, columns: size.columns, rowCount: StageScreen.room(of: size.rows),
      pen: pen(isPlain: false, hasColor: false, \.displayWidth))
  }

  /// Returns the smallest window that shows all numerals of a test in large digits; `nil` if this
  /// one does.
  func missingRoomForLargeNumerals(of series: TestSeries) -> TerminalSize? {
    let plan = series.plan
    var board = LiveBoard(plan.size)
    board.largeNumeral = plan.range?.high ?? plan.count
    let needed = ScenePicture.leastTerminal(for: board)
    guard style == .live, let size = game.surface, size.columns >= needed.columns,
      size.rows >= needed.rows
    else { return needed }
    return nil
  }

  /// Returns the drawing options for the terminal.
  private func pen(
    isPlain: Bool, hasColor: Bool, _ width: @escaping ScreenText.Width
  ) -> ScenePicture.Pen {
    ScenePicture.Pen(
      isPlain: isPlain, hasColor: hasColor, supportsUnicode: supportsUnicode && !isPlain,
      width: width,
      language: speaker.language)
  }

  /// Hides the picture until a round begins, so that only the prompt is shown.
  func leaveToPrompt() { leftMoment = moment }

  var language: Language { speaker.language }

  /// `true` if the board of a closed session fits on the terminal.
  var hasBoardRoom: Bool {
    hasRoom(for: isWaiting ? waitingScene : roundScene)
  }
}

/// The size of a window that is too small for the menu, and the one that the menu needs.
///
///     let size = TerminalSize(columns: 30, rows: 10)
///     RoomShortage(size: size, needed: TerminalSize(columns: 40, rows: 14))
struct RoomShortage: Equatable, Sendable {
  let size: TerminalSize
  let needed: TerminalSize
}
