package import Characters
package import Console
import Events
import Examiner
package import Game
package import Models
package import Terminal
import Views
import Words

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
    /// In place, with signs of ASCII only.
    case plain
    /// Line by line, as scripts see it.
    case line
    /// In words, line by line, for screen readers.
    case spoken

    /// Whether a stage above the prompt shows the board.
    package var isInPlace: Bool { self == .live || self == .plain }
  }

  /// The identity of what is played: another one resets what the user has chosen on the stage.
  private struct Moment: Equatable {
    /// The number of the round.
    var number: Int
    /// Whether the next round is placed and waits.
    var isWaiting: Bool
  }

  /// The input of a picture; an equal one needs no new picture.
  private typealias Drawing = (
    scene: LiveScene, columns: Int, rowCount: Int, isPlain: Bool, hasColor: Bool
  )

  /// The style; only `live` and `plain` have a stage.
  package var style = Style.live
  /// Whether the terminal accepts UTF-8.
  package var supportsUnicode = true
  /// The latest picture and its input.
  private var drawn: (drawing: Drawing, picture: ScenePicture)?
  /// The items of the menu, in the language in which they were made.
  private var menu: (language: Language, items: [LiveScene.MenuItem])?
  /// Whether the demonstration was to be seen in the latest picture.
  private var isDemonstration = false
  /// The controller of the game, of which the stage only reads.
  private let game: GameController
  /// The demonstration, whose pages cover the stage.
  private let demonstration: DemonstrationController
  /// The language, and whether there are colours.
  private let speaker: Speaker
  /// The selected item of the menu.
  private var selected = 0
  /// The cell that the arrows have chosen, and its round; each round begins without one.
  private var chosen: (cell: Cell, round: Int)?
  /// The round that an error has ended, once a key came after it that is not dropped.
  private var releasedRound: Int?
  let holder: ClosedSessionHolder
  /// The text behind the prompt.
  private var typed = ""
  /// Whether the question stands whether to leave the test.
  private var asksToLeave = false
  /// Whether the help covers the board.
  private var isHelping = false
  /// The moment at which the menu was opened; it is shown until something is played.
  private var menuMoment: Moment? = Moment(number: 0, isWaiting: false)
  /// The moment at which the user left the stage with Escape.
  private var leftMoment: Moment?
  /// The list screen and the moment at which it was opened; it is shown until something is played.
  private var list: (screen: ListScreen, moment: Moment)?
  /// Whether there was room for what began last; if not, it is played on lines to its end.
  private var judged: (moment: Moment, hasRoom: Bool)?
  /// The state of the game when the latest key came.
  private var atKey: (moment: Moment, isPlaying: Bool)?

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
  private var words: LiveWords { LiveWords(speaker.language) }
  /// The items of the menu.
  private var items: [LiveScene.MenuItem] {
    if let menu, menu.language == speaker.language { return menu.items }
    let items = LiveScene.menuItems(in: speaker.language)
    menu = (speaker.language, items)
    return items
  }
  /// Whether the stage is shown now, in the rows above the prompt.
  package var isOpen: Bool {
    guard style.isInPlace else { return false }
    if isClosed { return true }
    // Enter on a page of a study begins no test of the menu.
    if holder.consumeOpenPage() { leaveToPrompt() }
    if isList { return hasRoom }
    guard leftMoment != moment else { return false }
    if judged?.moment != moment { judged = (moment, hasRoom) }
    return judged?.hasRoom == true
  }
  /// Whether pasted text goes to the prompt; during a trial of a test it could only be an accident.
  package var acceptsPastes: Bool {
    isMenu || (isPlaying ? !isTest : !(isAfterError && isTest))
  }
  package var isClosed: Bool { closed != nil }

  /// Returns whether the reply to a line is to be shown whole, and not only its last rows above the
  /// prompt.
  package func showsWholeReply(isTyped: Bool) -> Bool {
    if isClosed { return true }
    guard !isMenu, !isList else { return false }
    // A line has begun or ended something, or numerals are visible for a limited time.
    return !isTyped || atKey?.moment != moment || isTest && atKey?.isPlaying != isPlaying
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
    judged = nil
    list = nil
    return isOpen
  }

  /// Opens the list in place; returns `false` while a round or a test goes on, or if there is no
  /// room.
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
    guard isList, isOpen else { return false }
    list?.screen.choose(.row(row))
    return true
  }

  /// Returns the rows of the stage, drawn anew only if something has changed.
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

  /// Returns the line of a press for a digit together with the one before it, or for a click on a
  /// cell; `nil` for other keys, and if no round is played.
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

  /// Handles a key: returns a line to run, that the key was handled, or that the prompt gets it.
  package func handle(_ key: StageKey, typed: String) -> StageAnswer {
    if let closed { return handle(key, in: closed) }
    let wasHelping = isHelping
    isHelping = false
    atKey = (moment, isPlaying)
    if asksToLeave { return answerQuestion(key) }
    // Any key but a letter only closes the help.
    if wasHelping, key == .character("?") || !key.isLetter { return .handled }
    // A press that was cut short by the end of the round is not finished.
    let isLineEmpty = typed.isEmpty
    let typed = isAfterError && typed.unicodeScalars.allSatisfy { $0.digit != nil } ? "" : typed
    if typed.isEmpty, dropsLatePress(key, onEmptyLine: isLineEmpty) { return .handled }
    if isDemonstration, !typed.isEmpty || !key.isLetter {
      isDemonstration = false
      // A touch leads to credit; any key has ended the demonstration by now, and is not lost.
      if case .click = key { return .line("mode \(ModeName.credit.rawValue)", .mouse) }
    }
    if case .click(let column, let row) = key { return click(column - 1, row - 1) }
    if isPlaying, let cell = namedCell(key, typed) { return .line(press(cell), .direct) }
    guard typed.isEmpty else { return .passed }
    switch key {
    case .escape: return leave()
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
  /// Whether an error has ended the round, and keys are dropped that may be late presses.
  private var isAfterError: Bool {
    (session.finish == .failed || session.finish == .timedOut) && releasedRound != session.number
  }

  /// Returns whether a key is dropped because an error has ended the round.
  ///
  /// A letter on an empty line begins a command, and `?` shows the keys. In a test, where Enter or
  /// space begins the next round, all other keys up to then are dropped, except Escape, which asks
  /// whether to leave the test, and Ctrl-Z. Elsewhere only the keys of a press are.
  private func dropsLatePress(_ key: StageKey, onEmptyLine isLineEmpty: Bool) -> Bool {
    guard isAfterError else { return false }
    switch key {
    case .character("\r"), .character("\n"), .character(" "):
      // In a moment the next round is placed, and the key begins it.
      if isTest, !isWaiting, game.isRealTime { return true }
    case .character(Self.suspension), .click, .escape: if isTest { return false }
    case .character(let scalar) where isLineEmpty && (scalar == "?" || scalar.isASCIILetter):
      return false
    case .character where isTest: return true
    case .character(let scalar)
    where scalar.digit != nil || "\u{8}\u{7f}".contains(Character(scalar)):
      return true
    case .character: break
    case .arrow: return true
    }
    releasedRound = session.number
    return false
  }

  /// Ctrl-Z.
  private static var suspension: Unicode.Scalar { "\u{1a}" }

  /// Whether numerals are shown for a time, or are about to be.
  var isGlance: Bool {
    hasFixation || isPlaying && !session.looksMasked && session.rule.hold != nil
  }

  private var session: GameSession { game.model.session }
  private var moment: Moment { Moment(number: session.number, isWaiting: isWaiting) }

  /// Whether the numerals of a round are placed and have yet to be requested.
  var isWaiting: Bool { session.hasPlaced }
  var canBegin: Bool { session.preparation == .waiting }
  private var hasFixation: Bool { session.preparation == .fixation }
  /// The cell of the arrows in this round.
  private var cursor: Cell? { chosen.flatMap { $0.round == session.number ? $0.cell : nil } }
  /// Whether the list is shown.
  private var isList: Bool { list?.moment == moment }
  /// Whether the menu is shown.
  package var isMenu: Bool { menuMoment == moment && !isList }
  /// Whether a round is being played.
  var isPlaying: Bool { !isWaiting && session.isOpen }
  /// Whether a test is in progress.
  var isTest: Bool { game.series != nil }

  /// Whether the scene fits on the terminal, in its simplest form.
  private var hasRoom: Bool { hasRoom(for: scene) }

  private func hasRoom(for scene: LiveScene) -> Bool {
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

  /// Returns the line of a press.
  private func press(_ cell: Cell) -> String { "press \(cell.h) \(cell.v)" }

  /// Returns the cell that two digits name: the one behind the prompt, and the key.
  private func namedCell(_ key: StageKey, _ typed: String) -> Cell? {
    guard case .character(let scalar) = key, let v = scalar.digit, v > 0,
      typed.unicodeScalars.count == 1, let h = typed.unicodeScalars.first?.digit, h > 0,
      session.board.size.h <= 9, session.board.size.v <= 9
    else { return nil }
    return Cell(h: h, v: v)
  }

  /// Returns the answer to a click, by what the latest picture has at that cell of the screen.
  private func click(_ column: Int, _ row: Int) -> StageAnswer {
    if isList {
      guard let choice = drawn?.picture.list?.choice(atRow: row) else { return .handled }
      list?.screen.choose(choice)
      return enter(.mouse)
    }
    if isMenu {
      guard let picture = drawn?.picture, let first = picture.firstItemRow,
        row < picture.rows.count, items.indices.contains(row - first)
      else { return .handled }
      selected = row - first
      return enter(.mouse)
    }
    guard let cell = drawn?.picture.geometry?.cell(column: column, row: row) else {
      return .handled
    }
    if isPlaying {
      chosen = nil
      return .line(press(cell), .mouse)
    }
    return canBegin ? .line("begin", .mouse) : .handled
  }

  /// Returns the answer to Enter: what is selected, the waiting round, or another go.
  func enter(_ origin: LineOrigin = .cursor) -> StageAnswer {
    if isClosed { return cursor.map { .line(press($0), .cursor) } ?? .handled }
    if isList, let list { return .line(list.screen.line, origin) }
    if isMenu { return .line(items[selected].line, origin) }
    if isWaiting { return canBegin ? .line("begin", origin) : .handled }
    if isPlaying { return cursor.map { .line(press($0), .cursor) } ?? .handled }
    // The next round of a test is about to be placed.
    if isTest { return .handled }
    return anotherGo.map { .line($0, origin) } ?? .handled
  }

  /// The line that begins the same again with other boards; `nil` before the first round.
  private var anotherGo: String? {
    guard session.isStarted else { return nil }
    if let test = session.round.test {
      var settings = test.settings
      if settings.studyPosition != nil { return "next" }
      settings.seed = nil
      // The training of a course is part of it.
      if TestPreset.withCourse(named: test.name) != nil { settings.practice = 0 }
      if settings.begin == game.usualBegin { settings.begin = nil }
      return ["start", test.name, settings.description].filter { !$0.isEmpty }
        .joined(separator: " ")
    }
    return RoundPlan(like: session.board, rule: session.rule).line
  }

  /// Moves the cursor over the board.
  func move(_ key: StageKey) -> StageAnswer {
    if case .arrow(let direction) = key { move(direction) } else { .passed }
  }

  /// Moves the selection or the cursor; the first arrow of a round puts the cursor at the centre.
  private func move(_ direction: Direction) -> StageAnswer {
    if isList {
      list?.screen.move(direction)
      return .handled
    }
    if isMenu, !isClosed {
      let step = direction == .down || direction == .right ? 1 : items.count - 1
      selected = (selected + step) % items.count
      return .handled
    }
    guard isPlaying else { return .passed }
    let size = session.board.size
    guard let from = cursor, size.contains(from) else {
      chosen = (Cell(h: (size.h + 1) / 2, v: (size.v + 1) / 2), session.number)
      return .handled
    }
    let next =
      switch direction {
      case .right: Cell(h: from.h + 1, v: from.v)
      case .left: Cell(h: from.h - 1, v: from.v)
      case .up: Cell(h: from.h, v: from.v - 1)
      case .down: Cell(h: from.h, v: from.v + 1)
      }
    if size.contains(next) { chosen = (next, session.number) }
    return .handled
  }

  /// Selects and opens the item of the menu that a key stands for.
  private func choose(_ scalar: Unicode.Scalar) -> StageAnswer {
    guard let index = items.firstIndex(where: { $0.key == scalar }) else { return .passed }
    selected = index
    return enter(.direct)
  }

  /// Leaves the menu and the board for the prompt until something is played.
  func leaveToPrompt() { leftMoment = moment }

  var language: Language { speaker.language }

  /// Whether the window has room for the board of a closed session.
  package var hasBoardRoom: Bool {
    hasRoom(for: isWaiting ? waitingScene : roundScene)
  }

  /// Leaves the end of a round for the menu, and everything else for the prompt; in a test it asks
  /// first.
  private func leave() -> StageAnswer {
    if isList {
      list = nil
    } else if isTest {
      asksToLeave = true
    } else if leadsToMenu {
      let line = session.round.test.map { "start \($0.name)" }
      selected = items.firstIndex { $0.line == line } ?? selected
      _ = showMenu()
    } else {
      leaveToPrompt()
    }
    return .handled
  }

  /// Whether Escape leads to the menu: a round is over, and the menu has room.
  private var leadsToMenu: Bool {
    guard !isMenu, !isWaiting, session.isStarted, session.finish != nil else { return false }
    return hasRoom(for: menuScene)
  }

  /// Returns the answer to the question whether to leave the test: only `y` leaves it.
  ///
  /// A letter that is no answer begins a command, and is not lost.
  private func answerQuestion(_ key: StageKey) -> StageAnswer {
    asksToLeave = false
    switch key {
    case .character("y"), .character("Y"): return .line("stop", .line)
    case .character("n"), .character("N"): return .handled
    default: return key.isLetter ? .passed : .handled
    }
  }

  /// The scene to draw now.
  ///
  /// A glance shows nothing but the board: help and questions wait.
  var scene: LiveScene {
    if let page = demonstration.page { return page.scene(words) }
    var scene = currentScene
    if isGlance { return scene }
    if asksToLeave { scene.sentence = words.leaveQuestion }
    if isHelping {
      scene.body = .lines(isList ? words.listHelp : words.help)
      scene.sentence = ""
      scene.keys = words.helpKeys
    }
    return scene
  }

  /// The scene without help and questions.
  private var currentScene: LiveScene {
    if isList, let list {
      return LiveScene(
        title: words.listTitle, sentence: "", body: .list(list.screen.page), keys: words.listKeys)
    }
    if isMenu { return menuScene }
    return isWaiting ? waitingScene : roundScene
  }

  /// The menu of tests.
  private var menuScene: LiveScene {
    LiveScene(
      title: words.menuTitle, sentence: menuSentence,
      body: .menu(items, selected: selected), keys: words.menuKeys)
  }

  /// The sentence of the menu: what there is to do, or the score of the test before.
  private var menuSentence: String {
    guard let series = finishedSeries,
      let score = speaker.language.lastScore(of: series, best: game.bests.before)
    else { return words.menuSentence }
    return words.menuSentence(behind: score)
  }

  /// The next round before it begins, or the last one, which may still be looked at.
  var waitingScene: LiveScene {
    let placed = session.placed ?? session.round
    let isFirst = game.series?.trialCount == 0
    let hasLast =
      isTest && !isFirst && session.isStarted && session.round.test?.name == placed.test?.name
    var scene = LiveScene(title: "", sentence: "", body: .lines([]))
    if hasLast && canBegin && session.board.size == placed.board.size {
      // The last trial stays visible until the next one is requested.
      scene = roundScene
    } else {
      var board = LiveBoard(placed.board.size)
      board.hasFixation = hasFixation
      scene.body = .board(board)
      if hasLast && !hasFixation { (scene.state, scene.verdict) = (state, verdict) }
    }
    scene.title = title(of: placed, game.series)
    scene.sentence = words.preparing(session.preparation, isFirst: isFirst)
    scene.keys = words.boardKeys
    return scene
  }

  /// The present round, without its solution if the test hides it.
  var roundScene: LiveScene {
    let examiner = session.examiner
    let hidesSolution = session.finish != nil && session.laterFeedback != .full
    var board =
      hidesSolution
      ? LiveBoard(examiner.board.size)
      : LiveBoard(examiner, isCovered: session.isCovered, lastPress: lastPress)
    if isPlaying { board.cursor = cursor }
    return LiveScene(
      title: title(of: session.round, game.series ?? finishedSeries), sentence: sentence,
      body: .board(board), state: state, result: result, verdict: verdict, keys: words.boardKeys)
  }

  /// Returns the title: the progress of the test, or the round.
  private func title(of kept: KeptRound, _ series: TestSeries?) -> String {
    if let series, !speaker.language.isHidden(series) {
      return speaker.language.title(of: series, best: game.bests.before)
    }
    return kept.test?.name
      ?? speaker.language.words(for: RoundPlan(like: kept.board, rule: kept.rule))
  }

  /// The test that was over with the round that is shown.
  private var finishedSeries: TestSeries? {
    session.lastTest.flatMap { $0.preset.name == session.round.test?.name ? $0 : nil }
  }

  /// The lines of the result of the test that is over; none otherwise.
  private var result: [String] {
    guard let series = finishedSeries, series.isOver else { return [] }
    return game.resultLines(of: series)
  }

  /// The instruction below the board.
  private var sentence: String {
    guard session.finish == nil else {
      return isTest ? "" : words.anotherGo(leadsToMenu: leadsToMenu)
    }
    if let column = typedColumn { return words.rowComesNext(behindColumn: column) }
    guard !session.looksMasked else { return words.pressing }
    return words.looking(
      masksAtFirstPress: session.rule.masksAtFirstPress, hasHold: session.rule.hold != nil,
      lowest: session.board.numeral(atIndex: session.examiner.pressedCount))
  }

  /// The column that is typed behind the prompt; `nil` unless a row is to follow.
  private var typedColumn: Int? {
    guard isPlaying, !isGlance, typed.unicodeScalars.count == 1,
      let column = typed.unicodeScalars.first?.digit, session.board.size.v <= 9,
      (1...session.board.size.h).contains(column)
    else { return nil }
    return column
  }

  /// The progress, or the result of the round.
  private var state: String {
    let pressed = session.examiner.pressedCount
    let count = session.board.count
    return switch session.finish {
    case .some where session.laterFeedback == .none: words.over
    case .passed: words.passed(count)
    case .failed: words.failed(pressed, of: count)
    case .gaveUp: words.gaveUp
    case .timedOut: words.timedOut(pressed, of: count)
    case nil: pressed > 0 ? words.right(pressed, of: count) : words.progress(pressed, of: count)
    }
  }

  /// The colour of the state; `nil` if it is no judgement, or may not be seen.
  private var verdict: Verdict? {
    switch session.finish {
    case .some where session.laterFeedback == .none: nil
    case .passed: .right
    case .failed, .timedOut: .wrong
    case .gaveUp: nil
    case nil: session.examiner.pressedCount > 0 ? .right : nil
    }
  }

  /// The cell of the latest move, if that was a press.
  private var lastPress: Cell? {
    if case .press(let cell)? = session.round.moves.last?.move { cell } else { nil }
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIILetter: Bool { isASCII && properties.isAlphabetic }

  /// The value of a digit; `nil` for other characters.
  fileprivate var digit: Int? { ("0"..."9").contains(self) ? Int(value - 0x30) : nil }
}

extension StageKey {
  /// Whether the key is a printable character other than a digit.
  fileprivate var isLetter: Bool {
    guard case .character(let scalar) = self else { return false }
    return scalar.value > 0x20 && scalar.digit == nil
  }
}

extension DemonstrationView.Page {
  /// Returns the page as a scene.
  fileprivate func scene(_ live: LiveWords) -> LiveScene {
    var scene = LiveScene(
      title: live.menuTitle, sentence: "", body: .lines([]), keys: live.demonstrationKeys)
    switch self {
    case .board(let words, let board): (scene.sentence, scene.body) = (words, .board(board))
    case .lines(let lines): scene.body = .lines(lines)
    }
    return scene
  }
}

extension PressInput {
  /// Creates the input device of a line's origin; the two enumerations have the same raw values.
  package init(_ origin: LineOrigin) { self = PressInput(rawValue: origin.rawValue) ?? .line }
}
