/// The work that all programs do: complete games on an 8x5 board with 9 numerals.
struct Workload {
  let commands: [String]

  /// Creates games that are passed; the cells of each board are asked from the program.
  init(_ workshop: Workshop, games: Int) {
    let starts = (0..<games).map { "start 9 8 5 seed=s\($0)" }
    let questions = starts.map { "\($0)\nidentifier\n" }.joined()
    let answers = workshop.output(of: [workshop.chimp], input: questions)
    let cells = answers.split(separator: "\n").compactMap { line in
      line.hasPrefix("descriptive: ") ? line.split(separator: ":").last : nil
    }
    commands = zip(starts, cells).flatMap { start, cells in
      [start]
        + cells.split(separator: ";").map { cell in
          "press " + cell.split(separator: ",").joined(separator: " ")
        }
    }
  }

  /// Returns `commandCount` lines of commands, starting over after the last one.
  func text(commandCount: Int) -> String {
    var text = ""
    for index in 0..<commandCount { text += commands[index % commands.count] + "\n" }
    return text
  }
}

/// The same game in a scripting language, in a few lines that print the whole board after each
/// press.
enum Script {
  static let python = """
    from sys import stdin, stdout
    write = stdout.write
    board, due = {}, 0
    for line in stdin:
        words = line.split()
        if words[0] == "start":
            width, height = int(words[2]), int(words[3])
            board, due = {}, 0
        else:
            board[int(words[1]), int(words[2])] = due = due + 1
        rows = ["   " + "".join("%3d" % h for h in range(1, width + 1))]
        for v in range(1, height + 1):
            cells = ["  #" if (h, v) in board else "  ." for h in range(1, width + 1)]
            rows.append("%3d" % v + "".join(cells))
        write("right: %d of 9\\n" % due + "\\n".join(rows) + "\\n")
    """

  static let lua = """
    local board, due, width, height = {}, 0, 8, 5
    for line in io.lines() do
      local command, rest = line:match("(%a+) (.*)")
      if command == "start" then
        board, due = {}, 0
      else
        local h, v = rest:match("(%d+) (%d+)")
        due = due + 1
        board[v * 100 + h] = due
      end
      local rows = {"right: " .. due .. " of 9\\n   "}
      for h = 1, width do rows[#rows + 1] = string.format("%3d", h) end
      for v = 1, height do
        rows[#rows + 1] = string.format("\\n%3d", v)
        for h = 1, width do rows[#rows + 1] = board[v * 100 + h] and "  #" or "  ." end
      end
      io.write(table.concat(rows), "\\n")
    end
    """
}
