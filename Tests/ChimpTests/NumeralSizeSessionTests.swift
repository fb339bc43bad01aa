import TestSupport
import Testing

/// Tests of a study that fixes the size of numerals.
struct NumeralSizeSessionTests {
  private func start(_ size: String, columns: Int, rows: Int) throws -> Player {
    let folder = TemporaryFolder()
    let study = folder.file(
      "lab.study",
      """
      @ chimp-study 1
      name lab
      participants 9
      numerals size=\(size)
      condition pair count=2 size=2x1 numerals=1..2 trials=1
      """)
    return try Player(
      columns: columns, rows: rows, folder: folder,
      through: "$CHIMP --store $HOME/s -c \"study check \(study)\" -c \"enrol P07\" > /dev/null; "
        + "exec $CHIMP --seed apple --clock virtual --board live --store $HOME/s --closed P07")
  }

  /// Plays until numerals are on the screen.
  private func show(_ player: Player) {
    player.wait { $0.text.contains("Remember where they are.") }
  }

  /// Returns the number of rows of the board below its column numbers that have a digit.
  private func digitRows(_ player: Player) -> Int {
    let rows = player.screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    let head = rows.firstIndex { $0.contains("1") && $0.allSatisfy { " 12".contains($0) } } ?? 0
    return rows[(head + 1)...].prefix(6).count { $0.dropFirst(28).contains { "12".contains($0) } }
  }

  @Test func `Numerals of one character are text in a large window, too`() throws {
    let player = try start("1", columns: 80, rows: 30)
    show(player)
    #expect(digitRows(player) == 1)
  }

  @Test func `Large digits need a large window`() throws {
    let player = try start("block", columns: 80, rows: 12)
    player.wait { $0.text.contains("the study shows numerals in large digits") }
    let large = try start("block", columns: 80, rows: 30)
    show(large)
    #expect(digitRows(large) == 0)
  }
}
