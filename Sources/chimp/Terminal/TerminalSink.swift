import CEditLine
import ChimpSystem
import Glibc
import Screens
import Shell
import Terminal

/// The sink that writes to a terminal and removes concealed output from it.
///
/// Replies are shown below the stage (the live picture) if it is open, otherwise on the main
/// screen. The line that is being edited is erased first.
final class TerminalSink: OutputSink {
  /// `true`, because concealed output must be shown on the alternate screen only.
  let supportsMarks = true
  /// Called before anything is drawn, to erase the line that is being edited.
  var willWrite: () -> Void = {}
  /// Returns the language of the session.
  var language: () -> Language = { .english } {
    didSet {
      screen.canvas = canvas
      updateCharacterSet()
    }
  }

  private let descriptor = DescriptorSink(descriptor: STDOUT_FILENO)
  /// `true` if the terminal can show a live picture.
  let canDraw = chimp_can_draw(environmentText("TERM") ?? "") != 0
  /// `true` if the terminal has an alternate screen, which has no scrollback.
  let hasAlternateScreen = chimp_has_alternate_screen(environmentText("TERM") ?? "") != 0
  private var hasColor = false
  /// `true` if the terminal can show characters outside of ASCII.
  private var supportsUnicode = true

  /// The main screen and the alternate screen for concealed output.
  private var screen: LookScreen
  /// `true` if the terminal shows the current contents.
  private var isDrawn = true
  /// The live picture above the prompt; `nil` without one.
  var stage: LiveStage?
  /// The rows of the live picture as they were drawn.
  private var stageScreen: StageScreen
  private var isStageReviewed = false
  /// The number of the screen or game that the stage showed last.
  private var screenNumber = 0
  /// `true` while the program is suspended, so that nothing may be drawn.
  private var isSuspended = false

  /// Creates the sink of the standard output.
  init() {
    let canvas = LookCanvas(
      text: Terminal.screenText, rowCount: Terminal.knownSize.rows,
      hasAlternateScreen: hasAlternateScreen, hasColor: false)
    screen = LookScreen(canvas: canvas)
    stageScreen = StageScreen(canvas: canvas)
  }

  /// `true` while a reply that is too long for the screen waits for a key.
  var isReviewing: Bool { isStageReviewed || screen.shown == .review }

  /// `true` unless a live picture or a concealed board is shown on the alternate screen.
  var isMainScreenShown: Bool { !stageScreen.isShown && screen.shown != .look }

  /// The number of rows for a list of candidates.
  var freeRowCount: Int {
    guard let stage, stageScreen.isShown else { return screen.freeRowCount }
    return max(0, stageScreen.room - stageRows(stage).count)
  }

  /// Writes a reply below the live picture if that is shown, otherwise to the main screen.
  func write(_ bytes: Span<UInt8>, marks: [OutputMark]) -> SystemError? {
    // In a closed session, the participant reads nothing but the stage.
    if stage?.isClosed == true { return isSuspended ? nil : drawStage() }
    if stage?.refresh() == true || stageScreen.isShown {
      stageScreen.append(Array(bytes), marks: marks)
      return isReviewing || isSuspended ? nil : drawStage()
    }
    willWrite()
    isDrawn = true
    return show(screen.append(Array(bytes), marks: marks))
  }

  /// Draws the changes of the live picture; shows or hides it if necessary.
  @discardableResult
  func drawStage() -> SystemError? {
    guard let stage, stage.refresh() else {
      guard stageScreen.isShown else { return nil }
      willWrite()
      stageScreen.forgetLines()
      return show(stageScreen.leave(&screen.pages), isOnStage: false)
    }
    if stage.screenNumber != screenNumber {
      screenNumber = stage.screenNumber
      stageScreen.forgetEarlierLines()
    }
    var bytes: [UInt8] = []
    if !stageScreen.isShown {
      willWrite()
      bytes = screen.close() + stageScreen.enter() + stageScreen.goToPrompt()
    }
    let rows = stageRows(stage)
    return show(bytes + stageScreen.draw(rows, cursor: stage.questionCursor), isOnStage: true)
  }

  /// Returns the rows of the live picture for the current size.
  ///
  /// The instruction and the title of a menu make room for a reply, such as that to leaving a test.
  private func stageRows(_ stage: LiveStage) -> [String] {
    let text = stageScreen.canvas.text
    func rows(_ rowCount: Int) -> [String] {
      stage.rows(columns: text.columns, rowCount: rowCount, width: text.width)
    }
    let whole = rows(stageScreen.room)
    guard stageScreen.isReplyTooLong(below: whole),
      let rest = stage.menuRowCount(within: stageScreen.room - stageScreen.replyRowCount)
    else { return whole }
    return rows(rest)
  }

  /// Writes control sequences, or a line that is not part of a reply.
  func send(_ text: String) { _ = show(Array(text.utf8)) }

  /// Draws the stage with a question; the line that asks it stands above the prompt already, and
  /// not a second time in it.
  func drawQuestion() {
    if stageScreen.isShown { _ = show(stageScreen.goToPrompt(), isOnStage: true) }
    drawStage()
  }

  /// Moves the cursor from a question of the stage back to the prompt.
  func returnToPrompt() { _ = show(stageScreen.returnToPrompt()) }

  /// Records an entered line with its prompt.
  ///
  /// Below a live picture, the line of a key is not shown.
  func accept(_ typed: String, isTyped: Bool = true, isKept: Bool = true) {
    if stage?.isClosed == true { return }
    if stageScreen.isShown {
      if stageScreen.accept(typed, isShown: isTyped, isKept: isKept) { drawStage() }
    } else {
      screen.accept(typed)
      isDrawn = false
    }
  }

  /// Keeps a line for the main screen, which is shown at the end of a closed session.
  func keepForExperimenter(_ line: String) {
    stageScreen.append(Array(line.utf8), marks: [])
  }

  /// Reserves rows for the typed line; returns `true` if it must be drawn again.
  func makeRoom(for line: @autoclosure () -> String) -> Bool {
    guard stageScreen.isShown, stageScreen.makeRoom(for: line()) else { return false }
    redraw()
    return true
  }

  /// Completes a reply before the prompt: draws the live picture, or begins the pages of a long
  /// reply.
  func prepareForPrompt() {
    endPages()
    updateCharacterSet()
    drawStage()
    stageScreen.endLine()
    if stageScreen.isShown {
      if let stage, stage.refresh(), !stage.showsWholeReply(isTyped: stageScreen.answersTyping),
        stageScreen.isReplyTooLong(below: stageRows(stage))
      {
        return beginStageReview()
      }
      _ = show(stageScreen.goToPrompt(), isOnStage: true)
    } else if !isDrawn {
      redraw()
    }
  }

  /// Shows a long reply on the main screen until a key is pressed.
  private func beginStageReview() {
    isStageReviewed = true
    let bytes = stageScreen.leave(&screen.pages, reviewsReply: true)
    // A page that was read does not stand below the picture once more.
    stageScreen.forgetEarlierLines()
    stageScreen.endReply()
    _ = show(bytes + (hasPages ? [] : canvas.reviewNotice))
  }

  /// `true` while a page of a long reply waits for a key.
  var hasPages: Bool { screen.pages.isWaiting }

  func showPageNotice() { _ = show(canvas.pageNotice) }

  /// Shows the notice that a key returns to the board.
  func showReviewNotice() { _ = show(canvas.reviewNotice) }

  /// Shows the next page of a long reply.
  func turnPage() {
    let page = screen.pages.next(canvas.text, rowCount: canvas.rowCount)
    let notice = isReviewing && !hasPages ? canvas.reviewNotice : []
    _ = show(Array("\r\u{1b}[K".utf8) + page + notice)
  }

  /// Discards the remaining pages.
  func skipPages() {
    screen.pages.skip()
    send("\r\u{1b}[K")
  }

  /// Shows the remaining pages immediately.
  func endPages() { _ = show(screen.pages.end(canvas.text)) }

  /// Draws the screen again, with additional lines that are not kept.
  func redraw(adding lines: [String] = []) {
    guard !stageScreen.isShown else {
      stageScreen.canvas = canvas
      drawStage()
      if stageScreen.isShown { _ = show(stageScreen.goToPrompt(), isOnStage: true) }
      return
    }
    _ = show(screen.redraw(adding: lines))
    isDrawn = lines.isEmpty
  }

  /// Shows lines below the edited line, which are not kept.
  func list(_ lines: [String]) {
    if stageScreen.isShown {
      stageScreen.append(Array(lines.map { $0 + "\n" }.joined().utf8), marks: [])
      redraw()
    } else if screen.shown == .look {
      redraw(adding: lines)
    } else {
      send(lines.map { $0 + "\n" }.joined())
    }
  }

  /// Adapts to the current size and colour setting.
  func adapt(hasColor: Bool) {
    self.hasColor = hasColor
    screen.canvas = canvas
    stageScreen.canvas = canvas
    redraw()
  }

  /// Returns from a long reply to the live picture or the board.
  func endReview() {
    if isStageReviewed {
      isStageReviewed = false
      send("\r\u{1b}[K")
      drawStage()
      return
    }
    _ = show(screen.endReview())
  }

  /// Shows the main screen before the program is suspended.
  ///
  /// A long reply is on the main screen already.
  func suspend() {
    guard !isReviewing else { return }
    isSuspended = stageScreen.isShown
    _ = show(isSuspended ? stageScreen.leave(&screen.pages) : screen.suspend())
  }

  /// Restores the screen after the program was suspended.
  func resume() {
    guard !isReviewing else { return }
    isSuspended = false
    if stage?.refresh() == true { drawStage() } else { _ = show(screen.resume()) }
  }

  /// Shows the main screen at the end of the session.
  func close() {
    stage = nil
    endPages()
    _ = show(stageScreen.leave(&screen.pages) + screen.close())
  }

  /// Writes bytes, and tells signal handlers whether the alternate screen is shown.
  @discardableResult
  private func show(_ bytes: [UInt8], isOnStage: Bool = false) -> SystemError? {
    guard !bytes.isEmpty else { return nil }
    let isLook = isOnStage || stageScreen.isShown || screen.shown == .look
    if isLook { chimp_signals_note_screen(1) }
    defer { if !isLook { chimp_signals_note_screen(0) } }
    return descriptor.write(supportsUnicode ? bytes : plain(bytes))
  }

  /// Updates whether the terminal can show Unicode, by its locale and the chosen language.
  private func updateCharacterSet() {
    supportsUnicode =
      Language.supportsUnicode(environmentText)
      || language() != .english
  }

  /// Replaces characters outside of ASCII by question marks.
  private func plain(_ bytes: [UInt8]) -> [UInt8] {
    let width = Terminal.screenText.width
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.flatMap { scalar in
      scalar.isASCII
        ? [UInt8(scalar.value)] : Array(repeating: UInt8(ascii: "?"), count: max(0, width(scalar)))
    }
  }

  /// The current size and capabilities of the terminal.
  private var canvas: LookCanvas {
    LookCanvas(
      text: Terminal.screenText, rowCount: Terminal.knownSize.rows,
      hasAlternateScreen: hasAlternateScreen, hasColor: hasColor, language: language)
  }
}
