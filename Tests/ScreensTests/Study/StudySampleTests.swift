import Game
@testable import Screens
import Shell
import Studies
import TestSupport
import Testing

/// Tests of the study to begin with, and of the notes about a checked study.
struct StudySampleTests {
  private static let head = "@ chimp-study 1\nname memory\nparticipants 12\n"

  /// Returns the warnings about a checked study, which follow its summary and its blocks.
  private static func notes(on plan: StudyPlan, in language: Language) -> [String] {
    let output = OutputWriter(sink: MemorySink())
    let view = StudyView(
      speaker: Speaker(output, in: language), studyScreen: StudyScreen())
    let shown = output.capture(keeping: false) { view.showChecked(plan) }
    return String(decoding: shown, as: UTF8.self).split(separator: "\n").dropFirst(2).map(
      String.init)
  }

  @Test func `Texts in a single language are named, once for each part of the study`() throws {
    let text =
      Self.head + """
        condition a inoue-210
        consent yes ja
        | 同意
        page start
        | one
        page start
        | two
        page end en
        | end
        page end ja
        | 終
        """
    let plan = try StudyFile.read(text)
    #expect(
      Self.notes(on: plan, in: .english) == [
        "note: only in English: page start", "note: only in Japanese: consent",
      ])
    #expect(
      Self.notes(on: plan, in: .japanese) == ["注意: 英語だけ: page start", "注意: 日本語だけ: consent"])
    for language in Language.allCases {
      for sample in [StudyPlan.sample, StudyPlan.fullSample] {
        let plan = try StudyFile.read(sample.in(language))
        #expect(Self.notes(on: plan, in: language) == [])
      }
    }
  }

  @Test(arguments: Language.allCases)
  func `The questions that a sample has as comments are valid`(_ language: Language) throws {
    let text = StudyPlan.fullSample.in(language).split(separator: "\n").map { line in
      line.hasPrefix("# question ") ? line.dropFirst(2) : line
    }
    let plan = try StudyFile.read(text.joined(separator: "\n"))
    #expect(plan.questions.filter { $0.moment == .block }.map(\.name) == ["calm", "why"])
  }

  @Test(arguments: Language.allCases)
  func `The sample study is valid`(_ language: Language) throws {
    let plan = try StudyFile.read(StudyPlan.sample.in(language))
    #expect(plan.orderCount == 6)
    #expect(plan.practice?.settings.until == PracticeCriterion(passesInRow: 3))
  }
}
