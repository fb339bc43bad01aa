#if Lab
  import Glibc
  import TestSupport
  import Testing

  @testable import Lab

  /// Everything from the first command of the owner to the last of a station, word for word.
  @Suite(.enabled(if: PostgreSQL.isInstalled, "skipped: no PostgreSQL"))
  struct StoryTests {
    @Test func `A lab is made, a station enrolled, its store sent, compared, proven and received`()
      throws
    {
      let bench = try Bench(stations: [], isReady: false)
      #expect(
        bench.lab("init", bench.owner)
          == FinishedRun(status: 0, "chimp is ready: version \(Schema.version)\n"))
      #expect(
        bench.lab("init", bench.owner)
          == FinishedRun(status: 0, "chimp is up to date: version \(Schema.version)\n"))
      let enrolled = bench.lab("enrol", bench.owner, "room1-01")
      #expect(enrolled.status == 0 && enrolled.output.contains("*:*:chimp:room1-01:"))
      bench.play([
        "start 4x4:1,1;2,2;3,3", "press 1 1 2 2 3 3", "start 4x4:1,1;2,2", "press 3 3",
        "start 4x4:1,1;2,2", "press 1 1",
      ])
      #expect(
        bench.lab("send", bench.path("store"), bench.station)
          == FinishedRun(status: 0, "acknowledged: 3 trials, 5 presses\n"))
      #expect(
        bench.lab("send", bench.path("store"), bench.station)
          == FinishedRun(status: 0, "acknowledged: 0 trials, 0 presses\n"))
      let status = bench.lab("status", bench.path("store"), bench.station)
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
        bench.lab("verify", bench.owner)
          == FinishedRun(status: 0, "verified: 3 trials, 5 presses; 0 not what was sent\n"))
      #expect(
        bench.lab("receive", bench.owner, bench.path("all"))
          == FinishedRun(
            status: 0, "received: 3 trials, 5 presses; 0 known already, 0 refused\n"))
      for table in ["Session", "Round", "Press"] {
        let text =
          "SELECT group_concat(objectId) FROM (SELECT objectId FROM \(table) ORDER BY row)"
        #expect(bench.stored(text, "all") == bench.stored(text))
      }
      let moves = "SELECT group_concat(moves || coalesce(outcome, '-')) FROM Round"
      #expect(bench.stored(moves, "all") == bench.stored(moves))
      #expect(
        bench.lab("receive", bench.owner, bench.path("all"))
          == FinishedRun(
            status: 0, "received: 0 trials, 0 presses; 3 known already, 0 refused\n"))
    }

    @Test func `A server is reached, until it is stopped; the shell tells since when`() throws {
      let bench = try Bench()
      let ask = {
        bench.play(["status"]).output.split(separator: "\n").filter {
          $0.hasPrefix("server: ")
        }
      }
      #expect(
        bench.lab("reach", bench.station) == FinishedRun(status: 0, "chimp can be reached\n"))
      #expect(bench.play(["set server \"\(bench.station)\""]).status == 0)
      #expect(ask() == ["server: can be reached"])
      bench.server.kill()
      let refused = bench.lab("reach", bench.station)
      #expect(refused.status == 3)
      let line = try #require(ask().first)
      #expect(line.hasPrefix("server: can't be reached since 20"))
      // What the helper program says tells what to do.
      let advice = ": see whether the server runs there and the network reaches it"
      #expect(line.hasSuffix(advice) && refused.diagnostics.hasSuffix(advice + "\n"))
    }

    @Test func `The trials of one study are received alone, and reported`() throws {
      let bench = try Bench(stations: ["room1-01", "room1-02"])
      let (owner, store) = (bench.owner, bench.path("class.store"))
      let unknown = "chimp-lab: no study \"memory\" is there: "
      bench.playRounds(1, into: "other", by: "p08")
      _ = bench.lab("send", bench.path("other"), bench.server.address("room1-02"))
      #expect(
        bench.lab("receive", owner, store, "study=memory")
          == FinishedRun(
            status: 2, "", unknown + "no trial on the server belongs to a study\n"))
      for (name, code) in [("memory", "p07"), ("other", "p09")] {
        let study = bench.folder.file(
          name + ".study",
          "@ chimp-study 1\nname \(name)\nparticipants 2\ncondition 210 inoue-210 trials=1\n")
        bench.play(
          [
            "study check \(study)", "enrol \(code)", "next", "press 1 1", "start 4x4:1,1",
            "press 1 1",
          ], into: "store-" + name)
        _ = bench.lab("send", bench.path("store-" + name), bench.station)
      }
      #expect(bench.count("trials") == "5")
      #expect(
        bench.lab("receive", owner, store, "study=memories").diagnostics
          == "chimp-lab: no study \"memories\" is there: the server has memory, other\n")
      #expect(!bench.folder.files.contains("class.store"))
      #expect(
        bench.lab("receive", owner, store, "study=memory")
          == FinishedRun(
            status: 0, "received: 1 trial, 1 press; 0 known already, 0 refused\n"))
      #expect(bench.stored("SELECT group_concat(code) FROM Participant", "class.store") == "p07")
      for table in ["Session", "Round", "Press"] {
        #expect(bench.stored("SELECT count(*) FROM \(table)", "class.store") == "1")
      }
      let page = bench.path("class.html")
      #expect(
        // The times of a script are virtual, which a report leaves out unless it is asked for them.
        bench.play(["report \(page) include=virtual"], into: "class.store").output
          == "reported 1 trial to \"\(page)\"\n")
      #expect(bench.folder.text("class.html").hasPrefix("<!DOCTYPE html>"))
      let all = bench.lab("receive", owner, store)
      #expect(all.output.hasPrefix("received: 4 trials, 6 presses; 1 known"))
    }

    @Test func `A round that is left behind is sent as far as it came, and again when it is over`()
      throws
    {
      let bench = try Bench()
      let player = try LiveProgram(["--store", bench.path("store")])
      _ = player.ask("start 4x4:1,1;2,2;3,3", boardLines: 5)
      _ = player.ask("press 1 1", boardLines: 5)
      let open = bench.lab("send", bench.path("store"), bench.station)
      #expect(open == FinishedRun(status: 0, "acknowledged: 0 trials, 0 presses\n"))
      let status = bench.lab("status", bench.path("store"), bench.station)
      #expect(status.output.contains("\n1 trial is running, and sent later\n"))
      player.kill()
      let left = bench.lab("send", bench.path("store"), bench.station)
      #expect(left == FinishedRun(status: 0, "acknowledged: 1 trial, 1 press\n"))
      bench.play(["resume", "press 2 2 3 3"])
      let resumed = bench.lab("send", bench.path("store"), bench.station)
      #expect(resumed == FinishedRun(status: 0, "acknowledged: 1 trial, 2 presses\n"))
      let received = bench.lab("receive", bench.owner, bench.path("all"))
      #expect(received.status == 0)
      #expect(
        bench.stored("SELECT count(*) || outcome || moves FROM Round", "all")
          == bench.stored("SELECT count(*) || outcome || moves FROM Round"))
      #expect(bench.stored("SELECT count(*) FROM Press", "all") == "3")
      #expect(bench.lab("verify", bench.owner).status == 0)
      // NB: what it was before is there too, which is no row of this store any more.
      let end = bench.lab("status", bench.path("store"), bench.station)
      #expect(end.status == 0)
    }

    @Test func `The rounds of a test are sent as they end, and once more when the test has`() throws
    {
      let bench = try Bench()
      let player = try LiveProgram(["--machine", "--store", bench.path("store")])
      for line in ["start human-benchmark", "give-up"] {
        player.send(line)
        #expect(player.answer() != nil)
      }
      _ = bench.lab("send", bench.path("store"), bench.station)
      let states = "SELECT string_agg(DISTINCT test_state, ',') FROM chimp.trials"
      #expect(bench.server.query(states) == "open\n")
      #expect(bench.lab("status", bench.path("store"), bench.station).status == 0)
      #expect(player.finish() == 0)
      bench.play(["start 4x4:1,1", "press 1 1"])
      let end = bench.lab("send", bench.path("store"), bench.station)
      #expect(end.status == 0 && end.diagnostics == "")
      #expect(bench.lab("verify", bench.owner).status == 0)
      #expect(bench.lab("receive", bench.owner, bench.path("all")).status == 0)
      #expect(bench.lab("status", bench.path("store"), bench.station).status == 0)
      let text = "SELECT group_concat(objectId || ifnull(testState, '-') || moves) FROM Round"
      #expect(bench.stored(text, "all") == bench.stored(text))
    }

    @Test func `Tables of the first version get what came later, and stations go on`() throws {
      let bench = try Bench(stations: [], isReady: false)
      let roles = [Schema.stations, Schema.readers].map { "CREATE ROLE \($0) NOLOGIN" }
      for text in roles + Schema.migrations[0] + ["INSERT INTO chimp.versions VALUES (1)"] {
        let run = bench.server.ask(text)
        #expect(run.status == 0, "\(run.diagnostics)")
      }
      if Schema.version > 1 {
        #expect(
          bench.lab("init", bench.owner)
            == FinishedRun(
              status: 0, "chimp is up to date now: version 1 was before\n"))
      }
      _ = bench.lab("enrol", bench.owner, "room1-01")
      bench.playRounds(2)
      #expect(bench.lab("send", bench.path("store"), bench.station).status == 0)
      #expect(bench.lab("verify", bench.owner).status == 0)
    }

    @Test
    func `A follower sends rounds as they end, and their session's end, and outlives the server`()
      throws
    {
      let bench = try Bench()
      bench.play([])
      let player = try LiveProgram(["--store", bench.path("store")])
      _ = player.ask("start 4x4:1,1;2,2", boardLines: 5)
      let follower = Run([
        Bench.program, "send", bench.path("store"), bench.station, "--follow",
      ])
      #expect(bench.eventually { follower.diagnostics.contains("following") })
      #expect(bench.server.query("SELECT count(*) FROM chimp.trials") == "0\n")
      _ = player.ask("press 1 1 2 2", boardLines: 5)
      #expect(bench.eventually { bench.count("trials") == "1" })
      bench.server.kill()
      _ = player.ask("start 4x4:1,1", boardLines: 5)
      _ = player.ask("press 1 1", boardLines: 5)
      #expect(bench.server.start())
      #expect(bench.eventually { bench.count("trials") == "2" })
      #expect(bench.count("session_ends") == "0")
      #expect(player.finish() == 0)
      #expect(bench.eventually { bench.count("session_ends") == "1" })
      follower.signal(SIGINT)
      let end = follower.finish()
      #expect(end.status == 0)
      #expect(end.output.hasSuffix("acknowledged: 2 trials, 3 presses\n"))
    }

    @Test func `A follower waits for a store that nobody has played into yet`() throws {
      let bench = try Bench()
      let follower = Run([
        Bench.program, "send", bench.path("store"), bench.station, "--follow",
      ])
      let words = "chimp-lab: waiting for \"\(bench.path("store"))\"\n"
      #expect(bench.eventually { follower.diagnostics == words })
      bench.playRounds(1)
      #expect(bench.eventually { bench.count("trials") == "1" })
      follower.signal(SIGINT)
      #expect(follower.finish().status == 0)
    }

    @Test func `The shell sends its store by the program beside it, or says how to get that`()
      throws
    {
      let bench = try Bench()
      let host = bench.server.folder.path.split(separator: "/").map { "%2F" + $0 }.joined()
      let url = "postgresql://room1-01@/chimp?host=\(host)"
      let run = bench.play(["start 4x4:1,1", "press 1 1", "send store \(url)"])
      #expect(run.status == 0)
      #expect(run.output.contains("\nacknowledged: 1 trial, 1 press\n"))
      let wrong = bench.play(["send store \(url)/none"])
      #expect(wrong.status == 1 && wrong.output.contains("error: "))
      let alone = bench.path("chimp")
      #expect(FinishedRun(["cp", programPath, alone]).status == 0)
      let without = FinishedRun([alone, "--store", bench.path("store"), "-c", "send store \(url)"])
      #expect(
        without.output
          == "error: \"chimp-lab\" is not beside chimp: \"swift build --traits Lab\" "
          + "makes it\n")
    }

    @Test func `Whoever is erased is gone everywhere, and no late station brings them back`() throws
    {
      let bench = try Bench(stations: ["room1-01", "room1-02"])
      bench.playRounds(2, by: "p07")
      bench.playRounds(1, by: "p08")
      bench.playRounds(3, into: "late", by: "p07")
      _ = bench.lab("send", bench.path("store"), bench.station)
      let erased = bench.lab("erase", bench.owner, "p07")
      #expect(
        erased
          == FinishedRun(
            status: 0,
            "erased: participant \"p07\", 2 trials, 6 presses; no station brings them back\n",
            "chimp-lab: the stations' own stores, exports and backups still have what they had\n"))
      let late = bench.lab("send", bench.path("late"), bench.server.address("room1-02"))
      #expect(
        late
          == FinishedRun(
            status: 0,
            "acknowledged: 0 trials, 0 presses; left out: 3 trials of erased participants\n"))
      _ = bench.lab("send", bench.path("store"), bench.station)
      let text = "SELECT string_agg(participant, ',') FROM chimp.sessions"
      #expect(bench.server.query(text) == "p08\n")
      for table in ["sessions", "session_ends", "trials"] { #expect(bench.count(table) == "1") }
      #expect(bench.count("presses") == "3")
      #expect(bench.lab("status", bench.path("store"), bench.station).status == 0)
      // NB: a station's program that does not ask first is refused by the server itself.
      let forced = bench.server.ask(
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

  extension Bench {
    /// How many rows a table of the server has.
    func count(_ table: String) -> String {
      server.query("SELECT count(*) FROM chimp.\(table)").map { String($0.dropLast()) } ?? "nothing"
    }
  }
#endif
