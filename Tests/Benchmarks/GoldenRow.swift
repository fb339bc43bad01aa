/// Measures the check of golden files by one job, each with ten commands and the boards they show,
/// beside `doctest` of Python with ten examples that print a board; both on one core.
func goldenFiles(_ workshop: Workshop) -> [Table] {
  let fileCount = 200
  let requests = [
    "board", "board", "1 1", "board", "2 2", "board", "3 3", "identifier", "give-up",
  ]
  var stories: [String] = []
  for number in 0..<fileCount {
    let path = "\(workshop.folder)/story\(number).txt"
    let lines = (["start 5 4 6 seed=\(number)"] + requests).joined(separator: "\n")
    let input = workshop.file("requests", lines + "\n")
    _ = workshop.output(of: "\(workshop.chimp) transcript record \(path) < \(input)")
    stories.append(path)
  }
  let board = ["     1  2  3", "  1  .  .  1", "  2  2  .  .", "  3  .  3  ."]
  let example = ">>> board()\n" + board.map { "\($0)\n" }.joined()
  let examples = (0..<fileCount).map { number in
    workshop.file("doctest\(number).txt", String(repeating: example, count: 10))
  }
  let script = workshop.file(
    "doctests.py",
    """
    from doctest import testfile
    from sys import argv
    def board():
        for line in \(board): print(line)
    for path in argv[1:]:
        testfile(path, module_relative=False, raise_on_error=True, globs={"board": board})

    """)
  // The program itself, because the one in the search path may be a script that looks for it.
  let python = workshop.output(of: "python3 -c 'import sys; print(sys.executable, end=\"\")'")
  let check = [workshop.chimp, "transcript", "check", "--jobs", "1"] + stories
  let contenders = [
    Contender(name: "chimp", words: ["taskset", "-c", "0"] + check),
    Contender(name: "doctest", words: ["taskset", "-c", "0", python, script] + examples),
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
