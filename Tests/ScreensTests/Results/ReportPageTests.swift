@testable import Screens
import TestSupport
import Testing

/// Tests of the page that `report` writes.
struct ReportPageTests {
  private let folder = TemporaryFolder(isInMemory: true)

  /// Runs lines and then `report`, and returns the result and the text of the page.
  private func report(
    _ lines: String..., include: String = "simulated"
  ) -> (FinishedRun, String) {
    let path = folder.path + "/report.html"
    let result = run(
      [], input: (lines + ["report \(path) include=\(include)"]).joined(separator: "\n") + "\n")
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

  /// The lines that check a study and play its three participants, one of whom a rule excludes.
  private var study: String {
    let file = folder.file(
      "lab.study",
      """
      @ chimp-study 1
      name lab
      participants 6
      order latin
      groups stress control
      question age integer 18..99 "How <old> are you?" ja="何歳ですか。"
      question hand choice right,left "Which hand?" ja="どちらの手ですか。" ja-choices=右,左
      question why text "Why do you take part?" optional
      question sure scale 1..5 "guessed" "certain" "How sure?" after=trial
      question calm decimal 0..10 "How calm?" after=block
      condition short hold=100 count=2 size=2x1 numerals=1..2 trials=2
      condition long hold=400 count=2 size=2x1 numerals=1..2 trials=2
      exclude participant age above 65
      exclude trial first-press below 10
      primary accuracy long against short
      """)
    let people = [("P1", "right", ""), ("P2", "left", "a coin"), ("P3", "right", "")]
    let lines = people.enumerated().flatMap { index, person in
      let (code, hand, why) = person
      let trials = (1...2).map { trial in
        ["wait 432", "press 1 1 2 1", "answer \(index + trial)", "wait 600"]
      }
      let block = ["next"] + trials.joined() + ["answer 3.\(index)"]
      let answers = ["answer \(20 + 25 * index)", "answer \(hand)", "answer \(why)"]
      let group = index == 1 ? "control" : "stress"
      let enrolment = "enrol \(code) order=\(index % 2 + 1) group=\(group)"
      return [enrolment, "next"] + answers + block + block
    }
    return (["study check \(file)"] + lines).joined(separator: "\n")
  }

  @Test(arguments: ["en", "ja"])
  func `A report has the same bytes every time, in each language`(_ language: String) {
    let (result, page) = report(study, Self.played, "set language \(language)", include: "all")
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

  @Test func `Long cells of a table are wrapped, so that it stays within the page`() {
    var page = ReportPage()
    page.table(
      [
        ["pair", "95 %"], ["a-name-of-24-characters1", "-42.1 to -22.6"],
        ["a-name-of-24-characters1 - b", "< 0.0001"], ["十二の文字がここにあります", ""],
      ], name: "all \"long\"")
    let text = page.pieces.map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(
      text == """
        <div class="wide" role="region" tabindex="0" aria-label="all long"><table>
        <tr>
        <th scope="col">pair</th>
        <th scope="col">95 %</th>
        </tr>
        <tr>
        <td>a-name-of-24-characters1</td>
        <td>-42.1 to -22.6</td>
        </tr>
        <tr>
        <td class="long">a-name-of-24-characters1 - b</td>
        <td>&lt; 0.0001</td>
        </tr>
        <tr>
        <td class="long">十二の文字がここにあります</td>
        <td></td>
        </tr>
        </table></div>

        """)
    // The wide window wraps no others, and a narrow one every cell.
    let style = report("start 3 3 3").1
    #expect(style.contains("\n.long { white-space: normal; overflow-wrap: anywhere; }\n"))
    #expect(style.contains("border-bottom: 1px solid var(--line); white-space: nowrap; }\n"))
  }

  @Test func `A report of nothing says so`() {
    let page = report("start 3 3 3").1
    #expect(page.contains("<p>no trials to show</p>"))
  }
}
