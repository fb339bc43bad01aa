import Shell
import Transcripts

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
    ProgramOption.allCases.map { ($0, $0.explanation.in(language)) }
  }

  /// The command names with their summaries.
  private var commands: [Entry] {
    Application.table(isMachine: false).commands.map {
      ($0.name, $0.summary(in: language))
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
      case .none, .optional: nil
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
        case .none, .optional: ""
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
        case .none, .optional: ""
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
