import Glibc
import TestSupport
import Testing

/// Tests of the terminal's state after a signal has ended the program.
struct SignalTests {
  /// The signals that end a program which does not handle them, except 32 and 33, which the C
  /// library reserves.
  private static let fatalSignals: [Int32] =
    [
      SIGHUP, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGUSR1, SIGSEGV, SIGUSR2,
      SIGALRM, SIGTERM, SIGSTKFLT, SIGXCPU, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSYS,
    ] + Array(34...64)

  /// The signals that the program handles without ending, or that have no effect.
  private static let handledSignals = [
    SIGINT, SIGPIPE, SIGXFSZ, SIGCHLD, SIGCONT, SIGURG, SIGWINCH,
  ]

  /// The signals that suspend a program, and the one that no program can handle.
  private static let stopSignals = [SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU]

  @Test func `Every signal has a test`() {
    let all = Set(Self.fatalSignals + Self.handledSignals + Self.stopSignals)
    #expect(all == Set(1...64).subtracting([32, 33]))
  }

  @Test(arguments: fatalSignals)
  func `A signal ends the program at the prompt, and the terminal is as it was`(
    signal: Int32
  ) throws {
    let player = try Player.atPrompt()
    player.type("half a line")
    player.see(Player.banner + "chimp> half a line|")
    #expect(!player.hasUsualModes)
    player.send(signal)
    #expect(player.awaitEnd() & 0x7f == signal)
    #expect(player.hasUsualModes)
    #expect(!player.screen.isPasteMode)
    #expect(player.screen.text.hasPrefix(Player.banner + "chimp> half a line"))
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `A signal ends the program between the pages of a reply`(signal: Int32) throws {
    let player = try Player.atPrompt()
    player.type("help start\r")
    player.wait { $0.text.hasSuffix("-- Enter shows more, q ends --|") }
    player.send(signal)
    #expect(player.awaitEnd() & 0x7f == signal)
    #expect(player.hasUsualModes)
    #expect(!player.screen.isPasteMode)
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `A signal ends the program while a reply stands in place of the board`(
    signal: Int32
  ) throws {
    let player = try Player(columns: 80, rows: 24, board: "plain")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("start 5 8 5\r")
    player.wait { $0.text.contains("Remember") && $0.text.hasSuffix("chimp> |") }
    player.type("help all\r")
    player.wait { $0.text.hasSuffix("-- any key goes back to the board --|") }
    player.send(signal)
    #expect(player.awaitEnd() & 0x7f == signal)
    #expect(player.hasUsualModes)
    #expect(!player.screen.isPasteMode)
  }

  @Test(arguments: [SIGUSR1, SIGALRM, SIGXCPU, 64])
  func `A signal that is ignored from outside is ignored`(signal: Int32) throws {
    let player = try Player(
      columns: 70, through: "trap '' \(signal); exec \"$CHIMP\" --clock virtual --board $BOARD")
    player.see(Player.banner + "chimp> |")
    player.send(signal)
    player.type("version\r")
    player.see(Player.banner + "chimp> version\nchimp 1.0.0\nchimp> |")
  }

  @Test(arguments: handledSignals)
  func `After any other signal the session goes on`(signal: Int32) throws {
    let player = try Player.atPrompt()
    player.send(signal)
    player.type("version\r")
    player.wait { $0.text.hasSuffix("chimp> version\nchimp 1.0.0\nchimp> |") }
    player.type("\u{4}")
    #expect(player.awaitEnd() == 0)
    #expect(player.hasUsualModes)
  }

  @Test func `A session with too much memory says so on a restored terminal`() throws {
    let player = try Player(
      columns: 600, rows: 110,
      through: "ulimit -d 4500; exec \"$CHIMP\" --restricted --color never --board live")
    player.wait { $0.text.hasSuffix("chimp> |") }
    #expect(player.screen.alternate != nil)
    // More boards than the limit allows; input after the end is ignored.
    for _ in 1...100 { player.type("start 9801 99 99 mask=never\r") }
    #expect(player.awaitEnd() == 2 << 8)
    #expect(player.hasUsualModes)
    #expect(player.screen.modes.isSubset(of: [25]) && !player.screen.isPasteMode)
    #expect(player.screen.alternate == nil)
    let lines = player.screen.mainText.split(separator: "\n")
    #expect(lines.contains("chimp: a restricted session may take no more memory"))
  }
}
