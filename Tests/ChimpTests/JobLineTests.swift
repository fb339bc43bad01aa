import Glibc
import TestSupport
import Testing

/// Tests of operations as a user sees them, who can enter other commands while they run.
///
/// The test locks the store, so that an import runs until the test unlocks it.
struct JobLineTests {
  private let player: Player
  private let holder: Holder

  init() throws {
    player = try Player.atPrompt(columns: 120, rows: 24)
    // The prompt appears before the store exists.
    player.type("news\r")
    player.wait { $0.text.hasSuffix("no news\nchimp> |") }
    player.type("\u{c}")
    player.see("chimp> |")
    close(open(player.folder.path + "/data.jsonl", O_WRONLY | O_CREAT, 0o644))
    holder = try Holder(player.folder.path + "/.local/share/chimp/chimp.sqlite")
  }

  private var command: String { "import \(player.folder.path)/data.jsonl" }
  private var done: String {
    "imported 0 trials and 0 presses from \"\(player.folder.path)/data.jsonl\""
  }

  /// Types a line, and waits until the screen ends with a text.
  private func type(_ line: String, _ end: String) {
    player.type(line + "\r")
    player.wait { $0.text.hasSuffix("chimp> \(line)\n\(end)|") }
  }

  /// Types other commands until the screen ends with a text, or until a limit of commands.
  private func play(until end: String) {
    for number in 1000..<1500 where !player.screen.text.hasSuffix(end + "|") {
      player.type("sum \(number) 1\r")
      player.wait {
        $0.text.contains("chimp> sum \(number) 1\n") && $0.text.hasSuffix("\nchimp> |")
      }
    }
    player.wait { $0.text.hasSuffix(end + "|") }
  }

  @Test func `A job is listed, and announced before a prompt, never into a line`() throws {
    type("\(command) &", "[1]\nchimp> ")
    player.type("jobs\r")
    player.wait {
      $0.text.contains("\n[1] executing") && $0.text.hasSuffix("> |")
    }
    player.type("versio")
    player.wait { $0.text.hasSuffix("chimp> versio|") }
    holder.release()
    player.type("n\r")
    player.wait {
      $0.text.contains("chimp> version\nchimp 1.0.0\n") && $0.text.hasSuffix("\nchimp> |")
    }
    play(until: "[1] done: \(command)\n\(done)\nchimp> ")
    type("jobs", "no jobs are running\nchimp> ")
  }

  @Test func `Ctrl-C ends what is waited for, whose bar goes, and nothing else`() throws {
    player.type("\(command)\r")
    player.wait { $0.text.contains("\n[....................]   0 % waiting for ") }
    player.type("\u{3}")
    player.wait { $0.text.hasSuffix("chimp> \(command)\ncancelled: \(command)\nchimp> |") }
    type("version", "chimp 1.0.0\nchimp> ")
  }

  @Test func `A job that is brought to the foreground shows its progress`() throws {
    type("\(command) &", "[1]\nchimp> ")
    player.type("foreground 1\r")
    player.wait { $0.text.contains("\n[....................]   0 % waiting for ") }
    holder.release()
    player.wait { $0.text.hasSuffix("chimp> foreground 1\n\(done)\nchimp> |") }
  }

  @Test func `Quit asks once while a job runs, and then cancels it`() throws {
    type("\(command) &", "[1]\nchimp> ")
    player.type("quit\r")
    player.wait {
      $0.text.contains("\n1 job is running, quit again to cancel it:\n[1] executing")
        && $0.text.hasSuffix("chimp> |")
    }
    player.type("quit\r")
    #expect(player.awaitEnd() == 0)
    #expect(player.screen.text.hasSuffix("chimp> quit\n[1] cancelled: \(command)\n|"))
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `A signal ends the program without a question about the job`(signal: Int32) throws {
    type("\(command) &", "[1]\nchimp> ")
    player.send(signal)
    #expect(player.awaitEnd() & 0x7f == signal)
    let text = "chimp> \(command) &\n[1]\nchimp>"
    // Before the program waits for a key, a signal ends it without another word.
    #expect([text + " |", text + "\n[1] cancelled: \(command)\n|"].contains(player.screen.text))
  }

  @Test func `A job can be cancelled by its number`() throws {
    type("\(command) &", "[1]\nchimp> ")
    player.type("cancel 1\r")
    player.wait { $0.text.contains("chimp> cancel 1\ncancelling [1]: \(command)\n") }
    play(until: "[1] cancelled: \(command)\nchimp> ")
  }
}
