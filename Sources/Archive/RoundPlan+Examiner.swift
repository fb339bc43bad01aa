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
