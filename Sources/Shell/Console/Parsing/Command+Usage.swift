extension Command {
  /// How the command is called, in this form of it.
  package func usage(of form: CommandForm) -> String {
    var words = ["\(name)"]
    words += form.parameters.map(\.usage)
    if form.repeats {
      words.append("[\(form.parameters.map { "\($0.name)" }.joined(separator: " ")) ...]")
    }
    if let tail = form.tail { words.append("[\(tail.name) ...]") }
    words += form.keys.map(\.usage)
    return words.joined(separator: " ")
  }

  /// How the command is called where nobody knows which form was meant.
  var usage: String {
    forms.map(usage(of:)).joined(separator: ", or ")
  }

  /// Everything that the help tells of the command, line by line.
  package var help: [String] {
    var lines = forms.map(usage(of:)) + ["  " + summary]
    lines += notes.map { "  " + $0 }
    if !aliases.isEmpty {
      lines.append("  also: " + aliases.map { "\($0)" }.joined(separator: ", "))
    }
    if !examples.isEmpty { lines.append("examples:") }
    lines += examples.map { "  " + $0 }
    return lines
  }
}

extension CommandTable {
  /// The list of commands with their summaries, line by line.
  package var help: [String] {
    let width = commands.map { $0.name.utf8CodeUnitCount }.max() ?? 0
    return commands.map { command in
      let gap = width + 2 - command.name.utf8CodeUnitCount
      return "\(command.name)" + String(repeating: " ", count: gap) + command.summary
    }
  }
}
