@testable import Archive
@testable import Game
@testable import Screens
import Shell
import TestSupport
import Testing

/// Tests of the comparison of a first game with the published games of visitors, and of a
/// participant's age.
struct StandingTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  /// The lines of a complete game in which every trial is given up.
  private static let game =
    ["start zoo"] + Array(repeating: ["give-up", "wait 100"], count: 7).joined()

  /// Runs lines on a store and returns those of the output that compare a game with visitors, or
  /// are about an age.
  private func standingLines(_ lines: [String], store: String? = nil, code: String = "P07")
    -> [String]
  {
    let options = ["--store", store ?? path, "--participant", code, "--clock", "virtual"]
    return run(options, input: lines.joined(separator: "\n") + "\n").output
      .split(separator: "\n").map(String.init)
      .filter(Self.isStandingLine)
  }

  /// Returns `true` if a line of output compares a game with visitors, is about an age, or is an
  /// error.
  private static func isStandingLine(_ line: String) -> Bool {
    ["further than", "first game", "second game", "age", "touch screen", "error"].contains {
      line.contains($0)
    }
  }

  private static let study = """
    @ chimp-study 1
    name a
    participants 3
    order fixed
    condition one inoue-210 trials=1

    """

  private static let none = "further than 3 % of"
  private static let firstGame = "only first games are compared; your first game: score 0, "
  private static let adults = "\(none) 1525 visitors of 16 to 59 years"
  private static let middle = "\(none) 590 visitors of 25 to 39 years"
  private static let second =
    "a second game of the same person lies between 2 and 85 % in 9 of 10 cases"
  private static let secondOfMiddle =
    "a second game of the same person lies between 2 and 87 % in 9 of 10 cases"
  private static let adultsInterval = " (95 % interval 2 to 4); \(second)"
  private static let middleInterval = " (95 % interval 2 to 5); \(secondOfMiddle)"
  private static let thirty = "30 years, compared with 590 visitors of 25 to 39 years"
  private static let note = "the zoo's visitors played on a touch screen, not at a terminal"
  private static let question =
    "type your age, for example age 34, to be compared with visitors of about that age"

  @Test func `Only the first complete game of a participant stands among visitors`() {
    #expect(standingLines(["start zoo", "give-up", "stop"]) == [])
    #expect(standingLines(Self.game) == [Self.adults, Self.second, Self.note, Self.question])
    #expect(standingLines(Self.game) == [Self.firstGame + Self.adults])
    #expect(
      standingLines(Self.game, code: "P08") == [Self.adults, Self.second, Self.note, Self.question])
    #expect(
      standingLines(["results include=all"]) == [
        "first zoo game of P07: score 0, " + Self.adults + Self.adultsInterval,
        "first zoo game of P08: score 0, " + Self.adults + Self.adultsInterval,
      ])
  }

  @Test func `The first game stays the first one if the next follows in the same session`() {
    #expect(
      standingLines(Self.game + Self.game) == [
        Self.adults, Self.second, Self.note, Self.question, Self.firstGame + Self.adults,
      ])
  }

  @Test func `An age is kept with the participant, and can be taken back`() {
    #expect(standingLines(["age"]) == ["age of P07: not given"])
    #expect(standingLines(["age 30"]) == ["age of P07: " + Self.thirty])
    #expect(standingLines(Self.game) == [Self.middle, Self.secondOfMiddle, Self.note])
    #expect(standingLines(["age"]) == ["age of P07: " + Self.thirty, Self.firstGame + Self.middle])
    #expect(standingLines(["age none"]) == ["age of P07: not given", Self.firstGame + Self.adults])
    #expect(standingLines(["age 3"]) == ["error: YEARS must be from 4 to 120: \"3\" at column 5"])
    for text in ["1.5", "abc"] {
      let error = "error: YEARS must be a number: \"\(text)\" at column 5"
      #expect(
        standingLines(["age " + text]) == [error + " (usage: age, or age YEARS, or age none)"])
    }
    #expect(run(["--store", path, "-c", "check-store full"]).status == 0)
  }

  @Test func `An age that was given without a store is used by the results`() {
    let lines = ["age 30"] + Self.game + ["results include=all"]
    let output = run([], input: lines.joined(separator: "\n") + "\n").output
    #expect(output.contains("\n\(Self.middle)\n"))
    #expect(
      output.hasSuffix(
        "first zoo game of guest: score 0, \(Self.middle)\(Self.middleInterval)\n"
          + "SCRIPTS: 7 trials played by a script in these figures\n"))
  }

  @Test func `A restricted session may say an age, too`() {
    let output = run(["--restricted"], input: "age 30\n").output
    #expect(output == "age of guest: \(Self.thirty)\n")
  }

  @Test func `An answer to a question about the age counts where none was said`() {
    let text = Self.study + "question age integer 18..99 \"How old?\"\n"
    let study = folder.file("a.study", text)
    #expect(
      standingLines(["study check \(study)", "enrol P07", "next", "answer 31"]).isEmpty == false)
    #expect(
      standingLines(["age"]) == [
        "age of P07: 31 years, compared with 590 visitors of 25 to 39 years"
      ])
    #expect(standingLines(Self.game) == [Self.middle, Self.secondOfMiddle, Self.note])
    #expect(
      standingLines(["results include=all"]) == [
        "first zoo game of P07: score 0, " + Self.middle + Self.middleInterval
      ])
    #expect(standingLines(["age 70", "age none"]).last == Self.firstGame + Self.middle)
  }

  @Test func `Simulated participants have no standing`() {
    #expect(standingLines(["simulate 2 zoo seed=apple", "results include=all"]) == [])
  }

  @Test func `A merge brings an age that is not known here`() {
    let study = folder.file("b.study", Self.study)
    let other = folder.path + "/other"
    _ = standingLines(
      ["study check \(study)", "enrol P07", "age 30", "next", "give-up"], store: other)
    #expect(standingLines(["age"]) == ["age of P07: not given"])
    #expect(
      run(["--store", path, "-c", "merge \(other)"]).output
        == "1 participant and 1 trial added, 0 were already there\n")
    #expect(standingLines(["age"]) == ["age of P07: " + Self.thirty])
  }

  @Test func `An interrupted game goes on, and its end has a standing`() {
    let rest = Array(repeating: ["give-up", "wait 100"], count: 4).joined()
    let one = ScriptedSession(path, process: "one")
    for line in Self.game.prefix(7) { one.play(line) }
    let two = ScriptedSession(path, process: "two")
    let replies = (["resume"] + rest).flatMap { two.play($0) }
    #expect(replies.first == "resumed: round 4: 0 of 9 pressed")
    #expect(
      replies.filter(Self.isStandingLine) == [Self.adults, Self.second, Self.note, Self.question])
  }

  @Test func `A game with feedback=outcome shows no standing`() {
    let game = ["start zoo feedback=outcome"] + Self.game.dropFirst()
    #expect(standingLines(game) == [])
    #expect(standingLines(Self.game) == [Self.firstGame + Self.adults])
  }

  @Test func `The example of the report is what the program writes of 1,000 visitors`() {
    let page = folder.path + "/visitors.html"
    let picture = folder.path + "/visitors.svg"
    let output = run(
      [],
      input: """
        simulate 1000 zoo like=visitors seed=edinburgh
        report \(page) include=simulated test=zoo
        plot hold include=simulated test=zoo picture=\(picture)

        """
    ).output
    #expect(output.contains("reported 8651 trials to \"\(page)\"\n"))
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let resources = root + "/Sources/Screens/Screens.docc/Resources/"
    #expect(TemporaryFolder.text(at: page) == TemporaryFolder.text(at: resources + "visitors.html"))
    let drawing = TemporaryFolder.text(at: picture)
    #expect(drawing == TemporaryFolder.text(at: resources + "visitors.svg") && !drawing.isEmpty)
  }

  @Test func `Every level of the course has a sentence in both languages`() throws {
    let preset = try #require(TestPreset.named("zoo"))
    #expect(preset.course.name(ofLevel: 36, in: .english) == "9 at 210 ms")
    #expect(preset.course.name(ofLevel: 1, in: .japanese) == "4個・1000ミリ秒")
    #expect(preset.course.name(ofLevel: 0, in: .english) == "0")
    #expect(preset.course.name(ofLevel: 37, in: .english) == "0")
    #expect(preset.course.level(count: 5, hold: 600) == 9)
    #expect(preset.course.level(count: 3, hold: 1000) == 0)
    #expect(preset.course.level(count: 5, hold: nil) == 0)
  }
}
