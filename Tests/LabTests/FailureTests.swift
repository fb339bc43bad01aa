#if Lab
  import Glibc
  @testable import Lab
  import TestSupport
  import Testing

  /// Tests of failures in a lab: each causes a clear error and leaves the store unchanged.
  @Suite(.enabled(if: PostgreSQL.isInstalled, "skipped: no PostgreSQL"))
  struct FailureTests {
    @Test func `A station can't write, change or see what is not its own`() throws {
      let fixture = try LabFixture(stations: ["room1-01", "room1-02"])
      fixture.playRounds(1)
      _ = fixture.lab("send", fixture.path("store"), fixture.station)
      let insertion = "INSERT INTO chimp.contacts (station, id, station_clock, monotonic_clock) "
      let refusals = [
        insertion + "VALUES ('room1-01', 'forged', 1, 1)":
          "ERROR:  new row violates row-level security policy for table \"contacts\"\n",
        "UPDATE chimp.trials SET moves = ''": "ERROR:  permission denied for table trials\n",
        "DELETE FROM chimp.presses": "ERROR:  permission denied for table presses\n",
        "INSERT INTO chimp.tombstones VALUES ('p1')":
          "ERROR:  permission denied for table tombstones\n",
        "INSERT INTO chimp.contacts (station, id, station_clock, monotonic_clock, received) "
          + "VALUES ('room1-02', 'early', 1, 1, now())":
          "ERROR:  permission denied for table contacts\n",
        "TRUNCATE chimp.trials": "ERROR:  permission denied for table trials\n",
        "DROP TABLE chimp.trials": "ERROR:  must be owner of table trials\n",
        "CREATE TABLE chimp.mine (a int)": "ERROR:  permission denied for schema chimp",
      ]
      for (text, words) in refusals {
        let run = fixture.server.ask(text, as: "room1-02")
        #expect(run.status != 0 && run.diagnostics.hasPrefix(words), "\(text)")
      }
      let seen = fixture.server.query("SELECT count(*) FROM chimp.trials", as: "room1-02")
      #expect(seen == "0\n")
      #expect(fixture.lab("enrol", fixture.owner, "office", "--reader").status == 0)
      let reader = fixture.server.address("office")
      #expect(fixture.lab("verify", reader).status == 0)
      let written = fixture.server.ask(insertion + "VALUES ('office', 'x', 1, 1)", as: "office")
      #expect(written.diagnostics == "ERROR:  permission denied for table contacts\n")
      #expect(
        fixture.lab("send", fixture.path("store"), reader)
          == FinishedRun(
            status: 3, "",
            "chimp-lab: \"office\" is no station: use the address that \"chimp-lab enrol URL "
              + "STATION\" printed\n"))
      #expect(
        fixture.lab("verify", fixture.station).diagnostics
          == "chimp-lab: \"room1-01\" is a station, which sees its own rows only: use the address "
          + "of the owner, or of a reader (\"chimp-lab enrol URL NAME --reader\")\n")
      #expect(
        fixture.lab("erase", fixture.station, "p1").diagnostics
          == "chimp-lab: \"room1-01\" does not own the tables: use the address with which "
          + "\"chimp-lab init\" was run\n")
    }

    @Test func `A body that was changed on the server is told, and kept on both sides`() throws {
      let fixture = try LabFixture()
      fixture.playRounds(2)
      let trial = fixture.stored("SELECT objectId FROM Round ORDER BY row LIMIT 1")
      let moves = fixture.stored("SELECT moves FROM Round LIMIT 1")
      _ = fixture.lab("send", fixture.path("store"), fixture.station)
      let name = "trial \"\(trial)\" of \"room1-01\""
      _ = fixture.server.query("UPDATE chimp.trials SET hash = 'x', time = 9 WHERE id = '\(trial)'")
      #expect(
        fixture.lab("send", fixture.path("store"), fixture.station)
          == FinishedRun(
            status: 3, "acknowledged: 0 trials, 0 presses\n",
            "chimp-lab: there with another body: trials \(trial): both are kept, \"chimp-lab "
              + "verify\" says which is sound\n"))
      let status = fixture.lab("status", fixture.path("store"), fixture.station)
      #expect(status.status == 1)
      #expect(status.output.contains("\ndiffers: trials \(trial)\n"))
      #expect(
        fixture.lab("verify", fixture.owner)
          == FinishedRun(
            status: 3,
            "\(name): not what was sent: trials \(trial)\n"
              + "verified: 2 trials, 6 presses; 1 not what was sent\n"))
      #expect(
        fixture.lab("receive", fixture.owner, fixture.path("all"))
          == FinishedRun(
            status: 3, "received: 1 trial, 3 presses; 0 known already, 1 refused\n",
            "chimp-lab: \(name): not what was sent: trials \(trial)\n"))
      #expect(fixture.stored("SELECT moves FROM Round LIMIT 1") == moves)
      #expect(fixture.server.query("SELECT time FROM chimp.trials WHERE time = 9") == "9\n")
    }

    @Test func `A trial that contradicts itself is named, whoever made its hash`() throws {
      let fixture = try LabFixture(stations: ["forger"])
      fixture.playRounds(1)
      _ = fixture.lab("send", fixture.path("store"), fixture.server.address("forger"))
      let trial = fixture.stored("SELECT objectId FROM Round")
      _ = fixture.server.query("DELETE FROM chimp.presses WHERE \"index\" = 3")
      #expect(
        fixture.lab("verify", fixture.owner)
          == FinishedRun(
            status: 3,
            "trial \"\(trial)\" of \"forger\": press 3 of trial \"\(trial)\" is missing\n"
              + "verified: 1 trial, 2 presses; 1 not what was sent\n"))
      let status = fixture.lab("status", fixture.path("store"), fixture.server.address("forger"))
      #expect(status.status == 1)
      // NB: rows that the server has lost are sent again.
      _ = fixture.lab("send", fixture.path("store"), fixture.server.address("forger"))
      #expect(fixture.lab("verify", fixture.owner).status == 0)
      let press = fixture.stored("SELECT objectId FROM Press LIMIT 1")
      _ = fixture.server.query("DELETE FROM chimp.trials")
      let orphans = fixture.lab("verify", fixture.owner)
      #expect(orphans.output.contains("press forger \(press) belongs to no trial\n"))
      #expect(orphans.output.hasSuffix("verified: 0 trials, 0 presses; 3 not what was sent\n"))
    }

    @Test func `A database that is not ready, newer, or not ours is refused`() throws {
      let fixture = try LabFixture(isReady: false)
      fixture.playRounds(1)
      let store = fixture.path("store")
      #expect(
        fixture.lab("send", store, fixture.owner).diagnostics
          == "chimp-lab: relation \"chimp.versions\" does not exist: the owner has to run "
          + "\"chimp-lab init URL\" first\n")
      _ = fixture.lab("init", fixture.owner)
      #expect(
        fixture.lab("send", store, fixture.owner).diagnostics
          == "chimp-lab: \"postgres\" is no station: use the address that \"chimp-lab enrol URL "
          + "STATION\" printed\n")
      _ = fixture.lab("enrol", fixture.owner, "room1-01")
      _ = fixture.server.query("CREATE ROLE stranger LOGIN; CREATE ROLE \"old-hand\" LOGIN")
      #expect(
        fixture.lab("send", store, fixture.server.address("stranger")).diagnostics
          == "chimp-lab: permission denied for schema chimp: the role may not do that: use the "
          + "address that \"chimp-lab enrol\" printed\n")
      #expect(
        fixture.lab("enrol", fixture.owner, "old-hand").diagnostics
          == "chimp-lab: the server has a role \"old-hand\" that is not of this lab: choose "
          + "another name\n")
      #expect(
        fixture.lab("enrol", fixture.owner, "room1-01").diagnostics
          == "chimp-lab: \"room1-01\" is enrolled already, and its password is not kept: "
          + "\"--again\" makes a new one\n")
      #expect(fixture.lab("enrol", fixture.owner, "room1-02", "--again").status == 3)
      let next = Schema.version + 1
      _ = fixture.server.query("INSERT INTO chimp.versions (version) VALUES (\(next))")
      let newer =
        "chimp-lab: the database has version \(next), this program knows \(Schema.version): install the "
        + "chimp-lab that made it\n"
      for words in [
        ["send", store, fixture.station], ["init", fixture.owner], ["verify", fixture.owner],
      ] {
        let run = FinishedRun([LabFixture.program] + words)
        #expect(run == FinishedRun(status: 3, "", newer))
      }
      _ = fixture.server.query("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
      #expect(
        fixture.lab("init", fixture.owner + " dbname=latin").diagnostics
          == "chimp-lab: the database keeps texts as LATIN1: make it anew with \"createdb "
          + "--encoding=UTF8 --template=template0 NAME\"\n")
      #expect(
        fixture.lab("init", fixture.owner + " dbname=none").diagnostics.hasSuffix(
          "database \"none\" does not exist: \"createdb NAME\", run as the database's owner, "
            + "makes it\n"))
    }

    @Test func `A server that accepts and never answers, or is not there, is an error soon`() throws
    {
      let fixture = try LabFixture()
      fixture.playRounds(1)
      let before = fixture.folder.bytes("store")
      fixture.server.signal(SIGSTOP)
      let silent = fixture.lab("send", fixture.path("store"), fixture.station)
      fixture.server.signal(SIGCONT)
      #expect(
        silent
          == FinishedRun(
            status: 3, "",
            "chimp-lab: the server accepts connections but does not answer: look at its log, or "
              + "try again later\n"))
      fixture.server.kill()
      let gone = fixture.lab("send", fixture.path("store"), fixture.station)
      #expect(gone.status == 3)
      #expect(
        gone.diagnostics.hasSuffix(
          "failed: Connection refused: see whether the server runs there and the network reaches "
            + "it\n"))
      #expect(fixture.folder.bytes("store") == before)
    }

    @Test func `A password is asked for, may expire, and is neither in an address nor in a log`()
      throws
    {
      let fixture = try LabFixture(settings: ["log_statement=all"])
      fixture.playRounds(1)
      let again = fixture.lab("enrol", fixture.owner, "room1-01", "--again")
      let line = try #require(again.output.split(separator: "\n").dropFirst().first)
      let password = try #require(line.split(separator: ":").last)
      #expect(fixture.server.requirePasswords())
      let send = { fixture.lab("send", fixture.path("store"), fixture.station) }
      #expect(
        send().diagnostics.hasSuffix(
          "fe_sendauth: no password supplied: put the line that \"chimp-lab enrol\" printed into "
            + "~/.pgpass, with mode 600\n"))
      fixture.variables["PGPASSWORD"] = String(password)
      #expect(send().status == 0)
      let expiry = "ALTER ROLE \"room1-01\" VALID UNTIL '2020-01-01'"
      #expect(fixture.server.query(expiry) != nil)
      let expired = send()
      #expect(expired.status == 3)
      #expect(
        expired.diagnostics.hasSuffix(
          "password authentication failed for user \"room1-01\": the password may be wrong or have "
            + "expired: \"chimp-lab enrol URL STATION --again\", run by the owner, "
            + "gives a new one\n"
        ))
      #expect(!fixture.server.folder.text("log").contains(password))
      let url = "postgresql://room1-01:\(password)@/chimp?host=\(fixture.server.folder.path)"
      let result = fixture.lab("send", fixture.path("store"), url)
      #expect(
        result
          == FinishedRun(
            status: 2, "",
            "chimp-lab: a password in the address would be seen by everybody on this machine: put "
              + "it into ~/.pgpass, a service file or PGPASSWORD, and leave it out of the address\n"
          ))
    }

    @Test func `A full disk of the server is reported, and the rounds are sent later`()
      throws
    {
      let folder = TemporaryFolder()
      let size = ["mount", "-t", "tmpfs", "-o", "size=80m", "tmpfs", folder.path]
      guard getuid() == 0, FinishedRun(size).status == 0 else {
        return print("skipped: no file system of a test's own can be mounted")
      }
      defer { _ = FinishedRun(["umount", "-l", folder.path]) }
      chmod(folder.path, 0o777)
      let server = try #require(PostgreSQL(data: folder.path + "/data"))
      let fixture = try LabFixture(server)
      fixture.playRounds(3)
      let before = fixture.folder.bytes("store")
      _ = FinishedRun(["dd", "if=/dev/zero", "of=\(folder.path)/rest", "bs=64k"])
      let full = fixture.lab("send", fixture.path("store"), fixture.station)
      #expect(full.status == 3)
      #expect(full.diagnostics.contains("No space left on device"))
      #expect(fixture.folder.bytes("store") == before)
      unlink(folder.path + "/rest")
      #expect(
        fixture.waitUntil {
          fixture.lab("send", fixture.path("store"), fixture.station).status == 0
        })
      #expect(fixture.count("presses") == "9")
    }

    @Test func `Beyond a Unix socket the server has to prove who it is`() throws {
      let certificates = TemporaryFolder()
      guard Certificates.make(in: certificates) else { return print("skipped: no openssl") }
      let port = 20_000 + Int(getpid()) % 20_000
      let settings = [
        "listen_addresses=127.0.0.1", "ssl=on", "ssl_cert_file=\(certificates.path)/server.crt",
        "ssl_key_file=\(certificates.path)/server.key",
      ]
      let fixture = try LabFixture(try #require(PostgreSQL(settings: settings, port: port)))
      fixture.playRounds(1)
      fixture.variables["HOME"] = "/nowhere"
      let address = "postgresql://room1-01@localhost:\(port)/chimp"
      let untrusted = fixture.lab("send", fixture.path("store"), address)
      #expect(untrusted.status == 3)
      #expect(
        untrusted.diagnostics.hasSuffix(
          "put the certificate of the server's authority into ~/.postgresql/root.crt, and use the "
            + "name that the server's certificate has\n"))
      fixture.variables["PGSSLROOTCERT"] = certificates.path + "/authority.crt"
      #expect(fixture.lab("send", fixture.path("store"), address).status == 0)
      let other = fixture.lab(
        "send", fixture.path("store"), "postgresql://room1-01@127.0.0.1:\(port)/chimp")
      #expect(other.status == 3 && other.diagnostics.contains("does not match host name"))
      fixture.variables["PGSSLROOTCERT"] = certificates.path + "/stranger.crt"
      let forged = fixture.lab("send", fixture.path("store"), address)
      #expect(forged.status == 3 && forged.diagnostics.contains("certificate verify failed"))
    }
  }

  /// Certificates for TLS that a test creates with openssl.
  enum Certificates {
    /// Creates an authority, a certificate for `localhost` signed by it, and the certificate of an
    /// unrelated authority; returns `false` if openssl fails.
    static func make(in folder: TemporaryFolder) -> Bool {
      let path = folder.path
      let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
      for name in ["authority", "stranger"] {
        let made = FinishedRun(
          ["openssl", "req", "-x509", "-days", "2", "-subj", "/CN=\(name)"] + key
            + ["-keyout", "\(path)/\(name).key", "-out", "\(path)/\(name).crt"])
        guard made.status == 0 else { return false }
      }
      let request = FinishedRun(
        ["openssl", "req", "-subj", "/CN=localhost"] + key
          + ["-keyout", "\(path)/server.key", "-out", "\(path)/server.csr"])
      let signed = FinishedRun([
        "openssl", "x509", "-req", "-days", "2", "-in", "\(path)/server.csr", "-CA",
        "\(path)/authority.crt", "-CAkey", "\(path)/authority.key", "-CAcreateserial", "-out",
        "\(path)/server.crt",
      ])
      guard request.status == 0, signed.status == 0 else { return false }
      PostgreSQL.changeOwner([path, path + "/server.key", path + "/server.crt"])
      chmod(path, 0o755)
      return true
    }
  }
#endif
