import Glibc
import TestSupport
import Testing

/// Tests of `chimprc`, whose commands run before the first prompt.
struct ConfigurationTests {
  @Test func `A configuration runs first, and its refusal is reported once, with its line`()
    throws
  {
    let folder = TemporaryFolder()
    let path = folder.path + "/.config/chimp/chimprc"
    folder.write("set seed pear\nbord\n", to: path)
    let player = try Player(columns: 120, folder: folder)
    player.see(
      """
      seed = pear
      error: \(path):2: unknown command "bord" at column 1, did you mean "board"?
      \(Player.banner)chimp> |
      """)
  }

  @Test(arguments: ["mkfifo", "ln -s /dev/zero"])
  func `A configuration that is no plain file is reported, and neither waited for nor read`(
    command: String
  ) throws {
    let player = try Player(
      columns: 120,
      through: "mkdir -p $HOME/.config/chimp; \(command) $HOME/.config/chimp/chimprc; "
        + "exec $CHIMP --board $BOARD --clock virtual")
    let path = player.folder.path + "/.config/chimp/chimprc"
    let start = "chimp: not a plain file: \"\(path)\"\n\(Player.banner)chimp> "
    player.see(start + "|")
    player.type("version\r")
    player.see(start + "version\nchimp 1.0.0\nchimp> |")
    player.type("quit\r")
    #expect(player.awaitEnd() == 1 << 8)
  }

  @Test(arguments: ["-u HOME", "HOME=", "HOME=here"])
  func `A session that keeps nothing says so at its beginning`(variables: String) throws {
    let player = try Player(
      columns: 100, through: "exec env \(variables) $CHIMP --board $BOARD --clock virtual")
    player.see(
      Player.banner
        + "chimp: nothing of this session is kept, because HOME names no folder; --store PATH keeps it\n"
        + "chimp> |")
  }

  @Test func `A configuration that ends the session ends it`() throws {
    let folder = TemporaryFolder()
    folder.write("version\nquit\nversion\n", to: folder.path + "/.config/chimp/chimprc")
    let player = try Player(columns: 120, folder: folder)
    player.see("chimp 1.0.0\n|")
  }

  @Test(arguments: [false, true])
  func `A file that is not a store ends the session in place of the prompt`(hasConfiguration: Bool)
    throws
  {
    let folder = TemporaryFolder()
    let path = folder.path + "/.local/share/chimp/chimp.sqlite"
    folder.write("no database, but a text that is longer than its header would be", to: path)
    if hasConfiguration {
      folder.write("version\n", to: folder.path + "/.config/chimp/chimprc")
    }
    let player = try Player(columns: 120, folder: folder)
    #expect(player.awaitEnd() == 3 << 8)
    let banner = hasConfiguration ? "" : Player.banner
    #expect(player.screen.text == "\(banner)chimp: not a database: '\(path)'\n|")
    #expect(player.hasUsualModes)
  }

  @Test(arguments: [("LANG=C", "???? ?"), ("LANG=en_US.UTF-8", "日本 é")])
  func `Characters that a terminal can't show are marks, one for each column`(
    _ variable: String, _ expected: String
  ) throws {
    let folder = TemporaryFolder()
    folder.write("list set \"日本 é\"\n", to: folder.path + "/.config/chimp/chimprc")
    let player = try Player(folder: folder, variables: ["NO_COLOR=1", variable])
    player.wait { $0.text.hasSuffix("chimp> |") }
    player.type("list\r")
    player.wait { $0.text.contains("  0  \(expected)\n") && $0.text.hasSuffix("chimp> |") }
    player.type("set language ja\r")
    player.type("list\r")
    player.wait { $0.text.contains("  0  日本 é\n") }
  }
}
