import Glibc

/// A server of a test's own, on a Unix socket in a folder of its own; it is gone with the test.
package final class PostgreSQL {
  /// Where the programs of the server are; nil where it is not installed.
  package static var programs: String? {
    let folder = "/usr/lib/postgresql"
    let versions = (TemporaryFolder.names(in: folder) ?? []).compactMap { Int($0) }.sorted()
    let places = versions.reversed().map { "\(folder)/\($0)/bin" } + ["/usr/local/pgsql/bin"]
    return places.first { access($0 + "/initdb", X_OK) == 0 }
  }

  /// Whether there is a server to test with.
  package static var isInstalled: Bool { programs != nil }

  package let folder = TemporaryFolder()
  package let dataPlace: String
  private let port: Int
  private let programs: String
  private let settings: [String]

  /// Makes a server and starts it; nil where that can't be done.
  package init?(settings: [String] = [], port: Int = 5432, data: String? = nil) {
    guard let programs = Self.programs else { return nil }
    self.programs = programs
    self.port = port
    dataPlace = data ?? folder.path + "/data"
    self.settings =
      ["fsync=off", "listen_addresses=", "unix_socket_directories=\(folder.path)", "port=\(port)"]
      + settings
    chmod(folder.path, 0o755)
    if let user = Self.user { chown(folder.path, user.pw_uid, user.pw_gid) }
    let made = Self.asUser([
      programs + "/initdb", "-D", dataPlace, "-U", "postgres", "-A", "trust", "--no-sync",
      "-E", "UTF8", "--locale=C",
    ])
    guard made.status == 0, start(), query("CREATE DATABASE chimp", "postgres") != nil else {
      return nil
    }
  }

  deinit {
    kill()
    _ = FinishedRun(["rm", "-rf", dataPlace, folder.path])
  }

  /// The address of the database for a role; NB: a socket's name has to fit into 107 bytes.
  package func address(_ role: String, in place: String? = nil) -> String {
    "host=\(place ?? folder.path) port=\(port) dbname=chimp user=\(role)"
  }

  /// Starts the server and waits until it lets people in; false where it does not.
  @discardableResult
  package func start() -> Bool {
    let options = settings.map { "-c '\($0)'" }.joined(separator: " ")
    // NB: what is left of a server that was killed keeps the next one from beginning for a moment.
    for _ in 0..<50 {
      let run = Self.asUser([
        programs + "/pg_ctl", "-D", dataPlace, "-o", options, "-l", folder.path + "/log", "-w",
        "-t", "30", "start",
      ])
      if run.status == 0 { return true }
      usleep(100_000)
    }
    return false
  }

  /// Kills all of the server at once, as a power cut would.
  package func kill() {
    let processes = processes
    for process in processes { Glibc.kill(process, SIGKILL) }
    while processes.contains(where: isAlive) { usleep(1000) }
  }

  /// Sends a signal to every process of the server.
  package func signal(_ number: Int32) {
    for process in processes { Glibc.kill(process, number) }
  }

  /// The server and its children.
  private var processes: [Int32] {
    let file = TemporaryFolder.text(at: dataPlace + "/postmaster.pid")
    guard let first = file.split(separator: "\n").first, let process = Int32(first),
      isAlive(process)
    else { return [] }
    let children = TemporaryFolder.text(at: "/proc/\(process)/task/\(process)/children")
    return [process] + children.split(separator: " ").compactMap { Int32($0) }
  }

  /// Whether a process runs, and not only waits for somebody to ask how it ended.
  private func isAlive(_ process: Int32) -> Bool {
    let facts = TemporaryFolder.text(at: "/proc/\(process)/stat")
    guard let end = facts.lastIndex(of: ")") else { return false }
    let state = facts[end...].split(separator: " ").dropFirst().first
    return state != "Z" && state != "X"
  }

  /// What the server answers to a role, without blanks or titles; nil for an error.
  package func query(
    _ text: String, _ database: String = "chimp", as role: String = "postgres"
  ) -> String? {
    let run = ask(text, database, as: role)
    return run.status == 0 ? run.output : nil
  }

  /// What came of a question.
  package func ask(
    _ text: String, _ database: String = "chimp", as role: String = "postgres"
  ) -> FinishedRun {
    FinishedRun([
      programs + "/psql", "-h", folder.path, "-p", "\(port)", "-U", role, "-d", database, "-AtXq",
      "-v",
      "ON_ERROR_STOP=1", "-c", text,
    ])
  }

  /// A program that is told statements, and answers.
  package func terminal() throws -> LiveProgram {
    try LiveProgram(
      ["-h", folder.path, "-p", "\(port)", "-U", "postgres", "-d", "chimp", "-AtXq"],
      program: programs + "/psql")
  }

  /// Wants a password of everybody but the owner from now on.
  package func requirePasswords() -> Bool {
    let lines = "local all postgres trust\nlocal all all scram-sha-256\n"
    let file = open(dataPlace + "/pg_hba.conf", O_WRONLY | O_TRUNC)
    guard file >= 0, write(file, lines, lines.utf8.count) == lines.utf8.count else { return false }
    close(file)
    return query("SELECT pg_reload_conf()") == "t\n"
  }

  /// Gives files to the user that the server is.
  package static func own(_ paths: [String]) {
    guard let user else { return }
    for path in paths { chown(path, user.pw_uid, user.pw_gid) }
  }

  /// Runs a program as somebody who is not root, which PostgreSQL refuses to be.
  package static func asUser(_ words: [String]) -> FinishedRun {
    guard let user else { return FinishedRun(words) }
    return FinishedRun(
      ["setpriv", "--reuid=\(user.pw_uid)", "--regid=\(user.pw_gid)", "--clear-groups"] + words)
  }

  /// The user to be instead of root; nil where nobody has to be another.
  private static var user: passwd? {
    guard getuid() == 0 else { return nil }
    return (getpwnam("postgres") ?? getpwnam("nobody"))?.pointee
  }
}

/// A program that was run to its end.
package struct FinishedRun: Equatable {
  package let status: Int32
  package let output: String
  package let diagnostics: String

  /// Runs a program and waits for its end; its variables are those given, and the path.
  package init(_ words: [String], variables: [String: String] = [:]) {
    self = Run(words, variables: variables).finish()
  }

  /// A run that came to this.
  package init(status: Int32, _ output: String, _ diagnostics: String = "") {
    (self.status, self.output, self.diagnostics) = (status, output, diagnostics)
  }
}

/// A program at work, whose output goes to files.
package final class Run {
  package let process: Int32
  private let folder = TemporaryFolder()
  private var end: Int32?

  /// Starts a program.
  package init(_ words: [String], variables: [String: String] = [:]) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (descriptor, name) in [(Int32(1), "output"), (2, "diagnostics")] {
      let path = folder.path + "/" + name
      posix_spawn_file_actions_addopen(
        &actions, descriptor, path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }
    let all = variables.merging(["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]) { first, _ in first }
    let arguments = words.map { strdup($0) } + [nil]
    let texts = all.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + texts { free(text) } }
    var identifier: pid_t = 0
    let fault = posix_spawnp(&identifier, words[0], &actions, nil, arguments, texts)
    process = fault == 0 ? identifier : 0
    if fault != 0 { end = 127 }
  }

  deinit {
    kill()
  }

  /// What the program has written so far.
  package var output: String { folder.text("output") }
  package var diagnostics: String { folder.text("diagnostics") }

  /// Whether it has ended.
  package var isOver: Bool {
    if end != nil { return true }
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return false }
    end = Self.number(of: status)
    return true
  }

  /// Kills it wherever it is.
  package func kill() {
    guard end == nil else { return }
    signal(SIGKILL)
    _ = finish()
  }

  /// Sends it a signal.
  package func signal(_ number: Int32) { Glibc.kill(process, number) }

  /// Waits for its end.
  package func finish() -> FinishedRun {
    while end == nil {
      var status: Int32 = 0
      if waitpid(process, &status, 0) == process { end = Self.number(of: status) }
    }
    return FinishedRun(status: end ?? 127, output, diagnostics)
  }

  /// Waits for its end; answers the largest memory that it had, in KB.
  package func peak() -> Int {
    var (status, usage) = (Int32(), rusage())
    guard end == nil, wait4(process, &status, 0, &usage) == process else { return 0 }
    end = Self.number(of: status)
    return usage.ru_maxrss
  }

  private static func number(of status: Int32) -> Int32 {
    status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }
}
