import Archive
@testable import Exchange
import Game
import Records
import SampleData
@testable import Screens
import Shell
import TestSupport
import Testing

/// Tests of the trials of people who agreed that are in no text for the collection Psych-201, reason
/// by reason.
struct Psych201OmissionTests {
  private static let rule = "exclude trial first-press below 60000"

  private let folder = TemporaryFolder()

  /// The commands with which a participant agrees and begins the first trial, on two cells.
  private func beginning(_ keys: String = "", rule: String = "") -> [String] {
    let study = folder.file(
      "words.study",
      """
      @ chimp-study 1
      name words
      participants 9
      seed c
      consent agree en
      | We publish what you press.
      condition short count=2 size=2x1 numerals=1..2 trials=2 \(keys)
      \(rule)
      """)
    return ["study check \(study)", "enrol P1", "next P1", "answer agree", "next"]
  }

  /// Plays lines as a person on a real clock, on which each wait of more than 100 ms ends late.
  private func play(_ lines: [String], lateness: Int = 0) {
    var milliseconds = 0
    _ = run(
      ["--store", folder.path + "/store", "--clock", "real", "--player", "person"],
      input: lines.map { $0 + "\n" }.joined()
    ) {
      $0.milliseconds = { milliseconds }
      $0.waiting.sleep = { pause in
        milliseconds += pause + (pause > 100 ? lateness : 0)
        return true
      }
    }
  }

  /// Expects an export to write no text, with these numbers of trials.
  private func expectOmissions(
    _ words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let reply = run(
      ["--store", folder.path + "/store", "-c", "export \(folder.path)/texts format=psych201"])
    #expect(
      reply.output
        == "error: no person who agreed to the consent page of a study has finished a trial of it; "
        + "left out \(words)\n", sourceLocation: sourceLocation)
    #expect(!folder.files.contains("texts"), sourceLocation: sourceLocation)
  }

  @Test func `A trial that is not over`() {
    play(beginning() + ["1 1", "stop"])
    expectOmissions("1 trial: 1 not over")
  }

  @Test func `A trial that was interrupted`() {
    play(beginning() + ["1 1"])
    play(["next P1", "2 1", "stop"])
    expectOmissions("1 trial: 1 interrupted")
  }

  @Test func `Trials of a block that was begun anew`() {
    play(beginning() + ["1 1", "2 1"])
    play(["next P1 anew=yes"])
    expectOmissions("1 trial: 1 of blocks begun anew")
  }

  @Test func `A trial with a missed hold`() {
    play(beginning("hold=200") + ["board", "1 1", "2 1", "stop"], lateness: 300)
    expectOmissions("1 trial: 1 with a missed hold")
  }

  @Test func `A trial with several presses on a line, as only other stores have it`() throws {
    play(beginning() + ["1 1", "2 1", "stop"])
    let path = folder.path + "/store"
    _ = run(["--store", path, "-c", "export \(folder.path)/data.csv"])
    let rows = try read(folder.bytes("data.csv")) { CSVReader<TrialRow>($0) }.rows
    var row = try #require(rows.first)
    let store = try Store.open(StoreLayout.settings(.file(path)))
    let consents = try Consents(try RecordContext(store, StoreLayout.schema))
    for (count, words) in [(1, ""), (2, "; left out 1 trial: 1 with several presses on a line")] {
      var transcripts = StudyTranscripts(consents)
      row.values.measures.linePresses = count
      transcripts.add(row)
      #expect(transcripts.skippedTrials.words(in: .english) == words)
      #expect(transcripts.trialCount == 2 - count)
    }
  }

  @Test func `A trial that a rule of the study excludes`() {
    play(beginning(rule: Self.rule) + ["1 1", "2 1", "stop"])
    expectOmissions("1 trial: 1 excluded by the study")
  }

  @Test func `Of several reasons the first one counts`() {
    let lines = beginning("hold=200", rule: Self.rule) + ["board", "1 1", "2 1", "stop"]
    play(lines, lateness: 300)
    expectOmissions("1 trial: 1 with a missed hold")
  }
}
