/// What the tool tells of itself.
struct ToolHelp {
  private struct Row {
    let words: String
    let summary: String
  }

  private static let verbs = [
    Row(words: "check", summary: "run transcripts and tell what differs"),
    Row(words: "diff", summary: "tell what a bless would change, as a unified difference"),
    Row(words: "bless", summary: "take over what came, and nothing that did not run"),
    Row(words: "record FILE", summary: "answer the lines of the input and write them down"),
    Row(words: "replay FILE[:LINE]", summary: "play a session to a line and hand it over"),
    Row(words: "audit", summary: "tell what transcripts would not notice"),
    Row(words: "shrink FILE[:LINE]", summary: "tell the shortest session that still fails"),
    Row(words: "cover", summary: "tell commands and refusals that no transcript has"),
  ]

  private static let options = [
    Row(words: "--jobs N", summary: "so many processes at once"),
    Row(words: "--shard I/N", summary: "only part I of N of the files"),
    Row(words: "--filter PATTERN", summary: "only cases whose file and name hold it (* and ?)"),
    Row(words: "--first", summary: "stop at the first failure"),
    Row(words: "--timeout TIME", summary: "how long a command may take (10s)"),
    Row(words: "--format KIND[=FILE]", summary: "human, tap, junit or jsonl; several with files"),
    Row(words: "-i", summary: "bless: ask for each command"),
    Row(words: "--holes", summary: "bless, diff: make holes of what differs"),
    Row(words: "--seed TEXT", summary: "record: what the session is drawn from"),
    Row(words: "--trust", summary: "let transcripts read and write any file"),
    Row(words: "--command WORDS", summary: "drive another program; {seed} is replaced in WORDS"),
    Row(words: "--prompt TEXT", summary: "what ends its replies; may come several times"),
    Row(words: "--synchronize LINE", summary: "sent behind each line, to get the prompt"),
    Row(words: "--refused PATTERN", summary: "a reply with such a line is a refusal"),
    Row(words: "--terminal", summary: "give it a pseudo-terminal"),
  ]

  /// The verbs and what they do.
  static var names: [(name: String, summary: String)] {
    verbs.map { (String($0.words.prefix { $0 != " " }), $0.summary) }
  }

  let text: String

  init(programName: String) {
    var lines = ["usage: \(programName) VERB [OPTIONS] [FILE[:LINE] or FOLDER ...]", "", "verbs:"]
    lines += Self.lines(Self.verbs) + ["", "options:"] + Self.lines(Self.options)
    lines += ["", "@ xfail, @ skip and @ timeout stand behind the line of their command, or right"]
    lines += ["before it, where a blank line or an answer parts them from the command before"]
    lines += ["", "@ seed and @ language stand before the commands of a session"]
    lines += ["", "files that a session names are in a folder of its own, gone with the session;"]
    lines += ["what a transcript includes is in the folder of the transcript"]
    lines += ["", "a program that is driven runs where the tool does, and may do all that you may"]
    lines += ["", "a program that ends with a status other than 0 has crashed; where that comes"]
    lines += ["of the last line of its session, the line is refused"]
    lines += ["", "exit status: 0 as expected, 1 a mismatch, 2 bad usage or a file that can't be"]
    lines += ["used, 3 a crash or a timeout", ""]
    text = lines.joined(separator: "\n")
  }

  private static func lines(_ rows: [Row]) -> [String] {
    let width = rows.reduce(0) { max($0, $1.words.utf8.count) } + 2
    return rows.map { row in
      let gap = String(repeating: " ", count: width - row.words.utf8.count)
      return "  \(row.words)\(gap)\(row.summary)"
    }
  }
}
