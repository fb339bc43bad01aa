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
    mode = game.switcher?.current.place
    requestedMode = game.switcher?.requestedMode?.place
    self.journal = journal.snapshot
  }

  func restore(_ game: GameController, _ journal: StoredRounds) {
    journal.restore(self.journal)
    game.model.restore(session)
    if let mode, let switcher = game.switcher, switcher.current.place != mode {
      // Gathered lines lead to play, and every mode can be reached from there.
      try? switcher.change(through: [mode])
    }
    if let requestedMode { try? game.switcher?.requestChange(toPlace: requestedMode) }
    game.model.noteTest(game.session.test)
    game.board.renew()
  }
}

extension Application {
  /// Each line of a person is committed and shown at once.
  package var gathers: Bool { records.path != nil && !records.isPerson }

  package func gather(_ message: Message) -> Bool {
    guard let storedRounds, message.isGathered, !isGlanceOpen else { return false }
    let before = snapshot ?? GameSnapshot(game, storedRounds)
    guard delegate.gather() else { return false }
    // Nobody else can go on with the round until that is kept.
    if snapshot == nil { try? storedRounds.findOpen() }
    snapshot = before
    return true
  }

  package func settle() -> String? {
    guard let before = snapshot, let storedRounds else { return nil }
    snapshot = nil
    do throws(RecordError) { try delegate.settle() } catch {
      before.restore(game, storedRounds)
      return speaker.language.words(for: error)
    }
    return nil
  }
}

extension Message {
  /// Whether it asks for something that one transaction may hold together with others.
  fileprivate var isGathered: Bool {
    if case .touch = self { return true }
    guard case .action(let action) = self else { return false }
    return switch action as? RoundAction {
    case .draw, .start, .test, .play, .again: true
    case .show, .report, .identify, .resume, .begin, .stop, nil: false
    }
  }
}
