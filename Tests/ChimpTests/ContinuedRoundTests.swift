import Glibc
import TestSupport
import Testing

/// Tests of starting the program after it was killed during a round.
struct ContinuedRoundTests {
  private static let question =
    "Last time you were in the middle of a round, 1 of 3 pressed: continue it? (y/n)"

  /// Returns a home folder whose store contains an interrupted round.
  private func homeWithInterruptedRound() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let player = try Player.atPrompt(columns: 100, folder: folder)
    player.type("start 3x1:1,1;2,1;3,1\r")
    player.wait { $0.text.hasSuffix("chimp> |") && $0.text.contains("round 1: ") }
    player.type("1 1\r")
    player.wait { $0.text.hasSuffix("chimp> |") && $0.text.contains("right: 1 of 3") }
    player.send(SIGKILL)
    _ = player.awaitEnd()
    return folder
  }

  /// Starts the program again, expects the question to resume, and returns the simulated user.
  private func restart(_ folder: TemporaryFolder) throws -> Player {
    let player = try Player(columns: 100, folder: folder)
    player.see("\(Player.banner)\(Self.question) |")
    return player
  }

  @Test func `After a yes it goes on where it was`() throws {
    let player = try restart(try homeWithInterruptedRound())
    player.type("y\r")
    let board = "     1  2  3\n  1  .  #  #\n"
    player.see(
      "\(Player.banner)\(Self.question) yes\nresumed: round 1: 1 of 3 pressed\n\(board)chimp> |")
    player.type("2 1\r")
    player.wait { $0.text.contains("right: 2 of 3") && $0.text.hasSuffix("chimp> |") }
  }

  @Test func `After a no it can be taken up later, and is asked for again`() throws {
    let folder = try homeWithInterruptedRound()
    for key in ["n\r", "no\r", "1\r\rn\r", "\u{1b}", "\u{3}", "\u{4}"] {
      let player = try restart(folder)
      player.type(key)
      player.see("\(Player.banner)\(Self.question) no\nchimp> |")
    }
    let player = try restart(folder)
    player.type("n\r")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("resume\r")
    player.wait { $0.text.contains("resumed: round 1: 1 of 3 pressed") }
  }

  @Test func `Nobody is asked once another round was begun, nor after quitting`() throws {
    let folder = try homeWithInterruptedRound()
    let player = try restart(folder)
    player.type("n\r")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("start 1 2 1\r")
    player.wait { $0.text.contains("round 2: ") && $0.text.hasSuffix("chimp> |") }
    player.type("quit\r")
    #expect(player.awaitEnd() == 0)
    _ = try Player.atPrompt(columns: 100, folder: folder)
  }

  @Test func `Only yes and no answer the question, whatever was typed before it`() throws {
    let folder = try homeWithInterruptedRound()
    let player = try Player(columns: 100, folder: folder)
    player.type("version\r")
    player.wait {
      $0.text.hasSuffix("\(Self.question) |")
    }
    player.type("n\r")
    player.wait { $0.text.hasSuffix("\(Self.question) no\nchimp> |") }
  }

  @Test(arguments: [SIGHUP, SIGTERM])
  func `A test whose window was closed can be continued`(_ signal: Int32) throws {
    let folder = TemporaryFolder()
    let first = try Player.atPrompt(columns: 100, folder: folder)
    first.type("start span begin=now\r")
    first.wait { $0.text.contains("round 1: ") && $0.text.hasSuffix("chimp> |") }
    first.send(signal)
    _ = first.awaitEnd()
    let player = try Player(columns: 100, folder: folder)
    player.wait {
      $0.text.hasSuffix(
        "Last time you were in the middle of span, level 3: continue it? (y/n) |")
    }
    player.type("y\r")
    player.wait { $0.text.contains("resumed: round 1: 0 of 3 pressed") }
  }

  @Test(arguments: ["human-benchmark", "monkey-ladder", "span", "adapt-span"], [true, false])
  func `After a finished trial the question names the level that is played next`(
    _ test: String, passes: Bool
  ) throws {
    let folder = TemporaryFolder()
    let player = try Player.atPrompt(columns: 100, rows: 30, folder: folder)
    player.type("start \(test) begin=now\r")
    player.wait { $0.text.contains("round 1: ") && $0.text.hasSuffix("chimp> |") }
    let cells = Self.lastBoard(player).filter { $0.text != "." }.sorted {
      Int($0.text) ?? 0 < Int($1.text) ?? 0
    }
    try #require(cells.count > 1)
    player.type("wait 3000\r")
    player.wait { $0.text.contains("waited 3") && $0.text.hasSuffix("chimp> |") }
    let first = passes ? cells[0] : cells[cells.count - 1]
    player.type("press \(first.h) \(first.v)\r")
    player.wait { $0.text.contains(passes ? "right: 1 of" : "wrong: ") }
    if passes {
      player.type(cells.dropFirst().map { "\($0.h) \($0.v)" }.joined(separator: " ") + "\r")
      player.wait { $0.text.contains("passed: ") && $0.text.hasSuffix("chimp> |") }
    }
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.send(SIGKILL)
    _ = player.awaitEnd()
    let next = try Player(columns: 100, rows: 30, folder: folder)
    next.wait { $0.text.contains("continue it? (y/n) |") }
    let words = next.screen.text.split { $0 == " " || $0 == ":" }
    let level = words.firstIndex(of: "level").flatMap { Int(words[$0 + 1]) }
    next.type("y\r")
    next.wait { $0.text.contains("round 2: ") && $0.text.hasSuffix("chimp> |") }
    #expect(level == Self.lastBoard(next).count { $0.text != "." })
  }

  @Test(arguments: [true, false])
  func `In the zoo's game, too, the question names the level that is played next`(
    passes: Bool
  ) throws {
    let folder = TemporaryFolder()
    let player = try Player.atPrompt(columns: 100, rows: 40, folder: folder)
    player.type("start zoo begin=now\r")
    for count in [3, 4, 5, 9] {
      player.wait { $0.text.contains("\(count) numerals on 8x5\n") }
      player.wait { $0.text.hasSuffix("chimp> |") }
      player.type("give-up\r")
      player.wait { $0.text.hasSuffix("chimp> |") && $0.text.contains("at 0 of \(count)\n") }
      player.type("wait 32\r")
    }
    player.wait { $0.text.contains("round 5: ") && $0.text.hasSuffix("waited 32 ms\nchimp> |") }
    let cells = Self.lastBoard(player).filter { $0.text != "." }.sorted {
      Int($0.text) ?? 0 < Int($1.text) ?? 0
    }
    player.type("wait 1000\r")
    player.wait { $0.text.hasSuffix("waited 1008 ms\nchimp> |") }
    let presses = cells.map { "\($0.h) \($0.v)" }
    player.type((passes ? presses.joined(separator: " ") : presses[3]) + "\r")
    player.wait {
      $0.text.contains(passes ? "passed: 4 of 4" : "wrong: ") && $0.text.hasSuffix("chimp> |")
    }
    player.send(SIGKILL)
    _ = player.awaitEnd()
    let next = try Player(columns: 100, rows: 40, folder: folder)
    let hold = passes ? 800 : 1_000
    next.wait {
      $0.text.hasSuffix(
        "Last time you were in the middle of zoo, level 4 at \(hold) ms: continue it? (y/n) |")
    }
    next.type("y\r")
    next.wait { $0.text.contains("round 6: 4 numerals on 8x5\n") }
    let path = folder.path + "/.local/share/chimp/chimp.sqlite"
    #expect(
      Database.value("SELECT requestedHold FROM Round ORDER BY row DESC LIMIT 1", path)
        == "\(hold)")
  }

  /// Returns the cells of the last board on the screen.
  private static func lastBoard(_ player: Player) -> [(h: Int, v: Int, text: Substring)] {
    let rows = player.screen.text.split(separator: "\n").map { $0.split(separator: " ") }
    guard let head = rows.lastIndex(where: { $0.starts(with: ["1", "2", "3"]) }) else { return [] }
    return rows.dropFirst(head + 1).prefix { $0.count > 3 && Int($0[0]) != nil }.flatMap { words in
      words.dropFirst().enumerated().map { ($0.offset + 1, Int(words[0]) ?? 0, $0.element) }
    }
  }

  @Test func `A window with few rows shows the question in the picture`() throws {
    let folder = TemporaryFolder()
    func player() throws -> Player {
      try Player(columns: 40, rows: 15, folder: folder, clock: "real", board: "plain")
    }
    let first = try player()
    first.wait { $0.text.hasSuffix("chimp> |") }
    first.type("start span begin=now\r")
    first.wait { $0.text.contains("\n  Remember where they are.") && $0.text.hasSuffix("chimp> |") }
    first.type("quit\r")
    first.wait {
      $0.text.contains(
        "\n  \("span is still running. Stop it?".highlighted)\n  \("  (y/n)".highlighted) |\n")
        && $0.text.contains("\n  y: yes, n: no\n")
    }
    first.type("n\r")
    first.wait { $0.text.contains("\nspan is still running. Stop it? (y/n) no\n") }
    first.send(SIGKILL)
    _ = first.awaitEnd()
    let second = try player()
    second.wait {
      $0.text.hasPrefix(
        """
        chimp: the chimpanzee memory test
        \("Last time you were in the middle of".highlighted)
        \("  span, level 3: continue it? (y/n)".highlighted) |

        y: yes, n: no

        """)
    }
    second.type("y\r")
    second.wait { $0.text.contains("\n  Remember where they are.") }
  }

  @Test func `A timed look is not shown a second time: another board replaces the trial`() throws {
    let folder = TemporaryFolder()
    func player() throws -> Player {
      try Player(columns: 100, rows: 24, folder: folder, clock: "real", board: "plain")
    }
    let look = "Remember where they are; they vanish after a moment."
    let first = try player()
    first.wait { $0.text.hasSuffix("chimp> |") }
    first.type("start plain count=3 size=3x2 hold=60000 begin=now\r")
    first.wait { $0.text.contains(look) && $0.text.hasSuffix("chimp> |") }
    first.send(SIGKILL)
    _ = first.awaitEnd()
    let second = try player()
    second.wait {
      $0.text.contains(
        "Last time you were in the middle of plain, trial 1: continue it? (y/n)".highlighted + " |")
    }
    second.type("y\r")
    let margin = String(repeating: " ", count: 26)
    second.wait {
      $0.text.hasPrefix("\(margin)plain: 0 of 50 trials, 0 passed\n\(margin)\(look)\n")
    }
    let path = folder.path + "/.local/share/chimp/chimp.sqlite"
    #expect(
      Database.value(
        "SELECT group_concat(coalesce(outcome, '-')) FROM (SELECT outcome FROM Round ORDER BY row)",
        path) == "gave-up,-")
  }

  @Test func `A test goes on with the round that was left behind`() throws {
    let folder = TemporaryFolder()
    let first = try Player.atPrompt(columns: 100, folder: folder)
    first.type("start span begin=now\rgive-up\rwait 48\r")
    first.wait { $0.text.contains("round 2: ") && $0.text.hasSuffix("waited 48 ms\nchimp> |") }
    first.send(SIGKILL)
    _ = first.awaitEnd()
    let player = try Player(columns: 100, folder: folder)
    player.wait {
      $0.text.contains("Last time you were in the middle of span, level 3: continue it?")
    }
    player.type("y\r")
    player.wait { $0.text.contains("resumed: round 2: 0 of 3 pressed") }
    player.type("give-up\r")
    player.wait {
      $0.text.contains("interrupted: another board follows\nspan: level 3, try 2 of 2\n")
    }
  }
}
