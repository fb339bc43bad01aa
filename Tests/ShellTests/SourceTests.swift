import Glibc
import Shell
import TestSupport
import Testing

/// Tests of the files that `source` reads, and of those that it refuses because reading them could
/// block.
struct SourceTests {
  private let folder = TemporaryFolder()

  /// Runs lines in a new console and returns all of the output.
  private func reply(_ lines: String...) -> String {
    let sink = MemorySink()
    let output = OutputWriter(sink: sink)
    let console = Console(
      IdleReceiver(), table: CommandTable(Command.consoleCommands), speaker: Speaker(output),
      diagnostics: OutputWriter(sink: MemorySink()), options: ConsoleOptions(),
      programVersion: "test 1", recordingFormat: PlainFormat())
    _ = console.run(TextLines(Array(lines.joined(separator: "\n").utf8)))
    output.flush()
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  private final class IdleReceiver: CommandReceiver {}

  @Test(.timeLimit(.minutes(1)), arguments: ["/dev/zero", "/dev/null", "/dev/full"])
  func `A device can't be sourced`(path: String) {
    #expect(
      reply("source \(path)", "version") == "error: not a plain file: \"\(path)\"\ntest 1\n")
  }

  @Test(.timeLimit(.minutes(1)))
  func `A pipe can't be sourced, and its other end is not waited for`() {
    let path = folder.path + "/pipe"
    mkfifo(path, 0o600)
    #expect(reply("source \(path)", "version") == "error: not a plain file: \"\(path)\"\ntest 1\n")
    let link = folder.path + "/link"
    symlink(path, link)
    #expect(reply("source \(link)") == "error: not a plain file: \"\(link)\"\n")
    let inner = folder.file("inner", "version\nsource \(path)\nversion\n")
    #expect(
      reply("source \(inner)")
        == "test 1\nerror: \(inner):2: not a plain file: \"\(path)\"\ntest 1\n")
  }

  @Test func `A folder and a socket can't be sourced`() {
    #expect(
      reply("source \(folder.path)") == "error: can't read \"\(folder.path)\": is a directory\n")
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = folder.path + "/socket"
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafeBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { bind(socket, $0.baseAddress, size) }
    }
    #expect(isBound == 0)
    #expect(reply("source \(path)") == "error: can't read \"\(path)\": no such device or address\n")
  }

  @Test func `Files that source one another come to an end`() {
    let other = folder.path + "/other"
    let one = folder.file("one", "source \(other)\nversion\n")
    _ = folder.file("other", "source \(one)\nversion\n")
    #expect(
      reply("source \(one)") == """
        error: \(other):1: "\(one)" is already being read
        test 1
        test 1

        """)
  }
}
