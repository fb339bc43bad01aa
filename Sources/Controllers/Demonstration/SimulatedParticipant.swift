import Examiner
import Game

/// The skill of the demonstration's participant.
///
///     demonstration.skill.capacity = 5
///     demonstration.skill.slips = 0
package struct SimulatedSkill: Equatable, Sendable {
  /// The number of numerals that are remembered once they are masked.
  package var capacity = 7
  /// The number of presses in a thousand that slip to another numeral.
  package var slips = 20
}

/// The player of the demonstration, who plays by the rules and remembers only so much.
///
/// It is a simple one; the participants of `simulate` and `power` follow the model in `Science`.
package struct SimulatedParticipant {
  /// The skill.
  private let skill: SimulatedSkill
  /// The source of slips and guesses.
  private var generator: Generator

  /// Creates a participant; the slips differ from round to round, but not from run to run.
  init(_ skill: SimulatedSkill, round number: Int) {
    self.skill = skill
    generator = Generator(text: Seed(.standard, round: number).text)
  }

  /// Returns the cell of the next press.
  ///
  /// Numerals that are visible or remembered are pressed right, unless the press slips. The others
  /// are guessed among the numerals that are left.
  mutating func choose(on examiner: ChimpanzeeExaminer) -> Cell {
    let index = examiner.pressedCount
    let leftCount = examiner.board.count - index
    let isKnown = !examiner.isMasked || index < skill.capacity
    let slips = generator.next(below: 1000) < skill.slips
    guard slips || !isKnown, leftCount > 1 else { return examiner.board.cell(atIndex: index) }
    let first = isKnown ? 1 : 0
    return examiner.board.cell(atIndex: index + first + generator.next(below: leftCount - first))
  }
}
