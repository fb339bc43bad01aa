import TestSupport
import Testing

/// Tests of simulations as a user on a terminal sees them.
struct SimulationKeyTests {
  @Test(arguments: [
    "simulate 100000 inoue-210", "power inoue-210 capacity=6 capacity=7 runs=1000000",
    "recovery inoue-650 n=1000 trials=20", "compare procedures runs=1000000",
  ])
  func `A simulation shows its progress, and Ctrl-C ends it`(_ command: String) throws {
    let player = try Player.atPrompt(columns: 120, rows: 24)
    player.type("\(command)\r")
    // On a busy machine the first picture of the progress comes late.
    player.wait { $0.text.contains(/\n\[#*\.*\] +\d+ %/) }
    player.type("\u{3}")
    player.wait { $0.text.hasSuffix("chimp> \(command)\ncancelled: \(command)\nchimp> |") }
    player.type("version\r")
    player.wait { $0.text.hasSuffix("chimp> version\nchimp 1.0.0\nchimp> |") }
  }

  @Test(arguments: ["xterm-256color", "dumb"])
  func `Ctrl-C ends it also where the store is in memory`(_ term: String) throws {
    let command = "compare procedures runs=1000000"
    let script = "TERM=\(term) exec \"$CHIMP\" --store :memory: --seed apple --board line"
    let player = try Player(columns: 120, rows: 24, through: script)
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("\(command)\r")
    player.wait { $0.text.contains(" 0 %") }
    player.type("\u{3}")
    player.wait { $0.text.hasSuffix("cancelled: \(command)\nchimp> |") }
    player.type("version\r")
    player.wait { $0.text.hasSuffix("chimp> version\nchimp 1.0.0\nchimp> |") }
  }
}
