import Examiner
import Game
import Shell

/// The contents of the live picture: the menu, the next round or the current one.
extension LiveStage {
  /// The contents to draw now.
  ///
  /// While numerals are shown for a limited time, it is the board without help or questions.
  var scene: LiveScene {
    if let replay { return replay.scene }
    if let page = demonstration.page { return page.scene(in: language) }
    var scene = currentScene
    if isGlance { return scene }
    if asksToLeave { show(leaveQuestion, in: &scene) }
    if let question {
      show(question, in: &scene)
      return scene
    }
    if isHelping {
      scene.body = .lines(help)
      scene.sentence = ""
      // The window may have just enough rows for the help and its key.
      scene.state = ""
      scene.result = []
      scene.verdict = nil
      scene.keys = language.pick("any key goes back", "どのキーでも戻ります")
    }
    return scene
  }

  /// Shows a question instead of the instruction.
  ///
  /// The menu has no items then, because none can be chosen. In a window that is too small for the
  /// board, the question replaces everything above the keys.
  private func show(_ question: String, in scene: inout LiveScene) {
    let hasRoom = hasRoom(for: scene)
    scene.isQuestion = true
    scene.keys = language.pick("y: yes, n: no", "y で「はい」、n で「いいえ」")
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

  /// The question whether to leave the test, and what becomes of it.
  private var leaveQuestion: String {
    if let series = game.series, series.isDaily, !game.bests.isPractice {
      return language.pick(
        "Leave the game of the day? It can't be continued, and this attempt counts. (y/n)",
        "今日のゲームをやめますか? 続きはできず、この結果が残ります。(y/n)")
    }
    let canContinue = game.series?.settings.studyPosition != nil
    return canContinue
      ? language.pick(
        "Leave the test? It can be continued later. (y/n)", "テストをやめますか? あとで続けられます。(y/n)")
      : language.pick(
        "Leave the test? Its trials are kept, but it can't be continued. (y/n)",
        "テストをやめますか? 試行は残りますが、続きはできません。(y/n)")
  }

  /// The contents without the help and the question about leaving a test.
  private var currentScene: LiveScene {
    if isList, let list {
      return LiveScene(
        title: language.pick("the list", "リスト"), sentence: "", body: .list(list.screen.page),
        keys: language.pick(
          "click, or arrows and Enter: a row, [ Add ]; Esc back; ? help",
          "クリックか矢印と Enter で行や [ 追加 ]。Esc で戻ります。? は説明"))
    }
    if isMenu { return menuScene }
    return isWaiting ? waitingScene : showsEndOfGame ? endScene : roundScene
  }

  /// The contents at the end of a test: its score, above the board of the last trial.
  ///
  /// It is that board alone for a test without a score.
  private var endScene: LiveScene {
    var scene = roundScene
    guard case .board(let board) = scene.body, let series = finishedSeries,
      let end = EndOfGame(
        series, behind: game.bests.earlier, comparisons: scene.result, in: language)
    else { return scene }
    scene.body = .end(end, board)
    // The keys say how it goes on.
    scene.sentence = ""
    scene.result = []
    return scene
  }

  /// The contents with the menu of tests.
  var menuScene: LiveScene {
    let told = session.isOutcomeDeferred ? nil : finishedSeries
    let score = told.flatMap { $0.score(best: game.bests.before, in: language) }
    return .menu(items, selected: selected, behind: score, in: language)
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
    scene.sentence = instruction(before: placed, isFirst: isFirst)
    scene.keys = boardKeys
    return scene
  }

  /// Returns the instruction before a round begins.
  ///
  /// Before the first round of a test it tells what a press on an empty square does.
  private func instruction(before placed: KeptRound, isFirst: Bool) -> String {
    switch session.preparation {
    case .fixation: language.pick("Look at the +", "+ を見てください")
    case .counting(let rest): language.pick("The numerals come in \(rest) s.", "数字まであと\(rest)秒。")
    case nil: language.pick("The numerals come next.", "次に数字が出ます。")
    case .waiting where isFirst:
      language.pick(
        "Enter, space or a click shows the numerals. ", "Enter、スペース、クリックで数字が出ます。")
        + placed.rule.emptyCell.words(in: language)
    case .waiting:
      language.pick(
        "Enter, space or a click shows the next numerals.", "Enter、スペース、クリックで次の数字が出ます。")
    }
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
    board.numeralSize = session.round.test?.settings.presentation.numeralSize
    if board.numeralSize == .block { board.largeNumeral = session.board.numerals.max() }
    return LiveScene(
      title: title(of: session.round, game.series ?? finishedSeries), sentence: sentence,
      body: .board(board), state: state, result: result, verdict: verdict,
      keys: roundKeys)
  }

  /// The keys during and after a round.
  private var roundKeys: String {
    if session.finish != nil, !isTest {
      if showsEndOfGame, finishedSeries?.isDaily == true {
        return language.pick(
          "s share; Esc menu; Enter plays the same boards for practice; ? help",
          "s で見せる。Esc で一覧へ。Enter で同じ盤を練習。? は説明")
      }
      if showsEndOfGame {
        return language.pick(
          "Enter again after 1 s; s share; Esc menu; ? help; \"results\" has your scores",
          "1秒たてば Enter でもう一度。s で見せる。Esc で一覧へ。? は説明。results で結果")
      }
      return session.round.test != nil
        ? language.pick(
          "Enter again; Esc menu; ? help; \"results\" has your scores",
          "Enter でもう一度。Esc で一覧へ。? は説明。results で結果")
        : language.pick("rounds lists your rounds; ? help", "rounds でラウンドの一覧。? は説明")
    }
    return boardKeys
  }

  /// `true` if the numerals of the next round are shown for a limited time.
  private var isTimed: Bool { (session.placed?.rule ?? session.rule).hold != nil }

  /// The keys of a board; none while numerals are shown for a limited time.
  private var boardKeys: String {
    guard !hasFixation || !isTimed else {
      return language.pick(
        "no keys while the numerals show; Esc asks afterwards whether to leave",
        "数字が出ている間、キーは使えません。Esc を押すと、そのあとでやめるかどうかを尋ねます")
    }
    if !isGlance, let mouseHint { return mouseHint }
    if isGlance && isTimed {
      return session.examiner.ignoresPresses
        ? language.pick(
          "no keys while the numerals show; Esc ends the look",
          "数字が出ている間、キーは使えません。Esc で提示を終えます")
        : language.pick(
          "a press ends the look, and counts; Esc ends it, too", "押すと提示が終わり、その押下も数えます。Esc でも終わります")
    }
    return takesDigits
      ? language.pick(
        "? help; click, arrows and Enter, or column and row", "? は説明。クリック、矢印と Enter、または列と行の数字")
      : language.pick("? help; click, or arrows and Enter", "? は説明。クリック、または矢印と Enter")
  }

  /// The keys of a trial whose study takes presses by mouse only; `nil` for others.
  var mouseHint: String? {
    guard needsMouse else { return nil }
    return language.pick(
      "click the squares: no key presses them here", "マスをクリックします。キーでは押せません")
  }

  /// Returns the first line: the progress of the test, or the number of the round.
  private func title(of kept: KeptRound, _ series: TestSeries?) -> String {
    if let series, !series.hidesResults {
      return series.title(best: game.bests.before, in: language)
    }
    return kept.test?.shownName(in: language)
      ?? RoundPlan(like: kept.board, rule: kept.rule).words(in: language)
  }

  /// The test that ended with the visible round; `nil` if none did.
  var finishedSeries: TestSeries? {
    session.lastTest.flatMap { $0.preset.name == session.round.test?.name ? $0 : nil }
  }

  /// The lines with the result of the finished test; empty if there is none.
  private var result: [String] {
    guard let series = finishedSeries, series.isOver else { return [] }
    return game.resultLines(of: series, withBoard: true)
  }

  /// The instruction for the player.
  private var sentence: String {
    guard session.finish == nil else {
      if isTest { return "" }
      return leadsToMenu
        ? language.pick(
          "Enter plays again, Esc goes to the menu.", "Enter でもう一度、Esc でテストの一覧へ。")
        : language.pick(
          "Enter plays again, Esc goes to the prompt.", "Enter でもう一度、Esc でコマンドへ。")
    }
    if let column = typedColumn { return rowComesNext(behindColumn: column) }
    return session.examiner.instruction(isMasked: session.looksMasked, in: language)
  }

  /// Returns the instruction after the first of two digits for a cell.
  func rowComesNext(behindColumn column: Int) -> String {
    language.pick(
      "Column \(column): now type the row. Esc clears it.",
      "列は\(column)です。次に行の数字を押してください。Esc で消します。")
  }

  /// `true` if two digits name a cell of the board.
  var takesDigits: Bool {
    let size = (session.placed?.board ?? session.board).size
    return size.h <= 9 && size.v <= 9
  }

  /// The column number typed so far, if the row is still missing; otherwise `nil`.
  private var typedColumn: Int? {
    guard isPlaying, !isGlance, typed.unicodeScalars.count == 1,
      let column = typed.unicodeScalars.first?.digit, takesDigits,
      (1...session.board.size.h).contains(column)
    else { return nil }
    return column
  }

  /// The line with the progress or the outcome of the round.
  private var state: String {
    if isOutcomeHidden { return language.pick("over", "終わり") }
    if session.finish == .gaveUp {
      if session.isInterruptedTrial && isTest {
        return Outcome.gaveUp.words(in: language, after: session)
      }
      if session.round.testEnd == .stopped {
        return language.pick("test stopped", "テストをやめました")
      }
    }
    let mistake = session.laterFeedback == .full ? lastPress : nil
    let state = session.examiner.state(mistakeAt: mistake, in: language)
    return switch verdict {
    case .right where session.finish == nil: language.pick("right: \(state)", "正解: \(state)")
    case .wrong where session.finish == nil: language.pick("wrong: \(state)", "まちがい: \(state)")
    default: state
    }
  }

  /// `true` if the round is over and the participant may not know how until the end of the test.
  private var isOutcomeHidden: Bool { session.finish != nil && session.laterFeedback == .none }

  /// The rating of the line `state`; `nil` for neutral, and if the participant may not know it.
  private var verdict: Verdict? {
    // By some rules a round goes on after a wrong press, which a test without feedback does not tell.
    let isWrong = session.finish == nil && session.measures.presses.last?.judgement == .wrong
    if isWrong, session.feedback != .none { return .wrong }
    return isOutcomeHidden ? nil : session.examiner.verdict
  }

  /// The cell of the last press; `nil` if the last move was not a press.
  private var lastPress: Cell? {
    if case .press(let cell)? = session.round.moves.last?.move { cell } else { nil }
  }
}

extension DemonstrationView.Page {
  /// Returns the page of the demonstration as contents of the live picture.
  fileprivate func scene(in language: Language) -> LiveScene {
    var scene = LiveScene(
      title: LiveScene.menuTitle(in: language), sentence: "", body: .lines([]),
      keys: language.pick(
        "Enter or a digit starts a test, any other key goes back",
        "Enter か数字でテストを始めます。ほかのキーで戻ります"))
    switch self {
    case .board(let words, let board): (scene.sentence, scene.body) = (words, .board(board))
    case .lines(let lines): scene.body = .lines(lines)
    }
    return scene
  }
}
