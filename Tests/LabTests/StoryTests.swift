#if Lab
  import Glibc
  @testable import Lab
  import TestSupport
  import Testing

  /// Tests of complete sessions, from the owner's first command to a station's last one, with all
  /// of their output.
  @Suite(.enabled(if: PostgreSQL.isInstalled, "skipped: no PostgreSQL"))
  struct StoryTests {
    @Test func `A lab is made, a station enrolled, its store sent, compared, proven and received`()
      throws
    {
      let fixture = try LabFixture(stations: [], isReady: false)
      #expect(
        fixture.lab("init", fixture.owner)
          == FinishedRun(status: 0, "chimp is ready: version \(Schema.version)\n"))
      #expect(
        fixture.lab("init", fixture.owner)
          == FinishedRun(status: 0, "chimp is up to date: version \(Schema.version)\n"))
      let enrolled = fixture.lab("enrol", fixture.owner, "room1-01")
      #expect(enrolled.status == 0 && enrolled.output.contains("*:*:chimp:room1-01:"))
      fixture.play([
        "start 4x4:1,1;2,2;3,3", "press 1 1 2 2 3 3", "start 4x4:1,1;2,2", "press 3 3",
        "start 4x4:1,1;2,2", "press 1 1",
      ])
      #expect(
        fixture.lab("send", fixture.path("store"), fixture.station)
          == FinishedRun(status: 0, "acknowledged: 3 trials, 5 presses\n"))
      #expect(
        fixture.lab("send", fixture.path("store"), fixture.station)
          == FinishedRun(status: 0, "acknowledged: 0 trials, 0 presses\n"))
      let status = fixture.lab("status", fixture.path("store"), fixture.station)
      #expect(status.status == 0)
      #expect(
        status.output.split(separator: "\n").prefix(6) == [
          "station \"room1-01\", chimp",
          "              here  sent  acknowledged  there  differing",
          "sessions         1     1             1      1          0",
          "session_ends     1     1             1      1          0",
          "trials           3     3             3      3          0",
          "presses          5     5             5      5          0",
        ])
      #expect(status.output.hasSuffix("\nstore and server agree\n"))
      #expect(
        fixture.lab("verify", fixture.owner)
          == FinishedRun(status: 0, "verified: 3 trials, 5 presses; 0 not what was sent\n"))
      #expect(
        fixture.lab("receive", fixture.owner, fixture.path("all"))
          == FinishedRun(
            status: 0, "received: 3 trials, 5 presses; 0 known already, 0 refused\n"))
      for table in ["Session", "Round", "Press"] {
        let text =
          "SELECT group_concat(objectId) FROM (SELECT objectId FROM \(table) ORDER BY row)"
        #expect(fixture.stored(text, "all") == fixture.stored(text))
      }
      let moves = "SELECT group_concat(moves || coalesce(outcome, '-')) FROM Round"
      #expect(fixture.stored(moves, "all") == fixture.stored(moves))
      #expect(
        fixture.lab("receive", fixture.owner, fixture.path("all"))
          == FinishedRun(
            status: 0, "received: 0 trials, 0 presses; 3 known already, 0 refused\n"))
    }

    @Test func `A server is reached, until it is stopped; the shell tells since when`() throws {
      let fixture = try LabFixture()
      let ask = {
        fixture.play(["status"]).output.split(separator: "\n").filter {
          $0.hasPrefix("server: ")
        }
      }
      #expect(
        fixture.lab("reach", fixture.station) == FinishedRun(status: 0, "chimp can be reached\n"))
      #expect(fixture.play(["set server \"\(fixture.station)\""]).status == 0)
      #expect(ask() == ["server: can be reached"])
      fixture.server.kill()
      let refused = fixture.lab("reach", fixture.station)
      #expect(refused.status == 3)
      let line = try #require(ask().first)
      #expect(line.hasPrefix("server: can't be reached since 20"))
      // The message of `chimp-lab` contains advice.
      let advice = ": see whether the server runs there and the network reaches it"
      #expect(line.hasSuffix(advice) && refused.diagnostics.hasSuffix(advice + "\n"))
    }

    @Test func `The trials of one study are received alone, and reported`() throws {
      let fixture = try LabFixture(stations: ["room1-01", "room1-02"])
      let (owner, store) = (fixture.owner, fixture.path("class.store"))
      let unknown = "chimp-lab: no study \"memory\" is there: "
      fixture.playRounds(1, into: "other", by: "p08")
      _ = fixture.lab("send", fixture.path("other"), fixture.server.address("room1-02"))
      #expect(
        fixture.lab("receive", owner, store, "study=memory")
          == FinishedRun(
            status: 2, "", unknown + "no trial on the server belongs to a study\n"))
      for (name, code) in [("memory", "p07"), ("other", "p09")] {
        let study = fixture.folder.file(
          name + ".study",
          "@ chimp-study 1\nname \(name)\nparticipants 2\ncondition 210 inoue-210 trials=1\n")
        fixture.play(
          [
            "study check \(study)", "enrol \(code)", "next", "wait 300", "press 1 1",
            "start 4x4:1,1", "press 1 1",
          ], into: "store-" + name)
        _ = fixture.lab("send", fixture.path("store-" + name), fixture.station)
      }
      #expect(fixture.count("trials") == "5")
      #expect(
        fixture.lab("receive", owner, store, "study=memories").diagnostics
          == "chimp-lab: no study \"memories\" is there: the server has memory, other\n")
      #expect(!fixture.folder.files.contains("class.store"))
      #expect(
        fixture.lab("receive", owner, store, "study=memory")
          == FinishedRun(
            status: 0, "received: 1 trial, 1 press; 0 known already, 0 refused\n"))
      #expect(fixture.stored("SELECT group_concat(code) FROM Participant", "class.store") == "p07")
      for table in ["Session", "Round", "Press"] {
        #expect(fixture.stored("SELECT count(*) FROM \(table)", "class.store") == "1")
      }
      let page = fixture.path("class.html")
      #expect(
        // The times of a script are virtual, which a report excludes by default.
        fixture.play(["report \(page) include=scripts"], into: "class.store").output
          == "reported 1 trial to \"\(page)\"\n")
      #expect(fixture.folder.text("class.html").hasPrefix("<!DOCTYPE html>"))
      let all = fixture.lab("receive", owner, store)
      #expect(all.output.hasPrefix("received: 4 trials, 6 presses; 1 known"))
    }

    @Test func `A round that is left behind is sent as far as it came, and again when it is over`()
      throws
    {
      let fixture = try LabFixture()
      let player = try LiveProgram(["--store", fixture.path("store")])
      _ = player.ask("start 4x4:1,1;2,2;3,3", boardLines: 5)
      _ = player.ask("press 1 1", boardLines: 5)
      let open = fixture.lab("send", fixture.path("store"), fixture.station)
      #expect(open == FinishedRun(status: 0, "acknowledged: 0 trials, 0 presses\n"))
      let status = fixture.lab("status", fixture.path("store"), fixture.station)
      #expect(status.output.contains("\n1 trial is running, and sent later\n"))
      player.kill()
      let left = fixture.lab("send", fixture.path("store"), fixture.station)
      #expect(left == FinishedRun(status: 0, "acknowledged: 1 trial, 1 press\n"))
      fixture.play(["resume", "press 2 2 3 3"])
      let resumed = fixture.lab("send", fixture.path("store"), fixture.station)
      #expect(resumed == FinishedRun(status: 0, "acknowledged: 1 trial, 2 presses\n"))
      let received = fixture.lab("receive", fixture.owner, fixture.path("all"))
      #expect(received.status == 0)
      #expect(
        fixture.stored("SELECT count(*) || outcome || moves FROM Round", "all")
          == fixture.stored("SELECT count(*) || outcome || moves FROM Round"))
      #expect(fixture.stored("SELECT count(*) FROM Press", "all") == "3")
      #expect(fixture.lab("verify", fixture.owner).status == 0)
      // NB: the row's earlier version is on the server too; it is no longer in this store.
      let end = fixture.lab("status", fixture.path("store"), fixture.station)
      #expect(end.status == 0)
    }

    @Test func `The rounds of a test are sent as they end, and once more when the test has`() throws
    {
      let fixture = try LabFixture()
      let player = try LiveProgram(["--machine", "--store", fixture.path("store")])
      for line in ["start human-benchmark", "give-up"] {
        player.send(line)
        #expect(player.answer() != nil)
      }
      _ = fixture.lab("send", fixture.path("store"), fixture.station)
      let states = "SELECT string_agg(DISTINCT test_state, ',') FROM chimp.trials"
      #expect(fixture.server.query(states) == "open\n")
      #expect(fixture.lab("status", fixture.path("store"), fixture.station).status == 0)
      #expect(player.finish() == 0)
      fixture.play(["start 4x4:1,1", "press 1 1"])
      let end = fixture.lab("send", fixture.path("store"), fixture.station)
      #expect(end.status == 0 && end.diagnostics == "")
      #expect(fixture.lab("verify", fixture.owner).status == 0)
      #expect(fixture.lab("receive", fixture.owner, fixture.path("all")).status == 0)
      #expect(fixture.lab("status", fixture.path("store"), fixture.station).status == 0)
      let text = "SELECT group_concat(objectId || ifnull(testState, '-') || moves) FROM Round"
      #expect(fixture.stored(text, "all") == fixture.stored(text))
    }

    @Test func `Tables of the first version get the later columns, and stations go on sending`()
      throws
    {
      let fixture = try LabFixture(stations: [], isReady: false)
      let roles = [Schema.stations, Schema.readers].map { "CREATE ROLE \($0) NOLOGIN" }
      for text in roles + Schema.migrations[0] + ["INSERT INTO chimp.versions VALUES (1)"] {
        let run = fixture.server.ask(text)
        #expect(run.status == 0, "\(run.diagnostics)")
      }
      if Schema.version > 1 {
        #expect(
          fixture.lab("init", fixture.owner)
            == FinishedRun(
              status: 0, "chimp is up to date now: version 1 was before\n"))
      }
      _ = fixture.lab("enrol", fixture.owner, "room1-01")
      fixture.playRounds(2)
      #expect(fixture.lab("send", fixture.path("store"), fixture.station).status == 0)
      #expect(fixture.lab("verify", fixture.owner).status == 0)
    }

    @Test
    func `A follower sends rounds as they end, and their session's end, and outlives the server`()
      throws
    {
      let fixture = try LabFixture()
      fixture.play([])
      let player = try LiveProgram(["--store", fixture.path("store")])
      _ = player.ask("start 4x4:1,1;2,2", boardLines: 5)
      let follower = Run(
        [LabFixture.program, "send", fixture.path("store"), fixture.station, "--follow"],
        watchesMessages: true)
      #expect(
        follower.nextMessage()
          == "chimp-lab: everything is there; following \"\(fixture.path("store"))\"")
      #expect(fixture.server.query("SELECT count(*) FROM chimp.trials") == "0\n")
      _ = player.ask("press 1 1 2 2", boardLines: 5)
      #expect(fixture.waitUntil { fixture.count("trials") == "1" })
      fixture.server.kill()
      _ = player.ask("start 4x4:1,1", boardLines: 5)
      _ = player.ask("press 1 1", boardLines: 5)
      #expect(fixture.server.start())
      #expect(fixture.waitUntil { fixture.count("trials") == "2" })
      #expect(fixture.count("session_ends") == "0")
      #expect(player.finish() == 0)
      #expect(fixture.waitUntil { fixture.count("session_ends") == "1" })
      follower.signal(SIGINT)
      let end = follower.finish()
      #expect(end.status == 0)
      #expect(end.output.hasSuffix("acknowledged: 2 trials, 3 presses\n"))
    }

    @Test func `A follower waits for a store that nobody has played into yet`() throws {
      let fixture = try LabFixture()
      let follower = Run(
        [LabFixture.program, "send", fixture.path("store"), fixture.station, "--follow"],
        watchesMessages: true)
      #expect(
        follower.nextMessage() == "chimp-lab: waiting for \"\(fixture.path("store"))\"")
      fixture.playRounds(1)
      #expect(fixture.waitUntil { fixture.count("trials") == "1" })
      follower.signal(SIGINT)
      #expect(follower.finish().status == 0)
    }

    @Test func `The shell sends its store by the program beside it, or says how to get that`()
      throws
    {
      let fixture = try LabFixture()
      let host = fixture.server.folder.path.split(separator: "/").map { "%2F" + $0 }.joined()
      let url = "postgresql://room1-01@/chimp?host=\(host)"
      let run = fixture.play(["start 4x4:1,1", "press 1 1", "upload \(url)"])
      #expect(run.status == 0)
      #expect(run.output.contains("\nacknowledged: 1 trial, 1 press\n"))
      let wrong = fixture.play(["upload \(url)/none"])
      #expect(wrong.status == 1 && wrong.output.contains("error: "))
      let alone = fixture.path("chimp")
      #expect(FinishedRun(["cp", programPath, alone]).status == 0)
      let without = FinishedRun([
        alone, "--store", fixture.path("store"), "-c", "upload \(url)",
      ])
      #expect(
        without.output
          == "error: \"chimp-lab\" is not beside chimp: \"swift build --traits Lab\" "
          + "builds it\n")
    }

    @Test func `No file of the server's tables has a byte of an erased participant`() throws {
      let fixture = try LabFixture()
      let (gone, other) = ("QWERTYUIOPAS", "ZXCVBNMLKJHG")
      fixture.playRounds(2, by: gone)
      fixture.playRounds(1, by: other)
      _ = fixture.lab("send", fixture.path("store"), fixture.station)
      _ = fixture.server.query("ANALYZE; CHECKPOINT")
      func files(_ code: String) -> [String] {
        FinishedRun(["grep", "-rl", code, fixture.server.dataFolder + "/base"]).output
          .split(separator: "\n").map(String.init)
      }
      #expect(!files(gone).isEmpty)
      #expect(fixture.lab("erase", fixture.owner, gone).status == 0)
      // Files that were replaced are removed with the next checkpoint.
      _ = fixture.server.query("CHECKPOINT")
      #expect(files(gone) == [])
      #expect(!files(other).isEmpty)
      #expect(fixture.server.query("SELECT count(*) FROM chimp.tombstones") == "1\n")
    }

    @Test func `An erased participant is gone everywhere, and no late station brings back a row`()
      throws
    {
      let fixture = try LabFixture(stations: ["room1-01", "room1-02"])
      fixture.playRounds(2, by: "p07")
      fixture.playRounds(1, by: "p08")
      fixture.playRounds(3, into: "late", by: "p07")
      _ = fixture.lab("send", fixture.path("store"), fixture.station)
      let erased = fixture.lab("erase", fixture.owner, "p07")
      #expect(
        erased
          == FinishedRun(
            status: 0,
            "erased: participant \"p07\", 2 trials, 6 presses; no station brings them back\n",
            "chimp-lab: the stations' own stores, exports, backups and the server's own log still "
              + "have what they had\n"))
      let late = fixture.lab("send", fixture.path("late"), fixture.server.address("room1-02"))
      #expect(
        late
          == FinishedRun(
            status: 0,
            "acknowledged: 0 trials, 0 presses; left out: 3 trials of erased participants\n"))
      _ = fixture.lab("send", fixture.path("store"), fixture.station)
      let text = "SELECT string_agg(participant, ',') FROM chimp.sessions"
      #expect(fixture.server.query(text) == "p08\n")
      for table in ["sessions", "session_ends", "trials"] { #expect(fixture.count(table) == "1") }
      #expect(fixture.count("presses") == "3")
      #expect(fixture.lab("status", fixture.path("store"), fixture.station).status == 0)
      // NB: the server itself refuses a station that does not query the erased participants first.
      let forced = fixture.server.ask(
        "INSERT INTO chimp.sessions (station, id, hash, format, sequence, station_clock, "
          + "monotonic_clock, participant_id, participant, participant_created, session_created, "
          + "program_version, input_mode, clock, clock_resolution, session_seed) VALUES "
          + "('room1-02', 'x', '', 2, 1, 1, 1, 'x', 'p07', 1, 1, '', '', '', 1, '')",
        as: "room1-02")
      #expect(
        forced.diagnostics
          == "ERROR:  new row violates row-level security policy for table \"sessions\"\n")
    }
  }

  extension LabFixture {
    /// Returns the number of rows of a table on the server.
    func count(_ table: String) -> String {
      server.query("SELECT count(*) FROM chimp.\(table)").map { String($0.dropLast()) } ?? "nothing"
    }
  }
#endif
