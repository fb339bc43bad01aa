import Archive
import Console
package import Events
import Game
import Models
import Records
import Words

/// The game at a moment, to go back to when what followed could not be kept.
struct GameSnapshot {
  private let session: GameSession
  private let mode: Int?
  private let requestedMode: Int?
  private let journal: StoredRounds.Snapshot

  init(_ game: GameController, _ journal: StoredRounds) {
    session = game.session
    mode = game.switcher?.current.index
    requestedMode = game.switcher?.requestedMode?.index
    self.journal = journal.snapshot
  }

  func restore(_ game: GameController, _ journal: StoredRounds) {
    journal.restore(self.journal)
    game.model.restore(session)
    if let mode, let switcher = game.switcher, switcher.current.index != mode {
      // Batched lines lead to play, and every mode can be reached from there.
      try? switcher.change(through: [mode])
    }
    if let requestedMode { try? game.switcher?.requestChange(toIndex: requestedMode) }
    game.model.noteTest(game.session.test)
    game.board.renew()
  }
}

extension Application {
  // Each line of a person is committed and shown at once.
  package var canBatch: Bool { records.path != nil && !records.isPerson }

  package func addToBatch(_ message: Message) -> Bool {
    guard let storedRounds, message.canShareCommit, !isGlanceOpen else { return false }
    let before = committed ?? GameSnapshot(game, storedRounds)
    guard delegate.beginBatch() else { return false }
    // No other program can go on with the round until the commit.
    if committed == nil { try? storedRounds.findOpen() }
    committed = before
    return true
  }

  package func commit() -> String? {
    guard let before = committed, let storedRounds else { return nil }
    committed = nil
    do throws(RecordError) { try delegate.commitBatch() } catch {
      before.restore(game, storedRounds)
      return speaker.language.words(for: error)
    }
    return nil
  }
}

extension Message {
  /// Whether what it asks for may share a commit with others.
  fileprivate var canShareCommit: Bool {
    if case .touch = self { return true }
    guard case .action(let action) = self else { return false }
    return switch action as? RoundAction {
    case .draw, .start, .test, .play, .again: true
    case .show, .report, .identify, .resume, .begin, .stop, nil: false
    }
  }
}
