import ChimpSystem
import Game
import Shell
import Studies
import Terminal

/// The live picture of a closed session, in which a participant sees pages and has no prompt.
extension LiveStage {
  /// The closed session; `nil` if the session has a prompt.
  var closed: ClosedSession? { holder.session }

  /// Handles every key, so that none reaches the line editor.
  func handle(_ key: StageKey, in closed: ClosedSession) -> StageAnswer {
    if key == .character("\u{3}") {
      closed.interrupt()
    } else if closed.isLeaving {
      closed.handleLeaving(key)
    } else if closed.page == .board {
      return answer(to: key, in: closed)
    } else if case .click(_, let row) = key {
      if let first = firstItemRow { closed.select(row - 1 - first) }
      return .handled
    } else {
      return closed.handle(key)
    }
    guard closed.hasLeft else { return .handled }
    holder.leave()
    leaveToPrompt()
    return closed.endsProgram ? .line("quit", .line) : .handled
  }

  /// Handles a key during a round.
  private func answer(to key: StageKey, in closed: ClosedSession) -> StageAnswer {
    let first = closed.digit
    closed.digit = ""
    guard hasBoardRoom else { return .handled }
    if isPlaying, let press = pressLine(for: key, afterDigit: first) {
      return .line(press.line, press.origin)
    }
    switch key {
    case .character(let scalar) where isPlaying && ("1"..."9").contains(scalar):
      closed.digit = String(scalar)
      return .handled
    case .arrow: return isPlaying ? move(key) : .handled
    case .click: return canBegin ? .line("begin", .mouse) : .handled
    case .character(" ") where canBegin, .character("\r") where canBegin,
      .character("\n") where canBegin:
      return .line("begin", .cursor)
    case .character(" ") where isPlaying: return enter()
    default: break
    }
    guard key.isEnter else { return .handled }
    if isPlaying { return enter() }
    // The next round of a block is about to be placed.
    return isWaiting || isTest ? .handled : .line("next", .line)
  }

  /// Returns the contents of the screen for a page of the closed session.
  func scene(of closed: ClosedSession, rowCount: Int, _ text: ScreenText) -> LiveScene {
    let words = LiveWords(language)
    // Nothing may hide numerals whose time is measured.
    if isGlance { return boardScene(words) }
    if closed.isLeaving { return leavingScene(of: closed, words) }
    switch closed.page {
    case .board:
      return boardScene(words)
    case .text(let lines):
      return scene(lines, of: closed, keys: words.closedNext, words, rowCount, text)
    case .end(let reason):
      let lines = (reason.map { [$0, ""] } ?? []) + [words.closedEnd]
      return scene(lines, of: closed, keys: "", words, rowCount, text)
    case .closing(let lines):
      return scene(
        lines + ["", words.closedProblem], of: closed, keys: "", words, rowCount, text)
    case .problem(let reason):
      let lines = [reason, "", words.closedProblem]
      return scene(lines, of: closed, keys: words.closedAgain, words, rowCount, text)
    case .consent(let consent):
      var scene = scene(
        consent.lines, of: closed, keys: words.closedConsent(consent.key), words, rowCount, text)
      scene.state = input(closed, text)
      if let flaw = closed.flaw { scene.sentence = flaw }
      return scene
    case .question(let question): return scene(of: question, closed, words, rowCount, text)
    }
  }

  private func boardScene(_ words: LiveWords) -> LiveScene {
    var scene = isWaiting ? waitingScene : roundScene
    scene.keys = isWaiting || isPlaying ? words.closedBoardKeys : ""
    if let closed { scene.title = title(of: closed, words) }
    if !isWaiting, !isPlaying { scene = endScene(scene, words) }
    if isPlaying, let column = closed.flatMap({ Int($0.digit) }) {
      scene.sentence = words.rowComesNext(behindColumn: column)
    }
    return scene
  }

  /// Returns the title of a board: the block and the trial, but no scores.
  private func title(of closed: ClosedSession, _ words: LiveWords) -> String {
    guard let series = game.series else { return closed.blockTitle }
    let number = (session.placed ?? session.round).test?.number
    let hasCount = series.settings.practice == 0 && !series.preset.isProcedure
    let trial = number.map { words.closedTrial($0, of: hasCount ? series.trialLimit : nil) }
    return closed.blockTitle + (trial ?? "")
  }

  /// Returns the scene between two trials, or at the end of a block.
  ///
  /// The result of a block is for the experimenter, unless the study shows it; the last trial stays
  /// as visible as its feedback allows.
  private func endScene(_ scene: LiveScene, _ words: LiveWords) -> LiveScene {
    var scene = scene
    guard !isTest else {
      scene.sentence = ""
      return scene
    }
    if closed?.showsResults != true {
      scene.result = []
      if session.feedback != .full {
        scene.body = .lines([])
        scene.state = ""
        scene.verdict = nil
      }
    }
    scene.sentence = words.closedBlockEnd
    return scene
  }

  private func scene(
    _ lines: [String], of closed: ClosedSession, keys: String, _ words: LiveWords,
    _ rowCount: Int, _ text: ScreenText
  ) -> LiveScene {
    // The head, the answer and the keys take their own rows.
    let rest = text.wrapped(keys).count + 5
    let shown = closed.shownLines(lines, rowCount: rowCount - rest, text)
    let isLast = shown.part == shown.count
    return LiveScene(
      title: shown.count > 1 ? words.closedPart(shown.part, of: shown.count) : "", sentence: "",
      body: .lines(shown.lines), keys: isLast ? keys : words.closedMore)
  }

  private func scene(
    of question: StudyQuestion, _ closed: ClosedSession, _ words: LiveWords, _ rowCount: Int,
    _ text: ScreenText
  ) -> LiveScene {
    guard question.shownChoices != nil else {
      var scene = scene(
        [question.text(in: language)], of: closed, keys: question.closedAnswer(in: language), words,
        rowCount, text)
      scene.state = input(closed, text)
      if let flaw = closed.flaw { scene.sentence = flaw }
      return scene
    }
    let items = question.choices(in: language).map {
      LiveScene.MenuItem(name: $0, summary: "", line: "")
    }
    return LiveScene(
      title: "", sentence: closed.flaw ?? question.text(in: language),
      body: .menu(items, selected: closed.selected), keys: words.closedChoice)
  }

  private func leavingScene(of closed: ClosedSession, _ words: LiveWords) -> LiveScene {
    let stars = String(repeating: "*", count: min(20, closed.typed.count))
    return LiveScene(
      title: "", sentence: words.closedLeave(hasWord: closed.leaveWord != nil), body: .lines([]),
      state: closed.leaveWord == nil ? "" : "> \(stars)_")
  }

  /// Returns the end of the typed answer, as much as fits into a row.
  private func input(_ closed: ClosedSession, _ text: ScreenText) -> String {
    var rest = closed.typed[...]
    while text.width(of: String(rest)) > max(1, text.columns - 4) { rest = rest.dropFirst() }
    return "> \(rest)_"
  }
}
