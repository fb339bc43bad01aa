import CEditLine
import Glibc
import Shell

/// Writes to a terminal, where what is concealed leaves nothing behind.
final class TerminalSink: OutputSink {
  let takesMarks = true
  /// Called around what is written while a line is edited, to take the line off and to redraw it.
  var willWrite: () -> Void = {}
  private let descriptor: DescriptorSink
  private let hasAlternateScreen: Bool
  private var hasColor = false
  private var screen: LookScreen
  private var isDrawn = true

  /// Makes a sink of standard output.
  init() {
    descriptor = DescriptorSink(descriptor: STDOUT_FILENO)
    hasAlternateScreen = chimp_has_alternate_screen(environmentText("TERM") ?? "") != 0
    screen = LookScreen(
      canvas: Self.canvas(hasAlternateScreen: hasAlternateScreen, hasColor: false))
  }

  /// Whether a reply is shown that is too long for the look.
  var isReviewing: Bool { screen.shown == .review }

  /// How many rows a listing may take.
  var freeRowCount: Int { screen.freeRowCount }

  func write(_ bytes: UnsafeRawBufferPointer, marks: [OutputMark]) -> SystemFault? {
    willWrite()
    isDrawn = true
    return show(screen.take(bytes, marks: marks))
  }

  /// Writes to the terminal what is no reply.
  func send(_ text: String) {
    _ = show(Array(text.utf8))
  }

  /// Takes a line that was typed behind its prompt.
  func accept(_ typed: String) {
    screen.accept(typed)
    isDrawn = false
  }

  /// Makes the screen ready for a prompt.
  func prepareForPrompt() {
    if !isDrawn { redraw() }
  }

  /// Draws the look anew, if there is one, with lines that are not kept.
  func redraw(adding lines: [String] = []) {
    _ = show(screen.redraw(adding: lines))
    isDrawn = lines.isEmpty
  }

  /// Shows lines below what is typed, which are not kept.
  func list(_ lines: [String]) {
    if screen.shown == .look {
      redraw(adding: lines)
    } else {
      send(lines.map { $0 + "\n" }.joined())
    }
  }

  /// Draws for another size, or with colours.
  func adapt(hasColor: Bool) {
    self.hasColor = hasColor
    screen.canvas = Self.canvas(hasAlternateScreen: hasAlternateScreen, hasColor: hasColor)
    redraw()
  }

  /// Goes back to the board.
  func endReview() {
    _ = show(screen.endReview())
  }

  /// Shows the main screen while the program is stopped.
  func suspend() {
    _ = show(screen.suspend())
  }

  /// Shows the look again, if there is one.
  func resume() {
    _ = show(screen.resume())
  }

  /// Ends the look, if there is one.
  func close() {
    _ = show(screen.close())
  }

  private func show(_ bytes: [UInt8]) -> SystemFault? {
    let isLook = screen.shown == .look
    if isLook { chimp_signals_note_screen(1) }
    defer { if !isLook { chimp_signals_note_screen(0) } }
    return bytes.withUnsafeBytes { descriptor.write($0, marks: []) }
  }

  private static func canvas(hasAlternateScreen: Bool, hasColor: Bool) -> LookCanvas {
    LookCanvas(
      text: Terminal.screenText, rowCount: Terminal.knownSize.rows,
      hasAlternateScreen: hasAlternateScreen, hasColor: hasColor)
  }
}
