import Archive
import CEditLine
import Game
import Glibc
import Screens
import Shell
import Terminal

/// A source of the lines that a user edits at a terminal.
///
/// It connects the line editor with the screen, the stage and the console's background jobs.
final class EditLineSource: LineSource {
  /// What the last row of the terminal has.
  enum LastRow {
    /// The output of a command, which runs.
    case output
    /// The progress of an operation.
    case progress
    /// The prompt and the line that is edited; if it is hidden, it is drawn again later.
    case line(isHidden: Bool)
    /// A question or a notice that waits for a key, with its text, perhaps of several rows.
    case notice(String, draw: () -> Void)
  }

  /// The prompt.
  static let prompt = "chimp> "

  /// The line editor of the C library.
  private(set) var editor: EditLine
  /// The terminal's output.
  let sink: TerminalSink
  /// The console, for which the lines are read.
  unowned let console: Console<Application>
  /// The part of the session's start that runs while the first prompt is visible; `nil` afterwards.
  var beginning: SessionBeginning?

  /// The signal that ends the session; `nil` if none has arrived.
  var endingSignal: Int32?
  /// `true` if an operation was cancelled since the last line.
  var wasInterrupted = false

  /// Decodes the bytes of the terminal.
  var decoder = KeyDecoder()
  /// Detects fast input of plain text.
  var typedText = TypedText()
  /// `true` while the rest of a paste is ignored, because it began during a glance.
  var isDroppingPaste = false

  /// The width of the visible hint in columns; 0 for none.
  var hintWidth = 0
  var lastRow = LastRow.output
  /// The column of the last request for the cursor position.
  var question: Int?

  /// The text before the cursor when candidates were listed last.
  var listedLine: String?

  /// The line that was abandoned with Ctrl-C; `nil` if the last line was not.
  var abandonedLine: String?
  /// The command line that the stage returned for a key; `nil` if the last line was typed.
  var staged: (line: String, device: PressInput)?

  /// `true` if the hint on how to quit has been written.
  private var hasHinted = false
  /// `true` if the last line was a Ctrl-D in a test, which only told how to leave the test.
  private var hasWarned = false

  /// The lines of the history, the latest last.
  private(set) var earlierLines: [ArraySlice<UInt8>] = []
  /// The search in the history.
  var search = HistorySearch()
  /// The history file of earlier sessions.
  private let historyFile: HistoryFile

  /// The keys of the glance.
  var keys = GlanceKeys()
  /// `true` while the clock may end the glance.
  var mayMask = false

  /// The time of the last input.
  var readTime = 0
  /// The time of a digit on an empty line, which may be the first of a press.
  var digitTime = 0
  /// The time between the two digits of the press that is run.
  var digitDelay: Int?
  /// The time of the input of the current line; `nil` once the line is answered.
  var lineTime: Int?
  /// The maximum number of bytes of a line.
  ///
  /// One more is kept, so that a longer line is an error.
  let longestLine: Int

  /// Opens the line editor and binds its keys; returns `nil` if it is already open.
  init?(
    for console: Console<Application>, on sink: TerminalSink, historyFile: HistoryFile,
    beginning: SessionBeginning
  ) {
    guard let editor = EditLine(program: "chimp", prompt: Self.prompt) else { return nil }
    self.editor = editor
    self.sink = sink
    self.console = console
    self.beginning = beginning
    self.historyFile = historyFile
    let isRestricted = console.options.isRestricted
    longestLine = isRestricted ? Console<Application>.longestRestrictedLine : ByteReader.longestLine
    editor.serve(self)
    self.editor.bindKeys(isRestricted: isRestricted)
    editor.chooseModes()
    sink.willWrite = { [unowned self] in
      hideLine()
      if case .progress = lastRow { show("") }
    }
  }

  /// `true` while a line is edited.
  var isEditing: Bool { if case .line = lastRow { true } else { false } }

  var table: CommandTable<Application> { console.table }
  /// What tab completion needs besides the table of commands.
  var context: CompletionContext {
    CompletionContext(
      settings: console.settings, in: language,
      candidates: { [unowned console] in console.program.candidates(forParameter: $0) })
  }
  var language: Language { console.speaker.language }
  /// The output to flush before a line is edited.
  var output: OutputWriter { console.output }

  /// Reads the next line, after reporting finished background jobs.
  func nextLine(into line: inout [UInt8]) -> LineEvent {
    line.removeAll()
    let isInterrupted = consumeInterrupt()
    while endingSignal == nil {
      if !console.program.glance.isOpen { console.reportFinishedJobs() }
      draw()
      // An interrupt also ends the pages of a long reply.
      if isInterrupted, sink.hasPages { sink.skipPages() }
      turnPages()
      if sink.isReviewing { awaitReviewEnd() }
      // The signal may have come meanwhile; a prompt would wait for a key.
      if endingSignal != nil { break }
      sink.prepareForPrompt()
      if sink.isReviewing { continue }
      if closedStage != nil {
        guard let closed = readClosedLine() else { continue }
        lineTime = readTime
        line += closed.utf8
        return .line
      }
      let typed = edit()
      if let beginning {
        self.beginning = nil
        dropInput()
        guard beginning.finish() else { return .end }
        continue
      }
      if typed == nil, endingSignal == nil, warnsBeforeEnd() { continue }
      hasWarned = false
      guard endingSignal == nil, let typed else { return .end }
      let isKept = staged.map { sink.stage?.keepsLine($0.line) ?? true } ?? true
      sink.accept(Self.prompt + escaped(typed), isTyped: staged == nil, isKept: isKept)
      if let abandonedLine {
        if abandonedLine.isEmpty { hintHowToLeave() }
        continue
      }
      return enter(typed, into: &line)
    }
    return .end
  }

  /// Returns a typed line, unless it is too long, and adds it to the history.
  private func enter(_ typed: String, into line: inout [UInt8]) -> LineEvent {
    lineTime = readTime
    guard typed.utf8.count <= ByteReader.longestLine else { return .tooLong }
    line += typed.utf8
    if staged == nil { remember(typed) }
    return .line
  }

  /// Returns whether the user pressed Ctrl-C during the last line; also ignores keys typed before
  /// it.
  private func consumeInterrupt() -> Bool {
    defer { wasInterrupted = false }
    guard chimp_signal_consume(SIGINT) != 0 else { return wasInterrupted }
    decoder.clear()
    return true
  }

  /// Lets the user edit a line; returns `nil` at the end of the input.
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

  /// Sets the terminal modes for editing.
  func beginEditing() {
    listedLine = nil
    typedText = TypedText()
    editor.prepare(isEditing: true)
    sink.send("\u{1b}[?2004h")
    lastRow = .line(isHidden: false)
  }

  /// Sets the terminal modes for running commands.
  func endEditing() {
    lastRow = .output
    sink.send("\u{1b}[?2004l")
    editor.prepare(isEditing: false)
  }

  /// Writes how to leave a test, at the first Ctrl-D in one; returns `false` at the second and
  /// outside of tests.
  private func warnsBeforeEnd() -> Bool {
    guard console.program.isTimed, !hasWarned else { return false }
    hasWarned = true
    hintHowToLeave()
    return true
  }

  /// Writes the hint on how to quit, once; in a test, how to leave it.
  private func hintHowToLeave() {
    guard !console.program.isTimed else {
      output.write(text: Application.testLeaveHint.in(language) + "\n")
      return
    }
    guard !hasHinted else { return }
    hasHinted = true
    output.write(
      text: language.pick(
        "quit or Ctrl-D ends the program", "quit か Ctrl-D で終わります") + "\n")
  }

  /// Adds a line to the history, unless it is blank or a comment.
  private func remember(_ typed: String) {
    let first = typed.unicodeScalars.first { $0 != " " && $0 != "\t" }
    guard let first, first != "#" else { return }
    let words = typed.split(separator: " ")
    // A participant's answers must not appear in the history, and presses are no commands to
    // repeat.
    if Withdrawals.hasAnswer(typed) || words.first == "press"
      || words.allSatisfy({ Int($0) != nil })
    {
      return
    }
    editor.remember(typed)
    let bytes = Array(typed.utf8)
    earlierLines.removeAll { $0.elementsEqual(bytes) }
    earlierLines.append(bytes[...])
    historyFile.append(bytes)
  }

  /// Removes lines from the history.
  func forgetLines(where isForgotten: (String) -> Bool) {
    for line in earlierLines where isForgotten(String(decoding: line, as: UTF8.self)) {
      editor.forget(line)
    }
    earlierLines.removeAll { isForgotten(String(decoding: $0, as: UTF8.self)) }
  }

  /// Replaces the history by the lines of the history file.
  func remember(all lines: [ArraySlice<UInt8>]) {
    editor.remember(all: lines)
    earlierLines = lines
  }
}
