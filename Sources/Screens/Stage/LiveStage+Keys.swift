import Events
import Examiner
import Game
import Shell
package import Terminal

/// The reactions of the live picture to keys and clicks.
extension LiveStage {
  /// `true` after an error has ended the round, when keys that may be late presses are ignored.
  var isAfterError: Bool {
    (session.finish == .failed || session.finish == .timedOut) && releasedRound != session.number
  }

  /// Returns whether a key is ignored, because it may be a late press in a round that an error has
  /// ended.
  ///
  /// In a test all keys are ignored, except Enter and space, which begin the next round, Escape,
  /// which asks about leaving the test, and Ctrl-Z. Outside of tests only keys of a press are
  /// ignored. On an empty line, letters and `?` are never ignored.
  func dropsLatePress(_ key: StageKey, onEmptyLine isLineEmpty: Bool) -> Bool {
    guard isAfterError else { return false }
    switch key {
    case .character("\r"), .character("\n"), .character(" "):
      // The next round is about to be placed, and the key begins it.
      if isTest, !isWaiting, game.application.passesTime { return true }
    case .character(ControlKey.suspension), .character(ControlKey.interrupt),
      .character(ControlKey.inputEnd), .click, .escape:
      if isTest { return false }
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

  /// Returns the command line for a press, such as `press 2 3`.
  func press(_ cell: Cell) -> String { "press \(cell.h) \(cell.v)" }

  /// Returns the cell for two digits: the one typed before, and the key.
  func namedCell(_ key: StageKey, _ typed: String) -> Cell? {
    guard case .character(let scalar) = key, let v = scalar.digit, v > 0,
      typed.unicodeScalars.count == 1, let h = typed.unicodeScalars.first?.digit, h > 0, takesDigits
    else { return nil }
    return Cell(h: h, v: v)
  }

  /// Returns the reaction to a click on the element at a position of the picture.
  func click(_ column: Int, _ row: Int) -> StageAnswer {
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
    if showsEndOfGame { return enter(.mouse) }
    guard isPlaying else { return canBegin && !hasJustEnded ? .line("begin", .mouse) : .handled }
    guard let cell = drawn?.picture.geometry?.cell(column: column, row: row) else {
      return .handled
    }
    chosen = nil
    return .line(press(cell), .mouse)
  }

  /// The time after a round in which a click does not begin the next one, and after a game in which
  /// no key begins another, in milliseconds.
  ///
  /// Without it, a fast series of clicks would skip the board with the solution, and a key that was
  /// meant for the next board would take the score away.
  private var pause: Int { showsEndOfGame ? 1_000 : 800 }

  /// `true` if the last round ended within the time `pause`; always `false` on a virtual clock.
  var hasJustEnded: Bool {
    guard game.application.passesTime, session.finish != nil,
      let end = session.round.moves.last?.time
    else {
      return false
    }
    return game.model.now - end < pause
  }

  /// `true` if the study of the present trial takes presses by mouse only.
  var needsMouse: Bool {
    (session.placed ?? session.round).test?.settings.presentation.device == .mouse
  }

  /// Returns whether a key does nothing, because the study of the trial takes presses by mouse
  /// only.
  ///
  /// Escape, Ctrl-C and other commands are never ignored.
  func ignoresKey(_ key: StageKey) -> Bool {
    guard needsMouse else { return false }
    switch key {
    case .arrow, .character("\r"), .character("\n"), .character(" "): return true
    case .character(let scalar): return scalar.digit != nil
    case .escape, .click: return false
    }
  }

  /// Returns the reaction to Enter: the command line of the highlighted item, cell or next round.
  func enter(_ device: PressInput = .cursor) -> StageAnswer {
    if isClosed { return cursor.map { .line(press($0), .cursor) } ?? .handled }
    if isList, let list { return .line(list.screen.line, device) }
    if isMenu { return .line(items[selected].line, device) }
    if isWaiting { return canBegin ? .line("begin", device) : .handled }
    if isPlaying { return cursor.map { .line(press($0), .cursor) } ?? .handled }
    // The next round of a test is about to be placed.
    if isTest || showsEndOfGame && hasJustEnded { return .handled }
    return anotherGo.map { .line($0, device) } ?? .handled
  }

  /// The command line that begins the same test or round again; `nil` before the first round.
  private var anotherGo: String? {
    guard session.isStarted else { return nil }
    if let test = session.round.test {
      var settings = test.settings
      if settings.studyPosition != nil { return "next" }
      if let date = Daily.date(of: settings, test: test.name) { return "daily \(date)" }
      settings.seed = nil
      // The training of a course is part of it.
      if TestPreset.withTraining(named: test.name) != nil { settings.practice = 0 }
      if settings.begin == game.usualBegin { settings.begin = nil }
      if settings.press == .ignored { settings.press = nil }
      return ["start", test.name, settings.description].filter { !$0.isEmpty }
        .joined(separator: " ")
    }
    return RoundPlan(like: session.board, rule: session.rule).line
  }

  /// Moves the highlight of the menu or list, or the board's cursor, which begins at the centre.
  func move(_ direction: Direction) -> StageAnswer {
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

  /// Returns whether a key during the demonstration has no effect but to end it.
  func onlyGoesBack(_ key: StageKey) -> Bool {
    guard case .character(let scalar) = key else { return true }
    let hasFunction =
      key.isEnter
      || [" ", ControlKey.interrupt, ControlKey.inputEnd, ControlKey.suspension].contains(scalar)
    return !hasFunction && !items.contains { $0.key == scalar }
  }

  /// Opens the menu item whose key was pressed.
  func choose(_ scalar: Unicode.Scalar) -> StageAnswer {
    guard let index = items.firstIndex(where: { $0.key == scalar }) else { return .passed }
    selected = index
    return enter(.direct)
  }

  /// Handles Escape: closes a menu over a round, cancels a countdown outside of tests, and goes to
  /// the menu after a round, otherwise to the prompt; in a test it asks first.
  func leave() -> StageAnswer {
    if isList {
      list = nil
    } else if isMenu, isPlaying || isWaiting {
      closeMenu()
    } else if isWaiting, !isTest {
      return .line("mode \(ModeName.credit.rawValue)", .direct)
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

  /// `true` if Escape goes to the menu: a round has ended, and the menu fits on the terminal.
  var leadsToMenu: Bool {
    guard !isMenu, !isWaiting, session.isStarted, session.finish != nil else { return false }
    return hasRoom(for: menuScene)
  }

  /// Handles the answer to whether to leave the test; `y` or Ctrl-C leaves it.
  ///
  /// `n` and Escape go on, with a new board if the trial was interrupted. Any other key leaves the
  /// question open, so that neither half of a press nor a nervous key decides.
  func answerQuestion(_ key: StageKey) -> StageAnswer {
    guard let given = AnswerKey(key), key != .character(ControlKey.inputEnd) else {
      return key == .character(ControlKey.suspension) ? .passed : .handled
    }
    asksToLeave = false
    noteAnswer(given)
    // A second Ctrl-C leaves the test, as it would end any other program.
    if given == .yes || given == .cancelled { return .line("stop", .line) }
    return isPlaying && session.isInterruptedTrial ? .line(Self.replacement, .line) : .handled
  }

  /// Notes the answer to a question, whose other letters and Enter may follow.
  package func noteAnswer(_ given: AnswerKey) { answer = given.rest.map { ($0, game.model.now) } }

  /// Returns whether a key shares the game that has ended.
  func sharesGame(_ key: StageKey) -> Bool {
    key == .character("s") && showsEndOfGame && !isClosed
  }

  /// Returns whether a letter follows the key `s` so soon that both begin a command.
  ///
  /// The command then gets both letters; that the game was shared before does no harm.
  package func continuesCommand(_ scalar: Unicode.Scalar) -> Bool {
    guard let time = sharedAt, scalar.isASCIILetter else { return false }
    sharedAt = nil
    return game.model.now - time < Self.commandPause
  }

  /// The longest time between the first two letters of a command, in milliseconds.
  private static var commandPause: Int { 400 }

  /// Returns whether a key belongs to an answer such as `yes` and Enter, which was handled at its
  /// first letter.
  ///
  /// After a pause it is a new key: Enter begins the next round, and a letter a command.
  package func isRestOfAnswer(_ key: StageKey) -> Bool {
    guard let (rest, time) = answer, case .character(let scalar) = key else { return false }
    answer = nil
    let pause = game.model.now - time
    if key == .character("\r") || key == .character("\n") { return pause < Self.enterPause }
    guard pause < Self.letterPause, rest.first?.description == scalar.properties.lowercaseMapping
    else { return false }
    answer = (rest.dropFirst(), game.model.now)
    return true
  }

  /// The longest time between an answer and its Enter, in milliseconds.
  private static var enterPause: Int { 2_000 }

  /// The longest time between two letters of an answer, in milliseconds.
  private static var letterPause: Int { 500 }

  /// The command line that ends an interrupted trial, which the test then replaces.
  static var replacement: String { "give-up" }
}

extension Unicode.Scalar {
  fileprivate var isASCIILetter: Bool { isASCII && properties.isAlphabetic }

  /// The value of a decimal digit; `nil` for other characters.
  var digit: Int? { ("0"..."9").contains(self) ? Int(value - 0x30) : nil }
}
