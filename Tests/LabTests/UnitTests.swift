#if Lab
  import Archive
  import Exchange
  @testable import Lab
  import Records
  import Shell
  import TestSupport
  import Testing

  struct UnitTests {
    @Test func `A row's hash tells where one value ends, and which are missing`() {
      var hash = ContentHash()
      let table = LabTable(.sessionEnds)
      let rows: [PortableRow] = [
        .init(id: "a", number: 1, values: [.integer(12)]),
        .init(id: "a", number: 1, values: [.integer(1)]),
        .init(id: "a", number: 1, values: [.null]),
        .init(id: "a2", number: 1, values: [.integer(12)]),
        .init(id: "a", number: 1, values: [.text("12")]),
      ]
      let hashes = rows.map { hash.hash($0, of: table) }
      #expect(Set(hashes).count == 4)
      #expect(hashes[0] == hashes[4])
      let moved = PortableRow(id: "a", number: 99, values: [.integer(12)])
      #expect(hash.hash(moved, of: table) == hashes[0])
    }

    @Test func `A column that came in a later format changes no hash of an earlier one`() {
      var hash = ContentHash()
      let table = LabTable(.sessionEnds)
      let row = PortableRow(id: "a", number: 1, values: [.integer(12)])
      let empty = PortableRow(id: "a", number: 1, values: [.null])
      let before = PortableTable.firstVersion - 1
      #expect(
        hash.hash(row, of: table, format: before) == hash.hash(empty, of: table, format: before))
    }

    @Test func `Arrays are written as PostgreSQL reads them`() {
      var numbers = BinaryArray(.number)
      #expect(numbers.bytes == [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 20])
      numbers.append(.integer(-2))
      numbers.append(.null)
      #expect(
        numbers.bytes
          == [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 20, 0, 0, 0, 2, 0, 0, 0, 1]
          + [0, 0, 0, 8, 255, 255, 255, 255, 255, 255, 255, 254, 255, 255, 255, 255])
      #expect(BinaryArray(["ab"]).bytes.suffix(6) == [0, 0, 0, 2, 97, 98])
    }

    @Test func `Each argument of the program is accepted, or refused with a reason`() {
      let cases: [(String, String)] = [
        ("", "a command is missing (see chimp-lab --help)"),
        ("fly", "unknown command \"fly\" (see chimp-lab --help)"),
        ("init", "usage: chimp-lab init URL"),
        ("enrol a=b", "usage: chimp-lab enrol URL STATION [--reader] [--again]"),
        ("send a", "usage: chimp-lab send STORE URL [--follow]"),
        ("send a b c", "usage: chimp-lab send STORE URL [--follow]"),
        ("receive a", "usage: chimp-lab receive URL STORE [study=NAME]"),
        ("status a", "usage: chimp-lab status STORE URL"),
        ("verify", "usage: chimp-lab verify URL"),
        ("erase a", "usage: chimp-lab erase URL PARTICIPANT"),
        ("send a b --force", "\"send\" has no option \"--force\" (see chimp-lab --help)"),
        ("send \u{1b} b --\u{1b}", "\"send\" has no option \"--\\e\" (see chimp-lab --help)"),
        ("verify a --follow", "\"verify\" has no option \"--follow\" (see chimp-lab --help)"),
      ]
      for (line, words) in cases {
        let fault = #expect(throws: LabError.self) {
          try LabCommand.read(line.split(separator: " ").map { String($0) })
        }
        #expect(fault.map { $0.words(in: .english) } == words)
      }
    }

    @Test func `An address is one of a database, and has no password`() {
      let cases: [(String, String)] = [
        (
          "chimp",
          "no address of a database: it is written like postgresql://room1-01@lab.example.org/chimp"
        ),
        (
          "host=a flavour=b",
          "no address of a database (invalid connection option \"flavour\"): it is written like "
            + "postgresql://room1-01@lab.example.org/chimp"
        ),
      ]
      for (text, words) in cases {
        let fault = #expect(throws: LabError.self) { try DatabaseAddress(text) }
        #expect(fault.map { $0.words(in: .english) } == words)
      }
      for text in ["postgresql://a:b@c/d", "host=a password=b", "postgresql://c/d?password=b"] {
        let fault = #expect(throws: LabError.self) { try DatabaseAddress(text) }
        #expect(
          fault.map { $0.words(in: .english) }?
            .hasPrefix("a password in the address would be seen") == true)
      }
      #expect((try? DatabaseAddress("postgresql://a@c/d"))?.text == "postgresql://a@c/d")
    }

    @Test func `Passing and lasting errors are distinguished, and each says what to do next`() {
      let cases: [(DatabaseFailure, Bool, String)] = [
        (
          .unreachable(state: "28P01", "failed: FATAL:  28P01: no entry\nLOCATION:  x"), false,
          "failed: FATAL: no entry: the password may be wrong or have expired: \"chimp-lab enrol "
            + "URL STATION --again\", run by the owner, gives a new one"
        ),
        (
          .failed(state: "40001", "could not serialize"), true, "could not serialize (40001)"
        ),
        (
          .unreachable(state: "57P03", "FATAL:  57P03: the database system is starting up"), true,
          "FATAL: the database system is starting up: the server begins or ends: try again in a "
            + "moment"
        ),
        (
          .failed(state: "53100", "could not extend file"), true,
          "could not extend file: the server's disk is full: make room there; nothing here is lost"
        ),
        (
          .failed(state: "53300", "too many clients"), true,
          "too many clients: raise max_connections on the server, or try again later"
        ),
        (
          .unreachable(state: "", "failed: server does not support SSL, but SSL was required"),
          false,
          "failed: server does not support SSL, but SSL was required: put \"ssl = on\" into the "
            + "server's postgresql.conf, and start it anew"
        ),
        (.cut(""), true, "the connection was cut (no reason was given): try again"),
        (
          .interrupted, false,
          "interrupted: what was acknowledged is kept, the rest is sent next time"
        ),
      ]
      for (fault, isPassing, words) in cases {
        #expect(fault.isPassing == isPassing)
        #expect(fault.words(in: .english) == words)
      }
      #expect(DatabaseFailure.state(in: "a: b\n") == "")
    }

    @Test func `A missing reason and a long list are in Japanese, too`() {
      #expect(
        DatabaseFailure.cut("").words(in: .japanese)
          == "接続が切れました（理由は不明です）。もう一度試してください")
      #expect(
        DatabaseFailure.badAddress("").words(in: .japanese)
          == "データベースのアドレスではありません。"
          + "postgresql://room1-01@lab.example.org/chimp のように書きます")
      let things = (1...7).map { "\($0)" }
      #expect(firstFive(things, in: .japanese) == "1、2、3、4、5、ほか2")
      #expect(firstFive(things, in: .english) == "1, 2, 3, 4, 5 and 2 more")
    }

    @Test func `The walkthrough names the version that the program makes`() {
      let folder = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
      let article = TemporaryFolder.text(at: folder + "/Sources/Lab/Lab.docc/Lab.md")
      #expect(article.contains("`chimp is ready: version \(Schema.version)`"))
    }

    @Test func `The name of a station is no other role's`() {
      for name in ["room1-01", "a", String(repeating: "z", count: 32)] {
        #expect(Ownership.isName(name), "\(name)")
      }
      for name in [
        "", "1a", "A", "a b", "a\"b", "a'", "postgres", "public", "none", "ä", "a_b",
        String(repeating: "z", count: 33),
      ] {
        #expect(!Ownership.isName(name), "\(name)")
      }
      #expect(quotedName("a\"b") == "\"a\"\"b\"")
      #expect(literal("a'b") == "'a''b'")
    }
  }
#endif
