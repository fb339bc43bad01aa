import Archive
import Records
@testable import Screens
import Shell
import TestSupport
import Testing

struct LanguageTests {
  /// Returns the language that environment variables select.
  private func language(_ variables: [String: String]) -> Language { Language { variables[$0] } }

  @Test(arguments: [
    ("", "", "ja_JP.UTF-8", Language.japanese), ("", "", "ja_JP.utf8", .japanese),
    ("", "", "ja.UTF-8@x", .japanese), ("", "ja_JP.UTF-8", "en_US.UTF-8", .japanese),
    ("ja_JP.UTF-8", "en_US.UTF-8", "C", .japanese), ("C", "ja_JP.UTF-8", "ja_JP.UTF-8", .english),
    ("", "", "ja_JP.eucJP", .english), ("", "", "ja_JP", .english), ("", "", "ja", .english),
    ("", "", "", .english), ("", "", "ja_.UTF-8", .english), ("", "", "ja_JPN.UTF-8", .english),
    ("", "", "ja_JP_x.UTF-8", .english), ("", "", "jp_JP.UTF-8", .english),
    ("", "", ".UTF-8", .english), ("", "", "POSIX", .english), ("", "", "JA_JP.UTF-8", .english),
    ("", "ja_JP.UTF-8", "C", .english), ("", "ja_JP.UTF-8", "ja_JP.SJIS", .english),
  ])
  func `A locale that is whole and in UTF-8 tells the language`(
    all: String, messages: String, general: String, expected: Language
  ) {
    let variables = ["LC_ALL": all, "LC_MESSAGES": messages, "LANG": general]
    #expect(language(variables) == expected)
  }

  @Test func `A terminal whose characters are no UTF-8 gets English`() {
    #expect(language(["LC_CTYPE": "C", "LANG": "ja_JP.UTF-8"]) == .english)
    #expect(language(["LC_CTYPE": "ja_JP.UTF-8", "LC_MESSAGES": "ja_JP.UTF-8"]) == .japanese)
  }

  @Test func `A driving program gets English without colours, whatever is set`() {
    let input = "1 set language ja\n2 foo\n3 set color on\n4 foo\n5 set language\n"
    let result = run(["--machine", "--color", "always", "--language", "ja"], input: input)
    let unknown = "unknown command \"foo\" at column 3 (\"help\" lists the commands)"
    #expect(
      result.output.split(separator: "\n\n") == [
        "?1 \"language\" can't be changed", "?2 \(unknown)", "?3 \"color\" can't be changed",
        "?4 \(unknown)",
        "=5 language = en",
      ])
  }

  @Test func `A piped script is English in every locale, unless an option says otherwise`() {
    let variables = ["LC_ALL": "ja_JP.UTF-8"]
    #expect(run(["-c", "wait 16"], variables: variables).output == "waited 16 ms\n")
    #expect(run(["--language", "ja", "-c", "wait 16"]).output == "16ミリ秒待ちました\n")
    #expect(
      run(["-c", "hide"], variables: variables).output
        == "error: no round yet (\"menu\" shows the tests, \"start 5 8 5\" begins a round)\n")
    #expect(
      run(["--language=ja", "-c", "hide"]).output
        == "エラー: ラウンドはまだありません（menu でテストを、start 5 8 5 でラウンドを始めます）\n")
  }

  @Test(arguments: [
    ("it is a folder", "フォルダーです"), ("its version is -3", "版が-3です"),
    ("disk I/O error", "disk I/O error"),
  ])
  func `Messages about a store's file are in Japanese, except SQLite's own words`(
    detail: String, japanese: String
  ) {
    #expect(
      Refusal(RecordError.damaged(path: "a", detail: detail)).words(in: .japanese)
        == "壊れています: a: \(japanese)")
    #expect(
      Refusal(RecordError.cannotOpen(path: "a", reason: detail)).words(in: .japanese)
        == "開けません: a: \(japanese)")
  }

  @Test func `A framed session is English, whatever an option says`() {
    #expect(
      run(["--machine", "--language", "ja"], input: "hide\nwait 16\n").output
        == """
        ? no round yet ("menu" shows the tests, "start 5 8 5" begins a round)

        = waited 16 ms


        """)
  }

  @Test func `An unknown language is refused before anything begins`() {
    #expect(
      run(["--language", "xx"])
        == FinishedRun(
          status: 2, "",
          "chimp: option \"--language\": \"xx\" is not one of en, ja\n"))
  }

  @Test func `An export is the same in every language`() {
    let folder = TemporaryFolder()
    let files = ["en", "ja"].map { language in
      let path = folder.path + "/\(language).csv"
      _ = run(["--language", language, "-c", "start 2 2 1", "-c", "1 1", "-c", "export \(path)"])
      let kinds = ["", "-presses", "-sessions", "-long"]
      let names = kinds.map { folder.path + "/\(language)\($0).csv" }
      return (names + [path + ".dictionary.txt"]).map { TemporaryFolder.text(at: $0) }
    }
    #expect(files[0] == files[1])
  }

  @Test func `A transcript asks for a language, for all its sessions or for one`() {
    let folder = TemporaryFolder()
    let path = folder.path + "/a.txt"
    let text = """
      @ chimp-transcript 1
      @ language ja
      > wait 16
      | 16ミリ秒待ちました
      @ case english
      @ language en
      > wait 16
      | waited 16 ms
      @ case japanese
      > hide
      = refused
      | エラー: ラウンドはまだありません（menu でテストを、start 5 8 5 でラウンドを始めます）

      """
    folder.write(Array(text.utf8), "a.txt")
    #expect(run(["transcript", "check", path]).output == "3 commands in 1 file: 3 pass\n")
  }

  @Test func `A recording in Japanese passes its check`() {
    let folder = TemporaryFolder()
    let path = folder.path + "/session.txt"
    _ = run([
      "--language", "ja", "-c", "record \(path)", "-c", "start 1 1 1", "-c", "1 1", "-c", "frob",
    ])
    #expect(TemporaryFolder.text(at: path).contains("| 成功: 1/1\n"))
    #expect(run(["transcript", "check", path]).status == 0)
  }
}
