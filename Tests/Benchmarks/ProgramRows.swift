import Glibc

/// The rows of the table that compare whole programs, with the C programs they are compared with.
struct ProgramRows {
  let workshop: Workshop
  let workload: Workload
  private let redraw: String
  private let kept: String
  private let answering: String

  /// Builds the C programs of the comparison; returns `nil` if there is no compiler.
  init?(_ workshop: Workshop) {
    guard let redraw = workshop.build("redraw", from: "game.c", "-DKEPT=0"),
      let kept = workshop.build("kept", from: "game.c", "-DKEPT=1"),
      let answering = workshop.build("answering", from: "game.c", "-DANSWERS=1")
    else { return nil }
    self.workshop = workshop
    self.redraw = redraw
    self.kept = kept
    self.answering = answering
    workload = Workload(workshop, games: 200)
  }

  /// Returns the row for commands through a pipe: the time for each, all lines being available at
  /// once.
  func pipedCommand() -> Table {
    let count = 200_000
    let input = workshop.file("commands", workload.text(commandCount: count))
    let replies = workshop.file("replies", workshop.output(of: [workshop.chimp, input], input: ""))
    var contenders = [
      Contender(name: "cat of the output", arguments: ["cat", replies]),
      Contender(name: "C, kept image", arguments: [kept], input: input),
      Contender(name: "C, redraws", arguments: [redraw], input: input),
      Contender(name: "chimp", arguments: [workshop.chimp], input: input),
    ]
    contenders += peers(count: count, input: input).map { peer in
      var peer = peer
      peer.interval = 7
      return peer
    }
    var table = Table(
      title: "a piped command (8x5, 9 numerals, a board after each press; \(count) commands)",
      unit: "us", limits: [("C, redraws", 2)])
    table.lines = interleaved(contenders, rounds: 35) { contender in
      duration(of: contender).map { $0 / Double(count) }
    }
    let ratio = table.lines[3].sample.ratio(to: table.lines[1].sample)
    table.remarks = ["chimp is \(shown(ratio)) x C, kept image, which has no limit"]
    return table
  }

  /// Returns the row for single commands, each of which is sent after the reply to the one before.
  func requestAndReply() -> Table {
    var contenders = [
      Contender(name: "C, redraws", arguments: [answering]),
      Contender(name: "chimp", arguments: [workshop.chimp]),
    ]
    if workshop.has("bc") {
      contenders.append(Contender(name: "bc", arguments: ["bc", "-q"], input: "1+1\n"))
    }
    if workshop.has("sqlite3") {
      contenders.append(Contender(name: "sqlite3", arguments: ["sqlite3"], input: "select 1;\n"))
    }
    var table = Table(
      title: "request and reply", unit: "us", limits: [("C, redraws", 2)])
    table.lines = interleaved(contenders, rounds: 7) { contender in dialogue(contender) }
    return table
  }

  /// Returns the row for the time from start to exit, with an empty input.
  func startAndEnd() -> Table {
    let storing = [workshop.chimp, "--store", workshop.folder + "/start-store"]
    let contenders =
      [
        Contender(name: "C", arguments: [redraw], input: "/dev/null"),
        Contender(name: "chimp", arguments: [workshop.chimp], input: "/dev/null"),
        Contender(
          name: "chimp, with a store", arguments: storing, input: "/dev/null",
          note: "may take 2000 us more"),
      ]
      + installed([
        ["bc"], ["sqlite3"], ["lua5.4", "-"], ["python3", "-"], ["gnugo", "--mode", "gtp"],
      ])
    var table = Table(
      title: "start and end on empty input", unit: "us", limits: [("sqlite3", 1.15)])
    table.lines = interleaved(contenders, rounds: 60) { duration(of: $0) }
    return table
  }

  /// Returns the row for the peak resident memory.
  ///
  /// Most of it are pages of the executable. The system maps as many of them as its cache holds in
  /// one piece, so the same program has more of them after it was installed than after it was
  /// linked; the memory that it allocates itself is the same.
  func memory() -> Table {
    var table = Table(title: "resident memory, piped", unit: "MiB", limits: [])
    let contenders =
      [
        Contender(name: "C", arguments: [redraw]),
        Contender(name: "chimp, as linked", arguments: [workshop.linkedChimp]),
        Contender(name: "chimp, as installed", arguments: [workshop.chimp]),
      ] + installed([["bc"], ["sqlite3"], ["lua5.4", "-"], ["python3", "-"]])
    for contender in contenders {
      table.lines += memoryLines(contender, counts: [0])
    }
    let long = Contender(name: "chimp, as linked", arguments: [workshop.linkedChimp])
    table.lines += memoryLines(long, counts: [200_000, 20_000_000])
    if let size = ownMemory(of: workshop.linkedChimp) {
      table.remarks = ["\(shown(size)) MiB of it are chimp's own, the rest its executable's"]
    }
    return table
  }

  /// Returns the memory in MiB that a program has allocated itself, that is, without pages of
  /// files, after a few commands; `nil` on failure.
  private func ownMemory(of program: String) -> Double? {
    guard let child = ChildProgram([program], input: .pipe, output: .pipe) else { return nil }
    child.send("start 3 3 3\nboard\n")
    _ = child.receive(lines: 9)
    let status = workshop.output(
      of: ["cat", "/proc/\(child.processIdentifier)/status"], input: "")
    child.closeInput()
    child.wait()
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    let size = line.flatMap { Double($0.filter(\.isNumber)) }
    return size.map { $0 / 1024 }
  }

  /// Returns the row for the time from the start to the first prompt on a terminal, for a user who
  /// has a store.
  func firstPrompt() -> Table {
    let data = workshop.folder + "/.local/share/chimp"
    let play = "mkdir -p \(data) && \(workshop.chimp) --store \(data)/chimp.sqlite"
    _ = workshop.output(of: ["sh", "-c", play], input: "start 3 3 3\n1 1\n")
    var contenders = [
      Contender(
        name: "chimp", arguments: [workshop.chimp, "--no-config"], input: "chimp> ")
    ]
    if let plain = workshop.build("prompt", from: "prompt.c", "-ledit") {
      contenders.append(Contender(name: "C with libedit", arguments: [plain], input: "prompt> "))
    }
    if workshop.has("sqlite3") {
      contenders.append(Contender(name: "sqlite3", arguments: ["sqlite3"], input: "sqlite> "))
    }
    if workshop.has("lua5.4") {
      contenders.append(Contender(name: "lua5.4", arguments: ["lua5.4"], input: "> "))
    }
    if workshop.has("python3") {
      contenders.append(Contender(name: "python3", arguments: ["python3"], input: ">>> "))
    }
    var table = Table(
      title: "first prompt on a terminal", unit: "us", limits: [("sqlite3", 1.1)])
    table.lines = interleaved(contenders, rounds: 40) { contender in
      timeToPrompt(contender.arguments, prompt: contender.input, home: workshop.folder)
    }
    return table
  }

  /// Returns the installed programs that do comparable work, each with an input of `count`
  /// requests.
  private func peers(count: Int, input: String) -> [Contender] {
    var peers: [Contender] = []
    if workshop.has("bc") {
      let sums = workshop.file("sums", String(repeating: "1+1\n", count: count))
      peers.append(
        Contender(name: "bc", arguments: ["bc", "-q"], input: sums, note: "one number, no board"))
    }
    if workshop.has("sqlite3") {
      let rows = workshop.file("rows", String(repeating: "select 1;\n", count: count))
      peers.append(
        Contender(name: "sqlite3", arguments: ["sqlite3"], input: rows, note: "one row, no board"))
    }
    if workshop.has("lua5.4") {
      let script = workshop.file("game.lua", Script.lua)
      peers.append(Contender(name: "lua5.4", arguments: ["lua5.4", script], input: input))
    }
    if workshop.has("python3") {
      let script = workshop.file("game.py", Script.python)
      peers.append(Contender(name: "python3", arguments: ["python3", script], input: input))
    }
    return peers
  }

  /// Returns a contender for each of the commands whose program is installed.
  private func installed(_ commands: [[String]]) -> [Contender] {
    commands.filter { workshop.has($0[0]) }.map {
      Contender(name: $0[0], arguments: $0, input: "/dev/null")
    }
  }

  /// Returns the time of a program from its start to its exit, in microseconds; `nil` if it can't
  /// be started.
  private func duration(of contender: Contender) -> Double? {
    let start = now()
    let input = contender.input.isEmpty ? "/dev/null" : contender.input
    guard
      let child = ChildProgram(contender.arguments, input: .file(input), output: .file("/dev/null"))
    else { return nil }
    child.wait()
    return now() - start
  }

  /// Returns the time per request of a program that gets each line after the reply to the one
  /// before; `nil` if it fails.
  private func dialogue(_ contender: Contender) -> Double? {
    guard let child = ChildProgram(contender.arguments, input: .pipe, output: .pipe) else {
      return nil
    }
    let isGame = contender.input.isEmpty
    let requests = isGame ? workload.commands : [String](repeating: contender.input, count: 2_000)
    let start = now()
    for request in requests {
      child.send(isGame ? request + "\n" : request)
      guard child.receive(lines: isGame ? 7 : 1) else {
        kill(child.processIdentifier, SIGKILL)
        child.wait()
        return nil
      }
    }
    let took = (now() - start) / Double(requests.count)
    child.closeInput()
    child.wait()
    return took
  }

  /// Returns a line of the table for each number of commands: the peak memory of a program after
  /// them.
  private func memoryLines(_ contender: Contender, counts: [Int]) -> [Table.Line] {
    counts.compactMap { count in
      guard
        let child = ChildProgram(contender.arguments, input: .pipe, output: .file("/dev/null"))
      else { return nil }
      let text = workload.text(commandCount: count == 0 ? 0 : 200_000)
      for _ in 0..<(count / 200_000) { child.send(text) }
      let kibibytes = peakMemory(of: child)
      child.closeInput()
      child.wait()
      var sample = Sample()
      sample.add(kibibytes / 1024)
      let name = count == 0 ? contender.name : "\(contender.name), \(count) commands"
      return Table.Line(name: name, sample: sample, note: "")
    }
  }
}
