import TestSupport
import Testing

/// Tests of the report on tests whose answers decide about the next trials.
struct AdaptedReportTests {
  private let folder = TemporaryFolder()

  private func cautions(in language: String, _ part: String) -> [String] {
    let file = folder.file(
      "own.study",
      """
      @ chimp-study 1
      name own
      participants 4
      groups a b
      primary accuracy level against free
      condition level adapt-span trials=8
      condition look adapt-hold trials=8
      condition free inoue-210 trials=6
      """)
    _ = run(
      [
        "study check \(file)", "simulate 6 study=own seed=pear", "set language \(language)",
        "report \(folder.path)/report.html include=simulated --force",
      ].flatMap { ["-c", $0] })
    let page = TemporaryFolder.text(at: folder.path + "/report.html")
    return page.split(separator: "\n").map(String.init).filter { $0.contains(part) }
  }

  @Test func `The page has the caution at the primary outcome, each pair and each effect`() {
    func line(_ head: String, _ figure: String) -> String {
      "<p>\(head)caution: answers decide how hard the next trials are, so that the share passed says "
        + "little: use \(figure) instead (results)</p>"
    }
    let found = cautions(in: "en", "answers decide")
    #expect(
      found == [
        line("", "the span"),
        line("look - level: ", "the span and the hold found"),
        line("level - free: ", "the span"), line("free - look: ", "the hold found"),
        line("b - a: ", "the span and the hold found"),
        line("", "the span and the hold found"), line("", "the span"), line("", "the hold found"),
        line("", "the span"), line("", "the hold found"),
      ])
  }

  @Test func `The Japanese page has it, too`() {
    #expect(
      cautions(in: "ja", "look - level: 注意: 答え") == [
        "<p>look - level: 注意: 答えによって次の試行の難しさが決まるので、成功の割合はあまり意味がありません。"
          + "代わりに記憶範囲と提示時間の推定を使ってください（results）</p>"
      ])
  }
}
