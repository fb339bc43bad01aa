import CEditLine
import Glibc
import Shell
import Terminal

/// The pages of a reply that is longer than the screen.
extension EditLineSource {
  /// The meaning of a key between two pages.
  private enum PageKey {
    case next, stop
    /// The first character of a command.
    case text(Unicode.Scalar)
  }

  /// Shows the rest of a long reply page by page; immediately if input is waiting.
  ///
  /// A typed character ends the pages and begins the next command.
  func turnPages() {
    guard sink.hasPages else { return }
    guard decoder.isEmpty else { return sink.endPages() }
    editor.prepare(isEditing: true)
    redrawNotice = { [unowned self] in sink.showPageNotice() }
    defer {
      redrawNotice = nil
      editor.prepare(isEditing: false)
    }
    while sink.hasPages, endingSignal == nil {
      sink.showPageNotice()
      switch nextPageKey() {
      case .next: sink.turnPage()
      case .stop: stopPages()
      case .text(let scalar):
        stopPages()
        decoder.prepend(String(scalar))
      }
    }
  }

  /// Discards the remaining pages.
  private func stopPages() {
    sink.skipPages()
    if sink.isReviewing { sink.endReview() }
  }

  /// Waits for a key that is valid between pages, while timers and background jobs run.
  private func nextPageKey() -> PageKey {
    while endingSignal == nil {
      switch decoder.next(isFinal: true) {
      case .character("\r"), .character("\n"), .character(" "): return .next
      case .character("q"), .character("Q"), .character("\u{3}"): return .stop
      case .character(Self.suspension):
        stopAtNotice()
        continue
      case .character(let scalar), .pasted(let scalar):
        if scalar.value > 0x20, scalar.value != 0x7f { return .text(scalar) }
        continue
      case .key(let key):
        if key.meaning == .known(.escape) { return .stop }
        continue
      case .mayContinue: continue
      case .needsMore: break
      }
      let delay = attention?.idleBehindCommand()
      output.flush()
      let result = wait(delay ?? -1)
      let isInterrupted = result == CHIMP_WAIT_SIGNAL && chimp_signal_consume(SIGINT) != 0
      if result == CHIMP_WAIT_FAILED || isInterrupted { return .stop }
    }
    return .stop
  }
}
