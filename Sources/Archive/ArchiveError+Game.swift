package import Examiner
package import Game

extension RoundPlan {
  /// Returns a game on the board of a seed; throws if no such board exists.
  package func examiner(seed: Seed) throws(ArchiveError) -> ChimpanzeeExaminer {
    do throws(ExaminerError) { return .startGame(try identifier(seed), rule: rule) } catch {
      throw .round(.board(error))
    }
  }
}

extension GameSession {
  /// Handles an input as `handle` does, and throws its rejection as an error of the round.
  package mutating func perform(
    _ input: GameInput, at time: Int, by device: PressInput?, digitDelay: Int? = nil
  ) throws(ArchiveError) -> [GameFact] {
    do throws(Rejection) {
      return try handle(input, at: time, by: device, digitDelay: digitDelay)
    } catch {
      throw .round(.rejected(error))
    }
  }
}
