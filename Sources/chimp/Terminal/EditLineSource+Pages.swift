import CEditLine
import Glibc
import Shell
import Terminal

/// The pages of a reply that is longer than the screen.
///
/// A page consumes every key, so that none of them is typed after the prompt. Only characters that
/// were typed ahead, before the page was shown, end it.
extension EditLineSource {
  /// The effect of a key between two pages.
  private enum PageKey {
    case next, stop
  }

  /// Shows the rest of a long reply page by page; immediately if characters are waiting.
  func turnPages() {
    guard sink.hasPages else { return }
    guard !decoder.hasCharacter else { return sink.endPages() }
    editor.prepare(isEditing: true)
    lastRow = .notice("") { [unowned self] in sink.showPageNotice() }
    defer {
      lastRow = .output
      editor.prepare(isEditing: false)
    }
    while sink.hasPages, endingSignal == nil {
      sink.showPageNotice()
      switch nextPageKey() {
      case .next: sink.turnPage()
      case .stop: stopPages()
      }
    }
  }

  /// Discards the remaining pages.
  private func stopPages() {
    sink.skipPages()
    if sink.isReviewing { sink.endReview() }
  }

  /// Waits for a key that is valid between pages; ignores the others.
  private func nextPageKey() -> PageKey {
    while let key = nextKey(showsOutput: true) {
      switch key {
      case .character("\r"), .character("\n"), .character(" "): return .next
      case .character("q"), .character("Q"), .character(ControlKey.interrupt): return .stop
      case .key(let key) where key.meaning == .known(.escape): return .stop
      case .character, .pasted, .key, .needsMore, .mayContinue: continue
      }
    }
    return .stop
  }

  /// Waits for a key after a reply that is too long for the screen, unless characters are waiting.
  func awaitReviewEnd() {
    editor.prepare(isEditing: true)
    lastRow = .notice("") { [unowned self] in sink.showReviewNotice() }
    defer { lastRow = .output }
    if !decoder.hasCharacter { while let key = nextKey(showsOutput: true), !goesBack(key) {} }
    editor.prepare(isEditing: false)
    sink.endReview()
  }

  /// Returns whether a key goes back from a reply to the board.
  private func goesBack(_ key: KeyDecoder.Answer) -> Bool {
    guard case .key(let key) = key else { return true }
    switch key.meaning {
    case .known(.click), .other, .editing, .noise: return false
    case .known: return true
    }
  }
}
