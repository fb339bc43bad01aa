#if Lab
  import Glibc
  import TestSupport
  import Testing

  /// Tests of changes on the server that happen while a station sends.
  @Suite(.enabled(if: PostgreSQL.isInstalled, "skipped: no PostgreSQL"))
  struct RaceTests {
    /// Creates a trigger on the server that executes a statement before each of the next `count`
    /// insertions into a table.
    private func interfere(
      _ fixture: LabFixture, before table: String, times count: Int, _ statement: String
    ) {
      // A sequence keeps its value when the transaction is rolled back.
      _ = fixture.server.query(
        """
        CREATE SEQUENCE chimp.interference;
        CREATE FUNCTION chimp.interfere() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
        BEGIN
          IF nextval('chimp.interference') <= \(count) THEN \(statement); END IF;
          RETURN NULL;
        END $$;
        CREATE TRIGGER interference BEFORE INSERT ON chimp.\(table)
          FOR EACH STATEMENT EXECUTE FUNCTION chimp.interfere();
        """)
    }

    @Test(arguments: [
      "RAISE EXCEPTION 'could not serialize access' USING ERRCODE = '40001'",
      "RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'",
      "PERFORM pg_terminate_backend(pg_backend_pid())",
    ])
    func `A failure that passes is tried again, and nothing is stored twice`(
      _ statement: String
    ) throws {
      let fixture = try LabFixture()
      fixture.playRounds(3)
      interfere(fixture, before: "presses", times: 2, statement)
      let sent = fixture.lab("send", fixture.path("store"), fixture.station)
      #expect(sent.status == 0)
      #expect(sent.output == "acknowledged: 3 trials, 9 presses\n")
      #expect(fixture.server.query("SELECT last_value FROM chimp.interference") == "3\n")
      #expect(fixture.count("trials") == "3")
      #expect(fixture.count("presses") == "9")
      #expect(fixture.lab("status", fixture.path("store"), fixture.station).status == 0)
    }

    @Test func `A participant who is erased during a send is skipped, and the others are sent`()
      throws
    {
      let fixture = try LabFixture()
      fixture.playRounds(2, by: "p07")
      fixture.playRounds(1, by: "p08")
      let owner = try fixture.server.terminal()
      // The station has queried the erased participants, and is waiting to insert its first row.
      let locked = owner.ask(
        "BEGIN; LOCK chimp.sessions IN SHARE ROW EXCLUSIVE MODE; SELECT 'locked';", boardLines: 0)
      #expect(locked == ["locked"])
      let sender = Run([LabFixture.program, "send", fixture.path("store"), fixture.station])
      #expect(
        fixture.waitUntil {
          fixture.server.query("SELECT count(*) FROM pg_locks WHERE NOT granted") == "1\n"
        })
      _ = owner.ask(
        "INSERT INTO chimp.tombstones (key, participant) VALUES ('k', "
          + "encode(sha256('kp07'), 'hex')); COMMIT; SELECT 'erased';",
        boardLines: 0)
      let end = sender.finish()
      #expect(end.status == 0)
      #expect(
        end.output
          == "acknowledged: 1 trial, 3 presses; left out: 2 trials of erased participants\n")
      #expect(
        fixture.server.query("SELECT string_agg(participant, ',') FROM chimp.sessions") == "p08\n")
      #expect(fixture.count("presses") == "3")
    }

    @Test func `An erasure waits for a station that sends, and leaves no row of it`() throws {
      let fixture = try LabFixture()
      fixture.playRounds(2, by: "p07")
      let other = try fixture.server.terminal()
      #expect(
        other.ask(
          "BEGIN; LOCK chimp.trials IN SHARE ROW EXCLUSIVE MODE; SELECT 'locked';", boardLines: 0)
          == ["locked"])
      let sender = Run([LabFixture.program, "send", fixture.path("store"), fixture.station])
      let waiting = { (count: Int) in
        fixture.waitUntil {
          fixture.server.query("SELECT count(*) FROM pg_locks WHERE NOT granted") == "\(count)\n"
        }
      }
      #expect(waiting(1))
      let eraser = Run([LabFixture.program, "erase", fixture.owner, "p07"])
      #expect(waiting(2))
      other.send("COMMIT;")
      #expect(sender.finish().output == "acknowledged: 2 trials, 6 presses\n")
      #expect(
        eraser.finish().output
          == "erased: participant \"p07\", 2 trials, 6 presses; no station brings them back\n")
      for table in ["sessions", "session_ends", "trials", "presses"] {
        #expect(fixture.count(table) == "0")
      }
    }

    @Test func `An erasure waits for a limited time, names the holder and stops no station`()
      throws
    {
      let fixture = try LabFixture()
      fixture.playRounds(2, by: "p07")
      #expect(fixture.lab("send", fixture.path("store"), fixture.station).status == 0)
      let other = try fixture.server.terminal()
      let process = other.ask(
        "BEGIN; LOCK chimp.trials IN ROW EXCLUSIVE MODE; SELECT pg_backend_pid();", boardLines: 0)
      let holder = "postgres (server process \(process.first ?? ""))"
      let eraser = Run([LabFixture.program, "erase", fixture.owner, "p07"])
      #expect(
        fixture.waitUntil {
          fixture.server.query("SELECT count(*) FROM pg_locks WHERE NOT granted") == "1\n"
        })
      // A station's row would wait behind a request without a limit.
      fixture.playRounds(1, by: "p08")
      #expect(
        fixture.lab("send", fixture.path("store"), fixture.station).output
          == "acknowledged: 1 trial, 3 presses\n")
      let end = eraser.finish()
      #expect(end.status == 3)
      #expect(end.output == "")
      // The station may have held the tables when the waiting began.
      let lines = end.diagnostics.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines[0].hasPrefix("chimp-lab: waiting for \(holder)"))
      #expect(lines[0].hasSuffix(" to release the tables"))
      #expect(
        lines[1] == "chimp-lab: not done, because the tables are in use by \(holder) for too long: "
          + "end that, then run the same line again")
      #expect(fixture.count("trials") == "3")
      other.send("COMMIT;")
      let erased = fixture.lab("erase", fixture.owner, "p07")
      #expect(
        erased.output
          == "erased: participant \"p07\", 2 trials, 6 presses; no station brings them back\n")
    }

    @Test func `A reader's transaction does not stop the erasure, only the rewriting of the files`()
      throws
    {
      let fixture = try LabFixture()
      fixture.playRounds(2, by: "p07")
      #expect(fixture.lab("send", fixture.path("store"), fixture.station).status == 0)
      let other = try fixture.server.terminal()
      _ = other.ask("BEGIN; SELECT count(*) FROM chimp.presses;", boardLines: 0)
      let erased = FinishedRun([
        "timeout", "30", LabFixture.program, "erase", fixture.owner, "p07",
      ])
      #expect(erased.status == 3)
      #expect(
        erased.output
          == "erased: participant \"p07\", 2 trials, 6 presses; no station brings them back\n")
      #expect(
        erased.diagnostics.contains(
          "the server's files still have bytes of the participant, because they could not be "
            + "rewritten"))
      #expect(fixture.count("presses") == "0")
      other.send("COMMIT;")
      #expect(fixture.lab("erase", fixture.owner, "p07").status == 0)
    }
  }
#endif
