import Examiner
package import Game
package import Shell

/// A view for screen readers, which describes boards and moves in plain lines.
///
///     SpokenBoard(speaker).show(session)  // writes each numeral with its column and row
package struct SpokenBoard {
  private let speaker: Speaker

  /// Creates the view.
  package init(_ speaker: Speaker) { self.speaker = speaker }

  /// Writes the number of a new round and the positions of its numerals.
  package func showStart(_ session: GameSession) {
    speaker.say { $0.spokenStart(ofRound: session.number, on: session.board.size) }
    show(session)
  }

  /// Writes that a round was resumed, and the positions of its numerals.
  package func showResumption(_ session: GameSession) {
    speaker.say { $0.spokenResumption(ofRound: session.number) }
    show(session)
  }

  /// Writes the positions of the visible numerals, and the next numeral to press.
  ///
  /// Writes nothing if the solution must stay secret until the end of the test.
  package func show(_ session: GameSession) {
    let board = session.board
    guard session.finish == nil else {
      if session.laterFeedback == .full { speaker.say { $0.spoken(board) } }
      return
    }
    let pressedCount = session.examiner.pressedCount
    if session.looksMasked {
      speaker.say(\.spokenMask)
    } else {
      speaker.say { $0.spoken(board, fromIndex: pressedCount) }
    }
    speaker.say { $0.spokenNext(board.numeral(atIndex: pressedCount)) }
  }

  /// Writes the result of a move, and the number of presses of its line that were ignored.
  func show(_ outcome: Outcome, _ session: GameSession, skipped count: Int32) {
    speaker.say { language in
      let skipped = count > 0 ? language.skipped(count: count) : ""
      if outcome == .gaveUp, session.isInterruptedTrial { return language.replacedTrial + skipped }
      return language.spoken(outcome, of: session.examiner) + skipped
    }
    if case .right(_, _, masksOthers: true) = outcome { speaker.say(\.spokenMask) }
    if session.finish != nil && session.finish != .passed { show(session) }
  }
}
