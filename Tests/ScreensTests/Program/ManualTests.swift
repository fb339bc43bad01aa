import ChimpSystem
@testable import Screens
@testable import Shell
import TestSupport
import Testing

/// Tests of the manual pages and the shells' completions, which packagers generate.
struct ManualTests {
  @Test(arguments: Language.allCases)
  func `The manual explains every command of the session in its language`(language: Language) {
    let page = run(["--man", "--language", language.rawValue])
    #expect(page.status == 0)
    let text = page.output.replacing("\\-", with: "-").replacing("\\(aq", with: "'")
    for command in Application.table(isMachine: true).commands {
      #expect(text.contains("\n.B \(command.name)"), "\(command.name)")
      #expect(text.contains(command.summary(in: language)), "\(command.name)")
    }
  }

  @Test(arguments: Language.allCases)
  func `Each line of the manual is text or one of its macros`(language: Language) {
    let macros = [
      ".TH", ".SH", ".SS", ".TP", ".TQ", ".B", ".br", ".ad", ".nh", ".PP", ".PD", ".RS", ".RE",
      ".mso",
    ]
    let lines = run(["--man", "--language", language.rawValue]).output.split(separator: "\n")
    #expect(lines.first?.hasPrefix(".TH CHIMP 1 ") == true)
    for line in lines where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(macros.contains { line == $0 || line.hasPrefix($0 + " ") }, "\(line)")
    }
    for section in ["NAME", "OPTIONS"] where language == .english {
      #expect(lines.contains { $0 == ".SH \(section)" })
    }
  }

  @Test(arguments: [["--completion", "bash"], ["--completion=zsh"], ["--completion", "fish"]])
  func `A script for a shell is printed whole`(words: [String]) {
    let script = run(words)
    #expect(script.status == 0)
    #expect(script.output.hasSuffix("\n"))
    #expect(script.output.contains("transcript") && script.output.contains("chimp"))
  }

  @Test func `A page is printed before a store or a configuration is looked for`() {
    let words = ["--man", "--store", "/nowhere/at/all", "missing.txt"]
    #expect(run(words).output == run(["--man"]).output)
  }

  @Test func `Every option and every command is in the manual and in the scripts`() {
    let manual = Manual(language: .english).text
    let names = Application.table(isMachine: true).commands.map { "\($0.name)" }
    for name in names + ProgramOption.allCases.map(\.rawValue) {
      let plain = name.split(separator: "-", omittingEmptySubsequences: false)
        .joined(separator: "\\-")
      #expect(manual.contains("\n.B \(plain)"), "\(name)")
    }
    for shell in CompletionScript.Shell.allCases {
      let script = CompletionScript(language: .english).text(for: shell)
      for option in ProgramOption.allCases {
        let word = option == .command ? "-s c " : "-l \(option.rawValue.dropFirst(2)) "
        #expect(script.contains(shell == .fish ? word : option.rawValue), "\(option)")
      }
    }
  }

  @Test func `An unknown shell is refused`() {
    #expect(
      run(["--completion", "csh"]).diagnostics
        == "chimp: option \"--completion\": \"csh\" is not one of bash, zsh, fish\n")
  }

  @Test(arguments: [24, 40, 80])
  func `Help in Japanese breaks between signs, and no row is too wide`(columns: Int) {
    let screen = ScreenText(columns: columns) { $0.value < 0x2e80 ? 1 : 2 }
    for line in Manual(language: .japanese).usage.split(separator: "\n") {
      let rows = screen.wrapped(String(line))
      #expect(rows.allSatisfy { screen.width(of: $0) <= columns }, "\(rows)")
      let firsts = rows.dropFirst().map { $0.drop { $0 == " " }.first ?? "x" }
      #expect(!firsts.contains { "。、）」".contains($0) }, "\(rows)")
    }
  }
}
