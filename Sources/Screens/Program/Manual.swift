import Archive
import Shell
import Transcripts

/// The manual page, generated from the tables of options and commands.
///
///     Manual(language: .english).text  // what `chimp --man` prints, for `man -l -`
struct Manual {
  /// The sections of the manual, in order.
  enum Section: CaseIterable {
    case name, synopsis, description, options, commands, tests, files, status, examples
  }

  /// The language of the manual.
  let language: Language

  /// The manual in the format of `man` (roff).
  var text: String {
    // Words are not hyphenated, because users copy some of them; Japanese breaks between
    // characters.
    let head =
      ".TH CHIMP 1 \"\" \"\(ProgramVersion.current)\"\n"
      + language.pick("", ".mso ja.tmac\n") + ".ad l\n.nh\n"
    return Section.allCases.reduce(head) { text, section in
      text + ".SH \(language.title(of: section))\n" + lines(of: section).joined(separator: "\n")
        + "\n"
    }
  }

  /// Returns the lines of a section.
  ///
  /// It is a `switch`, so that the compiler reports a missing section.
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

  /// The command table of the manual, with the commands for driving programs.
  private var table: CommandTable<Application> { Application.table(isMachine: true, in: language) }

  /// Returns the commands of a group as a subsection.
  private func commands(in group: CommandGroup) -> [String] {
    let commands = table.commands.filter { $0.group == group }
    return [".SS \(group.rawValue)"]
      + commands.flatMap { command in
        let usages = command.forms.map { command.usage(of: $0) }
        return entry(
          usages[0], [command.summary(in: language)] + command.notes(in: language),
          also: usages.dropFirst())
      }
  }

  /// Returns an entry: a term with its synonyms, and the text about it.
  private func entry(
    _ term: String, _ words: [String], also more: ArraySlice<String> = []
  ) -> [String] {
    [".TP", ".B \(Self.plain(term))"] + more.flatMap { [".TQ", ".B \(Self.plain($0))"] }
      + words.prefix(1).map(Self.plain) + notes(words.dropFirst())
  }

  /// Returns the notes of a command's help: tables of keys, and paragraphs.
  ///
  /// A note with a gap of two blanks is a key and its meaning; one that begins with a gap continues
  /// the meaning above.
  private func notes(_ lines: ArraySlice<String>) -> [String] {
    var page = [String]()
    var isParagraph = false
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

  /// Returns a text in which characters with a meaning in roff are escaped.
  private static func plain(_ text: String) -> String {
    let signs = text.reduce(into: "") { result, sign in
      result += sign == "\\" ? "\\e" : sign == "-" ? "\\-" : String(sign)
    }
    return signs.hasPrefix(".") || signs.hasPrefix("'") ? "\\&" + signs : signs
  }
}

/// Generates the completion script of a shell from the tables of options and commands.
struct CompletionScript {
  /// The shells that the option `--completion` accepts.
  enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

  /// A completion candidate with its explanation.
  private typealias Entry = (name: String, summary: String)

  /// The language of the explanations.
  let language: Language

  /// Returns the completion script of a shell.
  func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// The command-line options with their explanations.
  private var options: [(option: ProgramOption, words: String)] {
    ProgramOption.allCases.map { ($0, language.words(for: $0)) }
  }

  /// The command names with their summaries.
  private var commands: [Entry] {
    Application.table(isMachine: false, in: language).commands.map {
      ("\($0.name)", $0.summary(in: language))
    }
  }

  /// Returns a text in single quotes for POSIX shells.
  private func quoted(_ text: String) -> String {
    "'" + text.reduce(into: "") { $0 += $1 == "'" ? "'\\''" : String($1) } + "'"
  }

  /// Returns a text with a backslash before each of the given characters.
  private func escaped(_ text: String, _ signs: String) -> String {
    text.reduce(into: "") { $0 += (signs.contains($1) ? "\\" : "") + String($1) }
  }

  /// The completion script of bash, which shows explanations only if there are several candidates.
  private var bash: String {
    """
    # bash completion for chimp
    \(Self.bashFunctions)
    _chimp() {
      local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
      COMPREPLY=()
      [[ $previous == = ]] && previous=${COMP_WORDS[COMP_CWORD - 2]}
      [[ $current == = ]] && current=
      if [[ ${COMP_WORDS[1]} == transcript && $COMP_CWORD == 2 ]]; then
        _chimp_propose "$current"\(bash(TranscriptTool.verbs))
        return
      fi
      case $previous in
    \(bashCases)  esac
      if [[ $current == -* ]]; then
        _chimp_propose "$current"\(bash(options.map { ($0.rawValue, $1) }))
        return
      fi
      _chimp_files "$current"
      [[ $COMP_CWORD == 1 && transcript == "$current"* ]] && COMPREPLY+=(transcript)
    }
    complete -F _chimp chimp

    """
  }

  /// The functions of the bash script that propose files and words.
  private static let bashFunctions = """
    _chimp_files() {
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -f -- "$1")
    }
    _chimp_propose() {
      local current=$1 entry name
      local -a found=()
      shift
      for entry; do
        [[ ${entry%%:*} == "$current"* ]] && found+=("$entry")
      done
      for entry in "${found[@]}"; do
        name=${entry%%:*}
        # A list tells what the words mean; what is put in does not.
        if ((${#found[@]} > 1 && COMP_TYPE != 37 && COMP_TYPE != 42)) && [[ $entry == *:* ]]; then
          name=$(printf '%-16s (%s)' "$name" "${entry#*:}")
        fi
        COMPREPLY+=("$name")
      done
    }
    """

  /// The branches of the bash script that complete the value of an option.
  private var bashCases: String {
    options.compactMap { option, _ -> String? in
      switch option.value.kind {
      case .none: nil
      case .text: "    \(option.rawValue)) return ;;\n"
      case .file: "    \(option.rawValue)) _chimp_files \"$current\"; return ;;\n"
      case .command:
        "    \(option.rawValue)) _chimp_propose \"$current\"\(bash(commands)); return ;;\n"
      case .choice(let choices):
        "    \(option.rawValue)) _chimp_propose \"$current\" \(choices.joined(separator: " ")); "
          + "return ;;\n"
      }
    }.joined()
  }

  /// Returns candidates as arguments of the script's function `_chimp_propose`, each
  /// `NAME:SUMMARY`.
  private func bash(_ entries: [Entry]) -> String {
    entries.map { " \\\n        " + quoted("\($0.name):\($0.summary)") }.joined()
  }

  /// The completion script of zsh, with an explanation beside each candidate.
  private var zsh: String {
    let specifications = options.map { option, words in
      let head = "\(option.rawValue)[\(escaped(words, "[]:\\"))]"
      let value =
        switch option.value.kind {
        case .none: ""
        case .text: ":\(option.value.name): "
        case .file: ":\(option.value.name):_files"
        case .command: ":\(option.value.name):_chimp_commands"
        case .choice(let choices): ":\(option.value.name):(\(choices.joined(separator: " ")))"
        }
      return "    " + quoted((option == .command ? "*" : "") + head + value) + " \\\n"
    }
    return """
      #compdef chimp
      _chimp_commands() {
        local -a entries=(\(zsh(commands)))
        _describe command entries
      }
      _chimp_verbs() {
        local -a entries=(\(zsh(TranscriptTool.verbs)))
        _describe verb entries
      }
      _chimp_first() {
        local -a entries=(transcript)
        _describe tool entries
        _files
      }
      _chimp() {
        if [[ $words[2] == transcript ]]; then
          if ((CURRENT == 3)); then _chimp_verbs; else _files; fi
          return
        fi
        _arguments -S \\
      \(specifications.joined())    '1:FILE:_chimp_first' '*:FILE:_files'
      }
      if [[ $funcstack[1] == _chimp ]]; then _chimp "$@"; else compdef _chimp chimp; fi

      """
  }

  /// Returns candidates as an array for zsh's function `_describe`.
  private func zsh(_ entries: [Entry]) -> String {
    entries.map { "\n    " + quoted("\($0.name):\(escaped($0.summary, ":\\"))") }.joined()
  }

  /// The completion script of fish, with a line for each option.
  private var fish: String {
    let lines = options.map { option, words in
      let name = option == .command ? "-s c" : "-l \(option.rawValue.dropFirst(2))"
      let value =
        switch option.value.kind {
        case .none: ""
        case .text: " -x"
        case .file: " -r -F"
        case .command: " -x -a '(__chimp_commands)'"
        case .choice(let choices): " -x -a '\(choices.joined(separator: " "))'"
        }
      return "complete -c chimp \(name)\(value) -d \(fish(words))\n"
    }
    return """
      # fish completion for chimp
      function __chimp_commands
      \(fish(commands))end
      function __chimp_verbs
      \(fish(TranscriptTool.verbs))end
      complete -c chimp -n '__fish_is_nth_token 1' -a transcript
      complete -c chimp -n '__fish_seen_subcommand_from transcript; and __fish_is_nth_token 2' \
      -f -a '(__chimp_verbs)'
      \(lines.joined())
      """
  }

  /// Returns a text in single quotes for fish.
  private func fish(_ text: String) -> String { "'" + escaped(text, "'\\") + "'" }

  /// Returns the body of a fish function that prints the candidates.
  private func fish(_ entries: [Entry]) -> String {
    entries.map { "    printf '%s\\t%s\\n' \($0.name) \(fish($0.summary))\n" }.joined()
  }
}
