#if Lab
  import ChimpSystem
  import Glibc
  import TestSupport
  import Testing

  /// A program on a Unix socket that speaks the beginning of PostgreSQL's protocol, and answers
  /// each statement with the same bytes.
  private final class EvilServer {
    let folder = TemporaryFolder()
    private let listener: Int32
    private let answer: [UInt8]
    private let isEndless: Bool

    /// The address of the server for `chimp-lab`.
    var address: String { "postgresql://room1-01@/chimp?host=\(folder.path)" }

    /// Starts a server whose answer is sent once, or again and again.
    init(_ answer: [UInt8], isEndless: Bool = false) {
      self.answer = answer
      self.isEndless = isEndless
      listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      var name = sockaddr_un()
      name.sun_family = sa_family_t(AF_UNIX)
      let path = Array((folder.path + "/.s.PGSQL.5432").utf8)
      withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path) }
      let size = socklen_t(MemoryLayout<sockaddr_un>.size)
      withUnsafePointer(to: &name) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = bind(listener, $0, size) }
      }
      listen(listener, 5)
      Worker.detach { [listener, answer, isEndless] in
        while case let client = accept(listener, nil, nil), client >= 0 {
          Self.serve(client, answer, isEndless)
          close(client)
        }
      }
    }

    deinit {
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
    }

    /// Returns a message of the protocol: its letter, its length and its bytes.
    static func message(_ letter: Character, _ bytes: [UInt8] = []) -> [UInt8] {
      [letter.asciiValue ?? 0, 0, 0, 0, UInt8(bytes.count + 4)] + bytes
    }

    /// Accepts the client, and answers its first statement.
    private static func serve(_ client: Int32, _ answer: [UInt8], _ isEndless: Bool) {
      var bytes: [UInt8] = []
      guard bytes.append(from: client) else { return }
      let greeting = message("R", [0, 0, 0, 0]) + message("Z", [UInt8(ascii: "I")])
      guard (try? writeAll(greeting.span, to: client)) != nil else { return }
      guard bytes.append(from: client) else { return }
      repeat {
        guard send(client, answer, answer.count, Int32(MSG_NOSIGNAL)) > 0 else { return }
      } while isEndless
      while bytes.append(from: client) {}
    }
  }

  /// Tests of servers that are no PostgreSQL.
  struct EvilServerTests {
    private static let beginning = EvilServer.message("1") + EvilServer.message("2")
    /// Begins to copy rows: in a direction, in text, with no column.
    private static func copy(_ letter: Character) -> [UInt8] {
      beginning + EvilServer.message(letter, [0, 0, 0])
    }

    private let folder = TemporaryFolder()

    /// Runs `chimp-lab` with arguments; after ten seconds it is terminated with status 124.
    private func lab(_ words: String...) -> FinishedRun {
      FinishedRun(["timeout", "10", LabFixture.program] + words)
    }

    @Test(arguments: ["G", "H", "W"] as [Character])
    func `A server that begins to copy rows is an error at once`(_ letter: Character) {
      let server = EvilServer(Self.copy(letter))
      let store = folder.path + "/store"
      _ = FinishedRun([programPath, "--store", store, "-c", "news add One"])
      let before = folder.bytes("store")
      for words in [["reach"], ["send", store], ["status", store], ["verify"]] {
        let run = FinishedRun(["timeout", "7", LabFixture.program] + words + [server.address])
        #expect(
          run
            == FinishedRun(
              status: 3, "",
              "chimp-lab: the server answers in a way that no PostgreSQL does (it begins to copy "
                + "rows): see what runs at that address\n"))
      }
      #expect(folder.bytes("store") == before)
    }

    @Test func `A server whose results have no end is an error soon`() {
      let server = EvilServer(
        Self.beginning + EvilServer.message("C", Array("SELECT 0\0".utf8)), isEndless: true)
      #expect(lab("reach", server.address).status == 3)
    }
  }
#endif
