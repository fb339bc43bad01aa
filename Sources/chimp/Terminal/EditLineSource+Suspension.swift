import CEditLine
import ChimpSystem
import Screens
import Shell
import Terminal

/// Suspending the program with Ctrl-Z, and continuing it.
///
/// The screen and the terminal modes are those of the shell meanwhile. A closed session is never
/// suspended, because a participant must not reach a shell.
extension EditLineSource {
  /// Handles Ctrl-Z in a line: suspends the program; the line is restored afterwards.
  func stopInLine() -> EditLine.Action {
    if closedStage != nil { return .none }
    console.program.glance.willSuspend()
    // Otherwise the prompt would stay above the one that follows.
    hideLine()
    sink.suspend()
    endEditing()
    stopProcess()
    resumeEditing()
    return .none
  }

  /// Suspends the program, whatever it waits for.
  func stop() {
    switch lastRow {
    case .line: _ = stopInLine()
    case .notice: stopAtNotice()
    case .output, .progress: stopBetweenLines()
    }
  }

  /// Suspends the program while a command runs.
  func stopBetweenLines() {
    if closedStage != nil { return }
    console.program.glance.willSuspend()
    sink.suspend()
    stopProcess()
    resumeCommand()
  }

  /// Suspends the program while a question or a notice waits for a key.
  func stopAtNotice() {
    guard closedStage == nil, case .notice(let text, _) = lastRow else { return }
    console.program.glance.willSuspend()
    let row = Terminal.screenText.cursorPosition(after: text).row
    sink.send("\r" + (row > 0 ? "\u{1b}[\(row)A" : "") + "\u{1b}[J")
    sink.suspend()
    editor.prepare(isEditing: false)
    stopProcess()
    resumeAtNotice()
  }

  /// Suspends the process with the terminal modes of the shell, until it is continued.
  private func stopProcess() {
    chimp_modes_restore()
    chimp_stop()
    chimp_modes_save()
    console.program.glance.didContinue()
  }

  /// Restores the screen after signals from outside have suspended the program and continued it.
  func resume() {
    editor.prepare(isEditing: false)
    sink.suspend()
    sink.send("\r\u{1b}[K")
    console.program.glance.didContinue()
    // The first digit of a press was typed in another time.
    digitTime = milliseconds
    switch lastRow {
    case .line: resumeEditing()
    case .notice: resumeAtNotice()
    case .output, .progress: resumeCommand()
    }
  }

  /// Restores the screen and the line after the program was suspended.
  private func resumeEditing() {
    beginEditing()
    editor.resize()
    sink.resume()
    sink.adapt(hasColor: output.hasColor)
    // Drawing the stage has hidden the line.
    showLine()
  }

  /// Restores the screen and the question or notice after the program was suspended.
  private func resumeAtNotice() {
    editor.prepare(isEditing: true)
    editor.resize()
    sink.resume()
    sink.adapt(hasColor: output.hasColor)
    if case .notice(_, let draw) = lastRow { draw() }
  }

  /// Restores the modes and the screen of a running command after the program was suspended.
  private func resumeCommand() {
    // The editor sets no modes that it believes to be set already.
    editor.prepare(isEditing: true)
    editor.prepare(isEditing: false)
    sink.resume()
  }
}
