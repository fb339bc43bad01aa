import Shell

/// The manual page, made of the tables of options and commands.
struct Manual {
  enum Section: CaseIterable {
    case name, synopsis, description, options, commands, tests, files, status, examples
  }

  let language: Language

  var text: String {
    // Words are not divided, least of all those to type; Japanese breaks between its signs.
    let head =
      ".TH CHIMP 1 \"\" \"\(Application.programVersion)\"\n"
      + language.pick("", ".mso ja.tmac\n") + ".ad l\n.nh\n"
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
    // The first topic lists all tests and explains their keys.
    case .tests: notes(table.topics.first?.lines.dropFirst() ?? [])
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
      + words.prefix(1).map(Self.plain) + notes(words.dropFirst())
  }

  /// The notes below a summary: keys with their meanings beside them, and paragraphs.
  private func notes(_ lines: ArraySlice<String>) -> [String] {
    var (page, isParagraph) = ([String](), false)
    for line in lines {
      let gap = zip(line.indices, line.indices.dropFirst()).first {
        line[$0] == " " && line[$1] == " "
      }?.0
      let words = Self.plain(String(line[(gap ?? line.startIndex)...].drop { $0 == " " }))
      if let gap, gap > line.startIndex {
        page += [".TP 18", ".B " + Self.plain(String(line[..<gap])), words]
        isParagraph = false
      } else if gap != nil || isParagraph, let last = page.popLast() {
        page.append(last + language.pick(" ", "") + words)
      } else {
        page += [".PP", words]
        isParagraph = true
      }
    }
    return page.isEmpty ? [] : [".RS", ".PD 0"] + page + [".PD", ".RE"]
  }

  /// A text in which nothing is a request or an escape.
  private static func plain(_ text: String) -> String {
    let signs = text.reduce(into: "") { result, sign in
      result += sign == "\\" ? "\\e" : sign == "-" ? "\\-" : String(sign)
    }
    return signs.hasPrefix(".") || signs.hasPrefix("'") ? "\\&" + signs : signs
  }
}
