import Archive
import FaultyFiles
import Game
import Glibc
import Records
@testable import Screens
import Shell
import TestSupport
import Testing

/// Tests of a session whose store can't be written during a part of a round: a refused command
/// changes nothing.
struct RefusedRoundTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  /// A scripted session on the store that fails at once if another program has locked it.
  private struct Player {
    private let session: ScriptedSession
    private let path: String

    init(_ path: String, process: String = "one", fileSystem: String? = nil) {
      self.path = path
      session = ScriptedSession(path, process: process, running: [process]) { settings in
        settings.waitLimit = 20
        settings.fileSystem = fileSystem
        settings.environment.sleep = { _ in }
      }
    }

    /// Performs a line and returns the first line of its reply, with the path of the store
    /// replaced.
    func reply(_ line: String) -> String {
      (session.reply(line).split(separator: "\n").first ?? "")
        .split(separator: path, omittingEmptySubsequences: false).joined(separator: "store")
    }
  }

  /// Returns the values of an SQL expression in all rows of a table, separated by commas.
  private func row(_ table: String, _ expression: String) -> String? {
    Database.value(
      "SELECT group_concat(x) FROM (SELECT \(expression) AS x FROM \(table) ORDER BY row)", path)
  }

  @Test func `A press that a lock keeps out is not counted, and can be pressed again`() throws {
    let player = Player(path)
    _ = player.reply("start 4x6:2,3;1,1;4,5")
    let holder = try Holder(path)
    let locked = "error: locked by a job of this session: 'store'"
    #expect(player.reply("2 3") == locked)
    #expect(player.reply("2 3 1 1 4 5") == locked)
    #expect(player.reply("9 9") == "error: column 9 is not on the board (columns 1 to 4)")
    #expect(player.reply("hide") == locked)
    #expect(player.reply("give-up") == locked)
    #expect(player.reply("board") == "round 1: 0 of 3 pressed")
    holder.release()
    #expect(row("Round", "moves") == "")
    #expect(player.reply("2 3") == "right: 1 of 3")
    #expect(player.reply("1 1 4 5") == "passed: 3 of 3")
    #expect(row("Round", "moves") == "0 press 2 3;0 press 1 1 4 5")
    #expect(row("Press", "\"index\"") == "1,2,3")
  }

  @Test func `A press on a store that has moved is not counted, and the round is in both places`()
    throws
  {
    do {
      let player = Player(path)
      _ = player.reply("start 4x6:2,3;1,1;4,5")
      #expect(player.reply("2 3") == "right: 1 of 3")
      #expect(rename(path, path + "-gone") == 0)
      let moved = "error: 'store' was removed or replaced while it was open"
      #expect(player.reply("1 1") == moved)
      #expect(player.reply("1 1 4 5") == moved)
      #expect(player.reply("start 1x1:1,1") == moved)
      #expect(player.reply("board") == "round 1: 1 of 3 pressed")
    }
    let rescued = Player(path + "-rescued", process: "two")
    #expect(rescued.reply("resume") == "resumed: round 1: 1 of 3 pressed")
    #expect(rescued.reply("1 1 4 5") == "passed: 3 of 3")
    #expect(rename(path + "-gone", path) == 0)
    #expect(row("Round", "moves") == "0 press 2 3")
    #expect(Player(path, process: "two").reply("resume") == "resumed: round 1: 1 of 3 pressed")
  }

  @Test(arguments: ["start 1x1:1,1", "start 5 4 6", "start span", "again"])
  func `A start that is refused leaves the round before it as it was`(_ start: String) throws {
    let player = Player(path)
    _ = player.reply("start 4x6:2,3;1,1;4,5")
    let holder = try Holder(path)
    #expect(player.reply(start) == "error: locked by a job of this session: 'store'")
    #expect(player.reply("mode") == "mode: play")
    holder.release()
    #expect(row("Round", "coalesce(outcome, '-')") == "-")
    #expect(player.reply("2 3 1 1 4 5") == "passed: 3 of 3")
    #expect(player.reply(start).hasPrefix("round 2: "))
    #expect(row("Round", "coalesce(outcome, '-')") == "passed,-")
  }

  @Test(arguments: [
    ("attract", "mode: attract"), ("start", "mode: start, play is next (with the next \"wait\")"),
  ])
  func `A mode stays, and its round goes on, if the end of the round can't be saved`(
    _ next: String, _ words: String
  ) throws {
    let player = Player(path)
    _ = player.reply("start 4x6:2,3;1,1;4,5")
    let holder = try Holder(path)
    #expect(player.reply("mode \(next)") == "mode: play, \(next) is next (with the next \"wait\")")
    #expect(player.reply("wait 16") == "error: locked by a job of this session: 'store'")
    #expect(player.reply("wait 16") == "waited 16 ms")
    #expect(player.reply("mode") == "mode: play")
    holder.release()
    #expect(row("Round", "coalesce(outcome, '-')") == "-")
    #expect(player.reply("2 3") == "right: 1 of 3")
    #expect(player.reply("mode \(next)") == "mode: play, \(next) is next (with the next \"wait\")")
    _ = player.reply("wait 16")
    #expect(player.reply("mode") == words)
    #expect(row("Round", "outcome") == "gave-up")
  }

  @Test func `Whichever write of a start fails, the round before it is left with it or not at all`()
    throws
  {
    let name = "start-\(folder.path)"
    #expect(faulty_register(name) == 0)
    var (number, refusedCount) = (0, 0)
    while number < 100 {
      for file in folder.files { unlink(folder.path + "/" + file) }
      let player = Player(path, fileSystem: name)
      _ = player.reply("start 4x6:2,3;1,1;4,5")
      faulty_arm(name, FAULTY_FULL, Int32(number))
      let reply = player.reply("start 1x1:1,1")
      faulty_arm(name, FAULTY_NONE, 0)
      guard reply == "error: can't save: the disk of 'store' is full" else { break }
      refusedCount += 1
      #expect(player.reply("2 3 1 1 4 5") == "passed: 3 of 3", "\(number)")
      #expect(row("Round", "outcome") == "passed", "\(number)")
      number += 1
    }
    #expect(refusedCount > 1 && number < 100)
    #expect(row("Round", "coalesce(outcome, '-')") == "gave-up,-")
  }

  @Test func `A round is given up with the beginning of the next one`() throws {
    let player = Player(path)
    _ = player.reply("start 4x6:2,3;1,1;4,5")
    #expect(player.reply("start 1x1:1,1") == "round 2: 1 numeral on 1x1, board 1x1:1,1")
    #expect(row("Round", "coalesce(outcome, '-')") == "gave-up,-")
    #expect(row("Round", "moves") == "0 give-up,")
  }

  @Test func `A resumption that is refused leaves the round before it as it was`() throws {
    _ = Player(path).reply("start 2x1:1,1;2,1")
    let player = Player(path, process: "two")
    _ = player.reply("start 4x6:2,3;1,1;4,5")
    let holder = try Holder(path)
    #expect(player.reply("resume") == "error: locked by a job of this session: 'store'")
    #expect(player.reply("board") == "round 2: 0 of 3 pressed")
    holder.release()
    #expect(row("Round", "coalesce(outcome, '-')") == "-,-")
    #expect(player.reply("resume") == "resumed: round 1: 0 of 2 pressed")
    #expect(row("Round", "coalesce(outcome, '-')") == "-,gave-up")
    #expect(player.reply("1 1 2 1") == "passed: 2 of 2")
  }
}
