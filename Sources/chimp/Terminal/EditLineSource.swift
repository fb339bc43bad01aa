import CEditLine
import ChimpApplication
import Console
import Glibc
import Terminal

/// Lines from a person at a terminal, who edits each of them before it counts.
final class EditLineSource: LineSource {
  static let prompt = "chimp> "

  private(set) var editor: EditLine
  let sink: TerminalSink
  let table: CommandTable
  let context: any CompletionContext
  let output: OutputWriter
  weak var attention: (any PromptAttention)?
  /// What is left to do once the first prompt stands.
  var beginning: SessionBeginning?
  /// The console, whose jobs may say something while a key is awaited.
  weak var console: Console?
  var endingSignal: Int32?

  var decoder = KeyDecoder()
  var hintWidth = 0
  var isEditing = false
  /// Whether the line is off the screen, and has to be drawn again.
  var isHidden = false
  /// Whether the last line on the screen tells how far an operation is.
  var isProgressShown = false
  /// Whether an operation was cancelled since the last line.
  var wasInterrupted = false
  /// The line that was given up, if the last one was.
  var abandonedLine: String?
  /// The lines that Up and Down go along, the latest last.
  private(set) var earlierLines: [ArraySlice<UInt8>] = []
  var search = HistorySearch()
  /// The line that a key has asked for, if the last one was not typed.
  var staged: (line: String, origin: LineOrigin)?
  /// The column of the cursor that the terminal was asked for last.
  var question: Int?
  /// Whether the rest of a paste is dropped because it began while the glance was open.
  var isDroppingPaste = false
  var readTime = 0
  /// When the line at hand was read, as long as it has not been answered.
  var lineTime: Int?
  /// What is typed faster than by hand.
  var typedText = TypedText()
  /// How many characters a line may have; one more is kept, so that the line is refused.
  let longestLine: Int
  private let historyFile: HistoryFile

  init?(
    sink: TerminalSink, table: CommandTable, context: any CompletionContext, output: OutputWriter,
    historyFile: HistoryFile, isRestricted: Bool
  ) {
    guard let editor = EditLine(program: "chimp", prompt: Self.prompt) else { return nil }
    (self.editor, self.sink, self.table, self.context) = (editor, sink, table, context)
    (self.output, self.historyFile) = (output, historyFile)
    longestLine = isRestricted ? Console.longestRestrictedLine : ByteReader.longestLine
    editor.serve(self)
    self.editor.bindKeys(isRestricted: isRestricted)
    editor.chooseModes()
    sink.willWrite = { [unowned self] in
      hideLine()
      if isProgressShown { show("") }
    }
  }

  func nextLine(into line: inout OwnedBuffer<UInt8>) -> LineEvent {
    line.removeAll()
    if chimp_signal_take(SIGINT) != 0 { decoder.clear() }
    wasInterrupted = false
    while endingSignal == nil {
      if attention?.isGlanceOpen != true { console?.tellJobs() }
      draw()
      if sink.isReviewing { awaitReviewEnd() }
      sink.prepareForPrompt()
      if sink.isReviewing { continue }
      let typed = edit()
      if let beginning {
        self.beginning = nil
        guard beginning.finish() else { return .end }
        continue
      }
      guard endingSignal == nil, let typed else { return .end }
      sink.accept(Self.prompt + escaped(typed), isTyped: staged == nil)
      guard abandonedLine == nil else { continue }
      lineTime = readTime
      guard typed.utf8.count <= ByteReader.longestLine else {
        return .refused(.tooLong(limit: ByteReader.longestLine))
      }
      line.append(typed.utf8Span.span)
      if staged == nil { remember(typed) }
      return .line
    }
    return .end
  }

  /// Edits one line; nil at the end.
  ///
  /// A line that was given up is answered as it was.
  private func edit() -> String? {
    (abandonedLine, staged) = (nil, nil)
    beginEditing()
    let typed = editor.readLine()
    if endingSignal != nil { moveBelowLine() }
    endEditing()
    if let abandonedLine { return abandonedLine }
    if let staged { return staged.line }
    if typed == nil && endingSignal == nil && beginning == nil { sink.send("\n") }
    return typed
  }

  func beginEditing() {
    isHidden = false
    typedText = TypedText()
    editor.prepare(isEditing: true)
    sink.send("\u{1b}[?2004h")
    isEditing = true
  }

  func endEditing() {
    isEditing = false
    sink.send("\u{1b}[?2004l")
    editor.prepare(isEditing: false)
  }

  private func remember(_ typed: String) {
    let first = typed.unicodeScalars.first { $0 != " " && $0 != "\t" }
    guard let first, first != "#" else { return }
    editor.remember(typed)
    let bytes = Array(typed.utf8)
    earlierLines.removeAll { $0.elementsEqual(bytes) }
    earlierLines.append(bytes[...])
    historyFile.append(bytes)
  }

  func remember(all lines: [ArraySlice<UInt8>]) {
    editor.remember(all: lines)
    earlierLines = lines
  }
}
