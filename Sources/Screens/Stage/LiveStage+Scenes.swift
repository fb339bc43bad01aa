import Examiner
import Game
import Shell

/// The contents of the live picture: the menu, the next round or the current one.
extension LiveStage {
  /// The contents to draw now.
  ///
  /// While numerals are shown for a limited time, it is the board without help or questions.
  var scene: LiveScene {
    if let page = demonstration.page { return page.scene(words) }
    var scene = currentScene
    if isGlance { return scene }
    if asksToLeave {
      let isOfStudy = game.series?.settings.studyPosition != nil
      show(words.leaveQuestion(canContinue: isOfStudy), in: &scene)
    }
    if let question {
      show(question, in: &scene)
      scene.keys = words.questionKeys
      return scene
    }
    if isHelping {
      scene.body = .lines(help)
      scene.sentence = ""
      // The window may have just enough rows for the help and its key.
      scene.state = ""
      scene.result = []
      scene.verdict = nil
      scene.keys = words.helpKeys
    }
    return scene
  }

  /// Shows a question instead of the instruction.
  ///
  /// The menu has no items then, because none can be chosen. In a window that is too small for the
  /// board, the question replaces everything above the keys.
  private func show(_ question: String, in scene: inout LiveScene) {
    let hasRoom = hasRoom(for: scene)
    if isMenu || !hasRoom { scene.body = .lines([]) }
    if hasRoom {
      scene.sentence = question
    } else {
      scene.title = question
      scene.sentence = ""
      scene.state = ""
      scene.verdict = nil
    }
  }

  /// The help of the screen that is shown.
  private var help: [String] {
    if isList { return words.listHelp }
    return isMenu ? words.menuHelp : words.help(in: game.series?.preset)
  }

  /// The contents without the help and the question about leaving a test.
  private var currentScene: LiveScene {
    if isList, let list {
      return LiveScene(
        title: words.listTitle, sentence: "", body: .list(list.screen.page), keys: words.listKeys)
    }
    if isMenu { return menuScene }
    return isWaiting ? waitingScene : roundScene
  }

  /// The contents with the menu of tests.
  var menuScene: LiveScene {
    LiveScene(
      title: words.menuTitle, sentence: menuSentence,
      body: .menu(items, selected: selected), keys: words.menuKeys)
  }

  /// The line above the menu: instructions, or the score of the last test.
  private var menuSentence: String {
    guard let series = finishedSeries,
      let score = series.score(best: game.bests.before, in: speaker.language)
    else { return words.menuSentence }
    return words.menuSentence(behind: score)
  }

  /// The contents before a round begins: the next round, or the last one.
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
    scene.sentence = words.preparing(
      session.preparation, isFirst: isFirst, placed.rule.emptyCell)
    scene.keys = isGlance ? words.glanceKeys : words.boardKeys
    return scene
  }

  /// The contents during and after a round, without the solution if the test hides it.
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
      body: .board(board), state: state, result: result, verdict: verdict,
      keys: roundKeys)
  }

  /// The keys during and after a round.
  private var roundKeys: String {
    if session.finish != nil, !isTest {
      return words.endKeys(isTest: session.round.test != nil)
    }
    return isGlance ? words.glanceKeys : words.boardKeys
  }

  /// Returns the first line: the progress of the test, or the number of the round.
  private func title(of kept: KeptRound, _ series: TestSeries?) -> String {
    if let series, !series.hidesResults {
      return series.title(best: game.bests.before, in: speaker.language)
    }
    return kept.test?.name
      ?? RoundPlan(like: kept.board, rule: kept.rule).words(in: speaker.language)
  }

  /// The test that ended with the visible round; `nil` if none did.
  private var finishedSeries: TestSeries? {
    session.lastTest.flatMap { $0.preset.name == session.round.test?.name ? $0 : nil }
  }

  /// The lines with the result of the finished test; empty if there is none.
  private var result: [String] {
    guard let series = finishedSeries, series.isOver else { return [] }
    return game.resultLines(of: series)
  }

  /// The instruction for the player.
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

  /// The column number typed so far, if the row is still missing; otherwise `nil`.
  private var typedColumn: Int? {
    guard isPlaying, !isGlance, typed.unicodeScalars.count == 1,
      let column = typed.unicodeScalars.first?.digit, session.board.size.v <= 9,
      (1...session.board.size.h).contains(column)
    else { return nil }
    return column
  }

  /// The line with the progress or the outcome of the round.
  private var state: String {
    let pressed = session.examiner.pressedCount
    let count = session.board.count
    return switch session.finish {
    case .some where session.laterFeedback == .none: words.over
    case .passed: words.passed(count)
    case .failed: words.failed(pressed, of: count, mistake: mistake)
    case .gaveUp where session.isInterruptedTrial && isTest:
      Outcome.gaveUp.words(in: speaker.language, after: session)
    case .gaveUp where session.round.testEnd == .stopped: words.testStopped
    case .gaveUp: words.gaveUp
    case .timedOut: words.timedOut(pressed, of: count)
    case nil: pressed > 0 ? words.right(pressed, of: count) : words.progress(pressed, of: count)
    }
  }

  /// The wrong press that ended the round; `nil` while it must stay secret.
  private var mistake: String? {
    guard session.laterFeedback == .full, let cell = lastPress else { return nil }
    return session.examiner.mistake(at: cell, in: speaker.language)
  }

  /// The rating of the line `state`; `nil` for neutral, and if the participant may not know it.
  private var verdict: Verdict? {
    switch session.finish {
    case .some where session.laterFeedback == .none: nil
    case .passed: .right
    case .failed, .timedOut: .wrong
    case .gaveUp: nil
    case nil: session.examiner.pressedCount > 0 ? .right : nil
    }
  }

  /// The cell of the last press; `nil` if the last move was not a press.
  private var lastPress: Cell? {
    if case .press(let cell)? = session.round.moves.last?.move { cell } else { nil }
  }
}

extension DemonstrationView.Page {
  /// Returns the page of the demonstration as contents of the live picture.
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
