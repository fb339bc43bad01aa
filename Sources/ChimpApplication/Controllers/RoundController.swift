package import Examiner
import Observing
package import Shell

/// What the commands about the round ask for, where it is no press on one cell.
package enum RoundAction: Action, Equatable {
  case draw(RoundPlan, seed: Seed?)
  case start(BoardIdentifier, rule: Rule)
  case test(String)
  case press([Cell])
  case show
  case report
  case hide
  case identify
  case again
  case resume
  case giveUp
}

/// Plans and begins rounds, and lets their view follow the model.
package final class RoundController {
  let model: RoundModel
  /// What the boards of a session are drawn from where a command names no seed.
  package var sessionSeed: SessionSeed
  /// How large a board may be, where it must not scroll away.
  private let surface: () -> TerminalSize?
  private let observation: Observation

  /// Makes a controller whose view follows the model from now on.
  package init(
    model: RoundModel, view: RoundView, sessionSeed: SessionSeed,
    surface: @escaping () -> TerminalSize?
  ) {
    self.model = model
    observation = model.$notice.observe([.new]) { [view, unowned model] change in
      guard case .setting(let notice?, _) = change else { return }
      if case .refused = notice, let fault = model.refusal { return view.refuse(fault) }
      view.show(notice)
    }
    self.sessionSeed = sessionSeed
    self.surface = surface
  }

  /// Draws the board of a round.
  func plan(_ plan: RoundPlan, seed: Seed?) throws(RoundFault) -> PlannedRound {
    let board: Board
    do throws(BoardFault) {
      board = try plan.board(from: seed ?? sessionSeed.seed(forRound: model.startedCount + 1))
    } catch {
      throw .board(error)
    }
    return try fitting(PlannedRound(board: board, rule: plan.rule))
  }

  /// Takes the board that an identifier describes.
  func plan(_ identifier: BoardIdentifier, rule: Rule) throws(RoundFault) -> PlannedRound {
    try fitting(PlannedRound(board: identifier.board(), rule: rule))
  }

  /// Takes the board and the rule of the last round.
  func planAgain() throws(RoundFault) -> PlannedRound {
    guard model.round.isStarted else { throw .noRound }
    return try fitting(PlannedRound(board: model.round.board, rule: model.round.rule))
  }

  /// Takes up a round that was left behind.
  func planResumption(of kept: KeptRound) throws(RoundFault) -> PlannedRound {
    try fitting(PlannedRound(board: kept.board, rule: kept.rule))
  }

  /// Whether a board can be seen as a whole.
  func fits(_ board: Board) -> Bool {
    surface().flatMap { missingRoom(for: board, on: $0) } == nil
  }

  @inline(__always)
  private func fitting(_ planned: consuming PlannedRound) throws(RoundFault) -> PlannedRound {
    if let size = surface(), let fault = missingRoom(for: planned.board, on: size) { throw fault }
    return planned
  }

  private func missingRoom(for board: Board, on size: TerminalSize) -> RoundFault? {
    let needed = BoardImage.terminalSize(for: board)
    guard size.columns < needed.columns || size.rows < needed.rows else { return nil }
    return .terminalTooSmall(size, needed: needed)
  }
}
