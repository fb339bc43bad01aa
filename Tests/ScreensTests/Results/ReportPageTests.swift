import TestSupport
import Testing

/// Tests of the page that `report` writes.
struct ReportPageTests {
  /// Runs lines and then `report`, and returns the result and the text of the page.
  private func report(_ lines: String...) -> (FinishedRun, String) {
    let folder = TemporaryFolder(isInMemory: true)
    let path = folder.path + "/report.html"
    let result = run(
      [], input: (lines + ["report \(path) include=simulated"]).joined(separator: "\n") + "\n")
    return (result, TemporaryFolder.text(at: path))
  }

  private var golden: String {
    let folder = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    return folder + "/Golden/report-"
  }

  private static let played = [
    "simulate 2 inoue-210 seed=apple trials=20", "simulate 2 inoue-650 seed=fig trials=20",
    "simulate 3 human-benchmark seed=plum", "simulate 2 adapt-span seed=pear trials=8",
  ].joined(separator: "\n")

  @Test(arguments: ["en", "ja"])
  func `A report has the same bytes every time, in each language`(_ language: String) {
    let (result, page) = report(Self.played, "set language \(language)")
    #expect(result.status == 0)
    #expect(page == TemporaryFolder.text(at: golden + language + ".html"))
  }

  @Test func `A report has no script, nothing from outside, and a table for each picture`() {
    let page = report(Self.played).1
    for word in ["<script", "http", "src=", "@import", "url(", "NaN", "nan ", "inf "] {
      #expect(!page.contains(word), "\(word)")
    }
    func count(_ word: String) -> Int { page.split(separator: word).count - 1 }
    #expect(count("<svg role=\"img\"") == 11)
    #expect(count("<table>") == count("<svg "))
    #expect(count("<title id=") == count("<svg ") && count("<desc id=") == count("<svg "))
  }

  @Test func `A report of nothing says so`() {
    let page = report("start 3 3 3").1
    #expect(page.contains("<p>no trials to show</p>"))
  }
}
