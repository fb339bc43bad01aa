@testable import Screens
import Shell
import TestSupport
import Testing

/// Tests of the files that `replay` writes.
struct ReplayPictureTests {
  /// The lines of the round in README's picture, which `.ci/pages` plays as well.
  private static let played = [
    "start 8x5:2,5;4,3;7,2;2,1;6,5", "wait 2600", "press 2 5", "wait 900", "press 4 3", "wait 700",
    "press 7 2", "wait 800", "press 2 1", "wait 600", "press 6 5",
  ]

  private static var resources: String {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    return root + "/Sources/Screens/Screens.docc/Resources/"
  }

  /// Runs lines, of which the last one writes a file, and returns its reply and the text of the
  /// file.
  ///
  /// `@` stands for the path.
  private func write(
    _ lines: [String], _ keys: String, language: String = "en"
  ) -> (reply: String, file: String) {
    let folder = TemporaryFolder(isInMemory: true)
    let path = folder.path + "/file"
    let last = keys.split(separator: "@", omittingEmptySubsequences: false).joined(separator: path)
    let result = run(
      ["--clock", "virtual", "--language", language],
      input: (lines + [last]).map { $0 + "\n" }.joined())
    let reply = result.output.split(separator: "\n").first { $0.contains(path) } ?? ""
    let shown = reply.split(separator: path).joined(separator: "@")
    return (shown, TemporaryFolder.text(at: path))
  }

  @Test(arguments: [("round.svg", ""), ("look.svg", " still=look"), ("mask.svg", " still=mask")])
  func `README's pictures are what the program shows, below 60 kB`(
    _ name: String, _ still: String
  ) {
    let (reply, file) = write(Self.played, "replay 1 picture=@\(still)")
    #expect(reply == "wrote round 1 to \"@\"")
    #expect(file == TemporaryFolder.text(at: Self.resources + name))
    #expect(file.utf8.count < 60_000 && !file.isEmpty)
  }

  @Test func `The picture of the largest board stays below 60 kB`() {
    let file = write(["start 20 99 99 seed=apple", "give-up"], "replay 1 picture=@").file
    #expect(file.utf8.count < 60_000 && !file.isEmpty)
  }

  @Test(arguments: [
    ("menu.svg", "version", "menu picture=@", "wrote the menu to \"@\""),
    (
      "plot.svg", "simulate 6 inoue-650 seed=apple",
      "plot position include=simulated picture=@", "wrote the plot to \"@\""
    ),
  ])
  func `README's menu and plot are what the program shows`(
    _ name: String, _ first: String, _ last: String, _ expected: String
  ) {
    let (reply, file) = write([first], last)
    #expect(reply == expected)
    #expect(file == TemporaryFolder.text(at: Self.resources + name) && !file.isEmpty)
  }

  @Test func `A picture has each of its sentences in one line`() {
    let film = write(Self.played, "replay 1 picture=@").file
    #expect(film.contains(">Remember where they are. When you press 1, the rest vanish.</text>"))
  }

  @Test func `The last moment of a round can be a picture, too`() {
    let (reply, file) = write(Self.played, "replay 1 picture=@ still=end")
    #expect(reply == "wrote round 1 to \"@\"")
    #expect(file.contains("passed: all 5 numerals</text>"))
  }

  @Test func `README shows each picture of the articles, and no other`() {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let parts = TemporaryFolder.text(at: root + "/README.md").split(separator: ".svg)").dropLast()
    let paths = parts.compactMap { $0.split(separator: "](").last.map { "\(root)/\($0).svg" } }
    let names = ["look", "mask", "menu", "plot", "round", "visitors"]
    #expect(paths.sorted() == names.map { "\(Self.resources)\($0).svg" })
    #expect(paths.filter { TemporaryFolder.text(at: $0).isEmpty } == [])
  }

  @Test func `A restricted session writes no picture, and replays all the same`() {
    let lines = ["start 2x1:1,1;2,1", "1 1 2 1", "replay 1 picture=stolen.svg", "menu --force"]
    let result = run(["--restricted"], input: lines.map { $0 + "\n" }.joined())
    let replies = result.output.split(separator: "\n").suffix(3).dropLast()
    #expect(
      replies == [
        "error: a restricted session has no replay", "error: a restricted session has no menu",
      ])
  }
}
