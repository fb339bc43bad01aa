#if Lab
  import TestSupport
  import Testing

  /// Tests of stores that were copied, restored or damaged, and of files that are not stores.
  @Suite(.enabled(if: PostgreSQL.isInstalled, "skipped: no PostgreSQL"))
  struct CopyTests {
    @Test
    func `A store brought back from a backup, and another in its place, lose and double nothing`()
      throws
    {
      let fixture = try LabFixture()
      let send = { fixture.lab("send", fixture.path("store"), fixture.station) }
      fixture.playRounds(2)
      fixture.play(["backup \(fixture.path("copy"))"])
      fixture.playRounds(3)
      #expect(send().output == "acknowledged: 5 trials, 15 presses\n")
      for name in ["store", "store-wal", "store-shm"] { fixture.remove(name) }
      #expect(FinishedRun(["cp", fixture.path("copy"), fixture.path("store")]).status == 0)
      let behind = fixture.lab("status", fixture.path("store"), fixture.station)
      #expect(behind.status == 1)
      #expect(
        behind.output.contains(
          "\ntrials           2     2             2      5          0\n"))
      #expect(send() == FinishedRun(status: 0, "acknowledged: 0 trials, 0 presses\n"))
      fixture.playRounds(1)
      #expect(send().output == "acknowledged: 1 trial, 3 presses\n")
      fixture.playRounds(4, into: "other")
      let other = fixture.lab("send", fixture.path("other"), fixture.station)
      #expect(other.output == "acknowledged: 4 trials, 12 presses\n")
      let all = fixture.lab("receive", fixture.owner, fixture.path("all"))
      #expect(all.output == "received: 10 trials, 30 presses; 0 known already, 0 refused\n")
      #expect(fixture.lab("verify", fixture.owner).status == 0)
    }

    @Test
    func `What two stations have sent is received once, and what one of them forged is named`()
      throws
    {
      let fixture = try LabFixture(stations: ["room1-01", "room1-02"])
      fixture.playRounds(2)
      for name in ["room1-01", "room1-02"] {
        let sent = fixture.lab("send", fixture.path("store"), fixture.server.address(name))
        #expect(sent.output == "acknowledged: 2 trials, 6 presses\n")
      }
      let twice = fixture.lab("receive", fixture.owner, fixture.path("all"))
      #expect(twice.status == 0)
      #expect(twice.output == "received: 2 trials, 6 presses; 2 known already, 0 refused\n")
      let trial = fixture.stored("SELECT objectId FROM Round ORDER BY row LIMIT 1")
      // NB: a station can send anything under its own name, but the examiner detects it.
      let forged = "moves = '0 press 1 1;0 press 2 2;0 press 3 2', "
      let hash = "hash = sha256('x')"
      _ = fixture.server.query(
        "UPDATE chimp.trials SET \(forged)\(hash) "
          + "WHERE id = '\(trial)' AND station = 'room1-02'")
      let named = fixture.lab("verify", fixture.owner)
      #expect(
        named
          == FinishedRun(
            status: 3,
            "trial \"\(trial)\" of \"room1-02\": not what was sent: trials \(trial)\n"
              + "verified: 4 trials, 12 presses; 1 not what was sent\n"))
      fixture.remove("all")
      let rest = fixture.lab("receive", fixture.owner, fixture.path("all"))
      #expect(rest.status == 3)
      #expect(rest.output == "received: 2 trials, 6 presses; 1 known already, 1 refused\n")
    }

    @Test func `A damaged round is named and not sent, and the others are sent`() throws {
      let fixture = try LabFixture()
      fixture.playRounds(3)
      try Database.run(
        "UPDATE Round SET moves = '5 press 1 1' WHERE row = 2", fixture.path("store"))
      #expect(
        fixture.lab("send", fixture.path("store"), fixture.station)
          == FinishedRun(
            status: 3, "acknowledged: 2 trials, 6 presses\n",
            "chimp-lab: not what was written, and not sent: rounds 2: see \"check-store\"\n"))
      let status = fixture.lab("status", fixture.path("store"), fixture.station)
      #expect(status.status == 1)
      #expect(status.output.contains("\nround 2 is not what was written\n"))
    }

    @Test func `A file that is not a store is refused and not changed`() throws {
      let fixture = try LabFixture()
      let missing = fixture.lab("send", fixture.path("none"), fixture.station)
      #expect(
        missing
          == FinishedRun(
            status: 3, "",
            "chimp-lab: no such file: '\(fixture.path("none"))': name the file that \"status\" in "
              + "chimp tells\n"))
      #expect(fixture.folder.files == [])
      let text = fixture.folder.file("text", "no database at all, but longer than a header of one")
      let before = fixture.folder.bytes("text")
      for words in [["send", text, fixture.station], ["receive", fixture.owner, text]] {
        let run = FinishedRun([LabFixture.program] + words)
        #expect(run == FinishedRun(status: 3, "", "chimp-lab: not a database: '\(text)'\n"))
      }
      #expect(fixture.folder.bytes("text") == before)
    }

    @Test func `A station killed while it sends has sent nothing half`() throws {
      let fixture = try LabFixture()
      fixture.playRounds(300)
      for _ in 0..<5 {
        let run = Run([LabFixture.program, "send", fixture.path("store"), fixture.station])
        _ = fixture.waitUntil { run.isOver || fixture.count("contacts") != "0" }
        run.kill()
        let half = fixture.server.query(
          "SELECT count(*) FROM chimp.trials t WHERE 3 <> (SELECT count(*) FROM chimp.presses p "
            + "WHERE p.trial_id = t.trial_id)")
        #expect(half == "0\n")
      }
      #expect(fixture.lab("send", fixture.path("store"), fixture.station).status == 0)
      #expect(fixture.count("trials") == "300" && fixture.count("presses") == "900")
    }
  }
#endif
