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
    player.type("maybe\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}nOx\u{7f}")
    player.see(before + question + " nO|")
    player.type("\r")
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

  @Test func `A line that is no answer is a no, and then a line like any other`() throws {
    let player = try Player.atPrompt()
    player.type("news add One\r")
    player.wait { $0.text.hasSuffix("  One\nchimp> |") }
    player.type("news clear\r")
    player.wait { $0.text.hasSuffix("(y/n) |") }
    player.type("version\r")
    let refusal = "error: nothing is removed: \"news clear --yes\" removes all news"
    player.wait {
      $0.text.hasSuffix("(y/n) no\n\(refusal)\nchimp> version\nchimp 1.0.0\nchimp> |")
    }
  }

  @Test func `Ctrl-C is a no, and the session goes on`() throws {
    let player = try Player.atPrompt()
    player.type("news add One\r")
    player.wait { $0.text.hasSuffix("  One\nchimp> |") }
    player.type("news clear\r")
    player.wait { $0.text.hasSuffix("(y/n) |") }
    player.type("\u{3}")
    player.wait { $0.text.hasSuffix("removes all news\nchimp> |") }
    player.type("version\r")
    player.wait { $0.text.hasSuffix("chimp> version\nchimp 1.0.0\nchimp> |") }
  }
}
