func toolHelp(programName: String) -> String {
  let options = ToolOption.all.compactMap { option in option.summary.map { (option.usage, $0) } }
  return """
    usage: \(programName) VERB [OPTIONS] [FILE[:LINE] or FOLDER ...]

    verbs:
    \(table(TranscriptVerb.allCases.map { ($0.usage, $0.summary) }))

    options:
    \(table(options))

    @ xfail, @ skip and @ timeout stand behind the line of their command, or right
    before it, where a blank line or an answer parts them from the command before

    @ seed and @ language stand before the commands of a session

    files that a session names are in a folder of its own, gone with the session;
    what a transcript includes is in the folder of the transcript

    a program that is driven runs where the tool does, and may do all that you may

    a program that ends with a status other than 0 has crashed; where that comes
    of the last line of its session, the line is refused

    exit status: 0 as expected, 1 a mismatch, 2 bad usage or a file that can't be
    used, 3 a crash or a timeout

    """
}

private func table(_ rows: [(words: String, summary: String)]) -> String {
  let width = rows.reduce(0) { max($0, $1.words.utf8.count) } + 2
  return rows.map { words, summary in
    "  \(words)\(String(repeating: " ", count: width - words.utf8.count))\(summary)"
  }.joined(separator: "\n")
}
