import TestSupport
import Testing

/// Tests of the replies to commands while a board is live.
struct StageReplyTests {
  @Test func `The tree tells no numeral that is to be remembered`() throws {
    let player = try Player(columns: 64, rows: 50, board: "plain")
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("start 3 3 2\r")
    player.wait { $0.text.contains("Remember") && $0.text.hasSuffix("chimp> |") }
    player.type("tree\r")
    player.wait { $0.text.contains("[x] rounds") }
    let cells = player.screen.text.split(separator: "\n").filter { $0.contains("] cell-") }
    #expect(cells.count == 6)
    #expect(cells.allSatisfy { $0.hasSuffix(": ?") }, "\(cells)")
    player.type("hide\rtree\r")
    player.wait { $0.text.contains("cell-1-1: #") }
  }
}
