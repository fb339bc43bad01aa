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
      draw(count, size, range, seed ?? sessionSeed.seed(forRound: model.nextNumber), rule)
    case .start(let identifier, let rule): start(identifier.board(), rule)
    case .press(let cells): model.press(cells)
    case .show: model.show()
    case .hide: model.apply(.hide)
    case .identify: model.identify()
    case .again:
      guard model.round.isStarted else { return model.refuse(.noRound) }
      start(model.round.board, model.round.rule)
    case .giveUp: model.apply(.giveUp)
    }
  }

  private func draw(
    _ count: Int, _ size: BoardSize, _ range: NumeralRange?, _ seed: Seed, _ rule: Rule
  ) {
    do throws(BoardFault) {
      let identifier = try SeededIdentifier(size: size, count: count, range: range, seed: seed)
      start(identifier.board(), rule)
    } catch {
      model.refuse(.board(error))
    }
  }

  private func start(_ board: Board, _ rule: Rule) {
    let needed = BoardImage.terminalSize(for: board)
    if let size = surface(), size.columns < needed.columns || size.rows < needed.rows {
      return model.refuse(.terminalTooSmall(size, needed: needed))
    }
    model.start(board, rule: rule)
  }
}
