import Archive
import ChimpSystem
import Game
import Shell

/// The texts of the command line and the manual: options, exit statuses and settings.
///
/// They are here and not in `Words`, because they name the options of this program: "option
/// "--seed" needs a value".
extension Language {
  /// The text of `--help`, wrapped to 80 columns.
  package var usage: String {
    let width = ProgramOption.allCases.map(\.usage.utf8.count).max() ?? 0
    let screen = ScreenText(columns: 80) { $0.displayWidth }
    // Continuation rows begin in the first column of the paragraph.
    let rows = { (text: String) in
      screen.wrapped(text).enumerated().map { String($1.dropFirst($0 == 0 ? 0 : 2)) }
    }
    let options = ProgramOption.allCases.flatMap { option in
      let gap = String(repeating: " ", count: width + 2 - option.usage.utf8.count)
      return screen.wrapped("  \(option.usage)\(gap)\(words(for: option))")
    }
    let paragraphs = [
      [pick("usage: chimp [OPTIONS] [FILE ...]", "使い方: chimp [OPTIONS] [FILE ...]")]
        + [pick("       ", "        ") + "chimp transcript VERB [FILE ...]"],
      rows(description), options, rows(statuses),
    ]
    return paragraphs.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }

  /// The paragraph of the manual that describes the program.
  var description: String {
    pick(
      "The chimpanzee memory test: numerals stand at random cells of a board, you look, they "
        + "are masked, you press them in ascending order. Without FILE, commands are read from "
        + "standard input; \"help\" there lists them.",
      "チンパンジーの記憶テストです。盤のマスに数字が出ます。見て覚えると数字が隠れるので、小さい順に押します。"
        + "FILE がなければ標準入力からコマンドを読みます。コマンドの一覧は help で表示します。")
  }

  /// The text about the exit statuses.
  var statuses: String {
    pick(
      "Exit status: 0; 1 if a command was refused; 2 for bad usage or a file that can't be used; "
        + "3 for a fault of the store.",
      "終了状態: 0 は成功、1 はコマンドが拒否されたとき、2 は使い方が正しくないときかファイルを使えないとき、"
        + "3 は記録ファイルの異常です。")
  }

  /// Returns the explanation of an option.
  func words(for option: ProgramOption) -> String {
    switch option {
    case .command: pick("run the command, and read no standard input", "コマンドを実行し、標準入力は読みません")
    case .seed: pick("draw the boards from this text", "この文字列から盤を作ります")
    case .store: storeOption
    case .participant: pick("the code of the participant", "参加者のコード")
    case .closed: closedOption
    case .player:
      pick(
        "who plays: person or script, which no figure about people contains (default: person at "
          + "a terminal, script anywhere else and with --machine)",
        "操作するのは person（人）か script（スクリプト）か。人についての値にスクリプトは入りません"
          + "（既定は端末では person、ほかと --machine では script）")
    case .echo: pick("show each line before its reply", "応答の前に入力した行を表示します")
    case .bail: pick("end at the first refused command", "コマンドが1つでも拒否されたら終わります")
    case .machine:
      pick(
        "frame replies for a driving program; bare numbers are then not presses",
        "ほかのプログラムのために応答に枠を付けます。数字だけの行は押下になりません")
    case .restricted:
      pick(
        "a bounded session for strangers: no command reaches a file or the rounds of others",
        "だれでも使えるように制限したセッション。ファイルもほかの人のラウンドも使えず、入力と記録の量も限ります")
    case .noConfiguration:
      pick("do not run the commands of chimprc first", "最初に chimprc のコマンドを実行しません")
    case .clock:
      pick("real or virtual (default: real on a terminal)", "real か virtual（端末での既定は real）")
    case .color: pick("auto, always or never", "auto、always、never のどれか")
    case .board:
      pick(
        "on a terminal: live, plain (ASCII only) or line (default: live); "
          + "anywhere: spoken, in words",
        "端末で live、plain（記号は半角だけ）、line（既定は live）。spoken はどこでも、言葉で")
    case .language:
      pick(
        "speak en or ja (default: that of the locale on a terminal, otherwise en)",
        "en か ja で応答します（既定は、端末ではロケールの言語、ほかでは en）")
    case .manual: pick("print the manual page", "マニュアルを表示します")
    case .completion: pick("print the completion for bash, zsh or fish", "bash、zsh、fish の補完を表示します")
    case .version: pick("print the version", "版を表示します")
    case .help: pick("print this", "この説明を表示します")
    }
  }

  /// The explanation of `--store`.
  private var storeOption: String {
    pick(
      "keep the records in this file, or with \":memory:\" in memory (default: on a terminal, "
        + "with -c too, $XDG_DATA_HOME/chimp/chimp.sqlite; of a FILE or a pipe, memory)",
      "記録をこのファイルに残します。\":memory:\" ではメモリーに残します（既定は、端末では -c でも "
        + "$XDG_DATA_HOME/chimp/chimp.sqlite、FILE やパイプではメモリー）")
  }

  /// The explanation of `--closed`.
  private var closedOption: String {
    pick(
      "lead this participant of the study through a closed session: no command line, and the "
        + "program ends with it",
      "この参加者の研究を閉じたセッションで進めます。コマンドは入力できず、終わるとプログラムも終わります")
  }

  /// Returns the heading of a section of the manual.
  func title(of section: Manual.Section) -> String {
    switch section {
    case .name: pick("NAME", "名前")
    case .synopsis: pick("SYNOPSIS", "書式")
    case .description: pick("DESCRIPTION", "説明")
    case .options: pick("OPTIONS", "オプション")
    case .commands: pick("COMMANDS", "コマンド")
    case .tests: pick("TESTS", "テスト")
    case .files: pick("FILES", "ファイル")
    case .status: pick("EXIT STATUS", "終了状態")
    case .examples: pick("EXAMPLES", "例")
    }
  }

  /// The one-line description after the program's name in the manual.
  var oneLine: String {
    pick("the chimpanzee memory test as a line-oriented shell", "チンパンジーの記憶テストのシェル")
  }

  /// The files of an interactive session, with their explanations.
  var files: KeyValuePairs<String, String> {
    [
      "$XDG_DATA_HOME/chimp/chimp.sqlite":
        pick("the records of sessions on a terminal", "端末のセッションの記録"),
      "$XDG_CONFIG_HOME/chimp/chimprc":
        pick("commands that run before such a session", "そのセッションの前に実行するコマンド"),
      "$XDG_STATE_HOME/chimp/history": pick("the lines entered so far", "これまでに入力した行"),
    ]
  }

  /// The examples of the manual, escaped for roff.
  var examples: KeyValuePairs<String, String> {
    [
      "chimp": pick("play on this terminal", "この端末で遊びます"),
      "chimp \\-c 'start 5 8 5'": pick("run one command", "コマンドを1つ実行します"),
      "chimp \\-\\-echo \\-\\-bail < moves.txt":
        pick("run a script, up to the first refusal", "拒否されるまでスクリプトを実行します"),
      "chimp transcript check transcripts":
        pick("compare the program with golden files", "プログラムをトランスクリプトと比べます"),
    ]
  }

  /// Returns the greeting of an interactive session.
  func greeting(_ version: String) -> String {
    pick(
      "\(version): menu for tests, help for commands, quit to leave",
      "\(version): menu でテスト、help でコマンドを表示、quit で終わります")
  }

  /// The warning that nothing of a session is kept, because there is no home folder.
  var nothingKept: String {
    pick(
      "nothing of this session is kept, because HOME names no folder; --store PATH keeps it",
      "HOME にフォルダーがないため、このセッションは記録されません。残すには --store PATH を使います")
  }

  /// Returns the note of a session in memory that the user's records are elsewhere.
  func ownMemory(storePath path: String) -> String {
    pick(
      "without a terminal the records of a session are kept in memory; yours: --store \(path)",
      "端末のないセッションの記録はメモリにだけあります。いつもの記録は --store \(path) で読めます")
  }

  /// Returns the hint that a test can't be played by the option `-c` alone.
  func needsSession(_ test: String) -> String {
    pick(
      "the program ends here; to play the test, run chimp and type start \(test)",
      "ここでプログラムは終わります。テストをするには、chimp を実行して start \(test) と入力してください")
  }

  /// Returns the suggestion to run a command that was given as the name of a file.
  func commandHint(_ line: String) -> String {
    pick(", did you mean chimp -c \"\(line)\"?", "（chimp -c \"\(line)\" のことですか?）")
  }

  /// The name of the standard input in error messages.
  var standardInput: String { pick("standard input", "標準入力") }

  /// Returns the error message for an output that can't be written.
  func cannotWriteOutput(_ fault: SystemError) -> String {
    pick("can't write the output: ", "出力を書けません: ") + fault.words(in: self)
  }

  /// The message of a restricted session that needs more than its limited memory.
  var memoryIsUsedUp: String {
    pick("a restricted session may take no more memory", "制限されたセッションでは、これ以上メモリを使えません")
  }
}
