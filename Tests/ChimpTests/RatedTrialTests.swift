import TestSupport
import Testing

/// Tests of trials that are followed by a question, on a live board.
struct RatedTrialTests {
  private static let study = """
    @ chimp-study 1
    name lab
    participants 9
    seed c
    question sure integer 1..9 "How sure?" after=trial
    condition pair count=2 size=2x1 numerals=1..2 trials=2
    """
  private static let verdict = "passed: all 2 numerals"

  /// Returns a simulated user on a live board, with an enrolled participant.
  private func start(_ options: String = "") throws -> Player {
    let folder = TemporaryFolder()
    let study = folder.file("lab.study", Self.study)
    return try Player(
      columns: 70, rows: 14, folder: folder,
      through: "$CHIMP --store $HOME/s -c \"study check \(study)\" -c \"enrol P07\" > /dev/null; "
        + "exec $CHIMP --seed apple --clock virtual --board plain --store $HOME/s " + options)
  }

  /// Plays the trial that begins, and checks that nothing tells its outcome.
  private func pass(_ player: Player) {
    player.wait { $0.text.contains("Remember where they are.") }
    player.type("1121")
    player.wait { $0.text.contains("How sure?") }
    #expect(!player.screen.text.contains("1 of 2 "))
    #expect(!String(decoding: player.written, as: UTF8.self).contains(Self.verdict))
  }

  @Test func `On a live board, the solved board and the verdict follow the answer alone`() throws {
    let player = try start()
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("next P07\r")
    pass(player)
    player.type("4\r")
    player.wait {
      $0.text.hasSuffix(
        "chimp> 4\nerror: a question waits: type \"answer\" and your answer\nchimp> |")
    }
    player.type("quiet\r")
    player.type("quiet\r")
    let meant = "error: unknown command \"quiet\", did you mean \"quit\"?"
    player.wait { $0.text.hasSuffix("chimp> quiet\n\(meant)\nchimp> |") }
    player.type("set language ja\rsicher\r")
    let refusal = "エラー: 質問が答えを待っています。answer のあとに答えを書いてください"
    player.wait { $0.text.hasSuffix("chimp> sicher\n\(refusal)\nchimp> |") }
    player.type("set language en\ranswer 4\r")
    let board = "     1  2\n  1  .  .\n"
    player.wait {
      $0.text.hasSuffix(
        "chimp> answer 4\nsure: 4\npassed: 2 of 2\n\(board)"
          + "plain: 1 of 2 trials, 1 passed\nchimp> |")
    }
    player.type("wait 100\r")
    player.see(
      """
                plain: 1 of 2 trials, 1 passed
                Remember where they are. When you press 1, the rest vanish.
                                   1            2

                           1       2            1


                0 of 2
                ? help; click, arrows and Enter, or column and row
      waited 112 ms


      chimp> |
      """)
  }

  @Test func `In a closed session, the verdict follows the answer, too`() throws {
    let player = try start("--closed P07")
    pass(player)
    player.see(
      "\n\nHow sure?\n> _\nType your answer (1 to 9) and press Enter.\n\n\n\n\n\n\n\n|")
    player.type("4\r")
    player.see(
      """
                Block 1 of 1, trial 1 of 2

                                   1            2

                           1       1            2


                + \(Self.verdict)




      |
      """)
  }
}
