import ChimpSystem
@testable import Screens
@testable import Shell
import TestSupport
import Testing

/// Tests of the manual pages for packagers, which `.ci/pages` generates.
struct ManualTests {
  private static let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")

  @Test(arguments: [
    ("chimp.1", ["--man"]), ("chimp.ja.1", ["--man", "--language", "ja"]),
    ("chimp.bash", ["--completion", "bash"]), ("chimp.zsh", ["--completion=zsh"]),
    ("chimp.fish", ["--completion", "fish"]),
  ])
  func `Each generated page is the one in Pages, byte for byte`(name: String, words: [String]) {
    let page = TemporaryFolder.text(at: "/\(Self.folder)/Pages/\(name)")
    #expect(run(words) == FinishedRun(status: 0, page))
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
