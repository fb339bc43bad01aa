import Archive
import ChimpSystem
import Game
import Shell

extension HelpTopic {
  /// The page `help cite`: what a paper cites for the program and for each test.
  static func citations(in language: Language) -> HelpTopic {
    HelpTopic(
      "cite", language.pick("what a paper cites", "論文での引用"), lines: citationLines(in: language))
  }

  private static func citationLines(in language: Language) -> [String] {
    let tests = TestPreset.all.compactMap { test -> (name: String, source: String)? in
      guard case .paper(let source) = test.source else { return nil }
      return (test.name, source)
    }
    let width = tests.map(\.name.utf8.count).max() ?? 0
    return [
      language.pick("the program:", "プログラム:"),
      "  "
        + language.pick(
          ProgramVersion.citation, "\(ProgramVersion.current). 端末で行うチンパンジーの記憶テスト [ソフトウェア]"),
      language.pick(
        "a study: the hash that \"study status\" shows names its file exactly",
        "研究: study status が示すハッシュで、ファイルが正確に決まります"),
      language.pick("the tests:", "テスト:"),
    ]
      + tests.map { name, source in
        "  " + name.padded(to: width + 2) + source
      } + [
        language.pick(
          "the methods: at the end of the page that \"report\" writes",
          "計算の方法: report が書くページの終わりにあります")
      ]
  }
}
