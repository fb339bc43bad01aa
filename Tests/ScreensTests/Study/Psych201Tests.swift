import ChimpSystem
import TestSupport
import Testing

/// Tests of an export of texts for the collection Psych-201, rule by rule.
struct Psych201Tests {
  private let folder = TemporaryFolder()

  /// A study with a consent page, whose texts have the marks of choices.
  private var study: String {
    folder.file(
      "words.study",
      """
      @ chimp-study 1
      name words
      participants 9
      consent agree en
      | We publish what you press.
      page start en
      | Look <<<well>>.
      condition short count=2 size=2x1 trials=2
      """)
  }

  /// The commands with which a participant agrees and plays a trial.
  private func session(_ code: String) -> [String] {
    [
      "study check \(study)", "enrol \(code)", "next \(code)", "answer agree", "next", "next",
      "1 1", "2 1", "stop",
    ]
  }

  /// Runs commands of a player on the store and returns the output.
  @discardableResult
  private func play(
    _ lines: [String], by player: String = "person", clock: String = "real"
  ) -> [String] {
    let result = run(
      ["--store", folder.path + "/store", "--clock", clock, "--player", player],
      input: lines.map { $0 + "\n" }.joined())
    return result.output.replacing(folder.path + "/", with: "").split(separator: "\n")
      .map(String.init)
  }

  /// Exports the texts and returns the reply.
  private func export(_ options: String = "") -> String? {
    play(["export \(folder.path)/texts\(options) format=psych201"]).first
  }

  private func lines() throws -> [JSONValue] {
    try folder.text("texts").split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
  }

  @Test func `A person who agreed has a text with marked choices and a time for each`() throws {
    play(session("P1"))
    #expect(export() == "exported 1 trial and 2 choices of 1 participant to \"texts\"")
    let line = try #require(try lines().first)
    #expect(line.members.map(\.name) == ["text", "experiment", "participant", "RTs"])
    #expect(line["experiment"] == .text("words"))
    #expect(line["participant"] == .text("P1"))
    let text = try #require(line["text"]?.text)
    #expect(
      text == """
        Numerals appear on a board of cells and may be masked. You press their cells in ascending \
        order of the numerals. A cell is named by its column from the left and its row from the \
        top, both counted from 1.
        Look < < <well> >.

        Session 1, block short:
        Trial 1. A board of 2 by 1 cells: 1 at 1,1; 2 at 2,1. The first right press masks the \
        others. You press <<1,1>>. Right. You press <<2,1>>. Right. You passed.

        """)
    let times = try #require(line["RTs"]?.elements).compactMap(\.integer)
    #expect(times.count == text.split(separator: "<<").count - 1)
    #expect(times == times.sorted())
  }

  @Test func `Scripts, agents, models, and people without consent or real times are counted`()
    throws
  {
    play(session("P1"))
    play(session("P2"), by: "script")
    play(["set agent \"llama 3.1\""] + session("P3"))
    play(session("P4"), clock: "virtual")
    play(["start inoue-masking trials=1", "give-up", "simulate 1 inoue-210 trials=1"])
    #expect(
      export()
        == "exported 1 trial and 2 choices of 1 participant to \"texts\"; left out 5 trials: "
        + "1 simulated, 1 played by an agent, 1 played by a script, 1 without consent, "
        + "1 on a virtual clock")
    #expect(try lines().map { $0["participant"] } == [.text("P1")])
  }

  @Test func `Without anybody who agreed there is no file`() {
    play(session("P1"), by: "script")
    #expect(
      export()
        == "error: no person who agreed to the consent page of a study has finished a trial of it; "
        + "left out 1 trial: 1 played by a script")
    #expect(!folder.files.contains("texts"))
  }

  @Test func `An existing file stays, unless it may be replaced`() {
    play(session("P1"))
    folder.write(Array("mine".utf8), "texts")
    #expect(export() == "error: \"texts\" exists already (--force replaces it)")
    #expect(folder.text("texts") == "mine")
    #expect(export(" --force")?.hasPrefix("exported 1 trial") == true)
    #expect(folder.text("texts").hasPrefix("{\"text\":\"Numerals"))
  }

  @Test func `Ratings after trials and blocks are in the text, without typed texts`() throws {
    let file = folder.file(
      "rated.study",
      """
      @ chimp-study 1
      name rated
      participants 9
      consent agree en
      | We publish what you press.
      question sure scale 1..5 "guessed" "certain" "How <<sure>>?" after=trial
      question why text "Why?" after=trial
      question calm integer 1..9 "How calm?" after=block
      condition short count=1 size=1x1 trials=1
      """)
    play([
      "study check \(file)", "enrol P1", "next P1", "answer agree", "next", "1 1", "answer 3",
      "answer my secret", "next", "answer 7",
    ])
    #expect(export() == "exported 1 trial and 1 choice of 1 participant to \"texts\"")
    let text = try #require(try lines().first?["text"]?.text)
    let trial =
      "Trial 1. A board of 1 by 1 cells: 1 at 1,1. The first right press masks the others. "
      + "You press <<1,1>>. How < <sure> >? (1 = guessed to 5 = certain) You answer 3. "
      + "Right. You passed."
    #expect(
      text.split(separator: "\n").suffix(3) == [
        "Session 1, block short:", trial[...], "After the block: How calm? You answer 7.",
      ])
  }

  @Test func `The practice of an excluded participant is in no text`() throws {
    let file = folder.file(
      "practice.study",
      """
      @ chimp-study 1
      name practice
      participants 9
      consent agree en
      | We publish what you press.
      question now integer 1..9 "Calm now?"
      condition short count=1 size=1x1 trials=1 practice=1
      exclude participant now above 3
      """)
    for (code, now) in [("P1", "2"), ("P2", "4")] {
      play([
        "study check \(file)", "enrol \(code)", "next \(code)", "answer agree", "answer \(now)",
        "next", "1 1", "stop",
      ])
    }
    #expect(
      export()
        == "exported 1 trial and 1 choice of 1 participant to \"texts\"; left out 1 trial: "
        + "1 excluded by the study")
    #expect(try lines().map { $0["participant"] } == [.text("P1")])
  }

  @Test func `Who has withdrawn is in no text`() throws {
    play(session("P1"))
    play(session("P2"))
    play(["withdraw P1 --force"])
    #expect(export() == "exported 1 trial and 2 choices of 1 participant to \"texts\"")
    #expect(try lines().map { $0["participant"] } == [.text("P2")])
  }
}
