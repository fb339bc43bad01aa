import Shell

/// The manual page, made of the tables of options and commands.
struct Manual {
  enum Section: CaseIterable {
    case name, synopsis, description, options, commands, tests, files, status, examples
  }

  let language: Language

  var text: String {
    let head =
      ".TH CHIMP 1 \"\" \"\(Application.programVersion)\"\n"
      + (language == .japanese ? ".ad l\n.nh\n" : "")
    return Section.allCases.reduce(head) { text, section in
      text + ".SH \(language.title(of: section))\n" + lines(of: section).joined(separator: "\n")
        + "\n"
    }
  }

  private func lines(of section: Section) -> [String] {
    switch section {
    case .name: ["chimp \\- " + Self.plain(language.oneLine)]
    case .synopsis:
      [".B chimp", "[\\fIOPTIONS\\fR] [\\fIFILE\\fR ...]", ".br", ".B chimp transcript"]
        + ["\\fIVERB\\fR [\\fIFILE\\fR ...]"]
    case .description: [Self.plain(language.description)]
    case .options: ProgramOption.allCases.flatMap { entry($0.usage, [language.words(for: $0)]) }
    case .commands: CommandGroup.allCases.flatMap(commands)
    case .tests:
      table.topics.flatMap { topic in
        topic.summary.isEmpty ? [] : entry(topic.name, [topic.summary])
      }
    case .files: language.files.flatMap { entry($0.key, [$0.value]) }
    case .status: [Self.plain(language.statuses)]
    case .examples: language.examples.flatMap { [".TP", ".B \($0.key)", Self.plain($0.value)] }
    }
  }

  private var table: CommandTable { Application.table(isMachine: true, in: language) }

  private func commands(in group: CommandGroup) -> [String] {
    let commands = table.commands.filter { $0.group == group }
    return [".SS \(group.rawValue)"]
      + commands.flatMap { command in
        let usages = command.forms.map { command.usage(of: $0) }
        return entry(usages[0], [command.summary] + command.notes, also: usages.dropFirst())
      }
  }

  private func entry(
    _ term: String, _ words: [String], also more: ArraySlice<String> = []
  ) -> [String] {
    [".TP", ".B \(Self.plain(term))"] + more.flatMap { [".TQ", ".B \(Self.plain($0))"] }
      + words.enumerated().flatMap { ($0 == 0 ? [] : [".br"]) + [Self.plain($1)] }
  }

  /// A text in which nothing is a request or an escape.
  private static func plain(_ text: String) -> String {
    let signs = text.reduce(into: "") { result, sign in
      result += sign == "\\" ? "\\e" : sign == "-" ? "\\-" : String(sign)
    }
    return signs.hasPrefix(".") || signs.hasPrefix("'") ? "\\&" + signs : signs
  }
}
