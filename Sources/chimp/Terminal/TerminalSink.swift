import CEditLine
import Characters
import Console
import Glibc
import SystemCalls
import Terminal

/// Writes to a terminal, where what is concealed leaves nothing behind.
final class TerminalSink: OutputSink {
  let takesMarks = true
  /// Called around what is written while a line is edited, to take the line off and to redraw it.
  var willWrite: () -> Void = {}
  var words: () -> any ConsoleWords = { EnglishConsoleWords() } {
    didSet {
      screen.canvas = canvas
      learnCharacters()
    }
  }
  private let descriptor = DescriptorSink(descriptor: STDOUT_FILENO)
  let hasAlternateScreen = chimp_has_alternate_screen(environmentText("TERM") ?? "") != 0
  private var (hasColor, takesUnicode) = (false, true)
  private var screen: LookScreen
  private var isDrawn = true
  var stage: (any Stage)?
  private var stageScreen: StageScreen

  init() {
    let canvas = LookCanvas(
      text: Terminal.screenText, rowCount: Terminal.knownSize.rows,
      hasAlternateScreen: hasAlternateScreen, hasColor: false)
    (screen, stageScreen) = (LookScreen(canvas: canvas), StageScreen(canvas: canvas))
  }

  /// Whether a reply is shown that is too long for the look.
  var isReviewing: Bool { isStageReviewed || screen.shown == .review }
  private var (isStageReviewed, isSuspended) = (false, false)

  var freeRowCount: Int {
    guard let stage, stageScreen.isShown else { return screen.freeRowCount }
    return max(0, stageScreen.room - stageRows(stage).count)
  }

  func write(_ bytes: Span<UInt8>, marks: [OutputMark]) -> SystemFault? {
    if stage?.isOpen == true || stageScreen.isShown {
      stageScreen.take(Array(bytes), marks: marks)
      return isReviewing || isSuspended ? nil : drawStage()
    }
    willWrite()
    isDrawn = true
    return show(screen.take(Array(bytes), marks: marks))
  }

  /// Draws what has changed of the stage; enters or leaves it where that is due.
  @discardableResult
  func drawStage() -> SystemFault? {
    guard let stage, stage.isOpen else {
      guard stageScreen.isShown else { return nil }
      willWrite()
      return show(stageScreen.leave(), isOnStage: false)
    }
    var bytes: [UInt8] = []
    if !stageScreen.isShown {
      willWrite()
      bytes = screen.close() + stageScreen.enter() + stageScreen.goingToPrompt
    }
    return show(bytes + stageScreen.draw(stageRows(stage)), isOnStage: true)
  }

  private func stageRows(_ stage: any Stage) -> [String] {
    let text = stageScreen.canvas.text
    return stage.rows(columns: text.columns, rowCount: stageScreen.room, width: text.width)
  }

  func send(_ text: String) { _ = show(Array(text.utf8)) }

  /// Takes a line behind its prompt; one that a key has asked for is not shown above the prompt.
  func accept(_ typed: String, isTyped: Bool = true) {
    if stageScreen.isShown {
      if stageScreen.accept(typed, isShown: isTyped) { drawStage() }
    } else {
      screen.accept(typed)
      isDrawn = false
    }
  }

  /// Leaves the rows that a line takes below the stage; answers whether it is to be drawn anew.
  func makeRoom(for line: @autoclosure () -> String) -> Bool {
    guard stageScreen.isShown, stageScreen.makeRoom(for: line()) else { return false }
    redraw()
    return true
  }

  func prepareForPrompt() {
    learnCharacters()
    drawStage()
    if stageScreen.isShown {
      if let stage, stage.isOpen, !stage.tellsAll(isTyped: stageScreen.answersTyping),
        stageScreen.isReplyTooLong(below: stageRows(stage))
      {
        return beginStageReview()
      }
      _ = show(stageScreen.goingToPrompt, isOnStage: true)
    } else if !isDrawn {
      redraw()
    }
  }

  /// Shows a long reply on the main screen until a key is pressed.
  private func beginStageReview() {
    isStageReviewed = true
    stageScreen.endReply()
    _ = show(stageScreen.leave() + Array(words().words(for: .boardWaits).utf8))
  }

  /// Draws the look anew, if there is one, with lines that are not kept.
  func redraw(adding lines: [String] = []) {
    guard !stageScreen.isShown else {
      stageScreen.canvas = canvas
      drawStage()
      if stageScreen.isShown { _ = show(stageScreen.goingToPrompt, isOnStage: true) }
      return
    }
    _ = show(screen.redraw(adding: lines))
    isDrawn = lines.isEmpty
  }

  /// Shows lines below what is typed, which are not kept.
  func list(_ lines: [String]) {
    if stageScreen.isShown {
      stageScreen.take(Array(lines.map { $0 + "\n" }.joined().utf8), marks: [])
      redraw()
    } else if screen.shown == .look {
      redraw(adding: lines)
    } else {
      send(lines.map { $0 + "\n" }.joined())
    }
  }

  func adapt(hasColor: Bool) {
    self.hasColor = hasColor
    (screen.canvas, stageScreen.canvas) = (canvas, canvas)
    redraw()
  }

  func endReview() {
    if isStageReviewed {
      isStageReviewed = false
      send("\r\u{1b}[K")
      drawStage()
      return
    }
    _ = show(screen.endReview())
  }

  func suspend() {
    isSuspended = stageScreen.isShown
    _ = show(isSuspended ? stageScreen.leave() : screen.suspend())
  }

  func resume() {
    isSuspended = false
    if stage?.isOpen == true { drawStage() } else { _ = show(screen.resume()) }
  }

  func close() {
    stage = nil
    _ = show(stageScreen.leave() + screen.close())
  }

  @discardableResult
  private func show(_ bytes: [UInt8], isOnStage: Bool = false) -> SystemFault? {
    guard !bytes.isEmpty else { return nil }
    let isLook = isOnStage || stageScreen.isShown || screen.shown == .look
    if isLook { chimp_signals_note_screen(1) }
    defer { if !isLook { chimp_signals_note_screen(0) } }
    return descriptor.write(takesUnicode ? bytes : plain(bytes))
  }

  /// Learns whether the terminal takes more than ASCII: its locale says so, or who has chosen such
  /// a language.
  private func learnCharacters() {
    takesUnicode =
      Language.takesUnicode(environmentText)
      || !words().words(for: .examples).utf8.allSatisfy { $0 < 0x80 }
  }

  /// The bytes with a mark for each column of a sign that is not ASCII.
  private func plain(_ bytes: [UInt8]) -> [UInt8] {
    let width = Terminal.screenText.width
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.flatMap { scalar in
      scalar.isASCII
        ? [UInt8(scalar.value)] : Array(repeating: UInt8(ascii: "?"), count: max(0, width(scalar)))
    }
  }

  private var canvas: LookCanvas {
    LookCanvas(
      text: Terminal.screenText, rowCount: Terminal.knownSize.rows,
      hasAlternateScreen: hasAlternateScreen, hasColor: hasColor, words: words)
  }
}
