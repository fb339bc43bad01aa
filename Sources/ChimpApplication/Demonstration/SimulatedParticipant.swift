import Examiner
import Game

struct SimulatedSkill: Equatable, Sendable {
  /// How many numerals are remembered once they are masked.
  var capacity = 7
  /// How many of a thousand presses slip to another numeral.
  var slips = 20
}

/// Somebody who plays by the rules and remembers only so much.
struct SimulatedParticipant {
  private let skill: SimulatedSkill
  private var generator: Generator

  /// Makes a participant; in each round other presses slip.
  init(_ skill: SimulatedSkill, round number: Int) {
    self.skill = skill
    generator = Generator(text: Seed(.standard, round: number).text)
  }

  /// The cell that is pressed next.
  ///
  /// Numerals that are visible or remembered are pressed rightly, unless the press slips. The
  /// others are guessed among the numerals that are left.
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
