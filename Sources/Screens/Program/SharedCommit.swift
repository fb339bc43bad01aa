import Archive
import Events
import Game
import Records
import Shell

/// The commit that several lines of a script share.
///
/// Rounds on boards that a line gives, and their presses, are played in one mode, so that only the
/// session and its journal return to the last commit if one fails.
extension Application {
  /// Adds the next line to the next commit.
  ///
  /// Returns `false` during a glance, when its reply can't wait, and outside of the play mode, so
  /// that a line that changes the mode commits alone.
  package func joinBatch() -> Bool {
    // Each line of a person is committed and shown immediately.
    guard let storedRounds = model.journal, records.path != nil, !records.isPerson, !glance.isOpen,
      game.switcher?.current === play
    else { return false }
    let before = committed ?? (game.session, storedRounds.snapshot)
    if committed == nil, mayNotBeStored(storedRounds) { return false }
    guard programStore.beginBatch() else { return false }
    // No other program can continue the round until the commit.
    if committed == nil { try? storedRounds.findOpen() }
    committed = before
    return true
  }

  /// Returns whether the participant has withdrawn, so that the line itself must be refused.
  private func mayNotBeStored(_ rounds: StoredRounds) -> Bool {
    (try? rounds.checkWithdrawal(of: model.credits.participant)) == nil
  }

  /// Commits the shared changes; if that fails, the session is as it was at the last commit.
  ///
  /// - Returns: The error message if it fails; `nil` if it succeeds, or if there is nothing to
  /// commit.
  package func commit() -> String? {
    guard let before = committed, let storedRounds else { return nil }
    committed = nil
    do { try programStore.commitBatch() } catch {
      storedRounds.restore(before.journal)
      model.restore(before.session)
      game.restoreRound()
      // Those of a move that was not committed may be set, and not every move sets them again.
      play?.updateTimers()
      return Refusal(error).words(in: language)
    }
    return nil
  }
}
