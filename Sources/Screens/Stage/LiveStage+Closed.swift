import ChimpSystem
import Game
import Shell
import Studies
import Terminal

/// The live picture of a closed session, in which a participant sees pages and has no prompt.
extension LiveStage {
  /// The closed session; `nil` if the session has a prompt.
  var closed: ClosedSession? { studyScreen.session }

  /// Handles every key, so that none reaches the line editor.
  func handle(_ key: StageKey, in closed: ClosedSession) -> StageAnswer {
    let glance = game.application.glance
    if key == .character(ControlKey.interrupt) {
      glance.close(stopsTest: true)
    } else if closed.isLeaving {
      closed.handleLeaving(key)
      if !closed.isLeaving, !closed.hasLeft { glance.didContinue() }
    } else if closed.page == .board {
      return answer(to: key, in: closed)
    } else if case .click(_, let row) = key {
      if let first = firstItemRow { closed.select(row - 1 - first) }
      return .handled
    } else {
      // A late press is no answer to the question after its trial.
      if case .question = closed.page, hasJustEnded { return .handled }
      return closed.handle(key)
    }
    guard closed.hasLeft else { return .handled }
    glance.didLeave()
    studyScreen.leave()
    leaveToPrompt()
    return closed.endsProgram ? .line("quit", .line) : .handled
  }

  /// Handles a key during a round.
  private func answer(to key: StageKey, in closed: ClosedSession) -> StageAnswer {
    let first = closed.digit
    closed.digit = ""
    guard hasBoardRoom, !(isPlaying && ignoresKey(key)) else { return .handled }
    if isPlaying, let press = pressLine(for: key, afterDigit: first) {
      return .line(press.line, press.device)
    }
    switch key {
    case .character(let scalar) where isPlaying && takesDigits && ("1"..."9").contains(scalar):
      closed.digit = String(scalar)
      return .handled
    case .arrow(let direction): return isPlaying ? move(direction) : .handled
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
    // Nothing may hide numerals whose time is measured.
    if isGlance { return boardScene }
    if closed.isLeaving { return leavingScene(of: closed) }
    switch closed.page {
    case .board: return boardScene
    case .text(let lines):
      return scene(lines, of: closed, keys: nextKeys, rowCount, text)
    case .end(let reason):
      let end = language.pick(
        "Thank you. Please call the experimenter.", "ありがとうございました。実験者を呼んでください。")
      return scene((reason.map { [$0, ""] } ?? []) + [end], of: closed, keys: "", rowCount, text)
    case .closing(let lines):
      return scene(lines + ["", callForHelp], of: closed, keys: "", rowCount, text)
    case .problem(let reason):
      let keys = language.pick("Enter tries again.", "Enter でもう一度試します。")
      return scene([reason, "", callForHelp], of: closed, keys: keys, rowCount, text)
    case .consent(let consent):
      let key = consent.key
      let keys = language.pick(
        "Type \(key) and press Enter to agree, or no and Enter: then nothing is kept.",
        "同意するときは \(key)、しないときは no と入力して Enter を押します。no では何も残りません。")
      var scene = scene(consent.lines, of: closed, keys: keys, rowCount, text)
      scene.state = input(closed, text)
      if let flaw = closed.flaw { scene.sentence = flaw }
      return scene
    case .question(let question): return scene(of: question, closed, rowCount, text)
    }
  }

  private var nextKeys: String { language.pick("Press Enter to go on.", "Enter で進みます。") }

  private var callForHelp: String {
    language.pick("Please call the experimenter.", "実験者を呼んでください。")
  }

  private var boardScene: LiveScene {
    var scene = isWaiting ? waitingScene : roundScene
    scene.keys =
      isWaiting || isPlaying
      ? mouseHint
        ?? (takesDigits
          ? language.pick(
            "click, arrows and Enter, or column and row", "クリック、矢印と Enter、または列と行の数字")
          : language.pick("click, or arrows and Enter", "クリック、または矢印と Enter")) : ""
    if let closed { scene.title = title(of: closed) }
    if !isWaiting, !isPlaying { scene = endScene(scene) }
    if isPlaying, let column = closed.flatMap({ Int($0.digit) }) {
      scene.sentence = rowComesNext(behindColumn: column)
    }
    return scene
  }

  /// Returns the title of a board: the block and the trial, but no scores.
  private func title(of closed: ClosedSession) -> String {
    guard let series = game.series, var number = (session.placed ?? session.round).test?.number
    else { return closed.blockTitle }
    // Other tests have as many trials as the outcomes demand.
    let hasCount = series.settings.practice == 0 && !series.preset.isProcedure
    let count = hasCount ? series.trialLimit : nil
    if count != nil { number = series.place(ofTrial: number) }
    let whole = count.map { language.pick(" of \($0)", "/\($0)") } ?? ""
    return closed.blockTitle + language.pick(", trial \(number)\(whole)", "、試行\(number)\(whole)")
  }

  /// Returns the scene between two trials, or at the end of a block.
  ///
  /// The result of a block is for the experimenter, unless the study shows it; the last trial stays
  /// as visible as its feedback allows.
  private func endScene(_ scene: LiveScene) -> LiveScene {
    var scene = scene
    guard !isTest else {
      scene.sentence = ""
      return scene
    }
    if closed?.showsResults != true || session.isOutcomeDeferred {
      scene.result = []
      if session.feedback != .full {
        scene.body = .lines([])
        scene.state = ""
        scene.verdict = nil
      }
    }
    scene.sentence = language.pick(
      "This part is done, thank you. \(nextKeys)", "ここまで終わりました。\(nextKeys)")
    return scene
  }

  private func scene(
    _ lines: [String], of closed: ClosedSession, keys: String, _ rowCount: Int, _ text: ScreenText
  ) -> LiveScene {
    // The head, the answer and the keys take their own rows.
    let rest = text.wrapped(keys).count + 5
    let shown = closed.shownLines(lines, rowCount: rowCount - rest, text)
    let part = language.pick(
      "part \(shown.part) of \(shown.count)", "\(shown.part)/\(shown.count)")
    let moreKeys = language.pick(
      "Enter shows the rest, the up arrow goes back.", "Enter で続きを、上の矢印で前を表示します。")
    return LiveScene(
      title: shown.count > 1 ? part : "", sentence: "", body: .lines(shown.lines),
      keys: shown.part == shown.count ? keys : moreKeys)
  }

  private func scene(
    of question: StudyQuestion, _ closed: ClosedSession, _ rowCount: Int, _ text: ScreenText
  ) -> LiveScene {
    guard question.shownChoices != nil else {
      var scene = scene(
        [question.text(in: language)], of: closed, keys: question.closedAnswer(in: language),
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
      body: .menu(items, selected: closed.selected),
      keys: language.pick(
        "Choose with the arrows, a digit or a click, then press Enter.",
        "矢印、数字、クリックで選び、Enter を押します。"))
  }

  private func leavingScene(of closed: ClosedSession) -> LiveScene {
    var scene = LiveScene(title: "", sentence: "", body: .lines([]))
    if closed.leaveWord == nil {
      scene.sentence = language.pick(
        "For the experimenter: Ctrl-C again leaves. Enter goes back.",
        "実験者用: もう一度 Ctrl-C で終わります。Enter で戻ります。")
    } else {
      scene.sentence = language.pick(
        "For the experimenter: type the word and press Enter. Enter alone goes back.",
        "実験者用: 言葉を入力して Enter を押します。Enter だけで戻ります。")
      scene.state = "> \(String(repeating: "*", count: min(20, closed.typed.count)))_"
    }
    return scene
  }

  /// Returns the end of the typed answer, as much as fits into a row.
  private func input(_ closed: ClosedSession, _ text: ScreenText) -> String {
    var rest = closed.typed[...]
    while text.width(of: String(rest)) > max(1, text.columns - 4) { rest = rest.dropFirst() }
    return "> \(rest)_"
  }
}
