import Archive

/// The part of a study that the program shows: a closed session, which the live picture shows, or
/// pages above the prompt.
///
///     if let closed = studyScreen.session { print(closed) }
final class StudyScreen {
  var session: ClosedSession?
  /// The block that this program shows or plays, in a closed session or with a prompt; `nil` if
  /// there is none.
  var claim: BlockClaim?
  /// `true` if a page was written above the prompt, so that the menu must not cover it.
  private var hasOpenPage = false

  init() {}

  /// Shows a page of the closed session; does nothing without one.
  func show(_ page: ClosedSession.Page) {
    if let session { session.show(page) } else { hasOpenPage = true }
  }

  /// Returns whether a page was written above the prompt since the last call.
  func consumeOpenPage() -> Bool {
    defer { hasOpenPage = false }
    return hasOpenPage
  }

  /// Shows the last page of the closed session with a reason; does nothing without one.
  func end(because reason: String) { session?.show(.end(reason)) }

  /// Ends the closed session, and the claim of a block that has not begun.
  func leave() {
    session = nil
    if claim?.roundCount != nil { claim = nil }
  }
}
