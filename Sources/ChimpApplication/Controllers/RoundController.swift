package import Examiner
import Observing
package import Shell

/// What the commands about the round ask for, where it is no press on one cell.
package enum RoundAction: Action, Equatable {
  case draw(count: Int, size: BoardSize, range: NumeralRange?, seed: Seed?, rule: Rule)
  case start(BoardIdentifier, rule: Rule)
  case press([Cell])
  case show
  case hide
  case identify
  case again
  case giveUp
}

/// Turns messages into moves of the round.
package final class RoundController {
  private let model: RoundModel
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
    observation = model.$notice.observe([.new]) { [view] change in
      if case .setting(let notice?, _) = change { view.show(notice) }
    }
    self.sessionSeed = sessionSeed
    self.surface = surface
  }

  /// Takes a press.
  package func touch(h: Int, v: Int) {
    model.apply(.press(Cell(h: h, v: v)))
  }

  /// Does what a command asks for.
  package func perform(_ action: RoundAction) {
    switch action {
    case .draw(let count, let size, let range, let seed, let rule):
      start(rule) { () throws(BoardFault) in
        let seed = seed ?? sessionSeed.seed(forRound: model.nextNumber)
        return try SeededIdentifier(size: size, count: count, range: range, seed: seed).board()
      }
    case .start(let identifier, let rule): start(rule, identifier.board)
    case .press(let cells): model.press(cells)
    case .show: model.show()
    case .hide: model.apply(.hide)
    case .identify: model.identify()
    case .again:
      guard let round = model.round else { return model.refuse(.noRound) }
      start(round.rule) { round.board }
    case .giveUp: model.apply(.giveUp)
    }
  }

  private func start(_ rule: Rule, _ board: () throws(BoardFault) -> Board) {
    do throws(BoardFault) {
      let board = try board()
      let needed = BoardImage.terminalSize(for: board)
      if let size = surface(), size.columns < needed.columns || size.rows < needed.rows {
        return model.refuse(.terminalTooSmall(size, needed: needed))
      }
      model.start(board, rule: rule)
    } catch {
      model.refuse(.board(error))
    }
  }
}
