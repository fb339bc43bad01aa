import CEditLine
import ChimpApplication
import Console
import Glibc
import Terminal

/// The lines that a user edits at a terminal.
///
/// It connects the line editor, which reads its characters here, to the screen, the glance and the
/// console's jobs.
final class EditLineSource: LineSource {
  /// The prompt, which is no part of the language.
  static let prompt = "chimp> "

  /// The line editor of the C library.
  private(set) var editor: EditLine
  /// The terminal's output.
  let sink: TerminalSink
  /// The commands, for completion and hints.
  let table: CommandTable
  /// The settings and files, for completion.
  let context: any CompletionContext
  /// The writer that is flushed before a line is edited.
  let output: OutputWriter
  /// The program, which is called while the user may type.
  weak var attention: (any PromptAttention)?
  /// The part of the session's start that runs after the first prompt is visible.
  var beginning: SessionBeginning?
  /// The console, whose jobs may report while a key is awaited.
  weak var console: Console?

  /// The signal that ends the session, if one has arrived.
  var endingSignal: Int32?
  /// True if an operation was cancelled since the last line.
  var wasInterrupted = false

  /// The decoder of keys.
  var decoder = KeyDecoder()
  /// The editor's latest insertions.
  var typedText = TypedText()
  /// True while the rest of a paste is dropped, because it began during the glance.
  var isDroppingPaste = false

  /// The width of the visible hint in columns, or 0.
  var hintWidth = 0
  /// Whether a line is being edited.
  var isEditing = false
  /// True if the line is erased and must be redrawn.
  var isHidden = false
  /// True if the last line of the screen shows the progress of an operation.
  var isProgressShown = false
  /// The column in the latest request for the cursor position.
  var question: Int?

  /// The text before the cursor when candidates were listed last, in the current line.
  var listedLine: String?

  /// The line that was abandoned, if the last one was.
  var abandonedLine: String?
  /// The line of a key, if the last one was not typed.
  var staged: (line: String, origin: LineOrigin)?

  /// Whether the hint how to leave has been written.
  private var hasHinted = false

  /// The lines of the history, the latest last.
  private(set) var earlierLines: [ArraySlice<UInt8>] = []
  /// The walk through the history.
  var search = HistorySearch()
  /// The history of earlier sessions.
  private let historyFile: HistoryFile

  /// The time of the latest input.
  var readTime = 0
  /// The time of the current line's input, until the line is answered.
  var lineTime: Int?
  /// The maximum number of characters; one more is kept, so that the line is refused.
  let longestLine: Int

  /// Opens the line editor and binds its keys; fails if it is already open.
  init?(
    sink: TerminalSink, table: CommandTable, context: any CompletionContext, output: OutputWriter,
    historyFile: HistoryFile, isRestricted: Bool
  ) {
    guard let editor = EditLine(program: "chimp", prompt: Self.prompt) else { return nil }
    self.editor = editor
    self.sink = sink
    self.table = table
    self.context = context
    self.output = output
    self.historyFile = historyFile
    longestLine = isRestricted ? Console.longestRestrictedLine : ByteReader.longestLine
    editor.serve(self)
    self.editor.bindKeys(isRestricted: isRestricted)
    editor.chooseModes()
    sink.willWrite = { [unowned self] in
      hideLine()
      if isProgressShown { show("") }
    }
  }

  /// Reads the next line, typed or staged; shows what jobs have to say before it.
  func nextLine(into line: inout OwnedBuffer<UInt8>) -> LineEvent {
    line.removeAll()
    var isInterrupted = wasInterrupted
    if chimp_signal_consume(SIGINT) != 0 {
      isInterrupted = true
      decoder.clear()
    }
    wasInterrupted = false
    while endingSignal == nil {
      if attention?.isGlanceOpen != true { console?.reportFinishedJobs() }
      draw()
      // Nobody wants to read on what an interrupt has ended.
      if isInterrupted, sink.hasPages { sink.skipPages() }
      turnPages()
      if sink.isReviewing { awaitReviewEnd() }
      sink.prepareForPrompt()
      if sink.isReviewing { continue }
      if closedStage != nil {
        guard let closed = readClosedLine() else { continue }
        lineTime = readTime
        line.append(closed.utf8Span.span)
        return .line
      }
      let typed = edit()
      if let beginning {
        self.beginning = nil
        guard beginning.finish() else { return .end }
        continue
      }
      guard endingSignal == nil, let typed else { return .end }
      let isKept = staged.map { sink.stage?.keepsLine($0.line) ?? true } ?? true
      sink.accept(Self.prompt + escaped(typed), isTyped: staged == nil, isKept: isKept)
      if let abandonedLine {
        if abandonedLine.isEmpty { hintHowToLeave() }
        continue
      }
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

  /// Lets the user edit one line; returns `nil` at the end of the input.
  ///
  /// An abandoned line is returned too.
  private func edit() -> String? {
    abandonedLine = nil
    staged = nil
    beginEditing()
    let typed = editor.readLine()
    if endingSignal != nil { moveBelowLine() }
    endEditing()
    if let abandonedLine { return abandonedLine }
    if let staged { return staged.line }
    if typed == nil && endingSignal == nil && beginning == nil { sink.send("\n") }
    return typed
  }

  /// Switches the terminal to editing, with paste marks.
  func beginEditing() {
    isHidden = false
    listedLine = nil
    typedText = TypedText()
    editor.prepare(isEditing: true)
    sink.send("\u{1b}[?2004h")
    isEditing = true
  }

  /// Switches the terminal to running commands.
  func endEditing() {
    isEditing = false
    sink.send("\u{1b}[?2004l")
    editor.prepare(isEditing: false)
  }

  /// Says how the program ends, once; Ctrl-C on an empty line may be meant to end it.
  private func hintHowToLeave() {
    guard !hasHinted else { return }
    hasHinted = true
    output.write(text: sink.words().words(for: .leaveHint) + "\n")
  }

  /// Adds a line to the history, unless it is blank or a comment.
  private func remember(_ typed: String) {
    let first = typed.unicodeScalars.first { $0 != " " && $0 != "\t" }
    guard let first, first != "#" else { return }
    // What a participant has answered belongs to the study alone.
    if typed.split(separator: " ").first == "answer" { return }
    editor.remember(typed)
    let bytes = Array(typed.utf8)
    earlierLines.removeAll { $0.elementsEqual(bytes) }
    earlierLines.append(bytes[...])
    historyFile.append(bytes)
  }

  /// Replaces the history by the lines of the history file.
  func remember(all lines: [ArraySlice<UInt8>]) {
    editor.remember(all: lines)
    earlierLines = lines
  }
}
