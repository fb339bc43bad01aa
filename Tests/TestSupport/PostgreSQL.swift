import CChimpSystem
import ChimpSystem
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

/// The exit status, the output and the diagnostics of a program that has ended.
package struct FinishedRun: Equatable {
  package let status: Int32
  package let output: String
  package let diagnostics: String

  /// Runs a program until it exits.
  ///
  /// Its environment has only PATH and these variables.
  package init(_ words: [String], variables: [String: String] = [:]) {
    self = Run(words, variables: variables).finish()
  }

  /// Creates the result that a test expects.
  package init(status: Int32, _ output: String, _ diagnostics: String = "") {
    self.status = status
    self.output = output
    self.diagnostics = diagnostics
  }
}

/// The end of a process, which need not be a child, as something to wait for.
private struct ProcessEnd {
  private let descriptor: Descriptor?

  init(_ process: Int32) { descriptor = try? Descriptor(chimp_open_process(process)) }

  /// Waits until the process has ended, at most for a number of milliseconds; returns `false` if
  /// it has not.
  func wait(milliseconds: Int32 = -1) -> Bool {
    guard let descriptor else { return true }
    var waiting = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&waiting, 1, milliseconds)
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }
}

/// A running program whose output and diagnostics are written to files.
package final class Run {
  package let process: Int32
  private let folder = TemporaryFolder()
  private var end: Int32?
  /// The socket from which the diagnostics are read if they are watched.
  private var messages: Descriptor?
  private var unread: [UInt8] = []

  /// Starts a program.
  ///
  /// Its environment has only PATH and these variables. If its messages are watched, the
  /// diagnostics are read by `nextMessage`.
  package init(
    _ words: [String], variables: [String: String] = [:], watchesMessages: Bool = false
  ) {
    var start = ProgramStart(words)
    start.variables = variables.merging(["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]) { own, _ in own }
      .map { "\($0.key)=\($0.value)" }
    start.streams = [(STDIN_FILENO, .nothing)]
    for (descriptor, name) in [(STDOUT_FILENO, "output"), (STDERR_FILENO, "diagnostics")] {
      start.streams.append((descriptor, .file(folder.file(name, ""), flags: O_WRONLY | O_APPEND)))
    }
    if watchesMessages, let sockets = try? Descriptor.sockets() {
      start.streams.append((STDERR_FILENO, .descriptor(sockets.other)))
      messages = sockets.own
    }
    let begun = try? start.begin()
    process = begun ?? 0
    if begun == nil { end = 127 }
  }

  deinit {
    kill()
  }

  /// The output of the program so far.
  package var output: String { folder.text("output") }
  package var diagnostics: String { folder.text("diagnostics") }

  /// `true` if the program has ended.
  package var isOver: Bool {
    if end != nil { return true }
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return false }
    end = Self.number(of: status)
    return true
  }

  /// Waits until the program has ended, at most for a number of milliseconds; returns `false` if
  /// it has not.
  package func isOver(within milliseconds: Int) -> Bool {
    end != nil || ProcessEnd(process).wait(milliseconds: Int32(milliseconds))
  }

  /// Waits for the next line of the watched diagnostics; `nil` at their end.
  package func nextMessage() -> String? {
    while true {
      if let line = unread.removeFirstLine() { return String(decoding: line, as: UTF8.self) }
      guard let messages, unread.append(from: messages.number) else { return nil }
    }
  }

  /// Kills the program and waits until it has ended; does nothing if it has exited.
  package func kill() {
    guard end == nil else { return }
    signal(SIGKILL)
    _ = finish()
  }

  /// Sends a signal to the program.
  package func signal(_ number: Int32) { Glibc.kill(process, number) }

  /// Waits until the program has ended and returns its result.
  package func finish() -> FinishedRun {
    while end == nil {
      var status: Int32 = 0
      if waitpid(process, &status, 0) == process { end = Self.number(of: status) }
    }
    return FinishedRun(status: end ?? 127, output, diagnostics)
  }

  /// Waits until the program has ended and returns its peak memory in KB; 0 if it had ended before.
  package func peak() -> Int {
    var status: Int32 = 0
    var usage = rusage()
    guard end == nil, wait4(process, &status, 0, &usage) == process else { return 0 }
    end = Self.number(of: status)
    return usage.ru_maxrss
  }

  /// Returns the exit status from a wait status, or 128 plus the number of the signal.
  private static func number(of status: Int32) -> Int32 {
    status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }
}
