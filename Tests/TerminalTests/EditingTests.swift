import Testing

/// Lines are edited with the keys of the shells that people know.
struct EditingTests {
  private let banner = "chimp 1.0.0: start 5 4 6 begins a round, help lists the commands\n"

  private func makePlayer() throws -> Player {
    let player = try Player(columns: 70)
    player.see(banner + "chimp> |")
    return player
  }

  @Test func `Home and End and their control keys move to the ends of the line`() throws {
    let player = try makePlayer()
    player.type("set seed")
    player.see(banner + "chimp> set seed|")
    player.type("\u{1b}[H")
    player.see(banner + "chimp> |set seed")
    player.type("\u{1b}OF")
    player.see(banner + "chimp> set seed|")
    player.type("\u{1}")
    player.see(banner + "chimp> |set seed")
    player.type("\u{5}")
    player.see(banner + "chimp> set seed|")
  }
}
