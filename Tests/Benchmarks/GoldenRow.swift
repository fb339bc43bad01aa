import TestSupport

/// Measures the check of golden files by one job beside `doctest` of Python; both on one core.
///
/// Each file has ten commands of a session of its own, whose replies show boards. The examples of
/// Python call a function with the same lines and print the same replies, which it only looks up:
/// the number of commands and the bytes compared are the same, and both start their processes.
func goldenFiles(_ workshop: Workshop) -> [Table] {
  let fileCount = 200
  let lines = [
    "start 5 4 6 seed=7", "board", "board", "1 1", "board", "2 2", "board", "3 3", "identifier",
    "give-up",
  ]
  let input = workshop.file("requests", lines.map { "\($0)\n" }.joined())
  let recording = "\(workshop.folder)/recording"
  _ = workshop.output(of: "\(workshop.chimp) transcript record \(recording) < \(input)")
  let transcript = TemporaryFolder.text(at: recording)
  let replies = transcript.split(separator: "> ").dropFirst().map { block in
    block.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { $0.dropFirst(2) }
  }
  let examples = zip(lines, replies).map { line, reply in
    ([">>> perform(\"\(line)\")"] + reply).map { "\($0)\n" }.joined()
  }
  let stories = (0..<fileCount).map { workshop.file("story\($0).txt", transcript) }
  let tests = (0..<fileCount).map { workshop.file("doctest\($0).txt", examples.joined()) }
  let script = workshop.file(
    "doctests.py",
    """
    from doctest import testfile
    from itertools import cycle
    from sys import argv
    replies = cycle(\(replies.map { $0.joined(separator: "\n") }))
    def perform(line): print(next(replies))
    for path in argv[1:]:
        testfile(path, module_relative=False, raise_on_error=True, globs={"perform": perform})

    """)
  // The program itself, because the one in the search path may be a script that looks for it.
  let python = workshop.output(of: "python3 -c 'import sys; print(sys.executable, end=\"\")'")
  let check = [workshop.chimp, "transcript", "check", "--jobs", "1"] + stories
  let contenders = [
    Contender(name: "chimp", words: ["taskset", "-c", "0"] + check),
    Contender(name: "doctest", words: ["taskset", "-c", "0", python, script] + tests),
  ]
  return [
    Table(
      title: "golden file of 10 commands, one job", unit: "us",
      limits: [.init(other: "doctest", most: 0.2)],
      lines: interleaved(contenders, rounds: 21) { contender in
        duration(contender.words).map { $0 / Double(fileCount) }
      })
  ]
}
