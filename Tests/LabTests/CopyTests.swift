#if Lab
  import TestSupport
  import Testing

  /// Stores that are copied, brought back, damaged, or no stores.
  @Suite(.enabled(if: PostgreSQL.isInstalled, "skipped: no PostgreSQL"))
  struct CopyTests {
    @Test
    func `A store brought back from a backup, and another in its place, lose and double nothing`()
      throws
    {
      let bench = try Bench()
      let send = { bench.lab("send", bench.path("store"), bench.station) }
      bench.playRounds(2)
      bench.play(["backup \(bench.path("copy"))"])
      bench.playRounds(3)
      #expect(send().output == "acknowledged: 5 trials, 15 presses\n")
      for name in ["store", "store-wal", "store-shm"] { bench.remove(name) }
      #expect(FinishedRun(["cp", bench.path("copy"), bench.path("store")]).status == 0)
      let behind = bench.lab("status", bench.path("store"), bench.station)
      #expect(behind.status == 1)
      #expect(
        behind.output.contains(
          "\ntrials           2     2             2      5          0\n"))
      #expect(send() == FinishedRun(status: 0, "acknowledged: 0 trials, 0 presses\n"))
      bench.playRounds(1)
      #expect(send().output == "acknowledged: 1 trial, 3 presses\n")
      bench.playRounds(4, into: "other")
      let other = bench.lab("send", bench.path("other"), bench.station)
      #expect(other.output == "acknowledged: 4 trials, 12 presses\n")
      let all = bench.lab("receive", bench.owner, bench.path("all"))
      #expect(all.output == "received: 10 trials, 30 presses; 0 known already, 0 refused\n")
      #expect(bench.lab("verify", bench.owner).status == 0)
    }

    @Test
    func `What two stations have sent is received once, and what one of them forged is named`()
      throws
    {
      let bench = try Bench(stations: ["room1-01", "room1-02"])
      bench.playRounds(2)
      for name in ["room1-01", "room1-02"] {
        let sent = bench.lab("send", bench.path("store"), bench.server.address(name))
        #expect(sent.output == "acknowledged: 2 trials, 6 presses\n")
      }
      let twice = bench.lab("receive", bench.owner, bench.path("all"))
      #expect(twice.status == 0)
      #expect(twice.output == "received: 2 trials, 6 presses; 2 known already, 0 refused\n")
      let trial = bench.stored("SELECT objectId FROM Round ORDER BY row LIMIT 1")
      // NB: a station may send what it likes under its own name; the examiner knows better.
      let forged = "moves = '0 press 1 1;0 press 2 2;0 press 3 2', "
      let hash = "hash = sha256('x')"
      _ = bench.server.query(
        "UPDATE chimp.trials SET \(forged)\(hash) "
          + "WHERE id = '\(trial)' AND station = 'room1-02'")
      let named = bench.lab("verify", bench.owner)
      #expect(
        named
          == FinishedRun(
            status: 3,
            "trial \"\(trial)\" of \"room1-02\": not what was sent: trials \(trial)\n"
              + "verified: 4 trials, 12 presses; 1 not what was sent\n"))
      bench.remove("all")
      let rest = bench.lab("receive", bench.owner, bench.path("all"))
      #expect(rest.status == 3)
      #expect(rest.output == "received: 2 trials, 6 presses; 1 known already, 1 refused\n")
    }

    @Test func `A round that is not what was written is named and not sent; the others are`() throws
    {
      let bench = try Bench()
      bench.playRounds(3)
      try Database.run("UPDATE Round SET moves = '5 press 1 1' WHERE row = 2", bench.path("store"))
      #expect(
        bench.lab("send", bench.path("store"), bench.station)
          == FinishedRun(
            status: 3, "acknowledged: 2 trials, 6 presses\n",
            "chimp-lab: not what was written, and not sent: rounds 2: see \"check-store\"\n"))
      let status = bench.lab("status", bench.path("store"), bench.station)
      #expect(status.status == 1)
      #expect(status.output.contains("\nround 2 is not what was written\n"))
    }

    @Test func `What is no store is refused and left alone`() throws {
      let bench = try Bench()
      let missing = bench.lab("send", bench.path("none"), bench.station)
      #expect(
        missing
          == FinishedRun(
            status: 3, "",
            "chimp-lab: no such file: '\(bench.path("none"))': name the file that \"status\" in chimp "
              + "tells\n"))
      #expect(bench.folder.files == [])
      let text = bench.folder.file("text", "no database at all, but longer than a header of one")
      let before = bench.folder.bytes("text")
      for words in [["send", text, bench.station], ["receive", bench.owner, text]] {
        let run = FinishedRun([Bench.program] + words)
        #expect(run == FinishedRun(status: 3, "", "chimp-lab: not a database: '\(text)'\n"))
      }
      #expect(bench.folder.bytes("text") == before)
    }

    @Test func `A station killed while it sends has sent nothing half`() throws {
      let bench = try Bench()
      bench.playRounds(300)
      for _ in 0..<5 {
        let run = Run([Bench.program, "send", bench.path("store"), bench.station])
        _ = bench.eventually { run.isOver || bench.count("contacts") != "0" }
        run.kill()
        let half = bench.server.query(
          "SELECT count(*) FROM chimp.trials t WHERE 3 <> (SELECT count(*) FROM chimp.presses p "
            + "WHERE p.trial_id = t.trial_id)")
        #expect(half == "0\n")
      }
      #expect(bench.lab("send", bench.path("store"), bench.station).status == 0)
      #expect(bench.count("trials") == "300" && bench.count("presses") == "900")
    }
  }
#endif
