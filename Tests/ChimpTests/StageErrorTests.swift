import TestSupport
import Testing

/// Tests of errors of the program that occur while the stage is shown: they stay on the main
/// screen.
struct StageErrorTests {
  /// Starts the program with a stage and options; the folder is the home of the user.
  private func player(
    _ options: String = "", columns: Int = 100, folder: TemporaryFolder? = nil
  ) throws -> Player {
    try Player(
      columns: columns, rows: 24, folder: folder,
      through: "cd $HOME; exec $CHIMP --seed apple --board plain \(options)", clock: "real")
  }

  @Test func `A store that can't be opened is named after the stage has vanished`() throws {
    let player = try player("--store /dev/null/chimp.sqlite")
    #expect(player.awaitEnd() == 3 << 8)
    #expect(
      player.screen.text == Player.banner
        + "chimp: can't open '/dev/null/chimp.sqlite': unable to open database file\n|")
  }

  @Test func `A store that can't be opened is named in the language of the session`() throws {
    let player = try player("--store /dev/null/chimp.sqlite --language ja")
    #expect(player.awaitEnd() == 3 << 8)
    #expect(
      player.screen.text == "chimp 1.0.0: menu でテスト、help でコマンドを表示、quit で終わります\n"
        + "chimp: 開けません: /dev/null/chimp.sqlite: ファイルを開けません\n|")
  }

  @Test func `A recording without lines is named after the stage has vanished`() throws {
    let player = try player()
    player.wait { $0.text.contains("chimp: the chimpanzee memory test\n") }
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("record session.txt\r")
    player.wait { $0.text.contains("\nrecording to \"session.txt\"\n") }
    player.type("\u{4}")
    #expect(player.awaitEnd() == 0)
    #expect(
      player.screen.text == Player.banner
        + "chimp> record session.txt\nrecording to \"session.txt\"\n"
        + "chimp: nothing was recorded to \"session.txt\"\n|")
  }

  @Test func `A history that can't be written is named below the stage, and later`() throws {
    let folder = TemporaryFolder()
    let player = try player(columns: 180, folder: folder)
    let title = String(repeating: " ", count: 50) + "chimp: the chimpanzee memory test\n"
    player.wait { $0.text.hasPrefix(title) }
    player.wait { $0.text.hasSuffix("chimp> |") }
    // The name of the folder is in use now.
    folder.write("", to: folder.path + "/.local/state")
    player.type("sum 1 2\r")
    player.wait { $0.text.contains("\ntotal: 3\n") && $0.text.hasSuffix("\nchimp> |") }
    let error = """
      chimp: the lines that you type are not kept for the next time: \
      can't write "\(folder.historyPath)": not a directory\n
      """
    #expect(player.screen.text.hasPrefix(title))
    #expect(player.screen.text.contains("\n" + error))
    player.type("\u{4}")
    #expect(player.awaitEnd() == 0)
    #expect(player.screen.text == Player.banner + "chimp> sum 1 2\n" + error + "total: 3\n|")
  }
}
