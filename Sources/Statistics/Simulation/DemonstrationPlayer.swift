package import Examiner
import Game

/// The skill of the demonstration's simulated player.
///
///     demonstration.skill.capacity = 5
///     demonstration.skill.slips = 0
package struct DemonstrationSkill: Equatable, Sendable {
  /// The number of masked numerals that the player remembers.
  package var capacity = 7
  /// The probability that a press hits a wrong numeral, in thousandths.
  package var slips = 20

  package init() {}
}

/// The simulated player of the demonstration, who has a limited memory.
///
/// This is a simple model; `SimulatedSession` has the one of the commands `simulate` and `power`.
///
///     var player = DemonstrationPlayer(skill, round: 1)
///     let cell = player.choose(on: session.examiner)
package struct DemonstrationPlayer {
  /// The skill.
  private let skill: DemonstrationSkill
  /// The random numbers for wrong presses and guesses.
  private var generator: Generator

  /// Creates a player; the random numbers depend only on the round number.
  package init(_ skill: DemonstrationSkill, round number: Int) {
    self.skill = skill
    generator = Generator(text: Seed(.standard, round: number).text)
  }

  /// Returns the cell that the player presses next.
  ///
  /// A visible or remembered numeral is usually pressed correctly. For any other one the player
  /// guesses among the remaining numerals.
  package mutating func choose(on examiner: ChimpanzeeExaminer) -> Cell {
    let index = examiner.pressedCount
    let leftCount = examiner.board.count - index
    let isKnown = !examiner.isMasked || index < skill.capacity
    let slips = generator.next(below: 1000) < skill.slips
    guard slips || !isKnown, leftCount > 1 else { return examiner.board.cells[index] }
    let first = isKnown ? 1 : 0
    return examiner.board.cells[index + first + generator.next(below: leftCount - first)]
  }
}
