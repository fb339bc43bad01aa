import Examiner
import Game
import Statistics
import Testing

struct DemonstrationPlayerTests {
  /// Returns the number of rounds with four numerals, out of `rounds`, that the player of the
  /// demonstration passes.
  private func passedCount(of rounds: Int, _ skill: DemonstrationSkill) throws -> Int {
    var session = GameSession()
    var passedCount = 0
    for number in 1...rounds {
      let plan = RoundPlan(count: 4, size: .standard, range: nil, rule: .standard)
      let game = ChimpanzeeExaminer.startGame(
        try plan.identifier(try Seed("\(number)")), rule: plan.rule)
      _ = try session.handle(.start(game), at: 0)
      var player = DemonstrationPlayer(skill, round: number)
      while session.finish == nil {
        let cell = player.choose(on: session.examiner)
        #expect(game.board.index(at: cell) ?? -1 >= session.examiner.pressedCount)
        _ = try session.handle(.press([cell]), at: 0)
      }
      if session.finish == .passed { passedCount += 1 }
    }
    return passedCount
  }

  @Test func `A player who remembers everything and never slips passes every round`() throws {
    var skill = DemonstrationSkill()
    skill.slips = 0
    skill.capacity = 9
    #expect(try passedCount(of: 500, skill) == 500)
  }

  @Test func `A player who always slips passes no round`() throws {
    var skill = DemonstrationSkill()
    skill.slips = 1000
    #expect(try passedCount(of: 500, skill) == 0)
  }

  @Test func `A player who remembers nothing passes as often as chance`() throws {
    var skill = DemonstrationSkill()
    skill.slips = 0
    skill.capacity = 0
    // The 1 can be seen; the other three are right by chance in one of six rounds.
    #expect((900...1100).contains(try passedCount(of: 6000, skill)))
  }
}
