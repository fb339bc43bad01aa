import CEditLine
import ChimpSystem
import Game
import Glibc
import Screens
import Shell
import Statistics
import Terminal

/// The terminal of the process, as the program uses it.
final class TerminalSession: TerminalProvider {
  private var sink: TerminalSink?
  private var source: EditLineSource?
  private var lastTime = 0

  /// Creates a session; returns `nil` without a terminal whose cursor can be moved.
  init?() { guard Terminal.isUsable else { return nil } }

  var size: TerminalSize? { Terminal.size }
  var hasStage: Bool { sink?.stage != nil }

  /// Returns the sink that writes to the terminal.
  func makeSink() -> any OutputSink { openedSink }

  /// Creates the source of the lines that the user edits.
  ///
  /// If the line editor can't be opened, lines are read as from a pipe.
  func makeSource(
    for console: Console<Application>, beginning: SessionBeginning,
    stage: LiveStage
  ) -> any LineSource {
    Terminal.useUnicode()
    chimp_signals_watch()
    let speaker = console.speaker
    let historyFile = HistoryFile(
      path: console.options.isRestricted ? nil : HistoryFile.usualPath,
      report: { [unowned self] in show(error: $0) }, speaker: speaker)
    let sink = openedSink
    sink.language = { [unowned speaker] in speaker.language }
    guard
      let source = EditLineSource(
        for: console, on: sink, historyFile: historyFile, beginning: beginning)
    else {
      guard beginning.prepare() || beginning.finish() else { return TextLines([]) }
      return ByteReader(
        descriptor: STDIN_FILENO, flushing: console.output, attention: console.program.glance)
    }
    self.source = source
    let lines = historyFile.load()
    for line in lines { console.history.add(line[...]) }
    console.history.beginSession()
    source.remember(all: lines)
    console.jobTerminal = source
    sink.adapt(hasColor: console.output.hasColor)
    if sink.canDraw, Terminal.size != nil { sink.stage = stage }
    return source
  }

  /// Writes an error message to this terminal, or to the standard error that leads elsewhere.
  private func show(error line: String) {
    if report(line) { return }
    let diagnostics = OutputWriter(sink: DescriptorSink(descriptor: STDERR_FILENO))
    diagnostics.write(text: line)
    diagnostics.flush()
  }

  /// Writes an error message to this terminal.
  ///
  /// Returns `false`, and writes nothing, if the standard error is redirected elsewhere.
  func report(_ line: String) -> Bool {
    guard isatty(STDERR_FILENO) == 1 else {
      source?.hideLine()
      return false
    }
    if openedSink.stage?.isClosed == true {
      openedSink.keepForExperimenter(line)
      return true
    }
    // Written as a reply, so that it remains when the full-screen style ends.
    _ = openedSink.write(Array(line.utf8))
    return true
  }

  /// Asks a yes-or-no question; returns `false` if there is no line editor yet.
  func confirm(_ question: String) -> Bool {
    source?.confirm(question) ?? false
  }

  /// Removes lines from the history of the line editor.
  func forgetLines(where isForgotten: (String) -> Bool) { source?.forgetLines(where: isForgotten) }

  /// Copies a text to the clipboard with the control sequence OSC 52, which terminals ignore that
  /// don't allow it; the Linux console would show a part of it.
  func copy(_ text: String) {
    guard let source, source.sink.canDraw, environmentText("TERM") != "linux" else { return }
    source.sink.send("\u{1b}]52;c;\(Base64.text(of: Array(text.utf8)))\u{7}")
  }

  /// `true` if a signal, such as that of a closed window, ends the session.
  var endsBySignal: Bool { source?.endsBySignal ?? false }

  /// The input device of the current line.
  var lineDevice: PressInput { source?.staged?.device ?? .line }

  /// The time between the two digits of the current press.
  var digitDelay: Int? { source?.digitDelay }

  /// Measures the terminal's delay and the accuracy of masks.
  func measureTiming(holdCount: Int) -> TimingSample {
    source.map { TimingMeasurement($0).sample(holdCount: holdCount) }
      ?? TimingSample(requestedHold: TimingMeasurement.hold)
  }

  /// Writes all pending output and draws the live picture, during a command.
  func writeNow() {
    guard let source else { return }
    source.output.flush()
    if !source.sink.isReviewing { source.sink.drawStage() }
    source.readKeysBeforeMask()
  }

  /// Waits during a glance; returns `false` if the user or a signal interrupts it.
  func sleepInGlance(_ milliseconds: Int) -> Bool {
    guard let source else { return false }
    source.runGlance(atMost: milliseconds)
    return !source.isInterrupted && source.endingSignal == nil
  }

  /// Restores the terminal; kills the process if a signal ended the session.
  func finish() {
    guard let source else { return }
    sink?.close()
    chimp_modes_restore()
    if let number = source.endingSignal { chimp_terminate_by_signal(number) }
  }

  /// The sink, created at its first use.
  private var openedSink: TerminalSink {
    if let sink { return sink }
    Terminal.useKnownKind()
    let opened = TerminalSink()
    sink = opened
    return opened
  }

  /// Returns the time of the current line's input, or the current time.
  ///
  /// It never decreases.
  func milliseconds(now: Int) -> Int {
    lastTime = max(lastTime, source?.lineTime ?? now)
    return lastTime
  }

  /// Lets the clock continue after the current line's input.
  func letTimePass() { source?.lineTime = nil }

  /// `true` if the user has pressed Ctrl-C.
  var isInterrupted: Bool { source?.isInterrupted ?? (chimp_signal_is_pending(SIGINT) != 0) }
}
