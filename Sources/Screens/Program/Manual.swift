import Archive
import ChimpSystem
import Shell
import Transcripts

/// The manual page and the text of `--help`, generated from the tables of options and commands.
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
      text + ".SH \(title(of: section).in(language))\n"
        + lines(of: section).joined(separator: "\n") + "\n"
    }
  }

  /// Returns the heading of a section of the manual.
  private func title(of section: Section) -> Text {
    switch section {
    case .name: Text("NAME", "名前")
    case .synopsis: Text("SYNOPSIS", "書式")
    case .description: Text("DESCRIPTION", "説明")
    case .options: Text("OPTIONS", "オプション")
    case .commands: Text("COMMANDS", "コマンド")
    case .tests: Text("TESTS", "テスト")
    case .files: Text("FILES", "ファイル")
    case .status: Text("EXIT STATUS", "終了状態")
    case .examples: Text("EXAMPLES", "例")
    }
  }

  /// Returns the lines of a section.
  ///
  /// It is a `switch`, so that the compiler reports a missing section.
  private func lines(of section: Section) -> [String] {
    switch section {
    case .name:
      [
        "chimp \\- "
          + language.pick(
            "the chimpanzee memory test as a line\\-oriented shell", "チンパンジーの記憶テストのシェル")
      ]
    case .synopsis:
      [
        ".B chimp", "[\\fIOPTIONS\\fR] [\\fIFILE\\fR ...]", ".br", ".B chimp daily",
        "[\\fIDATE\\fR]", ".br", ".B chimp verify", "\\fICODE FILE\\fR", ".br",
        ".B chimp transcript", "\\fIVERB\\fR [\\fIFILE\\fR ...]",
      ]
    case .description: [Self.plain(description)]
    case .options: ProgramOption.allCases.flatMap { entry($0.usage, [$0.explanation.in(language)]) }
    case .commands: table.groups.flatMap(commands)
    // The first topic lists all tests and explains their keys.
    case .tests: notes(table.topics(language).first?.lines.dropFirst() ?? [])
    case .files: files.flatMap { entry($0.key, [$0.value]) }
    case .status: [Self.plain(statuses)]
    case .examples: examples.flatMap { [".TP", ".B \($0.key)", Self.plain($0.value)] }
    }
  }

  /// The command table of the manual, with the commands for driving programs.
  private var table: CommandTable<Application> { Application.table(isMachine: true) }

  /// Returns the commands of a group as a subsection.
  private func commands(in group: CommandGroup) -> [String] {
    let commands = table.commands.filter { $0.group == group }
    return [".SS \(group.name)"]
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

/// The text of `--help`, and the paragraphs that the manual has in common with it.
extension Manual {
  /// The text of `--help`, wrapped to 80 columns.
  var usage: String {
    let width = ProgramOption.allCases.map(\.usage.utf8.count).max() ?? 0
    let screen = ScreenText(columns: 80) { $0.displayWidth }
    // Continuation rows begin in the first column of the paragraph.
    let rows = { (text: String) in
      screen.wrapped(text).enumerated().map { String($1.dropFirst($0 == 0 ? 0 : 2)) }
    }
    let options = ProgramOption.allCases.flatMap { option in
      screen.wrapped(
        "  \(option.usage.padded(to: width + 2))\(option.explanation.in(language))")
    }
    let paragraphs = [
      [language.pick("usage: chimp [OPTIONS] [FILE ...]", "使い方: chimp [OPTIONS] [FILE ...]")]
        + ["daily [DATE]", "verify CODE FILE", "transcript VERB [FILE ...]"].map {
          language.pick("       ", "        ") + "chimp \($0)"
        },
      rows(description), options, rows(statuses),
    ]
    return paragraphs.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }

  /// The paragraph of the manual that describes the program.
  private var description: String {
    language.pick(
      "The chimpanzee memory test: numerals stand at random cells of a board, you look, they "
        + "are masked, you press them in ascending order. Without FILE, commands are read from "
        + "standard input; \"help\" there lists them.",
      "チンパンジーの記憶テストです。盤のマスに数字が出ます。見て覚えると数字が隠れるので、小さい順に押します。"
        + "FILE がなければ標準入力からコマンドを読みます。コマンドの一覧は help で表示します。")
  }

  /// The text about the exit statuses.
  private var statuses: String {
    language.pick(
      "Exit status: 0; 1 if a command was refused; 2 for bad usage or a file that can't be used; "
        + "3 for a fault of the store.",
      "終了状態: 0 は成功、1 はコマンドが拒否されたとき、2 は使い方が正しくないときかファイルを使えないとき、"
        + "3 は記録ファイルの異常です。")
  }

  /// The files of an interactive session, with their explanations.
  private var files: KeyValuePairs<String, String> {
    [
      "$XDG_DATA_HOME/chimp/chimp.sqlite":
        language.pick("the records of sessions on a terminal", "端末のセッションの記録"),
      "$XDG_CONFIG_HOME/chimp/chimprc":
        language.pick("commands that run before such a session", "そのセッションの前に実行するコマンド"),
      "$XDG_STATE_HOME/chimp/history": language.pick("the lines entered so far", "これまでに入力した行"),
    ]
  }

  /// The examples of the manual, escaped for roff.
  private var examples: KeyValuePairs<String, String> {
    [
      "chimp": language.pick("play on this terminal", "この端末で遊びます"),
      "chimp \\-c 'start 5 8 5'": language.pick("run one command", "コマンドを1つ実行します"),
      "chimp \\-\\-echo \\-\\-bail < moves.txt":
        language.pick("run a script, up to the first refusal", "拒否されるまでスクリプトを実行します"),
      "chimp transcript check transcripts":
        language.pick("compare the program with golden files", "プログラムをトランスクリプトと比べます"),
    ]
  }
}
