import Glibc

/// A temporary PostgreSQL server, with a Unix socket and its data in temporary folders.
package final class PostgreSQL {
  /// The folder with the programs of the newest installed version; `nil` if PostgreSQL is not
  /// installed.
  package static var programs: String? {
    let folder = "/usr/lib/postgresql"
    let versions = (TemporaryFolder.names(in: folder) ?? []).compactMap { Int($0) }.sorted()
    let folders = versions.reversed().map { "\(folder)/\($0)/bin" } + ["/usr/local/pgsql/bin"]
    return folders.first { access($0 + "/initdb", X_OK) == 0 }
  }

  /// `true` if PostgreSQL is installed.
  package static var isInstalled: Bool { programs != nil }

  package let folder = TemporaryFolder()
  package let dataFolder: String
  private let port: Int
  private let programs: String
  private let settings: [String]

  /// Creates the data of a server and starts it, with an empty database `chimp`; returns `nil` if
  /// that fails.
  package init?(settings: [String] = [], port: Int = 5432, data: String? = nil) {
    guard let programs = Self.programs else { return nil }
    self.programs = programs
    self.port = port
    dataFolder = data ?? folder.path + "/data"
    self.settings =
      ["fsync=off", "listen_addresses=", "unix_socket_directories=\(folder.path)", "port=\(port)"]
      + settings
    chmod(folder.path, 0o755)
    if let user = Self.user { chown(folder.path, user.pw_uid, user.pw_gid) }
    let creation = Self.runAsUser([
      programs + "/initdb", "-D", dataFolder, "-U", "postgres", "-A", "trust", "--no-sync",
      "-E", "UTF8", "--locale=C",
    ])
    guard creation.status == 0, start(), query("CREATE DATABASE chimp", "postgres") != nil else {
      return nil
    }
  }

  deinit {
    kill()
    _ = FinishedRun(["rm", "-rf", dataFolder, folder.path])
  }

  /// Returns the connection string of a role; `host` replaces the folder of the server's socket.
  package func address(_ role: String, in host: String? = nil) -> String {
    "host=\(host ?? folder.path) port=\(port) dbname=chimp user=\(role)"
  }

  /// Starts the server and waits until it accepts connections; returns `false` if it can't be
  /// started.
  @discardableResult
  package func start() -> Bool {
    let options = settings.map { "-c '\($0)'" }.joined(separator: " ")
    // The remains of a killed server can prevent a start for a moment; each attempt takes a while.
    for _ in 0..<50 {
      let run = Self.runAsUser([
        programs + "/pg_ctl", "-D", dataFolder, "-o", options, "-l", folder.path + "/log", "-w",
        "-t", "30", "start",
      ])
      if run.status == 0 { return true }
    }
    return false
  }

  /// Kills all processes of the server at once, as a power failure would.
  package func kill() {
    let processes = processes
    let ends = processes.map { ProcessEnd($0) }
    for process in processes { Glibc.kill(process, SIGKILL) }
    for end in ends { _ = end.wait() }
  }

  /// Sends a signal to each process of the server.
  package func signal(_ number: Int32) {
    for process in processes { Glibc.kill(process, number) }
  }

  /// The process identifiers of the server and its children; empty if it does not run.
  private var processes: [Int32] {
    let file = TemporaryFolder.text(at: dataFolder + "/postmaster.pid")
    guard let first = file.split(separator: "\n").first, let process = Int32(first),
      isAlive(process)
    else { return [] }
    let children = TemporaryFolder.text(at: "/proc/\(process)/task/\(process)/children")
    return [process] + children.split(separator: " ").compactMap { Int32($0) }
  }

  /// Returns `true` if a process exists and is not a zombie.
  private func isAlive(_ process: Int32) -> Bool {
    let facts = TemporaryFolder.text(at: "/proc/\(process)/stat")
    guard let end = facts.lastIndex(of: ")") else { return false }
    let state = facts[end...].split(separator: " ").dropFirst().first
    return state != "Z" && state != "X"
  }

  /// Executes a statement and returns its output, rows as lines; `nil` if it fails.
  package func query(
    _ text: String, _ database: String = "chimp", as role: String = "postgres"
  ) -> String? {
    let run = ask(text, database, as: role)
    return run.status == 0 ? run.output : nil
  }

  /// Executes a statement by `psql` and returns the result of that program.
  package func ask(
    _ text: String, _ database: String = "chimp", as role: String = "postgres"
  ) -> FinishedRun {
    FinishedRun([
      programs + "/psql", "-h", folder.path, "-p", "\(port)", "-U", role, "-d", database, "-AtXq",
      "-v",
      "ON_ERROR_STOP=1", "-c", text,
    ])
  }

  /// Starts `psql`, which then receives statements line by line.
  package func terminal() throws -> LiveProgram {
    try LiveProgram(
      ["-h", folder.path, "-p", "\(port)", "-U", "postgres", "-d", "chimp", "-AtXq"],
      program: programs + "/psql")
  }

  /// Changes the configuration so that all roles but the owner need a password; returns `false` if
  /// that fails.
  package func requirePasswords() -> Bool {
    let lines = "local all postgres trust\nlocal all all scram-sha-256\n"
    let file = open(dataFolder + "/pg_hba.conf", O_WRONLY | O_TRUNC)
    guard file >= 0, write(file, lines, lines.utf8.count) == lines.utf8.count else { return false }
    close(file)
    return query("SELECT pg_reload_conf()") == "t\n"
  }

  /// Changes the owner of files to the user who runs the server; does nothing if the tests do not
  /// run as root.
  package static func changeOwner(_ paths: [String]) {
    guard let user else { return }
    for path in paths { chown(path, user.pw_uid, user.pw_gid) }
  }

  /// Runs a program and returns its result.
  ///
  /// Root's tests run it as another user, because PostgreSQL refuses root.
  package static func runAsUser(_ words: [String]) -> FinishedRun {
    guard let user else { return FinishedRun(words) }
    return FinishedRun(
      ["setpriv", "--reuid=\(user.pw_uid)", "--regid=\(user.pw_gid)", "--clear-groups"] + words)
  }

  /// The user who runs the server; `nil` if the tests do not run as root.
  private static var user: passwd? {
    guard getuid() == 0 else { return nil }
    return (getpwnam("postgres") ?? getpwnam("nobody"))?.pointee
  }
}
