import Glibc
@testable import Shell
import TestSupport
import Testing

/// Tests of file names in sessions with and without a folder of their own.
struct NamedFileTests {
  private final class Folder {
    let path: String?
    var isMade = false

    init(_ path: String?) {
      self.path = path
    }

    func location() throws(Refusal) -> String {
      isMade = true
      guard let path else { throw .noFolder("no folder") }
      return path
    }
  }

  /// A program whose command names two files.
  private final class Copier: CommandReceiver {}

  private let table = CommandTable<Copier>([
    Command(
      "copy", Text("copy a file", ""), in: .shell,
      CommandForm([Parameter("FROM", .file), Parameter("TO", .file)]) { _, _ in }, examples: [])
  ])

  /// Checks a line and returns the files that it names.
  private func files(_ invocation: Invocation) throws(Refusal) -> [NamedFile] {
    var invocation = invocation
    _ = try table.command(for: &invocation).form(for: &invocation)
    return [invocation.file(0), invocation.file(1)]
  }

  /// Parses a line and returns the files that it names; throws an error if the line is refused.
  private func files(_ line: String, in folder: Folder?) throws -> [NamedFile] {
    try files(try Invocation(line: line, in: folder?.location))
  }

  /// Parses a line whose second file has a name, and returns the path of that file, or the error.
  private func answer(_ name: String, in folder: Folder?) throws -> String {
    do {
      let line = "copy a \"\(name)\""
      var invocation = Invocation(Array(line.utf8), in: folder?.location)
      try? invocation.split()
      return try files(invocation).last?.path ?? ""
    } catch { return "\(error)" }
  }

  /// Returns the expected error for a file name that leads outside the folder.
  private func refusal(_ name: String) -> String {
    "can't use \"\(name)\" at column 8: "
      + "the files of a transcript are in a folder of its own (see --trust)"
  }

  @Test func `Without a folder a name is a path`() throws {
    let files = try files("copy a/../b /etc/passwd", in: nil)
    #expect(files.map(\.name) == ["a/../b", "/etc/passwd"])
    #expect(files.map(\.path) == ["a/../b", "/etc/passwd"])
    #expect(files.map(\.leadsOut) == [false, false])
  }

  @Test(arguments: ["a", "./a", "a/b", "..a", "a..", ".../a", ".", "-", " ", "~/a", "a//b"])
  func `A name leads to a file of the folder`(name: String) throws {
    let folder = TemporaryFolder()
    #expect(try answer(name, in: Folder(folder.path)) == "\(folder.path)/\(name)")
  }

  @Test func `An empty name stays empty in a folder, too`() throws {
    let folder = TemporaryFolder()
    #expect(try answer("", in: Folder(folder.path)) == "")
  }

  @Test(arguments: ["/", "/a", "//a", "..", "../a", "a/..", "a/../../b", "./..", "a//../b", "../"])
  func `A name that leads out of the folder is refused, and no folder made for it`(
    name: String
  ) throws {
    let folder = Folder("/nowhere")
    var invocation = try Invocation(line: "copy \(name) b", in: folder.location)
    #expect(throws: Refusal.self) {
      try table.command(for: &invocation).form(for: &invocation)
    }
    #expect(!folder.isMade)
    let own = TemporaryFolder()
    #expect(try answer(name, in: Folder(own.path)) == refusal(name))
  }

  @Test func `A link that leads out of the folder is refused, and any that leads to nothing`()
    throws
  {
    let (folder, outside) = (TemporaryFolder(), TemporaryFolder())
    _ = outside.file("file", "")
    _ = folder.file("file", "")
    let links = [
      ("out", "\(outside.path)/file"), ("up", ".."), ("nothing", "\(outside.path)/none"),
      ("inside", "file"), ("here", "."),
    ]
    for (name, target) in links { symlink(target, "\(folder.path)/\(name)") }
    let own = Folder(folder.path)
    for name in ["out", "up/a", "up", "up/", "nothing", "nothing/a", "nothing/"] {
      #expect(try answer(name, in: own) == refusal(name))
    }
    for name in ["inside", "here", "here/file", "here/none"] {
      #expect(try answer(name, in: own) == "\(folder.path)/\(name)")
    }
    // NB: the same name beside another one of the folder.
    #expect(try files("copy file file", in: own)[0].renamed("out").leadsOut)
  }

  @Test func `A folder that can't be made refuses the line`() throws {
    #expect(try answer("b", in: Folder(nil)) == "no folder")
  }
}
