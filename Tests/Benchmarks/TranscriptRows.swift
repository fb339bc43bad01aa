import Glibc

/// The rows about the golden-file tool.
struct TranscriptRows {
  private static let fileCount = 400
  private static let peerFileCount = 200
  private let workshop: Workshop
  private let stories: [String]

  /// Records the transcripts, each with ten commands and the boards they show.
  init(_ workshop: Workshop) {
    self.workshop = workshop
    stories = (0..<16).map { Self.story(workshop, number: $0) }
  }

  var tables: [Table] { [checking(), start(), memory()] }

  /// Returns the row for checking whole files, from listing the folder to printing the report.
  private func checking() -> Table {
    let folder = folder(of: Self.fileCount, filesEach: Self.fileCount)
    let tool = ["taskset", "-c", "0", workshop.chimp, "transcript", "check", "--jobs", "1", folder]
    let pair = [workshop.chimp, "transcript", "check", "--jobs", "2", folder]
    var contenders = [
      Contender(name: "chimp", arguments: tool, note: "one job on one core"),
      Contender(name: "one job", arguments: [pair[0], pair[1], pair[2], "--jobs", "1", folder]),
      Contender(name: "two jobs", arguments: pair),
    ]
    if workshop.has("python3") { contenders.append(doctest()) }
    if workshop.has("cram") { contenders.append(cram()) }
    var table = Table(
      title: "transcripts: a file of 10 commands with boards", unit: "us",
      limits: [("doctest", 0.2)])
    table.lines = interleaved(contenders, rounds: 21) { contender in
      let isPeer = contender.arguments.last != folder
      return duration(contender).map { $0 / Double(isPeer ? Self.peerFileCount : Self.fileCount) }
    }
    let samples = table.lines.map(\.sample)
    table.remarks = [
      "\(Int(1e6 / samples[0].median)) files a second",
      "two jobs are \(shown(samples[1].ratio(to: samples[2]))) x as fast as one",
    ]
    return table
  }

  /// Returns the row for starting the tool and its worker on one small file.
  private func start() -> Table {
    let small = workshop.file("small.txt", stories[0])
    var table = Table(
      title: "start of the golden-file tool and its worker, one file", unit: "us",
      limits: [("the bare program", 4)])
    table.lines = interleaved(
      [
        Contender(name: "the bare program", arguments: [workshop.chimp]),
        Contender(name: "chimp", arguments: [workshop.chimp, "transcript", "check", small]),
      ], rounds: 200, duration)
    return table
  }

  /// Returns the row for resident memory, with few and with many files.
  private func memory() -> Table {
    var table = Table(
      title: "resident memory of the tool and its worker, files in folders of 1,000", unit: "MiB",
      limits: [])
    for count in [1_000, 10_000] {
      let folder = folder(of: count, filesEach: 1_000)
      var sample = Sample()
      sample.add(peak([workshop.chimp, "transcript", "check", "--jobs", "1", folder]))
      table.lines.append(.init(name: "chimp, \(count) files", sample: sample, note: ""))
    }
    return table
  }

  /// Returns the time of a program from its start to its exit, in microseconds; `nil` if it can't
  /// be started.
  private func duration(_ contender: Contender) -> Double? {
    let start = now()
    guard
      let child = ChildProgram(
        contender.arguments, input: .file("/dev/null"), output: .file("/dev/null"))
    else { return nil }
    child.wait()
    return now() - start
  }

  /// Returns the peak memory in MiB of a program and its children, sampled until it exits; 0 on
  /// failure.
  private func peak(_ arguments: [String]) -> Double {
    guard let child = ChildProgram(arguments, input: .file("/dev/null"), output: .pipe) else {
      return 0
    }
    var most = 0.0
    var waiting = pollfd(fd: child.output, events: Int16(POLLIN), revents: 0)
    repeat {
      most = max(most, residentMemory(ofTree: child.processIdentifier))
    } while poll(&waiting, 1, 5) == 0
    child.wait()
    return most / 1024
  }
}

/// The files that the golden-file tool and other tools check.
extension TranscriptRows {
  private static let commands = [
    "board", "board", "1 1", "board", "2 2", "board", "3 3", "identifier", "give-up",
  ]

  /// Returns the text of a transcript that the program recorded from generated commands.
  private static func story(_ workshop: Workshop, number: Int) -> String {
    let lines = ["start 5 4 6 seed=\(number)"] + commands
    let path = "\(workshop.folder)/story\(number).txt"
    let record = [workshop.chimp, "transcript", "record", path]
    _ = workshop.output(of: record, input: lines.joined(separator: "\n") + "\n")
    return workshop.output(of: ["cat", path], input: "")
  }

  /// Returns the path of a folder with `count` copies of the transcripts, `filesEach` in each of
  /// its subfolders.
  private func folder(of count: Int, filesEach: Int) -> String {
    let name = "stories-\(count)-\(filesEach)"
    mkdir("\(workshop.folder)/\(name)", 0o755)
    for number in 0..<count {
      let inner = "\(name)/\(number / filesEach)"
      if number % filesEach == 0 { mkdir("\(workshop.folder)/\(inner)", 0o755) }
      _ = workshop.file("\(inner)/\(number).txt", stories[number % stories.count])
    }
    return "\(workshop.folder)/\(name)"
  }

  private var board: [String] {
    ["     1  2  3", "  1  .  .  1", "  2  2  .  .", "  3  .  3  ."]
  }

  /// Returns the contender `doctest`: files of ten examples that print a board, checked by one
  /// process.
  private func doctest() -> Contender {
    let example = ">>> board()\n" + board.map { "\($0)\n" }.joined()
    let text = String(repeating: example, count: 10)
    let paths = (0..<Self.peerFileCount).map { workshop.file("doctest\($0).txt", text) }
    let program = workshop.file(
      "doctests.py",
      """
      from doctest import testfile
      from sys import argv
      def board():
          for line in \(board.map { "\"\($0)\"" }): print(line)
      for path in argv[1:]:
          testfile(path, module_relative=False, globs={"board": board})

      """)
    return Contender(
      name: "doctest", arguments: ["python3", program] + paths, note: "in its own process")
  }

  /// Returns the contender `cram`: files of ten commands that print a board, which the shell itself
  /// executes.
  private func cram() -> Contender {
    let words = board.map { "'\($0)'" }.joined(separator: " ")
    let example = "  $ printf '%s\\n' \(words)\n" + board.map { "  \($0)\n" }.joined()
    let text = String(repeating: example, count: 10)
    let paths = (0..<Self.peerFileCount).map { workshop.file("cram\($0).t", text) }
    return Contender(name: "cram", arguments: ["cram"] + paths, note: "a shell a file")
  }
}
