import Analysis
import CEditLine
import Characters
import ChimpApplication
import Console
import Glibc
import Terminal

final class TerminalSession: TerminalProvider {
  private var sink: TerminalSink?
  private var source: EditLineSource?
  private var lastTime = 0

  /// Makes a session; nil where there is no terminal, or none that can move its cursor.
  init?() { guard Terminal.isUsable else { return nil } }

  var size: TerminalSize? { Terminal.size }

  func makeSink() -> any OutputSink { openedSink }

  func makeSource(
    for console: Console, attention: any PromptAttention, beginning: SessionBeginning,
    stage: any Stage
  ) -> any LineSource {
    Terminal.useUnicode()
    chimp_signals_watch()
    let diagnostics = OutputWriter(sink: DescriptorSink(descriptor: STDERR_FILENO))
    let words = { [unowned console] in console.words }
    let historyFile = HistoryFile(
      path: console.options.isRestricted ? nil : HistoryFile.usualPath, diagnostics: diagnostics,
      words: words)
    let context = ConsoleCompletion(settings: console.settings)
    let sink = openedSink
    sink.words = words
    guard
      let source = EditLineSource(
        sink: sink, table: console.table, context: context, output: console.output,
        historyFile: historyFile, isRestricted: console.options.isRestricted)
    else {
      guard beginning.prepare() || beginning.finish() else { return TextLines([]) }
      return ByteReader(descriptor: STDIN_FILENO, flushing: console.output, attention: attention)
    }
    self.source = source
    let lines = historyFile.load()
    for line in lines { console.history.add(line.span) }
    console.history.beginSession()
    source.remember(all: lines)
    source.attention = attention
    source.beginning = beginning
    source.console = console
    console.isInterrupted = { [unowned source] in source.isInterrupted }
    console.jobTerminal = source
    sink.adapt(hasColor: console.output.hasColor)
    if sink.hasAlternateScreen, Terminal.size != nil { sink.stage = stage }
    return source
  }

  func tell(_ line: String) -> Bool {
    guard isatty(STDERR_FILENO) == 1 else {
      source?.hideLine()
      return false
    }
    // Written as a reply, so that it remains when the look ends.
    _ = openedSink.write(Array(line.utf8))
    return true
  }

  func confirm(_ question: String) -> Bool { source?.confirm(question) ?? false }

  var lineOrigin: LineOrigin { source?.staged?.origin ?? .line }

  func measureTiming(holdCount: Int) -> TimingSample {
    source.map { TimingMeasurement($0).sample(holdCount: holdCount) }
      ?? TimingSample(requestedHold: TimingMeasurement.hold)
  }

  func writeNow() {
    guard let source else { return }
    source.output.flush()
    if !source.sink.isReviewing { source.sink.drawStage() }
  }

  func sleepInGlance(_ milliseconds: Int) -> Bool {
    guard let source else { return false }
    source.runGlance(atMost: milliseconds)
    return !source.isInterrupted && source.endingSignal == nil
  }

  /// Leaves the terminal as it was; ends the process if a signal ended the session.
  func finish() {
    guard let source else { return }
    sink?.close()
    chimp_modes_restore()
    if let number = source.endingSignal { chimp_end_by_signal(number) }
  }

  private var openedSink: TerminalSink {
    if let sink { return sink }
    Terminal.useKnownKind()
    let opened = TerminalSink()
    sink = opened
    return opened
  }

  /// The time of the line that is being answered, or the present time; it never descends.
  func milliseconds(now: Int) -> Int {
    lastTime = max(lastTime, source?.lineTime ?? now)
    return lastTime
  }

  func letTimePass() { source?.lineTime = nil }

  var isInterrupted: Bool { source?.isInterrupted ?? (chimp_signal_is_pending(SIGINT) != 0) }
}
