@testable import Events
import Examiner
@testable import Game
@testable import Screens
import Statistics
import Testing

struct DemonstrationPlayerTests {
  /// Returns the number of rounds with four numerals, out of `rounds`, that the player of the
  /// demonstration passes.
  private func passedCount(of rounds: Int, _ skill: DemonstrationSkill) throws -> Int {
    let model = GameModel(clock: .virtual())
    var passedCount = 0
    for number in 1...rounds {
      let plan = RoundPlan(count: 4, size: .standard, range: nil, rule: .standard)
      let game = ChimpanzeeExaminer.startGame(
        try plan.identifier(try Seed("\(number)")), rule: plan.rule)
      #expect(model.perform(.start(game)) != nil)
      var player = DemonstrationPlayer(skill, round: number)
      while model.session.finish == nil {
        let cell = player.choose(on: model.session.examiner)
        #expect(game.board.index(at: cell) ?? -1 >= model.session.examiner.pressedCount)
        model.perform(.press([cell]))
      }
      if model.session.finish == .passed { passedCount += 1 }
    }
    return passedCount
  }

  @Test func `Who remembers everything and never slips passes every round`() throws {
    var skill = DemonstrationSkill()
    skill.slips = 0
    skill.capacity = 9
    #expect(try passedCount(of: 500, skill) == 500)
  }

  @Test func `Who always slips passes none`() throws {
    var skill = DemonstrationSkill()
    skill.slips = 1000
    #expect(try passedCount(of: 500, skill) == 0)
  }

  @Test func `Who remembers nothing passes as often as chance has it`() throws {
    var skill = DemonstrationSkill()
    skill.slips = 0
    skill.capacity = 0
    // The 1 can be seen; the other three are right by chance in one of six rounds.
    #expect((900...1100).contains(try passedCount(of: 6000, skill)))
  }
}
