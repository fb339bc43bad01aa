import Archive
import Events
import Game
import Records
import Shell

/// A copy of the game's state, which is restored if later changes can't be committed.
///
/// The session is a value, so a snapshot is a copy of it; the mode, the journal and the timers must
/// be restored explicitly.
struct GameSnapshot {
  /// The state of the session.
  private let session: GameSession
  /// The index of the current mode.
  private let mode: Int?
  /// The index of the requested mode; `nil` if none was requested.
  private let requestedMode: Int?
  /// The state of the journal, which stores rounds.
  private let journal: StoredRounds.Snapshot

  /// Copies the state of the game and its journal.
  init(_ game: GameController, _ journal: StoredRounds) {
    session = game.session
    mode = game.switcher?.currentIndex
    requestedMode = game.switcher?.requestedIndex
    self.journal = journal.snapshot
  }

  /// Restores the game and its journal to this state, and updates the views.
  func restore(_ game: GameController, _ journal: StoredRounds) {
    journal.restore(self.journal)
    game.model.restore(session)
    if let mode, let switcher = game.switcher, switcher.currentIndex != mode {
      // Batched lines end in the play mode, from which every mode can be entered.
      try? switcher.change(through: [mode])
    }
    // The end of a round that was not committed may have requested a mode.
    game.switcher?.cancelRequest()
    if let requestedMode { try? game.switcher?.requestChange(toIndex: requestedMode) }
    game.model.noteTest(game.session.test)
    game.board.renew()
  }
}

extension Application {
  // Each line of a person is committed and shown immediately.
  package var canBatch: Bool { records.path != nil && !records.isPerson }

  /// Adds the next line to the batch of the next commit; returns `false` during a glance, when its
  /// reply can't wait for that.
  package func joinBatch() -> Bool {
    guard let storedRounds, !isGlanceOpen else { return false }
    let before = committed ?? GameSnapshot(game, storedRounds)
    if committed == nil, mayNotBeStored(storedRounds) { return false }
    guard delegate.beginBatch() else { return false }
    // No other program can continue the round until the commit.
    if committed == nil { try? storedRounds.findOpen() }
    committed = before
    return true
  }

  /// Returns whether the participant has withdrawn, so that the line itself must be refused.
  private func mayNotBeStored(_ rounds: StoredRounds) -> Bool {
    (try? rounds.checkWithdrawal(of: game.model.credits.participant)) == nil
  }

  /// Commits the batched changes; if that fails, restores the game to the state before them.
  ///
  /// - Returns: The error message if it fails; `nil` if it succeeds, or if there is no batch.
  package func commit() -> String? {
    guard let before = committed, let storedRounds else { return nil }
    committed = nil
    do throws(RecordError) { try delegate.commitBatch() } catch {
      before.restore(game, storedRounds)
      // Those of a move that was not committed may be set, and not every move sets them again.
      play?.updateTimers()
      return Refusal(error).words(in: speaker.language)
    }
    return nil
  }
}
