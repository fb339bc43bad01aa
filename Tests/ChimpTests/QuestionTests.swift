import TestSupport
import Testing

/// Tests of the questions that the program asks on a terminal.
struct QuestionTests {
  @Test func `All news go only after a yes`() throws {
    let player = try Player.atPrompt()
    player.type("news add One\r")
    player.wait { $0.text.hasSuffix("  One\nchimp> |") }
    let before = player.screen.text.dropLast()
    let question = "news clear\nremove all news (1 item)? (y/n)"
    player.type("news clear\r")
    player.see(before + question + " |")
    // Whatever is no answer leaves the question open; an answer needs no Enter.
    player.type("q\r1 \t\u{7f}\u{1b}[A\u{c}")
    player.type("n")
    let refusal = "error: nothing is removed: \"news clear --yes\" removes all news"
    player.see(before + question + " no\n\(refusal)\nchimp> |")
    player.type("news clear\r")
    player.wait { $0.text.hasSuffix(question + " |") }
    player.type("yes\r")
    player.wait {
      $0.text.hasSuffix(question + " yes\nremoved 1 news item\nchimp> |")
        || $0.text.hasSuffix(": One\nchimp> |")
    }
    player.type("news\r")
    player.wait { $0.text.hasSuffix("chimp> news\nno news\nchimp> |") }
  }

  @Test(arguments: ["n", "N", "no\r", "\r\rn\r", "\u{1b}", "\u{3}", "\u{4}"])
  func `A key answers, the rest of its word is dropped, and a line follows`(_ keys: String) throws {
    let player = try Player.atPrompt()
    player.type("news add One\r")
    player.wait { $0.text.hasSuffix("  One\nchimp> |") }
    player.type("news clear\r")
    player.wait { $0.text.hasSuffix("(y/n) |") }
    player.type(keys)
    let answer = "(y/n) no\nerror: nothing is removed: \"news clear --yes\" removes all news"
    player.wait { $0.text.hasSuffix(answer + "\nchimp> |") }
    player.type("version\r")
    player.wait { $0.text.hasSuffix(answer + "\nchimp> version\nchimp 1.0.0\nchimp> |") }
  }

  /// Returns the screen of the first trial of a test, with a sentence, the keys and the rows below.
  private func board(_ sentence: String, _ keys: String, _ rows: String) -> String {
    """
      human-benchmark: level 4, misses 0 of 3
      \(sentence)
             1        2        3        4        5        6        7        8
       1     .        .        .        .        .        .        .        .


       2     .        .        .        .        1        .        .        .


       3     .        .        .        .        .        .        .        4


       4     .        .        .        .        .        .        3        .


       5     .        .        .        2        .        .        .        .

      0 of 4
      \(keys)
    chimp> start human-benchmark begin=now
    \(rows)
    """
  }

  private static let sentence = "Remember where they are. When you press 1, the rest vanish."
  private static let keys = "? help; click, arrows and Enter, or column and row"
  private static let stopping = "human-benchmark is still running. Stop it? (y/n)"

  /// Returns a simulated user in the first trial of a test on the stage.
  private func playerOnBoard() throws -> Player {
    let player = try Player(columns: 80, rows: 24, board: "plain")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("start human-benchmark begin=now\r")
    player.see(board(Self.sentence, Self.keys, "\n\nchimp> |"))
    return player
  }

  @Test func `A question on the stage has the cursor behind it, until a key answers it`() throws {
    let player = try playerOnBoard()
    player.type("quit\r")
    let asked = board(Self.stopping.highlighted + " |", "y: yes, n: no", "chimp> quit")
    player.see(asked)
    // A changed window keeps the question and the cursor.
    player.resize(columns: 80, rows: 25)
    player.wait { $0.text.contains(Self.stopping.highlighted + " |\n") }
    player.resize(columns: 80, rows: 24)
    player.see(asked)
    player.type("x1\r \t\u{7f}\u{1b}[Ano\r")
    let rows = "chimp> quit\n\(Self.stopping) no\nchimp> "
    player.see(board(Self.sentence, Self.keys, rows + "|"))
    player.type("versi")
    player.see(board(Self.sentence, Self.keys, rows + "versi|"))
    player.type("\u{15}quit\r")
    player.wait { $0.text.contains(Self.stopping.highlighted + " |\n") }
    player.type("yes\r")
    #expect(player.awaitEnd() == 0)
  }

  @Test func `Beside a narrow board a question moves to the left, and is whole`() throws {
    let player = try Player(columns: 80, rows: 24, board: "plain")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("start plain count=3 size=3x2 begin=key\r")
    let margin = String(repeating: " ", count: 11)
    player.wait {
      $0.text.hasPrefix(
        margin + "plain: 0 of 50 trials, 0 passed\n" + margin
          + "Enter, space or a click shows the numerals. Empty squares are misses.\n")
        && $0.text.hasSuffix("\nchimp> |")
    }
    let board = player.screen.text
    player.type("\u{1b}")
    let question = "Leave the test? Its trials are kept, but it can't be continued. (y/n)"
    let shorter = margin.dropLast(2)
    player.wait {
      $0.text.hasPrefix(
        shorter + "plain: 0 of 50 trials, 0 passed\n" + shorter + question.highlighted + " |\n")
    }
    player.type("\r3n")
    player.see(board)
  }

  @Test func `A round begun with --yes asks nothing, though a test is running`() throws {
    let player = try playerOnBoard()
    player.type("start 3 3 3\r")
    player.wait { $0.text.contains(Self.stopping.highlighted + " |\n") }
    player.type("n")
    player.wait { $0.text.hasSuffix(Self.stopping + " no\nchimp> |") }
    player.type("start 3 3 3 --yes\r")
    player.wait {
      $0.text.hasPrefix("                   3 numerals on 3x3\n")
        && $0.text.hasSuffix("\nchimp> start 3 3 3 --yes\n\n\nchimp> |")
    }
    #expect(!player.screen.text.contains("(y/n)"))
    player.type("stop\r")
    player.wait { $0.text.contains("error: no test is running") }
  }
}

extension String {
  /// The text as the screen's model shows it in reverse, which has no blanks.
  var highlighted: String { String(map { $0 == " " ? "\u{2588}" : $0 }) }
}
