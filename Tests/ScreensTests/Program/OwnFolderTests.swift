import Archive
import Game
import Glibc
import Records
@testable import Screens
import Shell
import TestSupport
import Testing
import Transcripts

/// Tests of sessions with a folder of their own, outside of which no command can access a file.
struct OwnFolderTests {
  /// A session whose store is in one folder and whose files are in another one.
  private final class Fixture {
    let folder = TemporaryFolder()
    private let store = TemporaryFolder()
    private let output = OutputWriter(sink: MemorySink())
    private let application: Application
    private let console: Console<Application>

    init() {
      let records = RecordsEnvironment(
        path: store.path + "/store", configure: { $0.reserve = 0 })
      application = Application(
        output: output, environment: ApplicationEnvironment(sessionSeed: .script, records: records))
      let path = folder.path
      console = makeConsole(application, output, isMachine: true, folder: { path })
      _ = application.openNamedStore()
    }

    func reply(_ line: String) -> String {
      let bytes = output.capture(keeping: false) { console.perform(line: Array(line.utf8)) }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The command lines that accept a file name, as the text before the name and the text after it.
  private static var calls: [(before: String, after: String)] {
    var calls: [(before: String, after: String)] = []
    for command in Application.table(isMachine: true).commands {
      for form in command.forms {
        let words = form.parameters.map(word)
        for (position, parameter) in form.parameters.enumerated() where parameter.kind == .file {
          let before = ["\(command.name)"] + words[..<position]
          let required = form.parameters.enumerated().filter { index, parameter in
            index > position && parameter.presence == .required
          }
          let after = required.map { words[$0.offset] }
          calls.append((before.joined(separator: " "), after.joined(separator: " ")))
        }
        for key in form.keys where key.kind == .file {
          calls.append(((["\(command.name)"] + words).joined(separator: " ") + " \(key.name)=", ""))
        }
      }
    }
    return calls
  }

  /// Returns an argument that a parameter accepts.
  private static func word(_ parameter: Parameter) -> String {
    switch parameter.kind {
    case .number(let range): "\(range.lowerBound)"
    case .choice(let words), .flag(let words): words[0]
    case .literal: "\(parameter.name)"
    default: "word"
    }
  }

  /// Returns the command line with a file name inserted.
  private static func line(_ call: (before: String, after: String), _ name: String) -> String {
    call.before + (call.before.hasSuffix("=") ? "" : " ") + "\"\(name)\" " + call.after
  }

  @Test(arguments: ["", " &"])
  func `Every command that takes a file refuses one that is elsewhere`(sign: String) {
    #expect(Self.calls.count >= 6)
    for call in Self.calls {
      let fixture = Fixture()
      let outside = TemporaryFolder()
      let held = outside.file("held.csv", "held")
      symlink(held, "\(fixture.folder.path)/link.csv")
      symlink(outside.path, "\(fixture.folder.path)/folder")
      let names = [
        held, "\(outside.path)/new.csv", "../new.csv", "a/../../new.csv", "..", "/", "/etc/passwd",
        "link.csv", "folder/new.csv", "folder/held.csv",
      ]
      for name in names {
        let line = Self.line(call, name)
        // The column of a value with a key is the key's.
        let before = line.prefix { $0 != "\"" }
        let column =
          before.last == "=" ? before.lastIndex(of: " ").map { line[...$0].count } : before.count
        #expect(
          fixture.reply(line + sign) == """
            error: can't use "\(name)" at column \((column ?? 0) + 1): \
            the files of a transcript are in a folder of its own (see --trust)

            """, "\(line)")
      }
      #expect(outside.files == ["held.csv"])
      #expect(outside.bytes("held.csv") == Array("held".utf8))
      #expect(fixture.folder.files == ["folder", "link.csv"])
    }
  }

  @Test func `Every command that takes a file finds it in the folder`() {
    for call in Self.calls {
      let fixture = Fixture()
      let line = Self.line(call, "held.csv")
      // A replay needs a round, and a game that is shared a test.
      _ = fixture.reply("start plain count=1 size=1x1 trials=1")
      _ = fixture.reply("press 1 1")
      let first = fixture.reply(line)
      // NB: the command has created a file in the folder, or found one there.
      guard fixture.folder.files.isEmpty, !first.hasPrefix("recording") else { continue }
      fixture.folder.write(Array("held".utf8), "held.csv")
      fixture.folder.write(Array("held".utf8), "held-presses.csv")
      #expect(fixture.reply(line) != first, "\(line)")
      #expect(!first.contains(fixture.folder.path), "\(line)")
    }
  }

  @Test(arguments: ["", " --force", " &"])
  func `A file that is written beside another one follows no link either`(options: String) {
    for name in [
      "data-presses.csv", "data-sessions.csv", "data-long.csv", "data.csv.dictionary.txt",
    ] {
      let fixture = Fixture()
      let outside = TemporaryFolder()
      let held = outside.file("held", "held")
      symlink(held, "\(fixture.folder.path)/\(name)")
      let jobLines = options == " &" ? "[1]\n[1] failed: export data.csv\n" : ""
      #expect(
        fixture.reply("export data.csv" + options) == jobLines + """
          error: can't use "\(name)": the files of a transcript are in a folder of its own \
          (see --trust)

          """)
      #expect(outside.bytes("held") == Array("held".utf8))
      #expect(fixture.folder.files == [name])
    }
  }

  @Test func `An error about a file names it as the user does`() {
    let fixture = Fixture()
    fixture.folder.write([], "file")
    #expect(fixture.reply("backup .") == "error: can't open '.': it is a folder\n")
    #expect(
      fixture.reply("recover none/rest")
        == "error: can't open 'none/rest': unable to open database file\n")
    #expect(
      fixture.reply("backup file")
        == "error: \"file\" exists already (--force replaces it)\n")
    #expect(fixture.reply("recover file") == "error: the file already exists: 'file'\n")
    #expect(
      fixture.reply("import file format=jsonl") == "imported 0 trials and 0 presses from \"file\"\n"
    )
  }

  @Test func `A session of a transcript keeps its files in its folder`() throws {
    let target = TemporaryFolder()
    let files = TranscriptFolder(in: target.path)
    let session = try ScriptSessionMaker().session(seed: nil, folder: files)
    #expect(target.files == [])
    let reply = session.perform(Array("backup copy".utf8)[...])
    #expect(!reply.isRefused)
    #expect(target.files.count == 1)
    #expect(try access(files.path() + "/copy", F_OK) == 0)
  }

  @Test func `A trusted session has no folder of its own`() throws {
    let target = TemporaryFolder()
    let session = try ScriptSessionMaker().session(seed: nil, folder: nil)
    #expect(!session.perform(Array("backup \(target.path)/copy".utf8)[...]).isRefused)
    #expect(target.files == ["copy"])
  }
}
